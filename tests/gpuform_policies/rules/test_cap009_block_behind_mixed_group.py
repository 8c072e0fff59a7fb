"""CAP009: a capacity block is one machine behind a plain template (case C25)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.cap009_block_behind_mixed_group import RULE

AT = "pools[train].capacity[0].block"


def pool(make: SimpleNamespace, machines: tuple[Any, ...] = ("p5.48xlarge",), **part: Any) -> Pool:
    """Of a list, the plan takes the first for a block."""
    block = {"path": AT, "kind": "block", "market": "capacity-block", "machines": machines[:1], **part}
    return make.pool(machines=machines, slices=(make.slice_(reservation=make.reservation(block=True), **block),))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make), [], id="one machine, plain template"),
        pytest.param(
            lambda make: pool(make, ("p5.48xlarge", "p5e.48xlarge")),
            [("error", AT, "lists 2: p5.48xlarge, p5e.48xlarge")],
            id="C25 a list of machines",
        ),
        pytest.param(
            lambda make: pool(make, ("p5.48xlarge", "p5e.48xlarge"), kind="onDemand", market=None),
            [],
            id="a list on demand",
        ),
        pytest.param(
            lambda make: pool(make, mixed=True),
            [("error", AT, "p5.48xlarge", "mixed-instances")],
            id="C25 a mixed-instances policy",
        ),
        pytest.param(
            lambda make: replace(pool(make, mixed=True, kind="spot", path="", resource="urn:g"), path=""),
            [("error", "", "mixed-instances")],
            id="C25 the spot share of a group whose template asks for a block",
        ),
        pytest.param(
            lambda make: pool(make, ("g5.12xlarge",)),
            [("error", AT, "g5.12xlarge is not sold in capacity blocks", "on-demand, spot")],
            id="not sold in blocks",
        ),
        pytest.param(lambda make: pool(make, ("p6e-gb200.36xlarge",)), [], id="sold in blocks only"),
        pytest.param(
            lambda make: pool(make, (make.machine("g5.12xlarge", disputed=frozenset({"markets"})),)),
            [],
            id="disputed is not no",
        ),
        pytest.param(
            lambda make: pool(make, (make.machine("g5.12xlarge", markets=frozenset()),)), [], id="unknown is not no"
        ),
    ],
)
def test_block(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_market_hides_no_other_slice(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    parts = (make.slice_(market=UNKNOWN), *pool(make, mixed=True).slices)
    agrees(RULE, make.pool(slices=parts), [("error", AT, "mixed-instances")], undecided=1)


def test_machines_of_other_groups_do_not_count_in_a_stack(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, ("p5.48xlarge", "p5e.48xlarge")), [], surface="pulumi")
