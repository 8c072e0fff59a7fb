"""A capacity block behind a group it can't be used from.

What: a capacity block in a scaling group with a mixed-instances policy, for a list of machines, beside spot in one group, or for a
machine that is not sold in blocks.

Why: a block is one machine in one zone and is used by a plain launch template; anything else never starts a node.

Example:
    machine: [p5.48xlarge, p5e.48xlarge]
    capacity: [{block: {id: cr-1, nodes: 8}}]

Instead:
    machine: p5.48xlarge
    capacity: [{block: {id: cr-1, nodes: 8}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        if part.kind != "block":
            continue
        at = f"/{part.path}" if part.path else ""
        listed = pool.machines if pool.path else part.machines
        if len(listed) > 1:
            names = ", ".join(machine.name for machine in listed)
            yield Found(
                f"A capacity block is one machine; the pool lists {names}.",
                fix=f"machine: {listed[0].name}",
                at=at,
                resource=part.resource,
            )
        elif part.mixed:
            yield Found(
                "A capacity block can't be used behind a mixed-instances policy.",
                fix="a plain launch template of one machine",
                at=at,
                resource=part.resource,
            )
        for machine in part.machines:
            if machine.markets and "capacity-block" not in machine.markets:
                yield Found(
                    f"{machine.name} is not sold in capacity blocks; it is sold {', '.join(sorted(machine.markets))}.",
                    fix="a reservation, or a P machine that is sold in blocks",
                    at=at,
                    resource=part.resource,
                )


RULE = Rule(
    id="CAP009",
    name="block-behind-mixed-group",
    severity="error",
    judges=Pool,
    check=check,
    source="Auto Scaling User Guide (mixed instances), EC2 User Guide (capacity blocks); SupportedUsageClasses in machines.csv",
    page=__doc__ or "",
    cases=("C25",),
)
