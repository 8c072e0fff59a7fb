"""The slices of a pool do not add up to its nodes.

What: slices with more or fewer nodes than the pool's maximum and none that takes the rest, several that take the rest, or a slice of
no nodes.

Why: nodes that belong to no slice are never started; slices beyond the maximum buy what no node uses.

Example:
    nodes: 8
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 9}}, {onDemand: {}}]

Instead:
    nodes: 8
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}, {onDemand: {}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    if world.surface != "spec":
        return  # elsewhere a pool's nodes are the sum of its groups: there is nothing to add up
    yield from empty_slices(pool)
    yield from rest_problems(pool)
    yield from sum_problems(pool)


def empty_slices(pool: Pool) -> Iterator[Found]:
    for part in pool.slices:
        if part.asked_nodes == 0:
            yield Found(
                "The slice has 0 nodes: it buys nothing.",
                fix="leave the slice out, or nodes: 1 and more",
                at=absolute(part.path, "nodes"),
            )


def rest_problems(pool: Pool) -> Iterator[Found]:
    rests = [part for part in pool.slices if part.asked_nodes is None]
    if len(rests) > 1:
        yield Found(
            f"{len(rests)} slices leave `nodes` out, and only one can take the rest.",
            fix="nodes for all slices but one",
            at=absolute(rests[-1].path),
        )


def sum_problems(pool: Pool) -> Iterator[Found]:
    rests = [part for part in pool.slices if part.asked_nodes is None]
    total = sum(part.asked_nodes or 0 for part in pool.slices)
    at = absolute(pool.path, "capacity")
    told = " + ".join(f"{part.kind} {'rest' if part.asked_nodes is None else part.asked_nodes}" for part in pool.slices)
    if total > pool.max:
        yield Found(
            f"The slices hold {total} nodes ({told}), the pool at most {pool.max}.",
            fix=f"nodes that add up to {pool.max}",
            at=at,
        )
    elif not rests and total < pool.max:
        yield Found(
            f"The slices hold {total} nodes ({told}), the pool wants {pool.max}: {pool.max - total} belong to none.",
            fix="one slice without `nodes`, which takes the rest",
            at=at,
        )
    elif rests and total == pool.max and len(pool.slices) > len(rests):
        yield Found(
            f"The other slices hold all {pool.max} nodes ({told}): the one that takes the rest gets 0.",
            fix="leave it out, or fewer nodes in the others",
            at=absolute(rests[0].path),
        )


RULE = Rule(
    id="CAP010",
    name="slices-do-not-add-up",
    severity="error",
    judges=Pool,
    check=check,
    source="the meaning of `capacity` in the spec: slices are parts of the pool's nodes",
    page=__doc__ or "",
    cases=(),
)
