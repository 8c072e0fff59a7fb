"""SCL002: no scaling group ends healthy nodes of a gang (case C52)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.scl002_rebalance_kills import RULE

AT = "pools[train].capacity[0].onDemand"
TWO = ("use1-az1", "use1-az6")


def pool(make: SimpleNamespace, part: dict[str, Any], **changes: Any) -> Pool:
    return make.pool(**{"min": 0, "idle": make.idle(), "slices": (make.slice_(**{"min": 0, **part}),), **changes})


BATCH = {"workload": "batch", "gang": "elastic"}


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make, {}), [], id="suspended and protected"),
        pytest.param(
            lambda make: pool(make, {"rebalances_zones": True, "zones": TWO}),
            [("error", AT, "8 nodes", "use1-az1, use1-az6", "whole job")],
            id="C52 a gang over two zones",
        ),
        pytest.param(
            lambda make: pool(make, {"rebalances_zones": True}), [], id="C52 in one zone there is nothing to even out"
        ),
        pytest.param(
            lambda make: pool(make, {"rebalances_zones": True, "zones": TWO}, **BATCH),
            [("warning", AT, "use1-az1, use1-az6")],
            id="C52 batch over two zones",
        ),
        pytest.param(
            lambda make: pool(make, {"rebalances_zones": True, "zones": TWO}, gang="elastic"),
            [("error", AT, "whole job")],
            id="elastic training stops its step too",
        ),
        pytest.param(lambda make: pool(make, {"zones": TWO}), [], id="C52 over two zones with the process suspended"),
        pytest.param(
            lambda make: pool(make, {"kind": "spot", "rebalances_capacity": True}),
            [("error", AT, "hint", "8 nodes")],
            id="capacity rebalancing of a gang on spot",
        ),
        pytest.param(
            lambda make: pool(make, {"kind": "spot", "rebalances_capacity": True}, **BATCH),
            [],
            id="capacity rebalancing of batch nodes is meant for them",
        ),
        pytest.param(lambda make: pool(make, {"rebalances_capacity": True}), [], id="on demand has no such hints"),
        pytest.param(
            lambda make: pool(make, {"protected": False}),
            [("error", AT, "any of 8", "towards 0")],
            id="a gang without protection",
        ),
        pytest.param(
            lambda make: pool(make, {"protected": False, "min": 8}, min=8), [], id="a fixed group is not scaled in"
        ),
        pytest.param(lambda make: pool(make, {"protected": False}, **BATCH), [], id="batch needs no protection"),
        pytest.param(lambda make: pool(make, {"protected": False, "max": 1}, max=1), [], id="one node is no gang"),
        pytest.param(
            lambda make: pool(make, {"protected": False, "path": "", "resource": "urn:g"}, path="", idle=None),
            [("warning", "", "any of 8")],
            id="somebody's group that nothing seen shrinks",
        ),
        pytest.param(
            lambda make: pool(make, {"protected": False}, idle=make.idle(action="none")),
            [("warning", AT, "any of 8")],
            id="idle rule off",
        ),
    ],
)
def test_rebalancing(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_processes_hide_no_missing_protection(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = pool(make, {"rebalances_zones": UNKNOWN, "protected": False})
    agrees(RULE, fact, [("error", AT, "any of 8")], undecided=1)
