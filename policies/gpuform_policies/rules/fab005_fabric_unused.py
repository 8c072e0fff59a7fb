"""Nodes train together over plain TCP although their machine has a fabric.

What: a training pool of more than one node whose machine has a fabric, with the fabric off.

Why: every step waits for the slowest exchange of gradients. Kernel TCP takes 20 to 100 microseconds per message in one zone where
the fabric takes about 15, and it shares a fraction of the bandwidth: the GPUs are paid to wait.

Example:
    workload: training
    machine: p5.48xlarge
    nodes: 8
    fabric: none

Instead:
    fabric: required
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if not pool.trains_together or pool.fabric != "none":
        return
    if any(machine.fabric == "none" for machine in pool.machines):
        return  # one template serves the list, so its fabric can't be switched on
    machine = pool.machines[0]
    speed = (
        "its fabric"
        if machine.fabric_gbps is None
        else f"the {machine.fabric_gbps:,} Gbps of its {machine.fabric.upper()}"
    )
    yield Found(
        message=f"{pool.max} nodes of {machine.name} train together without {speed}: every step waits for plain TCP.",
        fix="fabric: required",
        at="fabric",
        impact=f"Synchronous training wants messages below {world.limit('slow-network-us')} microseconds; "
        "the fabric keeps to that within a zone, plain TCP does not.",
    )


RULE = Rule(
    id="FAB005",
    name="fabric-unused",
    severity="error*",
    judges=Pool,
    check=check,
    source="machines.csv for the fabric; latency classes in the EC2 documentation and community measurements, 2026",
    page=__doc__ or "",
    cases=("C09", "C16"),
)
