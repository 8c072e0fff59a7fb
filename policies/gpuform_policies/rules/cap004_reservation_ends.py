"""A reservation or block is over, not there yet, or about to end.

What: an end in the past, a start in the future while nodes are wanted now, or an end near enough to kill running nodes. A later end
is told as information.

Why: an expired reservation makes even unrelated updates fail; a block's nodes are ended 30 minutes before its end (60 for
UltraServers) and do not go on as on-demand.

Example:
    # judged on 2026-12-01
    nodes: 8
    capacity: [{block: {id: cr-1, start: 2026-11-20T11:30Z, end: 2026-11-29T11:30Z}}]

Instead:
    # before its start; the group is scaled up when it begins
    nodes: {min: 0, max: 8}
    capacity: [{block: {id: cr-2, start: 2026-12-03T11:30Z, end: 2026-12-17T11:30Z}}]
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from gpuform_policies.fact import Pool, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import id_of, on_slice


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        held = part.reservation
        if held is not None:
            yield from all_of((end_problems(part, held, world), start_problems(part, held, world)))


def start_problems(part: Slice, held: Reservation, world: World) -> Iterator[Found]:
    starts = in_utc(held.starts)
    if starts is not None and starts > world.now and part.min > 0:
        yield on_slice(
            part,
            f"The {part.kind} {id_of(held)} starts at {clock(starts)}, and at least {part.min} nodes are wanted before.",
            "nodes: {min: 0, …}: the group is scaled up when it begins",
            "start",
        )


def end_problems(part: Slice, held: Reservation, world: World) -> Iterator[Found]:
    ends = in_utc(held.ends)
    if ends is None:
        return
    what = f"The {part.kind} {id_of(held)}"
    early = timedelta(minutes=minutes_early(part, world))
    if ends <= world.now:
        yield on_slice(part, f"{what} ended at {clock(ends)}.", "one that is running, or onDemand", "end")
    elif ends - early <= world.now:
        yield on_slice(
            part,
            f"{what} ends at {clock(ends)}; since {clock(ends - early)} its nodes are being ended and none starts any more.",
            "the next block, or onDemand",
            "end",
        )
    else:
        near = ends - world.now <= timedelta(days=int(world.limit("reservation-end-near-days")))
        yield on_slice(
            part,
            f"{what} ends its {part.max} nodes from {clock(ends - early)} on, {minutes_early(part, world)} min before its end."
            if part.kind == "block"
            else f"{what} ends at {clock(ends)}; its {part.max} nodes then run on at the on-demand price.",
            "a checkpoint before then, or an extension",
            "end",
            "warning" if near else "info",
        )


def minutes_early(part: Slice, world: World) -> int:
    """How long before its end a block's nodes are ended; those of a reservation just go on."""
    if part.kind != "block":
        return 0
    return max(world.catalog.block_end_minutes(machine) for machine in part.machines)


def in_utc(moment: datetime | None) -> datetime | None:
    """EC2's times are UTC, also where the text does not say so."""
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def clock(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


RULE = Rule(
    id="CAP004",
    name="reservation-ends",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, capacity blocks (2026): forced end; https://github.com/aws/aws-parallelcluster/issues/6870",
    page=__doc__ or "",
    cases=("C27",),
)
