"""ZON003: tight placement needs a machine that starts in a cluster placement group."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.zon003_tight_unsupported import RULE

Row = Callable[[SimpleNamespace], Pool]
PATH = "pools[train].placement"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.pool(placement="tight"), [], id="p5 can"),
        pytest.param(
            lambda make: make.pool(placement="tight", machines=("vt1.24xlarge",)),
            [("error", PATH, "vt1.24xlarge", "partition, spread")],
            id="vt1 can't",
        ),
        pytest.param(lambda make: make.pool(placement="spread", machines=("vt1.24xlarge",)), [], id="vt1 spread"),
        pytest.param(lambda make: make.pool(placement="none", machines=("vt1.24xlarge",)), [], id="vt1 anywhere"),
        pytest.param(
            lambda make: make.pool(placement="tight", slices=(make.slice_(machines=("p5.48xlarge", "vt1.24xlarge")),)),
            [("error", PATH, "vt1.24xlarge")],
            id="only a slice names one that can't",
        ),
        pytest.param(
            lambda make: make.pool(placement="tight", machines=("p6e-gb200.36xlarge",)), [], id="unknown is not no"
        ),
        pytest.param(
            lambda make: make.pool(
                placement="tight", machines=(make.machine("vt1.24xlarge", disputed=frozenset({"placements"})),)
            ),
            [],
            id="disputed is not no",
        ),
        pytest.param(
            lambda make: make.pool(placement="tight", machines=("vt1.24xlarge",), path="", resource="urn:group"),
            [("error", "placement", "vt1.24xlarge")],
            id="somebody else's stack",
        ),
    ],
)
def test_tight(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_placement_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(placement=UNKNOWN), [], undecided=1)
