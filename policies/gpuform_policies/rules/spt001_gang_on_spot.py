"""A gang lives on spot alone.

What: a pool whose nodes work all or none, on spot only, without a checkpoint and without other capacity to fall back on.

Why: one interruption anywhere ends the job for everybody. With a chance p per node the job is hit with 1 − (1 − p)^n: at 10 % and
eight nodes in 57 of 100 runs, and everything since the start is lost.

Example:
    workload: training
    nodes: 4
    capacity: [{spot: {}}]

Instead:
    workload: training
    nodes: 4
    needs: {checkpoint: {size: 200 GiB, every: 30 min, to: scratch}}
    capacity: [{onDemand: {nodes: 2}}, {spot: {}}]
    sharedStorage: [{name: scratch, mount: /fsx, lustre: {size: 2400 GiB}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.gang != "all" or pool.max < 2:
        return
    parts = [part for part in pool.slices if part.max > 0]
    if not parts or any(part.kind != "spot" for part in parts):
        return
    if pool.needs is not None and pool.needs.checkpoint is not None:
        return
    told = bool(pool.path)  # in other people's stacks nobody says whether the job writes checkpoints
    yield Found(
        f"{pool.max} nodes work all or none on spot alone, {'without a' if told else 'and nothing tells of a'} checkpoint: "
        "the first interruption ends the job and loses everything since its start.",
        fix="add needs.checkpoint, or a reservation or onDemand slice to fall back on",
        at=absolute(parts[0].path),
        resource=parts[0].resource,
        impact=chance(pool.max, world),
        severity=None if told else "warning",
    )


def chance(nodes: int, world: World) -> str:
    percent = world.limit("spot-interruption-percent")
    hit = 1 - (1 - percent / 100) ** nodes
    return f"At {percent} % interruptions per node and month, {hit:.0%} of months lose a run of {nodes} nodes."


RULE = Rule(
    id="SPT001",
    name="gang-on-spot",
    severity="error*",
    judges=Pool,
    check=check,
    source="EC2 User Guide, spot interruptions; Spot Advisor bands of 2025-06-28 (spot-interruption-percent in limits.csv); https://github.com/kubernetes-sigs/karpenter/issues/3138",
    page=__doc__ or "",
    cases=("C55",),
)
