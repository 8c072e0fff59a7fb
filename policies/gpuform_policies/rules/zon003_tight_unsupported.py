"""Tight placement on a machine that can't have it.

What: `placement: tight` on a machine that does not start in a cluster placement group.

Why: the cloud refuses the launch; the group is made, the nodes never come.

Example:
    machine: vt1.24xlarge
    image: {id: ami-0a1b2c3d, rootDevice: /dev/sda1}
    placement: tight

Instead:
    placement: none
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if not pool.tight:
        return
    machines = {machine.name: machine for part in pool.slices for machine in part.machines}
    machines |= {machine.name: machine for machine in pool.machines}
    for machine in machines.values():
        known = machine.placements and "placements" not in machine.disputed
        if known and "cluster" not in machine.placements:
            yield Found(
                f"{machine.name} can't start in a cluster placement group; it knows {', '.join(sorted(machine.placements))}.",
                fix="placement: none, or another machine",
                at="placement",
            )


RULE = Rule(
    id="ZON003",
    name="tight-unsupported",
    severity="error",
    judges=Pool,
    check=check,
    source="PlacementGroupInfo of describe-instance-types, in machines.csv",
    page=__doc__ or "",
    cases=(),
)
