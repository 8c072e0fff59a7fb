"""The interfaces don't fit the machine's network cards.

What: a card the machine does not have, a device index past the card's limit, a type the card can't carry, two fabric interfaces
on one card, more of them than the machine allows, or no plain primary interface at card 0, device 0.

Why: device indices count inside a card (a p5 card holds 0 and 1 only), card 0 of p6-b300 carries no fabric, and an index lost on
the way puts all interfaces on card 0. The cloud then refuses the launch, or the nodes come up with a fraction of their fabric.

Example:
    machine: p5.48xlarge
    nics: [{card: 2, device: 2, type: efa}]

Instead:
    leave `nics` out: it is laid out from the catalog
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpuform_policies.fact import Nic, Template, World
from gpuform_policies.rule import CardSeverity, Found, Rule, all_of
from gpuform_policies.telling import absolute

if TYPE_CHECKING:
    from gpuform.catalog import Card, Machine

DOUBTS = frozenset({"cards", "fabric_interfaces"})
FIX = "leave `nics` out: it is laid out from the catalog"


def check(template: Template, world: World) -> Iterator[Found]:
    if not template.nics:
        return
    yield from all_of(
        (
            place_problems(template.nics),
            card_problems(template.nics, int(world.limit("fabric-interfaces-per-card"))),
            *(machine_problems(template, machine) for machine in template.machines),
        )
    )


def place_problems(nics: tuple[Nic, ...]) -> Iterator[Found]:
    """What no machine allows: two interfaces in one place, no primary one, a primary one without an address."""
    for (card, device), count in sorted(Counter((nic.card, nic.device) for nic in nics).items()):
        if count > 1:
            yield Found(f"{count} interfaces sit at card {card}, device {device}; a place holds one.", FIX, at="nics")
    primary = [nic for nic in nics if (nic.card, nic.device) == (0, 0)]
    if not primary:
        yield Found("No interface sits at card 0, device 0, where the primary one must be.", FIX, at="nics")
    for nic in primary:
        if nic.type == "efa-only":
            yield Found(
                "The primary interface (card 0, device 0) is efa-only: it carries no IP address, so the node is unreachable.",
                FIX,
                at=place(nic),
            )


def card_problems(nics: tuple[Nic, ...], most: int) -> Iterator[Found]:
    for card, count in sorted(Counter(nic.card for nic in nics if nic.type != "interface").items()):
        if count > most:
            yield Found(f"{count} fabric interfaces sit on card {card}; a card carries {most}.", FIX, at="nics")


def machine_problems(template: Template, machine: Machine) -> Iterator[Found]:
    """What this machine does not allow; only a warning where the sources dispute its cards or its count."""
    cards = {card.index: card for card in machine.cards}
    doubt, hard = doubt_of(machine, "cards")
    for nic in template.nics:
        problem = nic_problem(nic, machine.name, cards)
        if problem:
            yield Found(f"{problem}{doubt}", FIX, at=place(nic), severity=hard)
    yield from count_problems(template, machine)


def nic_problem(nic: Nic, machine: str, cards: dict[int, Card]) -> str:
    card = cards.get(nic.card)
    if card is None:
        return f"{machine} has network cards 0 to {len(cards) - 1}; there is no card {nic.card}."
    if nic.device >= card.devices:
        return (
            f"Card {nic.card} of {machine} holds {card.devices} interface{'s' if card.devices > 1 else ''}: "
            f"device index {nic.device} is past it, 0 to {card.devices - 1} are allowed."
        )
    if nic.type not in card.types:
        return f"Card {nic.card} of {machine} carries {', '.join(sorted(card.types))}, not {nic.type}."
    return ""


def count_problems(template: Template, machine: Machine) -> Iterator[Found]:
    fabric = sum(nic.type != "interface" for nic in template.nics)
    most = machine.fabric_interfaces
    doubt, hard = doubt_of(machine, "fabric_interfaces")
    if fabric > most:
        yield Found(
            f"{fabric} fabric interfaces, and {machine.name} allows {most}.{doubt}", FIX, at="nics", severity=hard
        )
    elif 0 < fabric < most and template.fabric_asked == "required" and not machine.disputed & DOUBTS:
        yield Found(
            f"{fabric} of the {most} fabric interfaces of {machine.name} are used: "
            f"the job gets {fabric * 100 // most} % of the bandwidth that is paid for.",
            FIX,
            at="nics",
            severity="warning",
        )


def doubt_of(machine: Machine, field: str) -> tuple[str, CardSeverity | None]:
    """(words, severity) for a judgement by a figure; a disputed one is never certain."""
    return (" Sources dispute this figure.", "warning") if field in machine.disputed else ("", None)


def place(nic: Nic) -> str:
    return absolute(nic.path) or "nics"


RULE = Rule(
    id="FAB002",
    name="nic-layout",
    severity="error",
    judges=Template,
    check=check,
    source="NetworkCards and EfaInfo of describe-instance-types, in machines.csv; EC2 User Guide, pages efa and efa-acc-inst-types",
    page=__doc__ or "",
    cases=("C01", "C02", "C04"),
)
