"""FAB005: nodes that train together over plain TCP although the machine has a fabric (cases C09, C16)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.fab005_fabric_unused import RULE

Row = Callable[[SimpleNamespace], Pool]


def plain(**changes: Any) -> Row:
    return lambda make: make.pool(**({"fabric": "none", "fabric_asked": "none"} | changes))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            plain(),
            [("error", "pools[train].fabric", "8 nodes of p5.48xlarge", "3,200 Gbps")],
            id="eight nodes, fabric off",
        ),
        pytest.param(plain(max=2), [("error", "pools[train].fabric", "2 nodes")], id="two nodes are enough"),
        pytest.param(plain(max=1), [], id="one node"),
        pytest.param(plain(workload="inference"), [], id="inference"),
        pytest.param(plain(workload="batch"), [], id="batch"),
        pytest.param(lambda make: make.pool(), [], id="fabric on"),
        pytest.param(plain(machines=("g5.xlarge",)), [], id="machine without one"),
        pytest.param(plain(machines=("p4d.24xlarge", "g5.xlarge")), [], id="a list in which some have none"),
        pytest.param(
            plain(gang="elastic"),
            [("error", "pools[train].fabric", "3,200")],
            id="elastic nodes exchange gradients too",
        ),
        pytest.param(plain(path="", resource="urn:group"), [("error", "fabric", "3,200")], id="somebody else's stack"),
    ],
)
def test_fabric_unused(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_bandwidth_of_the_fabric_is_not_invented(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    machine = make.machine(fabric_gbps=None)
    agrees(RULE, plain(machines=(machine,))(make), [("error", "pools[train].fabric", "without its fabric")])


@pytest.mark.parametrize(("environment", "severity"), [("prod", "error"), (None, "error"), ("dev", "warning")])
def test_it_blocks_in_prod_only(
    environment: str | None, severity: str, make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, plain()(make), [(severity, "pools[train].fabric")], environment=environment)


@pytest.mark.parametrize("field", ["fabric", "max", "workload"])
def test_unknown_is_not_decidable(field: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    told = make.pool(fabric="none", slices=(make.slice_(),))
    changed = {"fabric": told.fabric, "max": told.max, "workload": told.workload, field: UNKNOWN}
    agrees(RULE, make.pool(slices=(make.slice_(),), **changed), [], undecided=1)
