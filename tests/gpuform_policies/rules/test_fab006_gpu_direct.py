"""FAB006: a fabric that the GPUs can't reach directly."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.fab006_gpu_direct import RULE

Row = Callable[[SimpleNamespace], Pool]
BY_HAND = frozenset({"machine", "fabric"})


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.pool(), [], id="p5 reaches it"),
        pytest.param(lambda make: make.pool(asked=BY_HAND), [], id="p5, required by hand"),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",)),
            [("warning", "pools[train].machine", "GPUs of g5.48xlarge do not reach its EFA")],
            id="g5, required by default only",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), asked=BY_HAND),
            [("error", "pools[train].machine", "g5.48xlarge")],
            id="g5, required by hand",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), asked=BY_HAND, fabric_asked="preferred"),
            [("warning", "pools[train].machine", "g5.48xlarge")],
            id="g5, preferred by hand",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), needs=make.needs(gpu_initiated_rdma=True)),
            [("error", "pools[train].machine", "g5.48xlarge")],
            id="the job starts transfers on the GPU",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g6e.48xlarge",), asked=BY_HAND),
            [("warning", "pools[train].machine", "No source says", "g6e.48xlarge")],
            id="unknown is never an error",
        ),
        pytest.param(
            lambda make: make.pool(
                machines=(make.machine("g5.48xlarge", disputed=frozenset({"gpu_direct"})),), asked=BY_HAND
            ),
            [("warning", "pools[train].machine", "No source says")],
            id="disputed is never an error",
        ),
        pytest.param(lambda make: make.pool(machines=("g5.48xlarge",), fabric="none"), [], id="no fabric in use"),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), max=2),
            [("warning", "pools[train].machine", "g5.48xlarge")],
            id="two nodes are enough",
        ),
        pytest.param(lambda make: make.pool(machines=("g5.48xlarge",), max=1), [], id="one node"),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), workload="inference"),
            [],
            id="inference, not asked by hand",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.48xlarge",), workload="inference", asked=BY_HAND),
            [("error", "pools[train].machine", "g5.48xlarge")],
            id="inference, required by hand",
        ),
        pytest.param(
            lambda make: make.pool(machines=("trn1.32xlarge",), asked=BY_HAND),
            [],
            id="other accelerators have their own paths",
        ),
        pytest.param(
            lambda make: make.pool(path="", resource="urn:group", machines=("g4dn.12xlarge",), asked=frozenset()),
            [("warning", "machine", "g4dn.12xlarge")],
            id="somebody else's stack is not blocked",
        ),
    ],
)
def test_gpu_direct(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_fabric_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(fabric=UNKNOWN), [], undecided=1)
