"""The network between the nodes is too slow for what they do together.

What: nodes that train together on less than 25 Gbps each, over plain TCP on a machine without a fabric, over several zones, or
below `needs.interconnect`.

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
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import CardSeverity, Found, Rule

if TYPE_CHECKING:
    from gpuform.catalog import Machine

STEP_GIGABYTES = 28
"""What one node moves per step for a model of 7 B parameters in bf16: twice 14 GB of gradients."""


def check(pool: Pool, world: World) -> Iterator[Found]:
    if not pool.trains_together:
        return
    for machine in pool.machines:
        yield from bandwidth_problems(pool, machine, world)
    if pool.fabric == "none" and pool.gang == "elastic" and len(pool.zones) > 1:
        # ZON001 speaks about gangs and about fabrics
        yield Found(
            message=f"{pool.max} nodes train over {' and '.join(pool.zones)}: a message between zones takes "
            f"{world.limit('cross-zone-latency-us')} microseconds and more, synchronous training wants {world.limit('slow-network-us')}.",
            fix=f"zones: [{pool.zones[0]}]",
            at="zones",
            severity="warning",
        )


def bandwidth_problems(pool: Pool, machine: Machine, world: World) -> Iterator[Found]:
    """At most one, the first cause: what the job asks for, then bandwidth at all, then the latency of plain TCP."""
    by_fabric = pool.fabric != "none"
    carried = machine.fabric_gbps if by_fabric else machine.network_baseline_gbps
    if carried is None:
        return  # unknown is not slow
    floor = world.limit("slow-network-gbps")
    asked = None if pool.needs is None or pool.needs.interconnect is None else Decimal(pool.needs.interconnect) / 10**9
    severity = doubted(machine, "fabric_gbps" if by_fabric else "network_baseline_gbps")
    through = "fabric" if by_fabric else "all-day network"
    if asked is not None and carried < asked:
        yield Found(
            message=f"needs.interconnect asks for {asked:,} Gbps per node; the {through} of {machine.name} carries {carried:,} Gbps.",
            fix=faster(pool, world, asked),
            at="needs.interconnect",
            impact=delay(carried),
            severity=severity,
        )
    elif carried < floor:
        yield Found(
            message=f"{pool.max} nodes of {machine.name} train together over {carried} Gbps each, below {floor} Gbps.",
            fix=faster(pool, world, floor),
            at="machine",
            impact=delay(carried),
            severity=severity,
        )
    elif machine.fabric == "none":
        # where there is a fabric and it is off, FAB005 speaks
        yield Found(
            message=f"{pool.max} nodes of {machine.name} train together over {carried} Gbps of plain TCP, for it has no fabric: "
            f"messages take longer than the {world.limit('slow-network-us')} microseconds that synchronous training wants.",
            fix=faster(pool, world, floor),
            at="machine",
            severity=severity,
        )


def doubted(machine: Machine, field: str) -> CardSeverity | None:
    """A disputed figure is never certain."""
    return "warning" if field in machine.disputed else None


def delay(gbps: Decimal) -> str:
    """How long one exchange takes."""
    if gbps <= 0:
        return ""
    return f"The {STEP_GIGABYTES} GB per node and step of a 7 B model take {STEP_GIGABYTES * 8 / gbps:,.1f} s."


def faster(pool: Pool, world: World, gbps: Decimal) -> str:
    """The cheapest current machine of the region with a fabric that carries as much, and no less GPU memory."""
    other = "a machine with a faster fabric, or one node with more GPUs"
    if not pool.knows("region"):
        return other
    first = pool.machines[0]
    offers = [
        (price.low, name)
        for name, machine in world.catalog.machines().items()
        if machine.status == "current"
        and machine.vendor == first.vendor
        and machine.fabric_gbps is not None
        and machine.fabric_gbps >= gbps
        and (machine.node_gpu_memory_gib or 0) >= (first.node_gpu_memory_gib or 0)
        and world.catalog.sold(name, pool.region)
        and (price := world.catalog.price(name, pool.region)) is not None
    ]
    if not offers:
        return other
    price, name = min(offers)
    return f"machine: {name} with fabric: required ({price} USD/h on demand), or one node with more GPUs"


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
