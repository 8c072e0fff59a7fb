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
    machine: p4d.24xlarge
    nodes: {min: 0, max: 4, start: 4}
    idle: {gpuBelow: 30%, for: 15 min, action: scale-in}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import HOURS_PER_MONTH, absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    paid = [part for part in pool.slices if part.kind in ("onDemand", "spot") and part.max > 0]
    reason = never_ends(pool) if paid else ""
    if not reason:
        return
    nodes = sum(part.max for part in paid)
    names = " or ".join(dict.fromkeys(machine.name for part in paid for machine in part.machines))
    by_hand, off = written_by_hand(pool), is_off(pool)
    yield Found(
        f"{nodes} {'node' if nodes == 1 else 'nodes'} of {names} in {pool.name} can be paid around the clock: {reason}.",
        fix=f"nodes: {{min: 0, max: {pool.max}}} with idle: {{gpuBelow: 30%, for: 15 min, action: scale-in}}",
        at=absolute(pool.path, "idle" if by_hand else "nodes"),
        severity="error*" if by_hand and off else None,
        usd_per_month=idle_cost(paid, pool, world),
        impact="That is what these nodes cost in a month of doing nothing.",
    )


def never_ends(pool: Pool) -> str:
    """Why no idle rule can end its nodes; empty where one can."""
    fixed = pool.min == pool.max
    if not is_off(pool):
        return (
            f"the idle rule can't take effect, the minimum of {pool.min} brings every node straight back"
            if fixed
            else ""
        )
    if written_by_hand(pool):
        return "the idle rule is switched off by hand"
    return f"the pool is fixed at {pool.max}" if fixed else "nothing ends them when their GPUs are idle"


def is_off(pool: Pool) -> bool:
    return pool.idle is None or pool.idle.action == "none"


def written_by_hand(pool: Pool) -> bool:
    """In the spec; in other people's stacks every alarm is."""
    return bool(pool.path) and pool.idle is not None and pool.idle.by_hand


def idle_cost(paid: Sequence[Slice], pool: Pool, world: World) -> Decimal | None:
    """USD a month, each slice at its first machine, spot at its lowest; None where the region or a price is unknown."""
    if not pool.knows("region"):
        return None
    total = Decimal(0)
    for part in paid:
        market = "spot" if part.kind == "spot" else "on-demand"
        price = world.catalog.price(part.machines[0].name, pool.region, market)
        if price is None or price.currency != "USD":
            return None
        total += price.low * part.max * HOURS_PER_MONTH
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
