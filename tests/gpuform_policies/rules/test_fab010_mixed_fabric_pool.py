"""FAB010: a gang runs on equal machines (case C09)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.fab010_mixed_fabric_pool import RULE

Row = Callable[[SimpleNamespace], Pool]
MACHINE = "pools[train].machine"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.pool(), [], id="one machine"),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "p5.48xlarge")),
            [("error", MACHINE, "8 × A100", "8 × H100")],
            id="two GPU models",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "p4de.24xlarge")),
            [("error", MACHINE, "A100 40 GiB", "A100 80 GiB")],
            id="two sizes of memory",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.12xlarge", "g5.48xlarge")),
            [("error", MACHINE, "4 × A10G", "8 × A10G")],
            id="two numbers of GPUs",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.4xlarge", "g5.8xlarge"), fabric="none"),
            [("error", MACHINE, "no fabric", "EFA")],
            id="required, and only one has it",
        ),
        pytest.param(
            lambda make: make.pool(machines=("g5.4xlarge", "g5.8xlarge"), fabric="none", fabric_asked="none"),
            [],
            id="same GPU, no fabric wanted",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p5e.48xlarge", "p5en.48xlarge")), [], id="same GPU, same fabric"
        ),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "p5.48xlarge"), workload="batch", gang="elastic"),
            [],
            id="batch may mix",
        ),
        pytest.param(lambda make: make.pool(machines=("p4d.24xlarge", "p5.48xlarge"), max=1), [], id="one node"),
        pytest.param(
            lambda make: make.pool(
                machines=("p4d.24xlarge", "p5.48xlarge"), fabric="none", fabric_asked="none", gang="elastic"
            ),
            [],
            id="elastic without the fabric may mix",
        ),
        pytest.param(
            lambda make: make.pool(
                slices=(
                    make.slice_(),
                    make.slice_(path="pools[train].capacity[1].spot", kind="spot", machines=("p4d.24xlarge",)),
                )
            ),
            [("error", "pools[train].capacity[1].spot.machines", "H100", "A100")],
            id="only the spot slice differs",
        ),
        pytest.param(
            lambda make: make.pool(path="", resource="urn:group", machines=("p4d.24xlarge", "p5.48xlarge")),
            [("error", "machine", "A100")],
            id="somebody else's stack",
        ),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge", "p5.48xlarge"), fabric="none", fabric_asked="none"),
            [("error", MACHINE, "A100", "H100")],
            id="a gang without the fabric waits for its slowest all the same",
        ),
    ],
)
def test_mixed_gang(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_fabric_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(fabric=UNKNOWN, machines=("p4d.24xlarge", "p5.48xlarge")), [], undecided=1)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"gpu_memory_gib": None}, id="unknown"),
        pytest.param({"disputed": frozenset({"gpu_memory_gib"})}, id="disputed"),
    ],
)
def test_memory_that_is_not_certain_is_not_unequal(
    changes: dict[str, Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, make.pool(machines=("p4d.24xlarge", make.machine("p4de.24xlarge", **changes))), [])
