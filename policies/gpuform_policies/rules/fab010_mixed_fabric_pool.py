"""Machines of different kinds in one gang.

What: a pool whose nodes work together lists machines that differ in fabric, GPU model, GPU memory or number of GPUs.

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

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import absolute

if TYPE_CHECKING:
    from gpuform.catalog import Machine


def check(pool: Pool, world: World) -> Iterator[Found]:
    over_fabric = pool.fabric != "none" or pool.fabric_asked == "required"
    if not (pool.trains_together and (pool.gang == "all" or over_fabric)):
        return
    if unequal(pool.machines, over_fabric=over_fabric):
        yield found_of(pool.machines, "machine", pool)
        return
    for part in pool.slices:
        machines = (*pool.machines, *(one for one in part.machines if one not in pool.machines))
        if unequal(machines, over_fabric=over_fabric):
            yield found_of(machines, absolute(part.path, "machines") or "machine", pool)


def unequal(machines: Sequence[Machine], *, over_fabric: bool) -> bool:
    kinds = {(machine.fabric if over_fabric else "", machine.gpu, machine.gpus) for machine in machines}
    certain = [one.gpu_memory_gib for one in machines if "gpu_memory_gib" not in one.disputed]
    return len(kinds) > 1 or len({memory for memory in certain if memory is not None}) > 1


def found_of(machines: Sequence[Machine], at: str, pool: Pool) -> Found:
    told = ", ".join(f"{one.name} ({one.gpus} × {one.gpu}{memory(one)}, {fabric(one)})" for one in machines)
    return Found(
        message=f"One gang over unequal machines: {told}.",
        fix=f"machine: {pool.machines[0].name}",
        at=at,
    )


def memory(machine: Machine) -> str:
    return "" if machine.gpu_memory_gib is None else f" {machine.gpu_memory_gib} GiB"


def fabric(machine: Machine) -> str:
    return "no fabric" if machine.fabric == "none" else machine.fabric.upper()


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
