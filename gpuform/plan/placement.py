"""Decision: a placement group or none.

Fabric and group are two switches: a group would keep nodes out of a reservation that was not made in it (case C21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedPlacement

if TYPE_CHECKING:
    from gpuform.catalog import FabricKind
    from gpuform.spec.models import Pool


def planned_placement(pool: Pool, path: str, fabric: FabricKind) -> tuple[PlannedPlacement, tuple[Chosen, ...]]:
    """As asked; else tight for a fabric pool, and none where the capacity forbids a group (cases C14, C21)."""
    where, most = f"{path}.placement", pool.nodes.max
    if pool.placement is not None:
        return PlannedPlacement(where, pool.placement, pool.placement_group), ()
    if pool.placement_group is not None:
        why = f"the existing group {pool.placement_group} was named"
        return PlannedPlacement(where, "tight", pool.placement_group), (Chosen(where, "tight", why),)
    if fabric == "none" or most < 2:
        return PlannedPlacement(where, "none", None), ()
    held = capacity_without_group(pool)
    if held:
        return PlannedPlacement(where, "none", None), (Chosen(where, "none", f"no placement group: {held}"),)
    why = f"{most} nodes over {fabric} want short ways between them"
    return PlannedPlacement(where, "tight", None), (Chosen(where, "tight", why),)


def capacity_without_group(pool: Pool) -> str:
    """Why a group would keep nodes out of the capacity that was bought; empty where it would not."""
    for part in pool.capacity or ():
        if part.block is not None:
            return "a capacity block keeps its nodes close by itself"
        if part.reservation is not None and not part.reservation.new:
            return "the reservation was not made in one"
    return ""
