"""A placement group keeps nodes out of the capacity that was bought.

What: a placement group on nodes that start in a capacity block, or in a targeted reservation that was not made inside that group.

Why: capacity outside the group's reach does not count. One team got 11 of its 16 reserved nodes and paid for all; a block keeps its
nodes close by itself, and a group only adds a reason to be refused.

Example:
    placement: tight
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 16}}]

Instead:
    # without `placement`: the planner makes no group for such capacity
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 16}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute, id_of


def check(pool: Pool, world: World) -> Iterator[Found]:
    yield from all_of(group_problems(part, part.reservation, pool) for part in pool.slices)


def group_problems(part: Slice, held: Reservation | None, pool: Pool) -> Iterator[Found]:
    if held is None or part.placement_group is None:
        return
    group, at = part.placement_group, absolute(pool.path, "placement")
    name = "a group made beside it" if group == "new" else f"the group {group}"
    if part.kind == "block":
        yield Found(
            f"The {part.max} nodes of block {id_of(held)} are close together anyway; {name} only adds a reason to be refused.",
            fix="placement: none",
            at=at,
            resource=part.resource,
        )
    elif held.new or not part.targets:
        return  # a new one is made inside the group; an open one is no promise that a group could break
    elif group == "new":
        yield Found(
            f"The reservation {id_of(held)} was not made in {name}: of its {part.max} nodes those outside the group's reach never start.",
            fix="placement: none, or placementGroup: the group it was made in",
            at=at,
            resource=part.resource,
        )
    else:
        yield Found(
            f"The {part.max} nodes of reservation {id_of(held)} start in {name}: that works only if it was made in that group.",
            fix="leave placementGroup out unless the reservation's record names it",
            at=absolute(pool.path, "placementGroup"),
            resource=part.resource,
            severity="warning",
        )


RULE = Rule(
    id="CAP001",
    name="group-against-reservation",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, capacity blocks and reservations in placement groups; https://github.com/eksctl-io/eksctl/issues/7949",
    page=__doc__ or "",
    cases=("C21",),
)
