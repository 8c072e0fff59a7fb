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
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import HOME, HOURS_PER_MONTH, price_between_zones

if TYPE_CHECKING:
    from gpuform.catalog import Price

SECONDS_PER_MONTH = HOURS_PER_MONTH * 3600
ASSUMED_STEP_GB = 28
"""Where the job does not say its size: a model of 7 B parameters in bf16 moves twice 14 GB per node and step."""
ASSUMED_STEP_SECONDS = 10
OPTIMIZER_SHARE = 7
"""A checkpoint in mixed precision with Adam holds 14 bytes per parameter, seven times the 2 bytes of its gradient in bf16."""


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.max < 2 or len(pool.zones) < 2:
        return
    gang = pool.trains_together and pool.gang == "all"
    if not gang and pool.fabric == "none" and not pool.tight:
        return
    step, size = step_gigabytes(pool)
    price, where = price_per_gb(pool, world)
    zone, why = best_zone(pool, world)
    together = (
        "train together"
        if pool.trains_together
        else "work together"
        if pool.fabric != "none"
        else "start close together"
    )
    yield Found(
        message=f"{pool.max} nodes {together} over {' and '.join(pool.zones)}: {because(pool)}.",
        fix=f"zones: [{zone}]   ({why})",
        at="zones",
        usd_per_month=None if price is None else traffic(pool, step, price.low),
        impact=f"Each step of {size} moves about {step:,.0f} GB over every border between zones{where}; "
        f"between zones a message takes {world.limit('cross-zone-latency-us')} microseconds and more.",
    )


def because(pool: Pool) -> str:
    if pool.fabric != "none":
        return "the fabric does not cross zones"
    return "a placement group lives in one zone" if pool.tight else "each step waits for the way between them"


def step_gigabytes(pool: Pool) -> tuple[Decimal, str]:
    """(twice the gradients, of which model): from the job's checkpoint where it tells one, else of an assumed model."""
    needs = pool.needs
    if needs is None or needs.checkpoint is None:
        return Decimal(ASSUMED_STEP_GB), "a 7 B model (assumed)"
    return Decimal(2 * needs.checkpoint.size) / OPTIMIZER_SHARE / 10**9, "the model in the checkpoint"


def price_per_gb(pool: Pool, world: World) -> tuple[Price | None, str]:
    """(price of one direction, how it is reckoned), the region's own where it is known."""
    price, own = price_between_zones(pool, world)
    if price is None:
        return None, ""
    where = "" if own else f" of {HOME}"
    return price, f", at {price.low} USD/GB{where} for each end and a step every {ASSUMED_STEP_SECONDS} s (assumed)"


def traffic(pool: Pool, step: Decimal, per_gb: Decimal) -> Decimal:
    """USD a month at least: in a ring, one way per zone crosses a border, and both its ends are charged."""
    steps = Decimal(SECONDS_PER_MONTH) / ASSUMED_STEP_SECONDS
    return (len(pool.zones) * step * 2 * per_gb * steps).quantize(Decimal(1))


def best_zone(pool: Pool, world: World) -> tuple[str, str]:
    """(zone, why): where the reservation is, else a zone that sells every machine, of the list if there is one."""
    for part in pool.slices:
        held = part.reservation if part.knows("reservation") else None
        if held is not None and held.knows("zone") and held.zone in pool.zones:
            return held.zone, "your reservation is there"
    if pool.knows("region"):
        names = ", ".join(machine.name for machine in pool.machines)
        for zone in (*pool.zones, *world.catalog.zones(pool.region)):
            if all(world.catalog.is_sold(machine.name, pool.region, zone) for machine in pool.machines):
                return zone, f"sells {names}"
    return pool.zones[0], "one of them"


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
