"""FAB001: a fabric is required on a machine that has none."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.fab001_fabric_unsupported import RULE

Row = Callable[[SimpleNamespace], Pool]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.pool(), [], id="p5 has it"),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "p4de.24xlarge")), [], id="all of a list have it"
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.xlarge",), fabric="none"),
            [("error", "pools[train].machine", "g5.xlarge has none")],
            id="the only machine has none",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "g5.xlarge"), fabric="none"),
            [("error", "pools[train].machine", "g5.xlarge has none", "p4d.24xlarge has one")],
            id="one of a list has none",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.xlarge", "g6.xlarge"), fabric="none"),
            [("error", "pools[train].machine", "g5.xlarge, g6.xlarge have none")],
            id="all of a list have none",
        ),
        pytest.param(
            lambda make: make.pool(
                machines=("g5.4xlarge", "g5.8xlarge"), asked=frozenset({"fabric", "gpu"}), fabric="none"
            ),
            [("error", "pools[train].fabric", "g5.4xlarge has none", "g5.8xlarge has one")],
            id="size just below the smallest with it, machine not written",
        ),
        pytest.param(lambda make: make.pool(machines=("g5.8xlarge",)), [], id="smallest g5 with it"),
        pytest.param(
            lambda make: make.pool(machines=("g5.xlarge",), fabric="none", fabric_asked="preferred"),
            [],
            id="only preferred",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.xlarge",), fabric="none", fabric_asked="none"), [], id="not asked for"
        ),
        pytest.param(
            lambda make: make.pool(
                slices=(make.slice_(path="pools[train].capacity[1].spot", machines=("p5.48xlarge", "g6.xlarge")),)
            ),
            [("error", "pools[train].capacity[1].spot.machines", "g6.xlarge has none", "p5.48xlarge has one")],
            id="only a spot slice names one without",
        ),
        pytest.param(
            lambda make: make.pool(
                machines=(make.machine("g5.xlarge", disputed=frozenset({"fabric"})),), fabric="none"
            ),
            [("warning", "pools[train].machine", "g5.xlarge")],
            id="disputed is not certain",
        ),
        pytest.param(
            lambda make: make.pool(
                path="", resource="urn:group", asked=frozenset(), machines=("g5.xlarge",), fabric="efa"
            ),
            [("error", "fabric", "g5.xlarge has none")],
            id="somebody else's stack",
        ),
    ],
)
def test_fabric_unsupported(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_wish_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(fabric_asked=UNKNOWN), [], undecided=1)


def test_unknown_region_does_not_hide_it(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(
        RULE,
        make.pool(machines=("g5.xlarge",), fabric="none", region=UNKNOWN),
        [("error", "pools[train].machine", "g5.xlarge")],
    )


def test_fix_names_a_machine_of_the_family_with_a_fabric(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, make.pool(machines=("g5.xlarge",), fabric="none"))
    assert "g5.12xlarge" in found.fix
    (found,) = findings(RULE, make.pool(machines=("p4d.24xlarge", "g5.xlarge"), fabric="none"))
    assert found.fix == "machine: [p4d.24xlarge]"
