"""Reservations and blocks: each rule broken and kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.home import Home

Refused = Callable[[str, dict[str, Any]], list[str]]
Exists = Callable[..., str]
CR, LT, SUBNET = "cr-0aaaaaaaaaaaaaaa1", "lt-0aaaaaaaaaaaaaaa1", "subnet-0aaaaaaaaaaaaaaa1"
MARKET = "InvalidParameterValue: The market type (purchasing) option is not valid. Choose a different market type and try again"


def targeted(**extra: Any) -> dict[str, Any]:
    return {"capacityReservationSpecification": {"capacityReservationTarget": {"capacityReservationId": CR}, **extra}}


def block(machine: str = "p5.48xlarge", **extra: Any) -> dict[str, Any]:
    return {"instanceType": machine, "instanceMarketOptions": {"marketType": "capacity-block"}, **targeted(), **extra}


def test_target_or_preference_not_both(refused: Refused) -> None:
    both = targeted(capacityReservationPreference="open")
    assert any("but not both" in told for told in refused("template", {"instanceType": "p5.48xlarge", **both}))
    assert refused("template", {"instanceType": "p5.48xlarge", **targeted()}) == []
    only = {"capacityReservationSpecification": {"capacityReservationPreference": "open"}}
    assert refused("template", {"instanceType": "p5.48xlarge", **only}) == []


@pytest.mark.parametrize(
    ("kind", "refuses"), [("AWS::EC2::CapacityReservationPool", False), ("AWS::ResourceGroups::Generic", True)]
)
def test_group_of_reservations_has_the_right_type(refused: Refused, exists: Exists, kind: str, refuses: bool) -> None:
    arn = "arn:aws:resource-groups:us-east-1:111122223333:group/pool"
    exists("resource group", "pool", arn=arn, configurations=[{"type": kind}])
    target = {"capacityReservationTarget": {"capacityReservationResourceGroupArn": arn}}
    told = refused("template", {"capacityReservationSpecification": target})
    assert any("is not of the type" in answer for answer in told) is refuses


@pytest.mark.parametrize(
    ("inputs", "refuses"),
    [
        pytest.param({}, False, id="without an end"),
        pytest.param({"endDateType": "limited", "endDate": "2027-01-01T00:00:00Z"}, False, id="limited with its end"),
        pytest.param({"endDateType": "limited"}, True, id="limited without an end"),
        pytest.param({"endDateType": "unlimited", "endDate": "2027-01-01T00:00:00Z"}, True, id="unlimited with an end"),
        pytest.param({"instanceCount": 1}, False, id="the fewest"),
        pytest.param({"instanceCount": 1000}, False, id="the most"),
        pytest.param({"instanceCount": 0}, True, id="none"),
        pytest.param({"instanceCount": 1001}, True, id="past the most"),
    ],
)
def test_reservation(refused: Refused, inputs: dict[str, Any], refuses: bool) -> None:
    assert bool(refused("reservation", {"instanceCount": 2, **inputs})) is refuses


@pytest.mark.parametrize(
    ("reservation", "told"),
    [
        pytest.param({"instanceType": "p5.48xlarge", "availabilityZone": "us-east-1a"}, "", id="matches"),
        pytest.param(
            {"instanceType": "p4d.24xlarge", "availabilityZone": "us-east-1a"},
            "is for p4d.24xlarge",
            id="other machine",
        ),
        pytest.param(
            {"instanceType": "p5.48xlarge", "availabilityZone": "us-east-1b"}, "in us-east-1b", id="other zone"
        ),
        pytest.param({"instanceType": "p5.48xlarge", "instanceCount": 2}, "", id="room for all"),
        pytest.param({"instanceType": "p5.48xlarge", "instanceCount": 1}, "ReservationCapacityExceeded", id="no room"),
    ],
)
def test_group_on_a_reservation(refused: Refused, exists: Exists, reservation: dict[str, Any], told: str) -> None:
    exists("subnet", SUBNET, availabilityZoneId="use1-az6", availabilityZone="us-east-1a")
    exists("reservation", CR, **reservation)
    exists("template", LT, instanceType="p5.48xlarge", imageId="ami-1", **targeted())
    group = {
        "launchTemplate": {"id": LT},
        "vpcZoneIdentifiers": [SUBNET],
        "minSize": 0,
        "maxSize": 4,
        "desiredCapacity": 2,
    }
    answers = refused("group", group)
    assert answers == [] if not told else any(told in answer for answer in answers)


@pytest.mark.parametrize(
    ("inputs", "refuses"),
    [
        pytest.param(block(), False, id="all three"),
        pytest.param(block("g6e.48xlarge"), True, id="CB-1 machine without blocks"),
        pytest.param({**block(), "instanceType": ""}, True, id="CB-6 no machine"),
        pytest.param({**block(), "capacityReservationSpecification": {}}, True, id="CB-6 no target"),
    ],
)
def test_block_needs_all_three(refused: Refused, inputs: dict[str, Any], refuses: bool) -> None:
    assert (MARKET in refused("template", inputs)) is refuses


@pytest.mark.parametrize(
    ("state", "desired", "refuses"),
    [
        pytest.param("scheduled", 2, True, id="before its start"),
        pytest.param("scheduled", 0, False, id="waiting at zero"),
        pytest.param("active", 2, False, id="running"),
    ],
)
def test_launch_before_the_block_starts(
    refused: Refused, exists: Exists, home: Home, state: str, desired: int, refuses: bool
) -> None:
    home.folder.mkdir(parents=True)
    home.foreign.write_text(json.dumps({CR: {"type": "capacity-block", "state": state, "instanceType": "p5.48xlarge"}}))
    exists("template", LT, imageId="ami-1", **block())
    group = {
        "launchTemplate": {"id": LT},
        "vpcZoneIdentifiers": [SUBNET],
        "minSize": 0,
        "maxSize": 4,
        "desiredCapacity": desired,
    }
    assert any("InvalidCapacityReservationState" in told for told in refused("group", group)) is refuses


def test_block_without_its_market_type(refused: Refused, home: Home) -> None:
    home.folder.mkdir(parents=True)
    home.foreign.write_text(json.dumps({CR: {"type": "capacity-block", "instanceType": "p5.48xlarge"}}))
    assert refused("template", {"instanceType": "p5.48xlarge", **targeted()}) == [MARKET]
    assert refused("template", block()) == []


def test_block_and_mixed_policy(refused: Refused, exists: Exists) -> None:
    exists("template", LT, imageId="ami-1", **block())
    policy = {"launchTemplate": {"launchTemplateSpecification": {"launchTemplateId": LT}}}
    group = {"mixedInstancesPolicy": policy, "vpcZoneIdentifiers": [SUBNET], "minSize": 0, "maxSize": 4}
    assert any("a capacity block can't be used" in told for told in refused("group", group))
