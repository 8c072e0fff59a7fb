"""A capacity block behind a group it can't be used from.

What: a capacity block in a scaling group with a mixed-instances policy, for a list of machines, or for a machine that is not sold in
blocks.

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
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import on_slice

if TYPE_CHECKING:
    from gpuform.catalog import Machine

MARKET = "capacity-block"


def check(pool: Pool, world: World) -> Iterator[Found]:
    yield from all_of(
        problem for part in pool.slices for problem in (group_problems(part, pool, world), machine_problems(part))
    )


def is_block(part: Slice) -> bool:
    """A mixed group is told by how its nodes are bought; its template may still ask for a block."""
    return part.kind == "block" or part.market == MARKET


def group_problems(part: Slice, pool: Pool, world: World) -> Iterator[Found]:
    if not is_block(part):
        return
    listed = pool.machines if world.surface == "spec" else part.machines
    if len(listed) > 1:
        names = ", ".join(machine.name for machine in listed)
        yield on_slice(
            part,
            f"A capacity block is one machine; {pool.name} lists {len(listed)}: {names}.",
            f"machine: {listed[0].name}, the one that the block was bought for",
        )
    elif part.mixed:
        yield on_slice(
            part,
            f"A capacity block of {', '.join(machine.name for machine in listed)} can't be used behind a mixed-instances policy.",
            "a plain launch template of one machine",
        )


def machine_problems(part: Slice) -> Iterator[Found]:
    for machine in part.machines if is_block(part) else ():
        if not sold_in_blocks(machine):
            yield on_slice(
                part,
                f"{machine.name} is not sold in capacity blocks; it is sold {', '.join(sorted(machine.markets))}.",
                "a reservation, or a machine that is sold in blocks",
            )


def sold_in_blocks(machine: Machine) -> bool:
    """Also where nobody knows for certain: then it is not ours to refuse."""
    return not machine.markets or "markets" in machine.disputed or MARKET in machine.markets


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
