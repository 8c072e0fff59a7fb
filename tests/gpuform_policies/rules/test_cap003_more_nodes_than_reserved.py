"""CAP003: no more nodes than a reservation holds, an update included (cases C26, C56)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster, Pool
from gpuform_policies.rules.cap003_more_nodes_than_reserved import RULE

Row = Callable[[SimpleNamespace], Cluster]


def pool(
    make: SimpleNamespace, name: str, most: int, told: int | None, kind: str = "reservation", **changes: Any
) -> Pool:
    """One slice on `cr-1`, of which so many nodes are told."""
    held = make.reservation(**{"nodes": told, "block": kind == "block", **changes.pop("held", {})})
    path = f"pools[{name}]"
    part = make.slice_(
        path=f"{path}.capacity[0].{kind}", kind=kind, reservation=held, targets=True, max=most, asked_nodes=told
    )
    return make.pool(**{"path": path, "name": name, "max": most, "slices": (part,), **changes})


def foreign(make: SimpleNamespace, name: str, most: int, told: int | None) -> Pool:
    """A scaling group of somebody's stack that also makes the reservation."""
    held = make.reservation(id="record", new=True, nodes=told, path="")
    part = make.slice_(path="", resource=f"urn:{name}", kind="reservation", reservation=held, targets=True, max=most)
    return make.pool(path="", name=name, resource=f"urn:{name}", max=most, slices=(part,))


def at(name: str, field: str) -> str:
    return f"pools[{name}].{field}"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.cluster(pools=(pool(make, "x", 4, 4),)), [], id="one pool, just full"),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 3, 4), pool(make, "y", 2, 4))),
            [("error", at("y", "capacity[0].reservation.nodes"), "holds 4", "5 want", "x 3, y 2")],
            id="C26 3 and 2 in a reservation of 4",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 2, 4), pool(make, "y", 2, 4))),
            [],
            id="C26 2 and 2 in a reservation of 4",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 3, 3), pool(make, "y", 2, 2))),
            [("info", at("y", "capacity[0].reservation.nodes"), "must hold 5", "x 3, y 2")],
            id="each tells its own share: no error",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 4, 4), pool(make, "y", 4, None))),
            [("info", at("y", "capacity[0].reservation"), "must hold 8")],
            id="one takes the rest: the record is not told",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 4, None), pool(make, "y", 4, None))),
            [],
            id="nothing told",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 4, 4), pool(make, "y", 4, 4, held={"id": "cr-2"}))),
            [],
            id="two reservations",
        ),
        pytest.param(
            lambda make: make.cluster(
                pools=tuple(pool(make, name, 4, 4, held={"id": "new", "new": True}) for name in "xy")
            ),
            [],
            id="two new ones of the spec, each as large as its slice",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(foreign(make, "g", 20, 4),)),
            [("error", "", "holds 4", "20 want", "g 20")],
            id="C26 somebody's group of 20 on a record of 4",
        ),
        pytest.param(lambda make: make.cluster(pools=(foreign(make, "g", 4, 4),)), [], id="somebody's group of 4"),
    ],
)
def test_shared(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 8, 8, surge=1),)),
            [("error", at("x", "update.surge"), "1 extra", "all 8")],
            id="C56 surge on a full reservation",
        ),
        pytest.param(lambda make: make.cluster(pools=(pool(make, "x", 8, 8, surge=0),)), [], id="C56 no surge"),
        pytest.param(
            lambda make: make.cluster(pools=(make.pool(name="x", surge=2),)), [], id="C56 surge on demand is possible"
        ),
        pytest.param(
            lambda make: make.cluster(
                pools=(
                    make.pool(
                        surge=1,
                        slices=(make.slice_(kind="reservation", reservation=make.reservation()), make.slice_(max=4)),
                    ),
                )
            ),
            [],
            id="C56 part of the pool on demand",
        ),
        pytest.param(lambda make: make.cluster(pools=(pool(make, "x", 64, 64, "block"),)), [], id="a block of 64"),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 65, 65, "block"),)),
            [("error", at("x", "capacity[0].block.nodes"), "at most 64", "65")],
            id="a block of 65",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 65, None, "block"),)),
            [("error", at("x", "capacity[0].block"), "at most 64", "65")],
            id="a block that takes a rest of 65",
        ),
        pytest.param(
            lambda make: make.cluster(pools=(pool(make, "x", 65, 65),)), [], id="65 in a reservation are fine"
        ),
    ],
)
def test_size(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_count_hides_no_surge_elsewhere(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    unknown = pool(make, "a", 4, 4, held={"nodes": UNKNOWN, "id": "cr-9"})
    fact = make.cluster(pools=(unknown, pool(make, "x", 8, 8, surge=1)))
    agrees(RULE, fact, [("error", at("x", "update.surge"), "1 extra")], undecided=1)


def test_unknown_ids_are_not_taken_for_one(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    held = {"id": UNKNOWN}
    agrees(RULE, make.cluster(pools=(pool(make, "x", 4, 4, held=held), pool(make, "y", 4, 4, held=held))), [])
