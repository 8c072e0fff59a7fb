"""CAP006: spot never starts in a reservation (case C29)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Slice
from gpuform_policies.rules.cap006_spot_in_reservation import RULE

AT = "pools[train].capacity[0].spot"


def spot(make: SimpleNamespace, **part: Any) -> Slice:
    return make.slice_(**{"path": AT, "kind": "spot", "market": "spot", **part})


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: spot(make), [], id="plain spot"),
        pytest.param(
            lambda make: spot(make, targets=True),
            [("error", AT, "8 nodes", "targets one")],
            id="C29 spot with a target",
        ),
        pytest.param(
            lambda make: spot(make, reservation=make.reservation()), [("error", AT, "cr-1")], id="C29 spot with an id"
        ),
        pytest.param(
            lambda make: spot(make, preference="capacity-reservations-only"),
            [("error", AT, "capacity-reservations-only")],
            id="C29 spot in reservations only",
        ),
        pytest.param(lambda make: spot(make, preference="none"), [], id="spot kept off reservations"),
        pytest.param(lambda make: spot(make, preference="open"), [], id="what every launch does by itself"),
        pytest.param(
            lambda make: spot(make, kind="reservation", targets=True),
            [("error", AT, "targets one")],
            id="a reservation's launch with market type spot",
        ),
        pytest.param(
            lambda make: make.slice_(kind="reservation", targets=True, reservation=make.reservation()),
            [],
            id="C29 a reserved slice beside it",
        ),
        pytest.param(
            lambda make: make.slice_(preference="capacity-reservations-only"), [], id="on demand in reservations only"
        ),
        pytest.param(
            lambda make: spot(make, path="", resource="urn:g", mixed=True, targets=True),
            [("error", "", "targets one")],
            id="the spot part of somebody's mixed group",
        ),
    ],
)
def test_spot(
    fact: Callable[[SimpleNamespace], Slice], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_preference_hides_no_target(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, spot(make, targets=True, preference=UNKNOWN), [("error", AT, "targets one")], undecided=1)
