"""SPT002: a price cap that launches nothing, or changes nothing (case C33). Prices are the catalog's own."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.spt002_spot_price_useless import RULE

AT = "pools[train].capacity[0].spot"
CAP = f"{AT}.maxPrice"
MACHINE, REGION = "g5.12xlarge", "us-east-1"
DEAR = "g5.48xlarge"
STEP = Decimal("0.0001")


def pool(make: SimpleNamespace, cap: Decimal | str | None, machines: tuple[str, ...] = (MACHINE,), **part: Any) -> Pool:
    told = None if cap is None else Decimal(cap)
    spot = {"path": AT, "kind": "spot", "market": "spot", "max_price": told, "machines": machines, **part}
    return make.pool(machines=machines, slices=(make.slice_(**spot),))


def price(catalog: Any, market: str, machine: str = MACHINE) -> Any:
    found = catalog.price(machine, REGION, market)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cap", "expected"),
    [
        pytest.param(None, [], id="C33 no cap"),
        pytest.param("0", [("error", CAP, "0 USD/h", "0.001 USD/h")], id="C33 nothing"),
        pytest.param("-1", [("error", CAP, "-1 USD/h", "0.001 USD/h")], id="C33 below nothing"),
        pytest.param("0.0009", [("error", CAP, "0.0009 USD/h", "0.001 USD/h")], id="just below the least"),
        pytest.param("0.001", [("warning", CAP, "0.001 USD/h", MACHINE, REGION, "no node")], id="C33 far below"),
        pytest.param("100000", [("warning", CAP, "100000 USD/h", MACHINE, "no effect")], id="C33 far above"),
    ],
)
def test_cap(cap: str | None, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, cap), expected)


def test_edges_of_the_market(make: SimpleNamespace, agrees: Callable[..., None], catalog: Any) -> None:
    low, full = price(catalog, "spot").low, price(catalog, "on-demand").high
    agrees(RULE, pool(make, low), [])
    agrees(RULE, pool(make, low - STEP), [("warning", CAP, "below the last known spot price", f"{low.normalize():f}")])
    agrees(RULE, pool(make, full), [])
    agrees(RULE, pool(make, full + STEP), [("warning", CAP, "above the on-demand price", f"{full.normalize():f}")])


def test_one_machine_within_reach_is_enough(make: SimpleNamespace, agrees: Callable[..., None], catalog: Any) -> None:
    low = price(catalog, "spot").low
    assert low < price(catalog, "spot", DEAR).low
    agrees(RULE, pool(make, low, (DEAR, MACHINE)), [])
    agrees(RULE, pool(make, low - STEP, (DEAR, MACHINE)), [("warning", CAP, MACHINE)])


def test_no_effect_only_above_every_machine(make: SimpleNamespace, agrees: Callable[..., None], catalog: Any) -> None:
    full, dear = price(catalog, "on-demand").high, price(catalog, "on-demand", DEAR).high
    assert full < dear
    agrees(RULE, pool(make, full + STEP, (MACHINE, DEAR)), [])
    agrees(RULE, pool(make, dear + STEP, (MACHINE, DEAR)), [("warning", CAP, DEAR, "no effect")])


def test_unknown_price_is_silent(make: SimpleNamespace, agrees: Callable[..., None], catalog: Any) -> None:
    unpriced = "p6e-gb200.36xlarge"
    assert catalog.price(unpriced, REGION, "spot") is None
    agrees(RULE, pool(make, "0.01", (unpriced,)), [])
    agrees(RULE, pool(make, "0.01", (MACHINE, unpriced)), [])


def test_cap_per_month_is_told_per_hour(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    """365 USD a month, as the reader gives it, and one that is an endless fraction."""
    agrees(RULE, pool(make, Decimal(365) / 730), [("warning", CAP, "0.5 USD/h is below")])
    agrees(RULE, pool(make, Decimal(100) / 730), [("warning", CAP, "0.1369863 USD/h is below")])


def test_only_spot_has_a_cap(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, "0", kind="onDemand", market=None), [])


def test_somebody_elses_stack_has_no_path(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.pool(path="", slices=pool(make, "0.001", path="", resource="urn:g").slices)
    agrees(RULE, fact, [("warning", "", "no node")], surface="pulumi")


def test_unknown_region_hides_no_cap_of_nothing(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.pool(region=UNKNOWN, slices=(*pool(make, "1").slices, *pool(make, "0").slices))
    agrees(RULE, fact, [("error", CAP, "0 USD/h")], undecided=1)
