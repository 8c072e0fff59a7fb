"""SPT004: spot nodes of one machine in one zone all go at once."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool, Slice
from gpuform_policies.rules.spt004_spot_one_market import RULE

AT = "pools[train].capacity[0].spot"
ONE, TWO = ("g6e.4xlarge",), ("g6e.4xlarge", "g6e.8xlarge")
NEAR, WIDE = ("usw2-az1",), ("usw2-az1", "usw2-az2", "usw2-az3")


def spot(make: SimpleNamespace, machines: tuple[str, ...] = ONE, zones: Any = NEAR, **part: Any) -> Slice:
    return make.slice_(**{"path": AT, "kind": "spot", "market": "spot", "machines": machines, "zones": zones, **part})


def pool(make: SimpleNamespace, *parts: Slice, **changes: Any) -> Pool:
    return make.pool(**{"workload": "batch", "gang": "elastic", "fabric": "none", "slices": parts, **changes})


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            lambda make: pool(make, spot(make)),
            [("warning", AT, "8 spot nodes", "1 market", "g6e.4xlarge in usw2-az1")],
            id="one machine, one zone",
        ),
        pytest.param(lambda make: pool(make, spot(make, TWO)), [], id="two machines"),
        pytest.param(lambda make: pool(make, spot(make, zones=WIDE)), [], id="three zones"),
        pytest.param(
            lambda make: pool(make, spot(make), spot(make, ("g6e.8xlarge",))),
            [],
            id="two slices, each of its own machine",
        ),
        pytest.param(
            lambda make: pool(make, spot(make), spot(make, zones=("usw2-az2",))),
            [],
            id="two slices, each in its own zone",
        ),
        pytest.param(
            lambda make: pool(make, spot(make, max=3), spot(make, max=2)),
            [("warning", AT, "5 spot nodes")],
            id="two slices in one market",
        ),
        pytest.param(lambda make: pool(make, make.slice_(machines=ONE)), [], id="on demand"),
        pytest.param(lambda make: pool(make, spot(make, max=0)), [], id="a slice of none"),
        pytest.param(
            lambda make: pool(make, make.slice_(max=2), spot(make, max=6)),
            [("warning", AT, "6 spot nodes")],
            id="on demand beside it does not widen the market",
        ),
        pytest.param(
            lambda make: pool(make, spot(make), workload="training", gang="all"), [], id="a gang keeps to one market"
        ),
        pytest.param(
            lambda make: pool(make, spot(make), workload="training"), [], id="so do elastic nodes that train together"
        ),
        pytest.param(lambda make: pool(make, spot(make), gang="all"), [], id="a gang by its own word"),
        pytest.param(
            lambda make: pool(make, spot(make, max=1), workload="training", gang="all", max=1),
            [("warning", AT, "1 spot nodes")],
            id="a single training node could be elsewhere",
        ),
        pytest.param(
            lambda make: pool(make, spot(make, path="", resource="urn:g"), path=""),
            [("warning", "", "1 market")],
            id="somebody else's stack",
        ),
        pytest.param(
            lambda make: pool(make, spot(make, TWO, zones=UNKNOWN)), [], id="two machines, wherever that may be"
        ),
    ],
)
def test_market(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_zones_are_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, spot(make, zones=UNKNOWN)), [], undecided=1)
