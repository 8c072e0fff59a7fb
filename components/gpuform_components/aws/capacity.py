"""How many nodes of which machines a scaling group holds, and how it changes them."""

from __future__ import annotations

import math
from typing import Any

import pulumi

from gpuform.plan import PlannedPool, PlannedSlice
from gpuform_components.base import BOOT_SECONDS, child_of, set_only

WHOLE = 100


def is_scheduled(part: PlannedSlice) -> bool:
    """A block with a start: launches fail before it, so the group waits at 0 and a schedule wakes it. One that runs already
    is written without `start`: what day it is, is nothing a plan knows."""
    held = part.reservation
    return part.kind == "block" and held is not None and held.starts is not None


def counts(part: PlannedSlice) -> dict[str, int]:
    if is_scheduled(part):
        return {"min_size": 0, "max_size": part.max, "desired_capacity": 0}
    return {"min_size": part.min, "max_size": part.max, "desired_capacity": part.start}


def group_options(part: PlannedSlice, parent: pulumi.Resource, ready: list[pulumi.Resource]) -> pulumi.ResourceOptions:
    """Who else may set the count owns it: an apply never sets it back (case C53). Reserved nodes go before new ones come,
    for a second set has no room in the reservation (case C56)."""
    shared = part.min < part.max or is_scheduled(part)
    return child_of(
        parent,
        depends_on=ready or None,
        ignore_changes=["desiredCapacity"] if shared else None,
        delete_before_replace=True if part.kind in ("block", "reservation") else None,
    )


def mixed_policy(part: PlannedSlice, template_id: pulumi.Output[str], version: pulumi.Output[str]) -> dict[str, Any]:
    """Machines in the plan's order; on demand first is tried first, spot where the strategy says."""
    spot = part.kind == "spot"
    return {
        "launch_template": {
            "launch_template_specification": {"launch_template_id": template_id, "version": version},
            "overrides": [{"instance_type": machine.name} for machine in part.machines],
        },
        "instances_distribution": {
            "on_demand_allocation_strategy": "prioritized",
            "on_demand_base_capacity": 0,
            # said outright: the API's own default is 100, which buys no spot at all
            "on_demand_percentage_above_base_capacity": 0 if spot else WHOLE,
            **(set_only(spot_allocation_strategy=part.strategy, spot_max_price=spot_price(part)) if spot else {}),
        },
    }


def spot_price(part: PlannedSlice) -> str | None:
    """The cap, USD per node and hour as the API writes it; None: the on-demand price is the ceiling."""
    return None if part.max_price is None else f"{part.max_price.amount.normalize():f}"


def refresh(pool: PlannedPool, part: PlannedSlice) -> dict[str, Any] | None:
    """What a new template version does to running nodes. None: nothing, they keep theirs until somebody ends them."""
    if pool.update_mode == "manual":
        return None
    least = least_healthy(pool, part)
    most = min(WHOLE + least, WHOLE + math.ceil(WHOLE * pool.surge / part.max))
    preferences: dict[str, Any] = {
        "instance_warmup": str(BOOT_SECONDS),
        "min_healthy_percentage": least,
        "max_healthy_percentage": most,
    }
    if pool.gang == "all":
        # a protected node has a job: its turn comes when it is idle and has given up its protection
        preferences["scale_in_protected_instances"] = "Wait"
    return {"strategy": "Rolling", "preferences": preferences}


def least_healthy(pool: PlannedPool, part: PlannedSlice) -> int:
    """Percent that stay up meanwhile: none, all where more nodes may come first, else all but one."""
    if pool.update_mode == "replace":
        return 0
    return WHOLE if pool.surge else WHOLE - math.ceil(WHOLE / part.max)


def warm_pool(pool: PlannedPool, part: PlannedSlice) -> dict[str, Any] | None:
    """`stop`, as far as a scaling group knows it: idle nodes go back to a pool of stopped ones instead of ending. It is
    bounded to the count the pool starts with, so that nothing is started only to be stopped. Groups over several markets
    or machines can't have one: there, idle nodes end."""
    stops = pool.idle.action == "stop" and part.min < part.max
    if not stops or part.kind != "onDemand" or len(part.machines) > 1:
        return None
    return {
        "pool_state": "Stopped",
        "min_size": 0,
        "max_group_prepared_capacity": part.start,
        "instance_reuse_policy": {"reuse_on_scale_in": True},
    }
