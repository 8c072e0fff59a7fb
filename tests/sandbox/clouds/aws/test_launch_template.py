"""Templates and groups: user data, completeness, sizes, zones, overrides."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.provider.values import UNKNOWN

Refused = Callable[[str, dict[str, Any]], list[str]]
Exists = Callable[..., str]
LT = "lt-0aaaaaaaaaaaaaaa1"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(base64.b64encode(b"x" * 16384).decode(), "", id="the most"),
        pytest.param(base64.b64encode(b"x" * 16385).decode(), "User data is limited to 16384 bytes", id="one more"),
        pytest.param("#!/bin/bash", "InvalidUserData.Malformed", id="not base64"),
        pytest.param(UNKNOWN, "", id="not known yet"),
    ],
)
def test_user_data(refused: Refused, data: str, told: str) -> None:
    answers = refused("template", {"userData": data})
    assert answers == [] if not told else any(told in answer for answer in answers)


def test_user_data_of_an_instance_is_plain_or_coded(refused: Refused) -> None:
    assert refused("instance", {"userData": "#!/bin/bash"}) == []
    assert refused("instance", {"userData": "x" * 16385}) != []
    assert refused("instance", {"userDataBase64": "%%%"}) != []


def group(**extra: Any) -> dict[str, Any]:
    sizes = {"minSize": 1, "maxSize": 4}
    return {"launchTemplate": {"id": LT}, "vpcZoneIdentifiers": ["subnet-01234567"], **sizes, **extra}


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        pytest.param({}, "", id="good"),
        pytest.param({"desiredCapacity": 4}, "", id="desired at the most"),
        pytest.param(
            {"desiredCapacity": 5},
            "Desired capacity:5 must be between the specified min size:1 and max size:4",
            id="past it",
        ),
        pytest.param({"desiredCapacity": 0}, "Desired capacity:0", id="below the fewest"),
        pytest.param({"minSize": 5}, "Max bound, 4, must be greater than or equal to min bound, 5", id="upside down"),
        pytest.param({"minSize": UNKNOWN}, "", id="not known yet"),
        pytest.param({"vpcZoneIdentifiers": None}, "At least one Availability Zone or VPC Subnet", id="nowhere"),
        pytest.param({"mixedInstancesPolicy": {"launchTemplate": {}}}, "not both", id="two templates"),
        pytest.param(
            {
                "launchTemplate": None,
                "mixedInstancesPolicy": {"launchTemplate": {"overrides": [{"instanceType": "g6e.xlarge"}] * 2}},
            },
            "more than once",
            id="a machine twice",
        ),
        pytest.param(
            {
                "launchTemplate": None,
                "mixedInstancesPolicy": {
                    "launchTemplate": {"overrides": [{"instanceType": f"m{i}.large"} for i in range(41)]}
                },
            },
            "takes 40 overrides",
            id="too many machines",
        ),
        pytest.param(
            {
                "launchTemplate": None,
                "mixedInstancesPolicy": {
                    "launchTemplate": {"overrides": [{"instanceType": f"m{i}.large"} for i in range(40)]}
                },
            },
            "",
            id="the most machines",
        ),
    ],
)
def test_group(refused: Refused, inputs: dict[str, Any], told: str) -> None:
    answers = refused("group", group(**inputs))
    assert answers == [] if not told else any(told in answer for answer in answers)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param({"imageId": "ami-1", "instanceType": "g6e.xlarge"}, "", id="whole"),
        pytest.param({"imageId": "ami-1"}, "InstanceType", id="no machine"),
        pytest.param({"instanceType": "g6e.xlarge"}, "ImageId", id="no image"),
    ],
)
def test_template_a_group_can_use(refused: Refused, exists: Exists, data: dict[str, Any], told: str) -> None:
    exists("template", LT, **data)
    answers = refused("group", group())
    assert answers == [] if not told else any(f"must contain the parameter {told}" in answer for answer in answers)
