"""Spot: each rule broken and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[[str, dict[str, Any]], list[str]]
Exists = Callable[..., str]
LT = "lt-0aaaaaaaaaaaaaaa1"


def spot(**options: Any) -> dict[str, Any]:
    return {"instanceType": "g6e.4xlarge", "instanceMarketOptions": {"marketType": "spot", "spotOptions": options}}


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        pytest.param(spot(), "", id="plain"),
        pytest.param(
            {**spot(), "capacityReservationSpecification": {"capacityReservationPreference": "open"}},
            "capacity reservation",
            id="SP-1 preference",
        ),
        pytest.param(
            {
                **spot(),
                "capacityReservationSpecification": {
                    "capacityReservationTarget": {"capacityReservationId": "cr-01234567"}
                },
            },
            "capacity reservation",
            id="SP-1 target",
        ),
        pytest.param(
            {**spot(), "capacityReservationSpecification": {"capacityReservationPreference": "none"}},
            "",
            id="SP-1 none",
        ),
        pytest.param(spot(maxPrice="1.50"), "", id="SP-2 a price"),
        pytest.param(spot(maxPrice="0.0011"), "", id="SP-2 just above the lowest"),
        pytest.param(spot(maxPrice="0.001"), "must be a number above", id="SP-2 the lowest"),
        pytest.param(spot(maxPrice="cheap"), "must be a number above", id="SP-2 no number"),
        pytest.param(
            spot(spotInstanceType="persistent", instanceInterruptionBehavior="stop"), "", id="SP-3 persistent and stop"
        ),
        pytest.param(
            spot(spotInstanceType="persistent"), "needs the interruption behavior", id="SP-3 persistent alone"
        ),
        pytest.param(spot(validUntil="2027-01-01T00:00:00Z"), "ValidUntil is only allowed", id="SP-3 valid until"),
    ],
)
def test_template(refused: Refused, inputs: dict[str, Any], told: str) -> None:
    answers = refused("template", inputs)
    assert answers == [] if not told else any(told in answer for answer in answers)


def test_spot_request_has_its_options_flat(refused: Refused) -> None:
    assert refused("spot", {"instanceType": "g6e.4xlarge", "ami": "ami-1", "spotPrice": "0.5"}) == []
    assert any(
        "above" in told for told in refused("spot", {"instanceType": "g6e.4xlarge", "ami": "ami-1", "spotPrice": "0"})
    )


def group(**extra: Any) -> dict[str, Any]:
    return {"vpcZoneIdentifiers": ["subnet-01234567"], "minSize": 0, "maxSize": 4, **extra}


MIXED = {"launchTemplate": {"launchTemplateSpecification": {"launchTemplateId": LT}}}


def test_mixed_policy_wants_a_template_without_market(refused: Refused, exists: Exists) -> None:
    exists("template", LT, imageId="ami-1", **spot())
    assert any("(InstanceMarketOptions)" in told for told in refused("group", group(mixedInstancesPolicy=MIXED)))
    exists("template", LT, imageId="ami-1", instanceType="g6e.4xlarge")
    assert refused("group", group(mixedInstancesPolicy=MIXED)) == []


@pytest.mark.parametrize(
    ("options", "refuses"),
    [
        ({}, False),
        ({"spotInstanceType": "one-time"}, False),
        ({"instanceInterruptionBehavior": "stop"}, True),
        ({"spotInstanceType": "persistent"}, True),
    ],
)
def test_a_group_takes_one_time_requests_only(
    refused: Refused, exists: Exists, options: dict[str, Any], refuses: bool
) -> None:
    exists("template", LT, imageId="ami-1", **spot(**options))
    assert any("must be one-time" in told for told in refused("group", group(launchTemplate={"id": LT}))) is refuses


@pytest.mark.parametrize(("price", "refuses"), [("2.5", False), ("", False), ("0", True)])
def test_price_of_a_mixed_policy(refused: Refused, price: str, refuses: bool) -> None:
    policy = {**MIXED, "instancesDistribution": {"spotMaxPrice": price}}
    assert any("spot price" in told for told in refused("group", group(mixedInstancesPolicy=policy))) is refuses
