"""FAB004: no public address with more than one interface (case C05)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.fab004_public_ip_many_cards import RULE

Row = Callable[[SimpleNamespace], Template]


def public_subnet(make: SimpleNamespace) -> tuple[Any, ...]:
    return (make.subnet(path="network.existing.subnets[0]", id="subnet-1", auto_public_ip=True),)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.template(), [], id="33 interfaces, private"),
        pytest.param(
            lambda make: make.template(public_ip=True),
            [("error", "network.publicIp", "33 interfaces", "publicIp")],
            id="asked for by the flag",
        ),
        pytest.param(
            lambda make: make.template(subnets=public_subnet(make)),
            [("error", "network.existing.subnets[0].autoAssignPublicIp", "33 interfaces", "subnet-1")],
            id="given by the subnet",
        ),
        pytest.param(
            lambda make: make.template(
                nics=make.nics("0/0 interface, 0/1 efa-only"), machines=("g5.48xlarge",), subnets=public_subnet(make)
            ),
            [("error", "network.existing.subnets[0].autoAssignPublicIp", "2 interfaces")],
            id="one-card machine that starts with two",
        ),
        pytest.param(
            lambda make: make.template(
                nics=make.nics("0/0 efa"), machines=("g5.48xlarge",), public_ip=True, subnets=public_subnet(make)
            ),
            [],
            id="one combined interface is one",
        ),
        pytest.param(
            lambda make: make.template(nics=make.nics("0/0 interface"), public_ip=True), [], id="one plain interface"
        ),
        pytest.param(
            lambda make: make.template(path="", resource="urn:lt", public_ip=True),
            [("error", "", "33 interfaces")],
            id="somebody else's template",
        ),
    ],
)
def test_public_ip(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_way_out_keeps_the_address_where_one_interface_is_enough(
    make: SimpleNamespace, findings: Callable[..., Any]
) -> None:
    (found,) = findings(
        RULE, make.template(nics=make.nics("0/0 interface, 0/1 efa-only"), machines=("g5.48xlarge",), public_ip=True)
    )
    assert "type: efa}" in found.fix
    (found,) = findings(RULE, make.template(public_ip=True))
    assert "type: efa}" not in found.fix


@pytest.mark.parametrize("field", ["nics", "public_ip"])
def test_unknown_is_not_decidable(field: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(**{field: UNKNOWN}), [], undecided=1)


def test_unknown_flag_does_not_hide_the_subnet(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    told = make.template(public_ip=UNKNOWN, subnets=public_subnet(make))
    agrees(RULE, told, [("error", "network.existing.subnets[0].autoAssignPublicIp", "subnet-1")], undecided=1)


def test_flag_and_subnet_are_told_once(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(public_ip=True, subnets=public_subnet(make)), [("error", "network.publicIp")])
