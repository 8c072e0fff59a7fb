"""ZON002: the machine is offered where the pool wants it (case C17)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.zon002_not_sold_in_zone import RULE

Row = Callable[[SimpleNamespace], Pool]
ZONES, MACHINE = "pools[train].zones", "pools[train].machine"


def wanting(machine: str, *zones: str, **changes: Any) -> Row:
    return lambda make: make.pool(machines=(machine,), zones=zones, **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(wanting("p6-b200.48xlarge", "use1-az6"), [], id="sold there"),
        pytest.param(
            wanting("p6-b200.48xlarge", "use1-az1"),
            [("error", ZONES, "use1-az1 does not offer p6-b200.48xlarge", "us-east-1", "use1-az6")],
            id="sold in another zone",
        ),
        pytest.param(
            wanting("p6-b200.48xlarge", "use1-az1", "use1-az6"),
            [("error", ZONES, "use1-az1 does not offer")],
            id="sold in one of two",
        ),
        pytest.param(
            wanting("p6-b300.48xlarge", "euc1-az1", "euc1-az2", region="eu-central-1"),
            [("error", MACHINE, "eu-central-1 does not offer p6-b300.48xlarge", "us-east-1")],
            id="not sold in the region, told once",
        ),
        pytest.param(
            wanting("p5.48xlarge", "us-east-1a"),
            [("info", ZONES, "us-east-1a", "zone names mean another zone")],
            id="zone name",
        ),
        pytest.param(
            wanting("p5.48xlarge", "use1-dfw2-az1"),
            [("info", ZONES, "does not have this zone")],
            id="zone id that the list lacks",
        ),
        pytest.param(
            wanting("p5.48xlarge", "mars1-az1", region="mars-1"),
            [("info", ZONES, "nothing is known about mars-1")],
            id="region that the list lacks",
        ),
        pytest.param(
            wanting("p6e-gb200.36xlarge", "use1-az1"),
            [("warning", MACHINE, "can't be told", "p6e-gb200.36xlarge")],
            id="machine that the list lacks",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p5.48xlarge", "p6-b200.48xlarge"), zones=("use1-az1",), workload="batch"),
            [("warning", ZONES, "use1-az1 does not offer p6-b200.48xlarge")],
            id="one machine of a list is sold there",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p6-b300.48xlarge", "p6-b200.48xlarge"), zones=("use1-az1",)),
            [("error", ZONES, "p6-b300.48xlarge, p6-b200.48xlarge")],
            id="no machine of a list is sold there",
        ),
        pytest.param(
            lambda make: make.pool(
                zones=("use1-az6",),
                slices=(
                    make.slice_(
                        kind="reservation",
                        machines=("p6-b200.48xlarge",),
                        zones=("use1-az1",),
                        reservation=make.reservation(zone="use1-az1"),
                    ),
                ),
            ),
            [("error", "pools[train].capacity[0].reservation.zone", "use1-az1 does not offer")],
            id="the reservation's own zone",
        ),
        pytest.param(
            wanting("p6-b200.48xlarge", "use1-az1", path="", resource="urn:group"),
            [("error", "zones", "use1-az1")],
            id="somebody else's stack",
        ),
    ],
)
def test_offers(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_fix_can_be_written_where_it_points(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, wanting("p6-b200.48xlarge", "use1-az1")(make))
    assert found.fix == "zones: [use1-az6]"
    held = make.slice_(
        machines=("p6-b200.48xlarge",), zones=("use1-az1",), reservation=make.reservation(zone="use1-az1")
    )
    (found,) = findings(RULE, make.pool(slices=(held,)))
    assert found.fix == "zone: use1-az6"


@pytest.mark.parametrize("field", ["region", "slices"])
def test_unknown_is_not_decidable(field: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    unknown = {"slices": (make.slice_(zones=UNKNOWN),)} if field == "slices" else {field: UNKNOWN}
    agrees(RULE, make.pool(**unknown), [], undecided=1)


def test_unknown_zones_of_one_slice_hide_no_other(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    unknown = make.slice_(zones=UNKNOWN)
    away = make.slice_(machines=("p6-b200.48xlarge",), zones=("use1-az1",))
    agrees(RULE, make.pool(slices=(unknown, away)), [("error", ZONES, "use1-az1")], undecided=1)
