"""A spot price cap that never launches, or changes nothing.

What: a maximum price of nothing, below the last known spot price of every machine, or above the on-demand price of every machine.

Why: below the market no node ever comes and the scheduler keeps trying; above the on-demand price the cap is not reached, because
that price is the ceiling anyway.

Example:
    machine: g5.12xlarge
    capacity: [{spot: {maxPrice: 0.001 USD/h}}]

Instead:
    # without a cap the on-demand price is the ceiling
    machine: g5.12xlarge
    capacity: [{spot: {}}]
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import on_slice

if TYPE_CHECKING:
    from gpuform.catalog import Price

DIGITS = 7
"""A cap written per month is an endless fraction per hour."""
NO_CAP = "leave maxPrice out: the on-demand price is the ceiling"


def check(pool: Pool, world: World) -> Iterator[Found]:
    yield from all_of(cap_problems(part, pool, world) for part in pool.slices if part.kind == "spot")


def cap_problems(part: Slice, pool: Pool, world: World) -> Iterator[Found]:
    cap = part.max_price
    if cap is None:
        return
    least = world.limit("spot-least-price")
    if cap < least:
        yield on_slice(part, f"{usd(cap)} is no price: the least a cap may be is {usd(least)}.", NO_CAP, "maxPrice")
        return
    spot = prices(part, pool, world, "spot")
    if spot and all(cap < price.low for _, price in spot):
        name, price = min(spot, key=lambda one: one[1].low)
        yield on_slice(
            part,
            f"{usd(cap)} is below the last known spot price of {name} in {pool.region}, {usd(price.low)}{of_day(price)}: no node will come.",
            f"leave maxPrice out, or at least {usd(price.low)}",
            "maxPrice",
            "warning",
        )
    full = prices(part, pool, world, "on-demand")
    if full and all(cap > price.high for _, price in full):
        name, price = max(full, key=lambda one: one[1].high)
        yield on_slice(
            part,
            f"{usd(cap)} is above the on-demand price of {name} in {pool.region}, {usd(price.high)}{of_day(price)}: the cap has no effect.",
            NO_CAP,
            "maxPrice",
            "warning",
        )


def prices(part: Slice, pool: Pool, world: World, market: str) -> list[tuple[str, Price]]:
    """Of every machine of the slice in USD; empty where one is unknown, for that one may be the cheapest."""
    found = [(machine.name, world.catalog.price(machine.name, pool.region, market)) for machine in part.machines]
    known = [(name, price) for name, price in found if price is not None and price.currency == "USD"]
    return known if len(known) == len(found) else []


def usd(amount: Decimal) -> str:
    return f"{round(amount, DIGITS).normalize():f} USD/h"


def of_day(price: Price) -> str:
    return f" ({price.dated})" if price.dated else ""


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
