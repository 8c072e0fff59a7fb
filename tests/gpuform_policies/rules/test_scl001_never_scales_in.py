"""SCL001: paid nodes that no idle rule can end (case C57)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.scl001_never_scales_in import RULE

NODES, IDLE = "pools[train].nodes", "pools[train].idle"


def pool(make: SimpleNamespace, least: int, most: int, idle: Any = None, **changes: Any) -> Pool:
    return make.pool(**{"min": least, "start": most, "max": most, "idle": idle, **changes})


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make, 0, 8, make.idle()), [], id="the default: down to none"),
        pytest.param(lambda make: pool(make, 2, 8, make.idle(by_hand=True)), [], id="a floor of two is meant"),
        pytest.param(lambda make: pool(make, 7, 8, make.idle()), [], id="one that may go"),
        pytest.param(
            lambda make: pool(make, 8, 8, make.idle(action="none")),
            [("warning", NODES, "8 nodes of p5.48xlarge", "fixed at 8")],
            id="a fixed number",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, make.idle(by_hand=True)),
            [("warning", IDLE, "8 nodes", "minimum of 8")],
            id="C57 a timer with min = max",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, make.idle(by_hand=True, action="stop")),
            [("warning", IDLE, "minimum of 8")],
            id="C57 stopping them, with min = max",
        ),
        pytest.param(
            lambda make: pool(make, 0, 8, make.idle(by_hand=True, action="none")),
            [("error", IDLE, "8 nodes", "switched off by hand")],
            id="C57 switched off by hand",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, make.idle(by_hand=True, action="none")),
            [("error", IDLE, "switched off by hand")],
            id="switched off by hand, and fixed",
        ),
        pytest.param(
            lambda make: pool(make, 1, 1, make.idle(by_hand=True, action="none"), workload="notebook"),
            [("error", IDLE, "1 node of")],
            id="a notebook too",
        ),
        pytest.param(
            lambda make: pool(make, 0, 8, None), [("warning", NODES, "nothing ends them")], id="nothing at all"
        ),
        pytest.param(
            lambda make: pool(make, 0, 8, make.idle(by_hand=True, action="none"), path=""),
            [("warning", "", "nothing ends them")],
            id="in somebody's stack nothing was written by hand in a spec",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, None, path="", resource="urn:g"),
            [("warning", "", "fixed at 8")],
            id="somebody's fixed group",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, slices=(make.slice_(kind="reservation", reservation=make.reservation()),)),
            [],
            id="all reserved: paid anyway",
        ),
        pytest.param(
            lambda make: pool(make, 8, 8, slices=(make.slice_(kind="block", reservation=make.reservation()),)),
            [],
            id="all in a block",
        ),
        pytest.param(
            lambda make: pool(
                make,
                8,
                8,
                slices=(
                    make.slice_(kind="reservation", reservation=make.reservation(), max=4),
                    make.slice_(max=4),
                ),
            ),
            [("warning", NODES, "4 nodes", "fixed at 8")],
            id="only the half on demand counts",
        ),
        pytest.param(
            lambda make: pool(make, 0, 0, slices=(make.slice_(max=0),)), [], id="a pool of none costs nothing"
        ),
    ],
)
def test_idle(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_switched_off_outside_prod_is_a_warning(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = pool(make, 0, 8, make.idle(by_hand=True, action="none"))
    agrees(RULE, fact, [("warning", IDLE, "by hand")], environment="dev")


def test_damage_is_a_month_of_every_paid_node(
    make: SimpleNamespace, findings: Callable[..., Any], catalog: Any
) -> None:
    """Four on demand and two on spot at its lowest, 730 hours."""
    parts = (make.slice_(max=4), make.slice_(kind="spot", max=2))
    full = catalog.price("p5.48xlarge", "us-east-1").low
    low = catalog.price("p5.48xlarge", "us-east-1", "spot").low
    (one,) = findings(RULE, pool(make, 6, 6, slices=parts))
    assert one.usd_per_month == ((4 * full + 2 * low) * 730).quantize(Decimal(1))


def test_unknown_price_is_not_zero(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    part = make.slice_(machines=("p6e-gb200.36xlarge",))
    (one,) = findings(RULE, pool(make, 8, 8, slices=(part,)))
    assert (one.severity, one.usd_per_month) == ("warning", None)


def test_unknown_region_costs_the_money_not_the_finding(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (one,) = findings(RULE, pool(make, 8, 8, region=UNKNOWN))
    assert (one.severity, one.usd_per_month) == ("warning", None)


def test_unknown_idle_rule_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, 0, 8, UNKNOWN), [], undecided=1)
