"""SEC001: no node has a public address (case C71)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.sec001_public_node import RULE


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.template(), [], id="private"),
        pytest.param(
            lambda make: make.template(public_ip=True),
            [("error", "network.publicIp", "8 nodes of train")],
            id="asked for",
        ),
        pytest.param(
            lambda make: make.template(
                subnets=(
                    make.subnet(),
                    make.subnet(id="subnet-1", path="network.existing.subnets[0]", auto_public_ip=True),
                )
            ),
            [("error", "network.existing.subnets[0]", "subnet-1", "8 nodes")],
            id="by one of its subnets",
        ),
        pytest.param(
            lambda make: make.template(public_ip=True, subnets=(make.subnet(auto_public_ip=True),)),
            [("error", "network.publicIp", "8 nodes")],
            id="by both is told once",
        ),
        pytest.param(
            lambda make: make.template(path="", resource="urn:t", public_ip=True),
            [("error", "", "nodes of train")],
            id="somebody else's template",
        ),
        pytest.param(
            lambda make: make.template(public_ip=True, nodes=UNKNOWN),
            [("error", "network.publicIp", "the nodes of train")],
            id="however many they are",
        ),
        pytest.param(lambda make: make.template(subnets=()), [], id="no subnet told"),
    ],
)
def test_public(
    fact: Callable[[SimpleNamespace], Template], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_finding_is_on_the_subnet_that_does_it(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    subnet = make.subnet(path="", resource="urn:subnet", auto_public_ip=True)
    (one,) = findings(RULE, make.template(path="", resource="urn:t", subnets=(subnet,)))
    assert one.resource == "urn:subnet"


def test_unknown_flag_hides_no_public_subnet(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.template(public_ip=UNKNOWN, subnets=(make.subnet(auto_public_ip=True),))
    agrees(RULE, fact, [("error", "network", "assigns public addresses")], undecided=1)


def test_unknown_subnet_flag_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(subnets=(make.subnet(auto_public_ip=UNKNOWN),)), [], undecided=1)
