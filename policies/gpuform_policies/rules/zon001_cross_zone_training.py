"""Nodes that train together, or must be close, are spread over zones.

What: a gang, or a pool with tight placement, over more than one zone.

Why: the fabric does not cross zones at all, a placement group lives in one, and plain traffic between zones costs money in both
directions and takes at least ten times as long as the fabric.

Example:
    workload: training
    nodes: 8
    zones: [use1-az1, use1-az6]

Instead:
    zones: [use1-az6]
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule

GIB = 1024**3
SECONDS_PER_MONTH = 730 * 3600
ASSUMED_STEP_GB = 28
"""Where the job does not say its size: a model of 7 B parameters in bf16 moves twice 14 GB per node and step."""
ASSUMED_STEP_SECONDS = 10
OPTIMIZER_SHARE = 7
"""A checkpoint in mixed precision with Adam holds 14 bytes per parameter, seven times the 2 bytes of its gradient in bf16."""


def check(pool: Pool, world: World) -> Iterator[Found]:
    gang = pool.trains_together and (pool.gang == "all" or pool.fabric != "none")
    if not gang and not (pool.tight and pool.max > 1):
        return
    if len(pool.zones) < 2:
        return
    step = step_gigabytes(pool)
    dollars = traffic(pool, world, step)
    delay = world.limit("cross-zone-latency-us")
    what = "train together" if gang else "are placed close together"
    yield Found(
        message=f"{pool.max} nodes {what} over {' and '.join(pool.zones)}: "
        f"{'the fabric does not cross zones' if pool.fabric != 'none' else 'a placement group lives in one zone' if pool.tight else 'each step waits for the way between them'}.",
        fix=f"zones: [{best_zone(pool, world)}]   ({why_zone(pool, world)})",
        at="zones",
        usd_per_month=dollars,
        impact=f"Each step moves about {step:,.0f} GB over every border between zones (a step every {ASSUMED_STEP_SECONDS} s is "
        f"assumed for the price); between zones a message takes {delay} microseconds and more.",
    )


def step_gigabytes(pool: Pool) -> Decimal:
    """Twice the gradients, from the job's checkpoint where it tells one."""
    needs = pool.needs
    if needs is None or needs.checkpoint is None:
        return Decimal(ASSUMED_STEP_GB)
    return Decimal(2 * needs.checkpoint.size) / OPTIMIZER_SHARE / 10**9


def traffic(pool: Pool, world: World, step: Decimal) -> Decimal | None:
    """USD a month at least: in a ring, one way per zone crosses a border, and both its ends are charged. None: no price."""
    price = world.catalog.price("cross-az-each-direction", pool.region) if pool.knows("region") else None
    price = price or world.catalog.price("cross-az-each-direction", "us-east-1")
    if price is None:
        return None
    steps = Decimal(SECONDS_PER_MONTH) / ASSUMED_STEP_SECONDS
    return (len(pool.zones) * step * 2 * price.low * steps).quantize(Decimal(1))


def why_zone(pool: Pool, world: World) -> str:
    zone = best_zone(pool, world)
    names = ", ".join(machine.name for machine in pool.machines)
    if any(
        part.reservation is not None and part.reservation.knows("zone") and part.reservation.zone == zone
        for part in pool.slices
    ):
        return "your reservation is there"
    sold = pool.knows("region") and all(world.catalog.is_sold(m.name, pool.region, zone) for m in pool.machines)
    return f"sells {names}" if sold else "one of them"


def best_zone(pool: Pool, world: World) -> str:
    """Where the reservation is, else a zone of the list that sells every machine, else one of the list."""
    for part in pool.slices:
        if part.reservation is not None and part.reservation.knows("zone") and part.reservation.zone in pool.zones:
            return part.reservation.zone
    for zone in pool.zones:
        if pool.knows("region") and all(world.catalog.is_sold(m.name, pool.region, zone) for m in pool.machines):
            return zone
    return pool.zones[0]


RULE = Rule(
    id="ZON001",
    name="cross-zone-training",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, pages efa and placement groups; prices.csv (cross-az-each-direction); https://github.com/skypilot-org/skypilot/issues/10056",
    page=__doc__ or "",
    cases=("C14", "C16"),
)
