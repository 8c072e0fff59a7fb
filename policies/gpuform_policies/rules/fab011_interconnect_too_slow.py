"""The network between the nodes is too slow for what they do together.

What: nodes that train together on less than 25 Gbps each, on anything slower than an RDMA fabric where the job says it needs more,
or below `needs.interconnect`.

Why: a ring all-reduce moves about twice the gradients per node and step. At 10 Gbps the 28 GB of a 7 B model take 22 seconds,
longer than the step itself.

Example:
    workload: training
    machine: g5.xlarge
    nodes: 4

Instead:
    machine: p4d.24xlarge
    fabric: required
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule

STEP_GIGABYTES = 28
"""What one node moves per step for a model of 7 B parameters in bf16: twice 14 GB of gradients."""


def check(pool: Pool, world: World) -> Iterator[Found]:
    if not pool.trains_together:
        return
    floor = world.limit("slow-network-gbps")
    asked = None if pool.needs is None or pool.needs.interconnect is None else Decimal(pool.needs.interconnect) / 10**9
    for machine in pool.machines:
        carried = machine.fabric_gbps if pool.fabric != "none" else machine.network_baseline_gbps
        if carried is None:
            continue
        through = "fabric" if pool.fabric != "none" else "all-day network"
        if asked is not None and carried < asked:
            yield Found(
                message=f"needs.interconnect asks for {asked:,.0f} Gbps per node; the {through} of {machine.name} carries {carried:,} Gbps.",
                fix=faster(pool, world, asked),
                at="needs.interconnect",
                impact=delay(carried),
            )
        elif carried < floor:
            yield Found(
                message=f"{pool.max} nodes of {machine.name} train together over {carried} Gbps each; below {floor} Gbps the exchange outlasts the step.",
                fix=faster(pool, world, floor),
                at="machine",
                impact=delay(carried),
            )


def delay(gbps: Decimal) -> str:
    """How long one exchange takes."""
    if gbps <= 0:
        return ""
    return f"The {STEP_GIGABYTES} GB per node and step of a 7 B model take {STEP_GIGABYTES * 8 / gbps:,.1f} s."


def faster(pool: Pool, world: World, gbps: Decimal) -> str:
    """The cheapest current machine of the region that carries as much, with no less GPU memory."""
    least = pool.machines[0].node_gpu_memory_gib or Decimal(0)
    offers = [
        (price.low, name, machine)
        for name, machine in world.catalog.machines().items()
        if machine.status == "current"
        and machine.vendor == pool.machines[0].vendor
        and max(machine.fabric_gbps or Decimal(0), machine.network_baseline_gbps or Decimal(0)) >= gbps
        and (machine.node_gpu_memory_gib or Decimal(0)) >= least
        and (price := world.catalog.price(name, pool.region)) is not None
    ]
    if not offers:
        return "a machine with a faster network, or one node with more GPUs"
    price, name, machine = min(offers, key=lambda offer: (offer[0], offer[1]))
    fabric = " with fabric: required" if machine.fabric != "none" else ""
    return f"machine: {name}{fabric} ({price} USD/h on demand), or one node with more GPUs"


RULE = Rule(
    id="FAB011",
    name="interconnect-too-slow",
    severity="error*",
    judges=Pool,
    check=check,
    source="machines.csv (baseline bandwidth); all-reduce arithmetic: 2 × gradient bytes per node and step",
    page=__doc__ or "",
    cases=(),
)
