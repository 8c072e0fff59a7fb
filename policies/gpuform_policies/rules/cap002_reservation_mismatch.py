"""A reservation is for something else than the pool starts.

What: a reservation whose machine, zone or kind differs from the pool's, one reservation for a list of machines, a launch that sets a
preference beside a target, or a block and its market type that do not go together.

Why: the launch misses the reservation, which is paid all the same, or is refused.

Example:
    machine: p5.48xlarge
    zones: [use1-az6]
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4, machine: p4d.24xlarge, zone: use1-az1}}]

Instead:
    machine: p5.48xlarge
    zones: [use1-az6]
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}}]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import comparable, id_of, on_slice

if TYPE_CHECKING:
    from gpuform.catalog import Machine

ALONE = "capacity-reservations-only"
"""The one preference that may stand beside a target."""


def check(pool: Pool, world: World) -> Iterator[Found]:
    yield from all_of(problem for part in pool.slices for problem in problems_of(part, pool, world))


def problems_of(part: Slice, pool: Pool, world: World) -> Iterator[Iterator[Found]]:
    """Each on its own, for any of them may meet an unknown value."""
    held = part.reservation
    if held is not None:
        yield machine_problems(part, held, pool.machines if world.surface == "spec" else part.machines)
        yield zone_problems(part, held)
        yield kind_problems(part, held)
    yield preference_problems(part)
    yield market_problems(part)


def machine_problems(part: Slice, held: Reservation, listed: tuple[Machine, ...]) -> Iterator[Found]:
    """`listed`: what the pool names; the plan starts only the first of them in a reservation."""
    names = list(dict.fromkeys(machine.name for machine in (*part.machines, *listed)))
    if held.machine is not None and held.machine not in names:
        yield on_slice(
            part,
            f"The {part.kind} {id_of(held)} is for {held.machine}; the pool starts {', '.join(names)}.",
            f"machine: {held.machine}",
            "machine" if part.kind == "reservation" else "",
        )
    elif len(names) > 1 and part.kind == "reservation" and not is_group(held):
        yield on_slice(
            part,
            f"The reservation {id_of(held)} is for one machine; the pool lists {len(names)}: {', '.join(names)}.",
            f"machine: {held.machine or names[0]}",
            "machine" if held.machine is not None else "",
        )


def is_group(held: Reservation) -> bool:
    """A resource group may hold reservations of several machines; an id, and a new one, is a single machine."""
    return not held.new and held.knows("id") and not held.id.startswith("cr-")


def zone_problems(part: Slice, held: Reservation) -> Iterator[Found]:
    zone = held.zone
    if zone is None or not comparable([zone], part.zones):
        return
    away = [other for other in part.zones if other != zone]
    if away:
        yield on_slice(
            part,
            f"The {part.kind} {id_of(held)} is in {zone}; its nodes may start in {', '.join(away)}.",
            f"zones: [{zone}]",
            "zone",
        )


def kind_problems(part: Slice, held: Reservation) -> Iterator[Found]:
    if part.kind == "reservation" and held.block is True:
        yield on_slice(
            part,
            f"{id_of(held)} is a capacity block; the launch takes it for a reservation (market type {part.market or 'none'}).",
            "write it as `block:`, which starts with the market type capacity-block",
        )
    if part.kind == "block" and held.block is False:
        yield on_slice(
            part,
            f"{id_of(held)} is a reservation; the launch takes it for a capacity block.",
            "write it as `reservation:`, which starts without a market type",
        )


def preference_problems(part: Slice) -> Iterator[Found]:
    if part.targets and part.preference not in (None, ALONE):
        yield on_slice(
            part,
            f"The launch targets a reservation and sets the preference `{part.preference}` too: the cloud takes one or the other.",
            f"leave the preference out, or {ALONE}",
        )


def market_problems(part: Slice) -> Iterator[Found]:
    if part.kind == "block" and part.market != "capacity-block":
        yield on_slice(
            part,
            f"A capacity block starts with the market type capacity-block, not {part.market or 'none'}.",
            "market type capacity-block",
        )
    if part.kind == "reservation" and part.market is not None:
        yield on_slice(
            part,
            f"A reservation starts without a market type; `{part.market}` is set.",
            "leave the market type out, or write `block:`",
        )


RULE = Rule(
    id="CAP002",
    name="reservation-mismatch",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, capacity reservations and capacity-blocks-launch; https://github.com/hashicorp/terraform-provider-aws/issues/43881",
    page=__doc__ or "",
    cases=("C22", "C24", "C26"),
)
