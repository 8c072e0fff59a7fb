"""Decision: what happens to nodes whose GPUs do nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedIdle

if TYPE_CHECKING:
    from gpuform.spec.models import Pool

BELOW = Decimal(30)
SECONDS = 900
"""Below 30 % for 15 minutes: the spec's documented default."""


def planned_idle(pool: Pool, path: str, *, can_shrink: bool) -> tuple[PlannedIdle, tuple[Chosen, ...]]:
    where = f"{path}.idle"
    idle = pool.idle
    by_hand = idle is not None
    below = idle.gpu_below if idle is not None and idle.gpu_below is not None else BELOW
    seconds = idle.for_ if idle is not None and idle.for_ is not None else SECONDS
    if idle is not None and idle.action is not None:
        return PlannedIdle(where, below, seconds, idle.action, by_hand), ()
    action = "scale-in" if can_shrink or by_hand else "none"
    planned = PlannedIdle(where, below, seconds, action, by_hand)
    if by_hand:
        return planned, ()
    why = "the default where the number of nodes may shrink" if can_shrink else "the number of nodes is fixed"
    return planned, (Chosen(where, f"{action} below {below} % for {seconds // 60} min", why),)
