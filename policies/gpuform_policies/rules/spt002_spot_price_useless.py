"""A spot price cap that never launches, or changes nothing.

What: a maximum price of nothing, below the last known spot price, or above the on-demand price.

Why: below the market no node ever comes and the scheduler keeps trying; above the on-demand price the cap is not reached, because
that price is the ceiling anyway.

Example:
    machine: g5.12xlarge
    capacity: [{spot: {maxPrice: 0.001 USD/h}}]

Instead:
    capacity: [{spot: {}}]   (the on-demand price is the ceiling)
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    for part in pool.slices:
        cap = part.max_price
        if part.kind == "spot" and cap is not None:
            yield from cap_problems(cap, part, pool, world)


def cap_problems(cap: Decimal, part: Slice, pool: Pool, world: World) -> Iterator[Found]:
    at = f"/{part.path}.maxPrice" if part.path else ""
    least = world.limit("spot-least-price")
    if cap <= 0 or cap < least:
        yield Found(
            f"{cap} USD/h is no price: the least a cap may be is {least} USD/h.",
            fix="leave maxPrice out: the on-demand price is the ceiling",
            at=at,
            resource=part.resource,
        )
        return
    region = pool.region
    spot = [(name.name, price) for name in part.machines if (price := world.catalog.price(name.name, region, "spot"))]
    if len(spot) == len(part.machines) and all(cap < price.low for _, price in spot):
        name, price = min(spot, key=lambda one: one[1].low)
        yield Found(
            f"{cap:f} USD/h is below the last known spot price of {name}, {price.low} USD/h{of_day(price.dated)}: no node will come.",
            fix="leave maxPrice out, or at least that price",
            at=at,
            resource=part.resource,
            severity="warning",
        )
    full = [(one.name, price) for one in part.machines if (price := world.catalog.price(one.name, region))]
    if len(full) == len(part.machines) and all(cap > price.high for _, price in full):
        name, price = max(full, key=lambda one: one[1].high)
        yield Found(
            f"{cap:f} USD/h is above the on-demand price of {name}, {price.high} USD/h: the cap has no effect.",
            fix="leave maxPrice out",
            at=at,
            resource=part.resource,
            severity="warning",
        )


def of_day(dated: str) -> str:
    return f" ({dated})" if dated else ""


RULE = Rule(
    id="SPT002",
    name="spot-price-useless",
    severity="error",
    judges=Pool,
    check=check,
    source="botocore 1.44.8 EC2 model (SpotMarketOptions.MaxPrice); prices.csv; https://github.com/aws/aws-parallelcluster-node/pull/415",
    page=__doc__ or "",
    cases=("C33",),
)
