"""ZON005: a pool has a subnet in each of its zones (case C18)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.zon005_subnet_in_other_zone import RULE

Row = Callable[[SimpleNamespace], Pool]
ZONES = "pools[train].zones"


def told(zones: tuple[str, ...], *subnets: str, **changes: Any) -> Row:
    return lambda make: make.pool(
        zones=zones, subnets=tuple(make.subnet(id=f"subnet-{zone}", zone=zone) for zone in subnets), **changes
    )


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(told(("use1-az6",), "use1-az6"), [], id="a subnet there"),
        pytest.param(told(("use1-az6",), "use1-az1", "use1-az6"), [], id="and one elsewhere"),
        pytest.param(
            told(("use1-az6",), "use1-az1"),
            [("error", ZONES, "train wants use1-az6", "subnets are in use1-az1")],
            id="only elsewhere",
        ),
        pytest.param(told(("use1-az6",)), [("error", ZONES, "use1-az6", "no subnet")], id="none at all"),
        pytest.param(
            told(("use1-az1", "use1-az6"), "use1-az1"),
            [("error", ZONES, "wants use1-az6")],
            id="one of two zones without",
        ),
        pytest.param(told(("use1-az6",), "us-east-1a"), [], id="id and name can't be compared"),
        pytest.param(told(("us-east-1b",), "us-east-1a"), [("error", ZONES, "us-east-1b")], id="two names can"),
    ],
)
def test_subnets(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_subnets_that_a_stack_only_names_are_not_missed(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, told(("use1-az6",))(make), [], surface="pulumi")
    agrees(RULE, told(("use1-az6",), "use1-az1")(make), [("error", ZONES, "use1-az6")], surface="pulumi")


def test_unknown_zone_of_a_subnet_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(subnets=(make.subnet(zone=UNKNOWN),)), [], undecided=1)
