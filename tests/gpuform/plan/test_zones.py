"""Where nodes may start."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.plan.zones import zone_number

ELASTIC: dict[str, Any] = {"workload": "batch", "machine": "p5en.48xlarge", "nodes": 2}


def test_pool_zones_come_before_the_clusters(pool_of: Any) -> None:
    assert pool_of().zones == ("use1-az6",)
    assert pool_of({**ELASTIC, "zones": ["use1-az2"]}, zones=["use1-az6", "use1-az2"]).zones == ("use1-az2",)


def test_case_c63_order_and_repeats_mean_nothing(plan_of: Any) -> None:
    one = plan_of(ELASTIC, zones=["use1-az6", "use1-az2"])
    other = plan_of(ELASTIC, zones=["use1-az2", "use1-az6"])
    assert one.pools == other.pools
    assert one.network == other.network
    assert one.zones == ("use1-az2", "use1-az6")


def test_zones_as_asked_even_where_not_sold(pool_of: Any) -> None:
    """ZON002 judges it; the plan does not repair it."""
    assert pool_of({"machine": "p5en.48xlarge"}, zones=["use1-az1"]).zones == ("use1-az1",)


def test_two_zones_of_a_gang_stay_two(pool_of: Any) -> None:
    """ZON001 judges it."""
    assert pool_of(zones=["use1-az1", "use1-az6"]).zones == ("use1-az1", "use1-az6")


def test_none_written_and_nothing_tight_takes_every_zone_that_sells(pool_of: Any, chosen_of: Any) -> None:
    assert pool_of(ELASTIC, zones=[]).zones == ("use1-az2", "use1-az6")
    assert "sells p5en.48xlarge" in chosen_of(ELASTIC, zones=[])["zones"].why


def test_several_machines_want_zones_that_sell_all(pool_of: Any, catalog: Any) -> None:
    pool = pool_of({**ELASTIC, "machine": ["p5en.48xlarge", "p5.48xlarge"]}, zones=[])
    both = set(catalog.sold("p5en.48xlarge", "us-east-1")) & set(catalog.sold("p5.48xlarge", "us-east-1"))
    assert set(pool.zones) == both


@pytest.mark.parametrize(
    "pool",
    [
        pytest.param({"machine": "p5en.48xlarge"}, id="gang with a fabric"),
        pytest.param({**ELASTIC, "placement": "tight"}, id="tight by hand"),
        pytest.param({**ELASTIC, "fabric": "required"}, id="fabric by hand"),
    ],
)
def test_nodes_that_belong_together_want_a_zone(problems_of: Any, pool: dict[str, Any]) -> None:
    (problem,) = problems_of(pool, zones=[])
    assert problem.path == "pools[train].zones"
    assert "use1-az2, use1-az6" in problem.message
    assert problem.hint


def test_one_node_with_a_fabric_may_go_anywhere(pool_of: Any) -> None:
    assert len(pool_of({"machine": "p5en.48xlarge", "nodes": 1}, zones=[]).zones) == 2


def test_no_zone_sells_it(problems_of: Any) -> None:
    (problem,) = problems_of({**ELASTIC, "machine": "p5e.48xlarge"}, zones=[])
    assert problem.path == "pools[train].zones"
    assert "p5e.48xlarge" in problem.message


@pytest.mark.parametrize(
    ("zones", "found"),
    [
        pytest.param(["use1-az2", "use1-az1"], ("use1-az2",), id="of its zones the one that sells"),
        pytest.param(["us-east-1b"], ("us-east-1b",), id="a zone name: nobody can say it does not sell"),
    ],
)
def test_existing_network_is_where_the_subnets_are(pool_of: Any, zones: list[str], found: tuple[str, ...]) -> None:
    subnets = [{"id": f"subnet-{index}", "zone": zone} for index, zone in enumerate(zones)]
    existing = {"existing": {"vpc": "vpc-1", "subnets": subnets}}
    assert pool_of(ELASTIC, zones=[], network=existing).zones == found


def test_existing_network_without_a_zone_that_sells(problems_of: Any) -> None:
    existing = {"existing": {"vpc": "vpc-1", "subnets": [{"id": "subnet-1", "zone": "use1-az1"}]}}
    (problem,) = problems_of(ELASTIC, zones=[], network=existing)
    assert "no subnet of network.existing" in problem.message


@pytest.mark.parametrize(
    ("zone", "number"),
    [("use1-az6", 6), ("us-east-1c", 3), ("2", 2), ("apne1-az4", 4), ("us-east-1a", 1), ("cn-beijing-i", 9)],
)
def test_zone_number(zone: str, number: int) -> None:
    assert zone_number(zone) == number
