"""CAP005: each capacity block is one purchase, and all of it is used."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster, Slice
from gpuform_policies.rules.cap005_block_unused import RULE


def block(make: SimpleNamespace, index: int, name: Any, most: int = 4, kind: str = "block", **part: Any) -> Slice:
    return make.slice_(
        **{
            "path": f"pools[train].capacity[{index}].{kind}",
            "kind": kind,
            "reservation": make.reservation(id=name, block=kind == "block"),
            "max": most,
            **part,
        }
    )


def cluster(make: SimpleNamespace, *parts: Slice) -> Cluster:
    return make.cluster(pools=(make.pool(slices=parts),))


def at(index: int) -> str:
    return f"pools[train].capacity[{index}].block"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: cluster(make, block(make, 0, "cr-1")), [], id="one block"),
        pytest.param(lambda make: cluster(make, block(make, 0, "cr-1"), block(make, 1, "cr-2")), [], id="two blocks"),
        pytest.param(
            lambda make: cluster(make, block(make, 0, "cr-1"), block(make, 1, "cr-1")),
            [("error", at(1), "block cr-1")],
            id="one block twice",
        ),
        pytest.param(
            lambda make: cluster(make, *(block(make, index, "cr-1") for index in range(3))),
            [("error", at(1), "block cr-1")],
            id="three times is told once",
        ),
        pytest.param(
            lambda make: make.cluster(
                pools=(
                    make.pool(slices=(block(make, 0, "cr-1"),)),
                    make.pool(name="other", slices=(block(make, 0, "cr-1", path="pools[other].capacity[0].block"),)),
                )
            ),
            [("error", "pools[other].capacity[0].block", "cr-1")],
            id="one block in two pools",
        ),
        pytest.param(
            lambda make: cluster(make, *(block(make, index, "cr-1", kind="reservation") for index in range(2))),
            [],
            id="a reservation may be shared",
        ),
        pytest.param(
            lambda make: cluster(make, block(make, 0, "cr-1", 8), block(make, 1, "cr-2", 0)),
            [("error", at(1), "2 blocks of p5.48xlarge", "cr-2 gets 0 nodes")],
            id="the second stays empty",
        ),
        pytest.param(
            lambda make: cluster(make, block(make, 0, "cr-1", 8), block(make, 1, "cr-2", 0, zones=("use1-az1",))),
            [],
            id="an empty one elsewhere has another reason",
        ),
        pytest.param(
            lambda make: cluster(
                make, block(make, 0, "cr-1", 8), block(make, 1, "cr-2", 0, machines=("p5e.48xlarge",))
            ),
            [],
            id="an empty one of another machine",
        ),
        pytest.param(
            lambda make: cluster(make, block(make, 0, "cr-1", 0), block(make, 1, "cr-2", 0)),
            [],
            id="both wait for their start",
        ),
        pytest.param(
            lambda make: cluster(make, block(make, 0, UNKNOWN, zones=UNKNOWN)), [], id="one alone needs no id"
        ),
    ],
)
def test_blocks(
    fact: Callable[[SimpleNamespace], Cluster], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_id_may_be_any_and_hides_no_known_one(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    parts = (block(make, 0, UNKNOWN), block(make, 1, "cr-1"), block(make, 2, "cr-1"))
    agrees(RULE, cluster(make, *parts), [("error", at(2), "cr-1")], undecided=1)
