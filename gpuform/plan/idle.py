"""Decision: what happens to nodes whose GPUs do nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedIdle
from gpuform.plan.unresolved import Unresolved
from gpuform.spec.units import duration_text

if TYPE_CHECKING:
    from gpuform.spec.models import Idle, Pool

BELOW = Decimal(30)
SECONDS = 900
"""Below 30 % for 15 minutes: the spec's documented default."""
STEP_SECONDS, MOST_SECONDS = 60, 86400
"""An alarm counts whole minutes and looks back a day at most (CloudWatch API, PutMetricAlarm)."""


def planned_idle(pool: Pool, path: str, *, can_shrink: bool) -> tuple[PlannedIdle, tuple[Chosen, ...]]:
    where = f"{path}.idle"
    if pool.idle is not None:
        return written_idle(pool.idle, where)
    action = "scale-in" if can_shrink else "none"
    why = "the default where the number of nodes may shrink" if can_shrink else "the number of nodes is fixed"
    value = f"{action} below {BELOW} % for {SECONDS // 60} min" if can_shrink else "none"
    return PlannedIdle(where, BELOW, SECONDS, action, by_hand=False), (Chosen(where, value, why),)


def written_idle(idle: Idle, where: str) -> tuple[PlannedIdle, tuple[Chosen, ...]]:
    """As written, also where it can't take effect: rule SCL001 says so. What is left out has its default."""
    below = BELOW if idle.gpu_below is None else idle.gpu_below
    seconds = SECONDS if idle.for_ is None else idle.for_
    action = idle.action or "scale-in"
    if action != "none" and (seconds % STEP_SECONDS or not STEP_SECONDS <= seconds <= MOST_SECONDS):
        message = f"{duration_text(seconds)}: an alarm counts whole minutes, from 1 min to 1 d"
        raise Unresolved(f"{where}.for", message, f"for: {SECONDS // 60} min")
    parts = (
        ("gpuBelow", idle.gpu_below, f"{below} %"),
        ("for", idle.for_, duration_text(seconds)),
        ("action", idle.action, action),
    )
    chosen = tuple(Chosen(f"{where}.{field}", value, "the default") for field, asked, value in parts if asked is None)
    if idle.action == "none":
        chosen = ()
    return PlannedIdle(where, below, seconds, action, by_hand=True), chosen
