"""A placement group keeps nodes out of the capacity that was bought.

What: a placement group on nodes that start in a capacity block, or in a reservation that was not made inside that group.

Why: capacity outside the group's reach does not count. One team got 11 of its 16 reserved nodes and paid for all; a block keeps its
nodes close by itself, and a group only adds a reason to be refused.

Example:
    placement: tight
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 16}}]

Instead:
    leave `placement` out: the planner makes no group for such capacity
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        group = part.placement_group
        held = part.reservation
        if group is None or held is None:
            continue
        name = "a group made beside it" if group == "new" else f"the group {group}"
        at = f"/{pool.path}.placement" if pool.path else ""
        if part.kind == "block":
            yield Found(
                f"The block {held.id} keeps its nodes close by itself; {name} only adds a reason to be refused.",
                fix="placement: none",
                at=at,
                resource=part.resource,
            )
        elif not held.new and part.targets and group == "new":
            yield Found(
                f"The reservation {held.id} was not made in {name}: reserved nodes outside the group's reach never start.",
                fix="placement: none, or placementGroup: the name of the group it was made in",
                at=at,
                resource=part.resource,
            )
        elif not held.new and part.targets:
            yield Found(
                f"Nodes of the reservation {held.id} start in {name}: that works only if the reservation was made in it.",
                fix="leave placementGroup out unless the reservation's record names it",
                at=f"/{pool.path}.placementGroup" if pool.path else "",
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
