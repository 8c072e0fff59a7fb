"""Placement groups and zones: each rule broken and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[[str, dict[str, Any]], list[str]]
Exists = Callable[..., str]
ONE, TWO = "subnet-0aaaaaaaaaaaaaaa1", "subnet-0aaaaaaaaaaaaaaa2"
LT = "lt-0aaaaaaaaaaaaaaa1"


@pytest.fixture
def zones(exists: Exists) -> None:
    exists("subnet", ONE, availabilityZoneId="use1-az6", availabilityZone="us-east-1a")
    exists("subnet", TWO, availabilityZoneId="use1-az1", availabilityZone="us-east-1b")


def group(*subnets: str, **extra: Any) -> dict[str, Any]:
    sizes = {"minSize": 0, "maxSize": 4, "desiredCapacity": 0}
    return {"launchTemplate": {"id": LT}, "vpcZoneIdentifiers": list(subnets), **sizes, **extra}


@pytest.mark.parametrize(
    ("strategy", "subnets", "refuses"),
    [
        pytest.param("cluster", [ONE], False, id="one zone"),
        pytest.param("cluster", [ONE, TWO], True, id="two zones"),
        pytest.param("spread", [ONE, TWO], False, id="spread over two"),
    ],
)
def test_cluster_group_and_zones(
    refused: Refused, exists: Exists, zones: None, strategy: str, subnets: list[str], refuses: bool
) -> None:
    exists("placement", "tight", strategy=strategy)
    exists("template", LT, instanceType="p4d.24xlarge", imageId="ami-1")
    answers = refused("group", group(*subnets, placementGroup="tight"))
    assert (
        "ValidationError: You cannot specify multiple Availability Zones and a cluster placement group." in answers
    ) is refuses
    assert refuses or answers == []


def test_cluster_group_named_by_the_template(refused: Refused, exists: Exists, zones: None) -> None:
    exists("placement", "tight", strategy="cluster")
    exists("template", LT, instanceType="p4d.24xlarge", imageId="ami-1", placement={"groupName": "tight"})
    assert any("multiple Availability Zones" in told for told in refused("group", group(ONE, TWO)))
    assert refused("group", group(ONE)) == []


@pytest.mark.parametrize(("there", "refuses"), [("us-east-1c", True), ("us-east-1a", False)])
def test_cluster_group_in_use_elsewhere(
    refused: Refused, exists: Exists, zones: None, there: str, refuses: bool
) -> None:
    exists("placement", "tight", strategy="cluster")
    exists("template", LT, instanceType="p4d.24xlarge", imageId="ami-1")
    exists("instance", "i-0aaaaaaaaaaaaaaa1", placementGroup="tight", availabilityZone=there)
    answers = refused("group", group(ONE, placementGroup="tight"))
    assert any("InvalidPlacementGroup.InUse" in told for told in answers) is refuses


@pytest.mark.parametrize(
    ("machine", "strategy", "refuses"),
    [
        pytest.param("t3.xlarge", "cluster", True, id="burstable"),
        pytest.param("mac2.metal", "cluster", True, id="mac"),
        pytest.param("t3.xlarge", "spread", False, id="burstable spread"),
        pytest.param("p5.48xlarge", "cluster", False, id="accelerated"),
    ],
)
def test_machines_in_a_cluster_group(
    refused: Refused, exists: Exists, machine: str, strategy: str, refuses: bool
) -> None:
    exists("placement", "tight", strategy=strategy)
    told = refused("template", {"instanceType": machine, "placement": {"groupName": "tight"}})
    assert any("Cluster placement groups are not supported by the" in answer for answer in told) is refuses


@pytest.mark.parametrize(
    ("machine", "subnets", "refuses"),
    [
        pytest.param("p6-b200.48xlarge", [ONE], False, id="sold there"),
        pytest.param("p6-b200.48xlarge", [TWO], True, id="not sold there"),
        pytest.param("p6-b200.48xlarge", [ONE, TWO], False, id="sold in one of two"),
        pytest.param("m5.large", [TWO], False, id="unknown machine"),
    ],
)
def test_sold_in_the_zone(
    refused: Refused, exists: Exists, zones: None, machine: str, subnets: list[str], refuses: bool
) -> None:
    exists("template", LT, instanceType=machine, imageId="ami-1")
    answers = refused("group", group(*subnets))
    assert any(f"Your requested instance type ({machine}) is not supported" in told for told in answers) is refuses


@pytest.mark.parametrize(
    ("inputs", "refuses"),
    [
        pytest.param({"availabilityZoneId": "use1-az6"}, False, id="zone id"),
        pytest.param({"availabilityZoneId": "usw2-az1"}, True, id="zone id of another region"),
        pytest.param({"availabilityZone": "us-east-1a"}, False, id="zone name"),
        pytest.param({"availabilityZone": "use1-az6"}, True, id="zone id as a name"),
    ],
)
def test_zone_of_a_subnet(refused: Refused, inputs: dict[str, Any], refuses: bool) -> None:
    assert bool(refused("subnet", {"vpcId": "vpc-01234567", **inputs})) is refuses
