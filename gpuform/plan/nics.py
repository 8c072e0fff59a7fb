"""Decision: which interface sits on which network card.

EFA: a plain interface first, then one fabric interface per card. AWS advice of 2026 (EC2 User Guide, page
efa-acc-inst-types): card 0 device 0 `interface`, card 0 device 1 `efa-only` where card 0 can, then device 0 `efa-only` on
every further card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedNic

if TYPE_CHECKING:
    from gpuform.catalog import Card, FabricKind, Machine
    from gpuform.spec.models import Pool

PLAIN = PlannedNic(0, 0, "interface")


def planned_nics(
    pool: Pool, path: str, machine: Machine, fabric: FabricKind, *, public_ip: bool
) -> tuple[tuple[PlannedNic, ...], tuple[Chosen, ...]]:
    """Interfaces as written, or laid out from the machine's cards."""
    where = f"{path}.nics"
    if pool.nics is not None:
        return tuple(PlannedNic(nic.card, nic.device, nic.type) for nic in pool.nics), ()
    if fabric == "none":
        return (PLAIN,), ()
    if public_ip and machine.fabric_interfaces == 1 and "efa" in machine.cards[0].types:
        why = "one interface that is both, so that the public address asked for stays legal"
        return (PlannedNic(0, 0, "efa"),), (Chosen(where, "1 combined interface", why),)
    nics = laid_out(machine)
    fast = sum(nic.type != "interface" for nic in nics)
    doubt = "; two sources disagree about its cards" if "cards" in machine.disputed else ""
    why = f"laid out from the cards of {machine.name}{doubt}"
    return nics, (Chosen(where, f"{len(nics)} interfaces, {fast} of them {fabric.upper()}", why),)


def laid_out(machine: Machine) -> tuple[PlannedNic, ...]:
    """The plain interface and one fabric interface per card, as many as the machine may have."""
    cards = fabric_cards(machine)
    if not cards:
        return (PLAIN,)
    first, *others = cards
    if first.index != 0:
        return (PLAIN, *map(fabric_nic, (first, *others)))
    if first.devices == 1:
        # no room for two on the first card (hpc6id): one that is both
        return (PlannedNic(0, 0, "efa"), *map(fabric_nic, others))
    return (PLAIN, fabric_nic(first), *map(fabric_nic, others))


def fabric_cards(machine: Machine) -> list[Card]:
    """The cards that serve the GPUs best, up to the machine's maximum."""
    cards = [card for card in machine.cards if card.fabric]
    only = [card for card in cards if card.types == frozenset({"efa-only"})]
    if only:
        # cards that carry nothing but the fabric come in pairs of one GPU's link: half of them already fill it (GB200)
        cards = only[::2]
    return cards[: machine.fabric_interfaces]


def fabric_nic(card: Card) -> PlannedNic:
    kind = "efa-only" if "efa-only" in card.types else "efa"
    return PlannedNic(card.index, 1 if card.index == 0 else 0, kind)
