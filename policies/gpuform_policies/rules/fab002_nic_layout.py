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
from gpuform_policies.rule import Found, Rule

if TYPE_CHECKING:
    from gpuform.catalog import Card


def check(template: Template, world: World) -> Iterator[Found]:
    per_card = int(world.limit("fabric-interfaces-per-card"))
    for machine in template.machines:
        cards = {card.index: card for card in machine.cards}
        for nic in template.nics:
            problem = nic_problem(nic, machine.name, cards)
            if problem:
                yield Found(
                    message=problem, fix="leave `nics` out: it is laid out from the catalog", at=place(nic, template)
                )
        yield from whole_problems(template, machine.name, machine.fabric_interfaces, per_card)


def nic_problem(nic: Nic, machine: str, cards: dict[int, Card]) -> str:
    card = cards.get(nic.card)
    if card is None:
        return f"{machine} has network cards 0 to {len(cards) - 1}; there is no card {nic.card}."
    devices, types = card.devices, card.types
    if nic.device >= devices:
        return (
            f"Card {nic.card} of {machine} holds {devices} interfaces: device index {nic.device} is past it, "
            f"0 to {devices - 1} are allowed."
        )
    if nic.type not in types:
        return f"Card {nic.card} of {machine} carries {', '.join(sorted(types))}, not {nic.type}."
    return ""


def whole_problems(template: Template, machine: str, most: int, per_card: int) -> Iterator[Found]:
    nics = template.nics
    fix = "leave `nics` out: it is laid out from the catalog"
    places = Counter((nic.card, nic.device) for nic in nics)
    for (card, device), count in sorted(places.items()):
        if count > 1:
            yield Found(f"{count} interfaces sit at card {card}, device {device}; a place holds one.", fix, at="nics")
    first = [nic for nic in nics if (nic.card, nic.device) == (0, 0)]
    if not first:
        yield Found("No interface sits at card 0, device 0, where the primary one must be.", fix, at="nics")
    elif first[0].type == "efa-only":
        yield Found(
            "The primary interface (card 0, device 0) is efa-only: it carries no IP address, so the node is unreachable.",
            fix,
            at="nics",
        )
    fabric = [nic for nic in nics if nic.type != "interface"]
    for card, count in sorted(Counter(nic.card for nic in fabric).items()):
        if count > per_card:
            yield Found(
                f"{count} fabric interfaces sit on card {card} of {machine}; a card carries {per_card}.", fix, at="nics"
            )
    if len(fabric) > most:
        yield Found(f"{len(fabric)} fabric interfaces, and {machine} allows {most}.", fix, at="nics")
    elif fabric and len(fabric) < most and template.fabric_asked == "required":
        yield Found(
            f"{len(fabric)} of the {most} fabric interfaces of {machine} are used: the job gets {len(fabric) * 100 // most} % of the bandwidth that is paid for.",
            fix,
            at="nics",
            severity="warning",
        )


def place(nic: Nic, template: Template) -> str:
    return nic.path.removeprefix(f"{template.path}.") if nic.path else "nics"


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
