"""SPT001: a gang on spot alone needs a checkpoint or something to fall back on (case C55)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool, Slice
from gpuform_policies.rules.spt001_gang_on_spot import RULE

AT = "pools[train].capacity[0].spot"


def spot(make: SimpleNamespace, **part: Any) -> Slice:
    return make.slice_(**{"path": AT, "kind": "spot", "market": "spot", "max": 4, **part})


def pool(make: SimpleNamespace, *parts: Slice, **changes: Any) -> Pool:
    return make.pool(**{"max": 4, "needs": make.needs(), "slices": parts or (spot(make),), **changes})


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make), [("error", AT, "4 nodes", "without a checkpoint")], id="spot alone"),
        pytest.param(lambda make: pool(make, needs=make.needs(checkpoint={})), [], id="with a checkpoint"),
        pytest.param(
            lambda make: pool(make, make.slice_(max=2), spot(make, max=2)), [], id="with on demand to fall back on"
        ),
        pytest.param(
            lambda make: pool(make, make.slice_(max=0), spot(make)),
            [("error", AT, "4 nodes")],
            id="a fallback of nothing",
        ),
        pytest.param(
            lambda make: pool(make, make.slice_(kind="reservation", max=2), spot(make, max=2)),
            [],
            id="with a reservation",
        ),
        pytest.param(lambda make: pool(make, make.slice_(max=4)), [], id="on demand alone"),
        pytest.param(lambda make: pool(make, gang="elastic"), [], id="an elastic job goes on with fewer"),
        pytest.param(lambda make: pool(make, spot(make, max=1), max=1), [], id="one node waits for nobody"),
        pytest.param(
            lambda make: pool(make, spot(make, max=2), max=2), [("error", AT, "2 nodes")], id="two are a gang"
        ),
        pytest.param(
            lambda make: pool(make, workload="batch"), [("error", AT, "4 nodes")], id="a gang by its own word"
        ),
        pytest.param(
            lambda make: pool(make, spot(make, path="", resource="urn:g"), path="", needs=None),
            [("warning", "", "nothing tells of a checkpoint")],
            id="somebody else's stack does not tell",
        ),
        pytest.param(
            lambda make: pool(make, needs=None), [("error", AT, "without a checkpoint")], id="our own stack does"
        ),
    ],
)
def test_gang(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_outside_prod_it_is_a_warning(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make), [("warning", AT, "4 nodes")], environment="dev")


def test_chance_grows_with_the_nodes(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    """1 − 0.9^4 = 34.4 %."""
    (one,) = findings(RULE, pool(make))
    assert one.impact == "At 10 % interruptions per node and month, 34% of months lose a run of 4 nodes."


def test_unknown_size_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, max=UNKNOWN), [], undecided=1)
