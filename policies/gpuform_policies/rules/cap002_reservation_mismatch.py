"""A reservation is for something else than the pool starts.

What: a reservation whose machine or zone differs from the pool's, one reservation for a list of machines, a launch that sets a
preference beside a target, or a block and its market type that do not go together.

Why: the launch misses the reservation, which is paid all the same, or is refused.

Example:
    machine: p5.48xlarge
    zones: [use1-az6]
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4, machine: p4d.24xlarge, zone: use1-az1}}]

Instead:
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        held = part.reservation
        if held is not None:
            yield from record_problems(part, held, pool)
        yield from launch_problems(part)


def record_problems(part: Slice, held: Reservation, pool: Pool) -> Iterator[Found]:
    names = [machine.name for machine in part.machines]
    what = f"The {part.kind} {held.id}"
    if held.machine is not None and any(name != held.machine for name in names):
        yield found(
            part,
            f"{what} is for {held.machine}; the pool starts {', '.join(names)}.",
            f"machine: {held.machine}",
            "machine",
        )
    if part.kind == "reservation" and len(pool.machines) > 1 and pool.path:
        listed = ", ".join(machine.name for machine in pool.machines)
        yield found(
            part,
            f"{what} is for one machine; the pool lists {listed}.",
            f"machine: {held.machine or names[0]}",
            "machine",
        )
    if held.zone is not None and held.zone not in pool.zones and comparable(held.zone, pool.zones):
        yield found(
            part,
            f"{what} is in {held.zone}; the pool's nodes start in {', '.join(pool.zones)}.",
            f"zones: [{held.zone}]",
            "zone",
        )


def comparable(zone: str, zones: tuple[str, ...]) -> bool:
    """A zone id and a zone name can't be held against each other."""
    return all(("-az" in zone) == ("-az" in other) for other in zones)


def launch_problems(part: Slice) -> Iterator[Found]:
    if part.targets and part.preference not in (None, "capacity-reservations-only"):
        yield found(
            part,
            f"The launch targets a reservation and sets the preference `{part.preference}` too: one or the other is refused.",
            "leave the preference out",
        )
    if part.kind == "block" and part.market != "capacity-block":
        yield found(
            part,
            f"A capacity block starts with the market type capacity-block, not {part.market or 'none'}.",
            "market type capacity-block",
        )
    if part.kind == "reservation" and part.market is not None:
        yield found(
            part,
            f"A reservation starts without a market type; `{part.market}` is set.",
            "leave the market type out, or write `block:`",
        )


def found(part: Slice, message: str, fix: str, field: str = "") -> Found:
    at = f"/{part.path}{'.' + field if field else ''}" if part.path else ""
    return Found(message, fix, at=at, resource=part.resource)


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
