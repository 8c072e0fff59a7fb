"""ZON001: a gang, a fabric or a tight pool stays in one zone (cases C14, C16)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.zon001_cross_zone_training import RULE

Row = Callable[[SimpleNamespace], Pool]
TWO = ("use1-az1", "use1-az6")
ZONES = "pools[train].zones"


def over(*zones: str, **changes: Any) -> Row:
    return lambda make: make.pool(zones=zones, **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(over("use1-az6"), [], id="gang in one zone"),
        pytest.param(
            over(*TWO),
            [("error", ZONES, "8 nodes train together", "use1-az1 and use1-az6", "fabric does not cross")],
            id="gang over two",
        ),
        pytest.param(
            over("use1-az1", "use1-az2", "use1-az6", placement="tight"),
            [("error", ZONES, "use1-az2")],
            id="tight over three",
        ),
        pytest.param(over(*TWO, fabric="none"), [("error", ZONES, "each step waits")], id="gang without the fabric"),
        pytest.param(
            over(*TWO, fabric="none", workload="inference", placement="tight"),
            [("error", ZONES, "placement group lives in one zone")],
            id="tight inference",
        ),
        pytest.param(
            over(*TWO, workload="inference", gang="elastic"),
            [("error", ZONES, "work together", "fabric does not cross")],
            id="inference over a fabric",
        ),
        pytest.param(over(*TWO, max=1), [], id="one node, two zones to choose from"),
        pytest.param(over(*TWO, max=2), [("error", ZONES, "2 nodes")], id="two nodes"),
        pytest.param(over(*TWO, max=1, placement="tight"), [], id="one tight node"),
        pytest.param(over(*TWO, workload="batch", gang="elastic", fabric="none"), [], id="batch over zones is fine"),
        pytest.param(
            over(*TWO, workload="inference", gang="elastic", fabric="none"), [], id="inference over zones is fine"
        ),
        pytest.param(
            over(*TWO, gang="elastic", fabric="none"), [], id="elastic training without the fabric is FAB011's"
        ),
        pytest.param(
            over(*TWO, fabric="none", workload="batch", gang="elastic", placement="spread"),
            [],
            id="spread over zones is fine",
        ),
        pytest.param(
            over(*TWO, path="", resource="urn:group"), [("error", "zones", "8 nodes")], id="somebody else's stack"
        ),
    ],
)
def test_zones(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_damage_is_the_ring_s_traffic_at_the_list_price(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    """28 GB over two borders, 0.01 USD/GB at each end, a step every 10 s: 262,800 steps a month."""
    (found,) = findings(RULE, over(*TWO)(make))
    assert found.usd_per_month == 2 * 28 * 2 * 262_800 // 100
    assert "7 B model (assumed)" in found.impact
    assert "0.01 USD/GB" in found.impact
    assert "300 microseconds" in found.impact


def test_damage_follows_the_job_s_own_size(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    """A checkpoint of 980 GB holds 70 B parameters at 14 bytes: 140 GB of gradients, 280 GB a step."""
    needs = make.needs(checkpoint={"size": 980 * 10**9})
    (found,) = findings(RULE, over(*TWO, needs=needs)(make))
    assert found.usd_per_month == 2 * 280 * 2 * 262_800 // 100
    assert "280 GB" in found.impact
    assert "assumed)" in found.impact, "the pace is assumed all the same"


@pytest.mark.parametrize(
    ("changes", "zone", "why"),
    [
        pytest.param(
            {"machines": ("p6-b200.48xlarge",)}, "use1-az6", "sells p6-b200.48xlarge", id="the one that sells it"
        ),
        pytest.param(
            {"machines": ("p6-b200.48xlarge",), "zones": ("use1-az1", "use1-az2")},
            "use1-az6",
            "sells",
            id="one outside the list if it must be",
        ),
        pytest.param({"zones": ("us-east-1a", "us-east-1b")}, "use1-az1", "sells", id="zone names tell nothing"),
        pytest.param({"region": UNKNOWN}, "use1-az1", "one of them", id="region unknown"),
    ],
)
def test_fix_names_one_zone(
    changes: dict[str, Any], zone: str, why: str, make: SimpleNamespace, findings: Callable[..., Any]
) -> None:
    (found,) = findings(RULE, make.pool(**({"zones": TWO} | changes)))
    assert found.fix.startswith(f"zones: [{zone}]")
    assert why in found.fix


def test_fix_goes_where_the_reservation_is(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    held = make.slice_(kind="reservation", zones=("use1-az4",), reservation=make.reservation(zone="use1-az4"))
    (found,) = findings(RULE, make.pool(zones=("use1-az1", "use1-az4"), slices=(held, make.slice_())))
    assert "zones: [use1-az4]" in found.fix
    assert "your reservation is there" in found.fix
    unknown = make.slice_(reservation=make.reservation(zone=UNKNOWN))
    (found,) = findings(RULE, make.pool(zones=("use1-az1", "use1-az4"), slices=(unknown,)))
    assert "zones: [use1-az1]" in found.fix


def test_unknown_zones_are_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(zones=UNKNOWN, slices=(make.slice_(),)), [], undecided=1)
