"""Machines of different kinds in one gang.

What: a pool whose nodes work together lists machines that differ in fabric, GPU model or number of GPUs.

Why: a synchronous job runs at the pace of its slowest member, ranks can't be laid out over unequal nodes, and machines of
different fabric generations find no path to each other.

Example:
    workload: training
    machine: [p4d.24xlarge, p5.48xlarge]
    nodes: 4

Instead:
    machine: p5.48xlarge
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if not (pool.trains_together and (pool.gang == "all" or pool.fabric != "none")):
        return
    machines = {machine.name: machine for part in pool.slices for machine in part.machines}
    machines |= {machine.name: machine for machine in pool.machines}
    kinds = {(machine.fabric, machine.gpu, machine.gpus) for machine in machines.values()}
    if len(kinds) < 2:
        return
    told = ", ".join(
        f"{one.name} ({one.gpus} × {one.gpu}, {one.fabric.upper() if one.fabric != 'none' else 'no fabric'})"
        for one in machines.values()
    )
    yield Found(
        message=f"One gang over unequal machines: {told}.",
        fix=f"machine: {pool.machines[0].name}",
        at="machine",
    )


RULE = Rule(
    id="FAB010",
    name="mixed-fabric-pool",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, page efa, limits (do not mix machine types in one EFA job)",
    page=__doc__ or "",
    cases=("C09",),
)
