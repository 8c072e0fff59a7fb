"""CAP001: no placement group around a block, nor around a reservation that was not made in it (case C21)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.cap001_group_against_reservation import RULE

PLACEMENT, GROUP = "pools[train].placement", "pools[train].placementGroup"


def reserved(make: SimpleNamespace, group: str | None, kind: str = "reservation", **held: Any) -> Any:
    told = make.reservation(**{"block": kind == "block", "nodes": 16, **held})
    return make.slice_(kind=kind, reservation=told, targets=True, placement_group=group, max=16)


def pool(make: SimpleNamespace, *parts: Any, **changes: Any) -> Pool:
    return make.pool(max=16, slices=parts, **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make, reserved(make, None)), [], id="C21 reservation without a group"),
        pytest.param(
            lambda make: pool(make, reserved(make, "new"), placement="tight"),
            [("error", PLACEMENT, "cr-1", "16 nodes")],
            id="C21 tight beside a reservation",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, "new", new=True, id="new"), placement="tight"),
            [],
            id="a new reservation is made inside the group",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, "pg-theirs"), placement="tight"),
            [("warning", GROUP, "cr-1", "pg-theirs")],
            id="a named group may be the one it was made in",
        ),
        pytest.param(lambda make: pool(make, reserved(make, None, "block")), [], id="block without a group"),
        pytest.param(
            lambda make: pool(make, reserved(make, "new", "block"), placement="tight"),
            [("error", PLACEMENT, "block cr-1", "16 nodes")],
            id="block in a tight group",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, "pg-theirs", "block"), placement="spread"),
            [("error", PLACEMENT, "pg-theirs")],
            id="block in a named spread group",
        ),
        pytest.param(
            lambda make: pool(make, make.slice_(placement_group="new"), placement="tight"),
            [],
            id="on demand in a group is right",
        ),
        pytest.param(
            lambda make: pool(
                make,
                make.slice_(
                    kind="reservation",
                    reservation=make.reservation(kind="open"),
                    preference="open",
                    placement_group="new",
                ),
            ),
            [],
            id="an open reservation is another rule's",
        ),
        pytest.param(
            lambda make: pool(
                make, reserved(make, "new"), make.slice_(kind="onDemand", placement_group="new"), placement="tight"
            ),
            [("error", PLACEMENT, "cr-1")],
            id="half reserved, half on demand",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, "new"), path=""),
            [("error", "", "cr-1")],
            id="somebody else's stack",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, "new", id=UNKNOWN)),
            [("error", PLACEMENT, "not known yet")],
            id="which reservation changes nothing",
        ),
    ],
)
def test_group(
    fact: Callable[[SimpleNamespace], Pool], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_group_hides_no_certain_one(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    parts = (reserved(make, UNKNOWN), reserved(make, "new", "block"))
    agrees(RULE, pool(make, *parts), [("error", PLACEMENT, "block cr-1")], undecided=1)


def test_unknown_group_without_a_reservation_matters_to_nobody(
    make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, pool(make, make.slice_(placement_group=UNKNOWN)), [])
