"""Costly nodes that nothing ends when they do nothing.

What: nodes that are paid by the hour, beyond what is reserved, in a pool whose number is fixed, whose idle rule is off, or whose
idle rule can't take effect because the minimum brings every node straight back.

Why: a forgotten weekend of eight H100 nodes costs more than a year of most tools. Scaling in a reservation or block saves nothing:
those nodes are not meant here.

Example:
    machine: p4d.24xlarge
    nodes: 4
    idle: {action: none}

Instead:
    nodes: {min: 0, max: 4, start: 4}
    idle: {gpuBelow: 30%, for: 15 min, action: scale-in}
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule

HOURS = 730


def check(pool: Pool, world: World) -> Iterator[Found]:
    paid = [part for part in pool.slices if part.kind in ("onDemand", "spot") and part.max > 0]
    if not paid:
        return
    idle = pool.idle
    off = idle is None or idle.action == "none"
    fixed = pool.min == pool.max
    if not off and not fixed:
        return
    by_hand = idle is not None and idle.by_hand and bool(pool.path)
    nodes = sum(part.max for part in paid) if fixed or off else 0
    if not off and idle is not None:
        reason = f"the idle rule can't take effect: the minimum of {pool.min} nodes brings every one back"
    elif by_hand:
        reason = "the idle rule is switched off by hand"
    elif fixed:
        reason = f"the number is fixed at {pool.max}"
    else:
        reason = "nothing ends them when their GPUs are idle"
    yield Found(
        f"{nodes} nodes of {paid[0].machines[0].name} are paid around the clock, and {reason}.",
        fix=f"nodes: {{min: 0, max: {pool.max}}} with idle: {{gpuBelow: 30%, for: 15 min, action: scale-in}}",
        at=f"/{pool.path}.{'idle' if by_hand else 'nodes'}" if pool.path else "",
        severity="error*" if by_hand and off else "warning",
        usd_per_month=idle_cost(pool, world),
        impact="That is what they cost when nobody uses them.",
    )


def idle_cost(pool: Pool, world: World) -> Decimal | None:
    """USD a month of the nodes paid by the hour, spot at its lowest; None where a price is unknown."""
    if not pool.knows("region"):
        return None
    total = Decimal(0)
    for part in pool.slices:
        if part.kind not in ("onDemand", "spot") or not part.max:
            continue
        price = world.catalog.price(part.machines[0].name, pool.region, "spot" if part.kind == "spot" else "on-demand")
        if price is None:
            return None
        total += price.low * part.max * HOURS
    return total.quantize(Decimal(1))


RULE = Rule(
    id="SCL001",
    name="never-scales-in",
    severity="warning",
    judges=Pool,
    check=check,
    source="prices.csv; https://github.com/dstackai/dstack/issues/3128",
    page=__doc__ or "",
    cases=("C57",),
)
