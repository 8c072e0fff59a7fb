"""What happens to idle nodes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

SHRINKS: dict[str, Any] = {"nodes": {"min": 0, "max": 8}}


@pytest.mark.parametrize(
    ("pool", "figures"),
    [
        pytest.param(SHRINKS, (30, 900, "scale-in", False), id="default where the number may shrink"),
        pytest.param({}, (30, 900, "none", False), id="default where it is fixed"),
        pytest.param({**SHRINKS, "idle": {"gpuBelow": "5%"}}, (5, 900, "scale-in", True), id="share written"),
        pytest.param({**SHRINKS, "idle": {"for": "1 h"}}, (30, 3600, "scale-in", True), id="time written"),
        pytest.param({**SHRINKS, "idle": {"action": "none"}}, (30, 900, "none", True), id="switched off: SCL001"),
        pytest.param({"idle": {"action": "stop"}}, (30, 900, "stop", True), id="stop"),
        pytest.param({"idle": {"for": "20 min"}}, (30, 1200, "scale-in", True), id="can't take effect: SCL001"),
    ],
)
def test_idle(pool_of: Any, pool: dict[str, Any], figures: tuple[int, int, str, bool]) -> None:
    idle = pool_of(pool).idle
    assert (idle.gpu_below_percent, idle.for_seconds, idle.action, idle.by_hand) == (Decimal(figures[0]), *figures[1:])


@pytest.mark.parametrize(
    ("idle", "told"),
    [
        pytest.param(None, {"idle"}, id="nothing written"),
        pytest.param({"for": "1 h"}, {"idle.gpuBelow", "idle.action"}, id="one of three written"),
        pytest.param({"for": "1 h", "gpuBelow": "5%", "action": "stop"}, set(), id="all written"),
        pytest.param({"action": "none"}, set(), id="switched off: the rest does not matter"),
    ],
)
def test_what_is_left_open_is_told(chosen_of: Any, idle: Any, told: set[str]) -> None:
    pool = SHRINKS if idle is None else {**SHRINKS, "idle": idle}
    assert {path for path in chosen_of(pool) if path.startswith("idle")} == told


@pytest.mark.parametrize(
    ("time", "fits"), [("59 s", False), ("1 min", True), ("90 s", False), ("1 d", True), ("25 h", False)]
)
def test_time_an_alarm_can_count(pool_of: Any, problems_of: Any, time: str, fits: bool) -> None:
    pool = {**SHRINKS, "idle": {"for": time}}
    if fits:
        assert pool_of(pool).idle.for_seconds in (60, 86400)
    else:
        (problem,) = problems_of(pool)
        assert problem.path == "pools[train].idle.for"
        assert pool_of({**SHRINKS, "idle": {"for": time, "action": "none"}}).idle.action == "none"
