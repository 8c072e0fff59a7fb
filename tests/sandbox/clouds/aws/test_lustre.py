"""FSx for Lustre: both sides of every rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[[str, dict[str, Any]], list[str]]
Exists = Callable[..., str]
SG, OTHER = "sg-0aaaaaaaaaaaaaaa1", "sg-0aaaaaaaaaaaaaaa2"


def lustre(**extra: Any) -> dict[str, Any]:
    base = {"deploymentType": "PERSISTENT_2", "storageCapacity": 4800, "perUnitStorageThroughput": 1000}
    return {**base, "subnetIds": "subnet-01234567", **extra}


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        pytest.param(lustre(), "", id="good"),
        pytest.param(lustre(storageCapacity=1200), "", id="smallest"),
        pytest.param(lustre(storageCapacity=3600), "multiples of 2400", id="off the steps"),
        pytest.param(lustre(storageCapacity=600), "multiples of 2400", id="too small"),
        pytest.param(
            lustre(perUnitStorageThroughput=200),
            "InvalidPerUnitStorageThroughput: 200",
            id="throughput of the older type",
        ),
        pytest.param(
            lustre(perUnitStorageThroughput=None), "needs a per unit storage throughput", id="throughput missing"
        ),
        pytest.param({"deploymentType": "SCRATCH_2", "storageCapacity": 2400}, "", id="scratch"),
        pytest.param(
            {"deploymentType": "SCRATCH_2", "storageCapacity": 2400, "perUnitStorageThroughput": 125},
            "valid: none",
            id="throughput on scratch",
        ),
        pytest.param({"deploymentType": "SCRATCH_1", "storageCapacity": 3600}, "", id="old scratch in its steps"),
        pytest.param(
            {
                "deploymentType": "PERSISTENT_1",
                "storageType": "HDD",
                "storageCapacity": 1800,
                "perUnitStorageThroughput": 40,
            },
            "",
            id="disks",
        ),
        pytest.param(
            {
                "deploymentType": "PERSISTENT_1",
                "storageType": "HDD",
                "storageCapacity": 1800,
                "perUnitStorageThroughput": 12,
            },
            "multiples of 6000",
            id="disks, other step",
        ),
        pytest.param(lustre(subnetIds=["subnet-01234567"]), "", id="one subnet"),
        pytest.param(lustre(subnetIds=["subnet-01234567", "subnet-01234568"]), "Exactly one subnet", id="two subnets"),
        pytest.param(lustre(efaEnabled=True, metadataConfiguration={"mode": "AUTOMATIC"}), "", id="fabric at its step"),
        pytest.param(
            lustre(efaEnabled=True, metadataConfiguration={"mode": "AUTOMATIC"}, storageCapacity=7200),
            "steps of 4800",
            id="fabric off its step",
        ),
        pytest.param(
            lustre(efaEnabled=True),
            "needs the deployment type PERSISTENT_2 and a metadata",
            id="fabric without metadata",
        ),
        pytest.param(
            {"deploymentType": "SCRATCH_2", "storageCapacity": 2400, "metadataConfiguration": {"mode": "AUTOMATIC"}},
            "only be set when deployment type is PERSISTENT_2",
            id="metadata on scratch",
        ),
    ],
)
def test_file_system(refused: Refused, inputs: dict[str, Any], told: str) -> None:
    answers = refused("lustre", {name: value for name, value in inputs.items() if value is not None})
    assert answers == [] if not told else any(told in answer for answer in answers)


@pytest.mark.parametrize(
    ("rule", "refuses"),
    [
        pytest.param({"ipProtocol": "tcp", "fromPort": 988, "toPort": 988}, False, id="the port"),
        pytest.param({"ipProtocol": "tcp", "fromPort": 0, "toPort": 65535}, False, id="a range around it"),
        pytest.param({"ipProtocol": "-1"}, False, id="everything"),
        pytest.param({"ipProtocol": "udp", "fromPort": 988, "toPort": 988}, True, id="another protocol"),
        pytest.param({"ipProtocol": "tcp", "fromPort": 1018, "toPort": 1023}, True, id="the other ports only"),
    ],
)
def test_port_of_the_servers(refused: Refused, exists: Exists, rule: dict[str, Any], refuses: bool) -> None:
    exists("security group", SG)
    exists("ingress", "sgr-0aaaaaaaaaaaaaaa1", securityGroupId=SG, **rule)
    assert any("port 988" in told for told in refused("lustre", lustre(securityGroupIds=[SG]))) is refuses


def test_port_inside_the_group_and_of_a_foreign_group(refused: Refused, exists: Exists) -> None:
    exists("security group", SG, ingress=[{"protocol": "tcp", "fromPort": 988, "toPort": 988}])
    assert refused("lustre", lustre(securityGroupIds=[SG])) == []
    exists("security group", SG)
    assert refused("lustre", lustre(securityGroupIds=[SG])) != []
    assert refused("lustre", lustre(securityGroupIds=[SG, OTHER])) == []  # nobody knows what a foreign group lets in
