"""A reservation or block is over, not there yet, or about to end.

What: an end in the past, a start in the future while nodes are wanted now, or an end that will kill running nodes.

Why: an expired reservation makes even unrelated updates fail; a block's nodes are ended 30 minutes before its end (60 for
UltraServers) and do not go on as on-demand.

Example:
    nodes: 8
    capacity: [{block: {id: cr-1, start: 2026-11-20, end: 2026-11-29}}]   (judged on 2026-12-01)

Instead:
    a block that is running, or nodes: {min: 0, max: 8} before its start
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import CardSeverity, Found, Rule

SOON = timedelta(days=7)


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        held = part.reservation
        if held is None:
            continue
        if held.ends is not None and held.ends <= world.now:
            yield found(
                part,
                f"The {part.kind} {held.id} ended at {held.ends:%Y-%m-%d %H:%M} UTC.",
                "a running one, or onDemand",
                "end",
            )
            continue
        if held.starts is not None and held.starts > world.now and part.min > 0:
            yield found(
                part,
                f"The {part.kind} {held.id} starts at {held.starts:%Y-%m-%d %H:%M} UTC, and at least {part.min} nodes are wanted before.",
                "nodes: {min: 0, …}; the group is scaled up at the start by itself",
                "start",
            )
        if held.ends is not None and held.ends - world.now <= SOON:
            yield found(
                part,
                deadline(part, world),
                "a checkpoint before then, or an extension of the reservation",
                "end",
                "warning",
            )


def deadline(part: Slice, world: World) -> str:
    held = part.reservation
    assert held is not None
    assert held.ends is not None
    if part.kind != "block":
        return f"The reservation {held.id} ends at {held.ends:%Y-%m-%d %H:%M} UTC; its nodes then run on at the on-demand price."
    ultra = any("ultraserver" in machine.notes.lower() for machine in part.machines)
    minutes = int(world.limit("ultraserver-block-end-minutes" if ultra else "capacity-block-end-minutes"))
    last = held.ends - timedelta(minutes=minutes)
    return f"The block {held.id} ends its {part.max} nodes from {last:%Y-%m-%d %H:%M} UTC on, {minutes} min before its end."


def found(part: Slice, message: str, fix: str, field: str, severity: CardSeverity | None = None) -> Found:
    at = f"/{part.path}.{field}" if part.path else ""
    return Found(message, fix, at=at, resource=part.resource, severity=severity)


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
