"""Fabric interfaces: each rule broken, kept, and at its edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.provider.values import UNKNOWN

Refused = Callable[[str, dict[str, Any]], list[str]]
Nics = list[tuple[int, int, str]]
P5: Nics = [(0, 0, "interface"), (0, 1, "efa-only"), *((card, 0, "efa-only") for card in range(1, 32))]
P4D: Nics = [(0, 0, "interface"), (0, 1, "efa-only"), *((card, 0, "efa-only") for card in range(1, 4))]
B300: Nics = [(0, 0, "interface"), *((card, 0, "efa-only") for card in range(1, 17))]


def template(machine: str, nics: Nics, **extra: Any) -> dict[str, Any]:
    rows = [{"networkCardIndex": c, "deviceIndex": d, "interfaceType": k} for c, d, k in nics]
    return {"instanceType": machine, "networkInterfaces": rows, **extra}


@pytest.mark.parametrize(
    ("machine", "nics", "told"),
    [
        pytest.param("p5.48xlarge", P5, "", id="p5 whole"),
        pytest.param("p4d.24xlarge", P4D, "", id="p4d whole"),
        pytest.param("p6-b300.48xlarge", B300, "", id="b300 whole"),
        pytest.param("g6e.4xlarge", [(0, 0, "interface")], "", id="no fabric, no complaint"),
        pytest.param("m5.large", [(0, 0, "efa")], "", id="a machine the tables do not hold is not judged"),
        pytest.param(
            "g6e.4xlarge",
            [(0, 0, "efa")],
            "UnsupportedOperation: EFA interfaces are not supported on g6e.4xlarge",
            id="EFA-1",
        ),
        pytest.param(
            "p4d.24xlarge",
            [*P4D, (1, 1, "efa")],
            "AttachmentLimitExceeded: Interface count 5",
            id="EFA-5 two on a card",
        ),
        pytest.param(
            "g6e.8xlarge",
            [(0, 0, "efa"), (0, 1, "efa-only")],
            "AttachmentLimitExceeded: Interface count 2",
            id="EFA-5 too many",
        ),
        pytest.param("p5.48xlarge", [(0, 0, "efa-only")], "can't be of the type efa-only", id="EFA-6"),
        pytest.param("p5.48xlarge", [(0, 0, "efa")], "", id="EFA-6 efa may be first"),
        pytest.param(
            "p5.48xlarge",
            [(0, 0, "interface"), (2, 2, "efa-only")],
            "The specified number '2' for the device index exceeds",
            id="EFA-9",
        ),
        pytest.param("p5.48xlarge", [(0, 0, "interface"), (2, 1, "efa-only")], "", id="EFA-9 last device"),
        pytest.param("p4d.24xlarge", [(0, 0, "interface"), (1, 14, "efa-only")], "", id="EFA-9 last device of p4d"),
        pytest.param(
            "p4d.24xlarge",
            [(0, 0, "interface"), (1, 15, "efa-only")],
            "Specify a number from 0 to 14",
            id="EFA-9 past it",
        ),
        pytest.param(
            "p5.48xlarge", [(0, 0, "interface"), (0, 0, "efa")], "requires a unique device index", id="EFA-9 twice"
        ),
        pytest.param(
            "p5.48xlarge",
            [(0, 0, "interface"), (32, 0, "efa-only")],
            "network card index '32' exceeds",
            id="card past the last",
        ),
        pytest.param(
            "p6-b300.48xlarge",
            [(0, 0, "interface"), (0, 1, "efa-only")],
            "not supported on p6-b300.48xlarge",
            id="EFA-10",
        ),
    ],
)
def test_interfaces_of_a_template(refused: Refused, machine: str, nics: Nics, told: str) -> None:
    answers = refused("template", template(machine, nics))
    assert answers == [] if not told else any(told in answer for answer in answers)


def test_what_is_unknown_is_not_judged(refused: Refused) -> None:
    inputs = template("p5.48xlarge", P5)
    inputs["networkInterfaces"][1]["deviceIndex"] = UNKNOWN
    assert refused("template", inputs) == []
    assert refused("template", {"instanceType": UNKNOWN, "networkInterfaces": UNKNOWN}) == []


@pytest.mark.parametrize(
    ("nics", "public", "refuses"),
    [
        pytest.param([(0, 0, "interface")], "true", False, id="one interface may"),
        pytest.param(P4D, "true", True, id="several may not"),
        pytest.param(P4D, "false", False, id="not asked for"),
    ],
)
def test_public_address_with_several_interfaces(refused: Refused, nics: Nics, public: str, refuses: bool) -> None:
    inputs = template("p4d.24xlarge", nics)
    inputs["networkInterfaces"][0]["associatePublicIpAddress"] = public
    assert any("associatePublicIPAddress" in told for told in refused("template", inputs)) is refuses


@pytest.mark.parametrize("public", [True, False])
def test_a_subnet_that_gives_public_addresses(refused: Refused, exists: Callable[..., str], public: bool) -> None:
    subnet = exists("subnet", "subnet-0123456789abcdef0", mapPublicIpOnLaunch=public, availabilityZoneId="use1-az6")
    nodes = exists("template", "lt-0123456789abcdef0", imageId="ami-1", **template("p4d.24xlarge", P4D))
    group = {"launchTemplate": {"id": nodes}, "vpcZoneIdentifiers": [subnet], "minSize": 0, "maxSize": 1}
    answers = refused("group", group)
    assert any("associatePublicIPAddress" in told for told in answers) is public
    assert all(
        told.startswith("ValidationError: You must use a valid fully-formed launch template. ") for told in answers
    )


@pytest.mark.parametrize("name", ["privateIpAddress", "ipv4AddressCount", "ipv6Addresses"])
def test_efa_only_takes_no_address(refused: Refused, name: str) -> None:
    inputs = template("p5.48xlarge", P5)
    inputs["networkInterfaces"][1][name] = 1
    assert any(f"{name} is not allowed" in told for told in refused("template", inputs))
    inputs["networkInterfaces"][1].pop(name)
    inputs["networkInterfaces"][0][name] = 1
    assert refused("template", inputs) == []


def test_groups_stand_on_the_interfaces(refused: Refused) -> None:
    told = refused("template", template("p5.48xlarge", P5, vpcSecurityGroupIds=["sg-01234567"]))
    assert told == [
        "InvalidParameterCombination: Network interfaces and an instance-level security groups may not be specified on the same request"
    ]
    assert refused("template", {"instanceType": "p5.48xlarge", "vpcSecurityGroupIds": ["sg-01234567"]}) == []
