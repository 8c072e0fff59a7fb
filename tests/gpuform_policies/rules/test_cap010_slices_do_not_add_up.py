"""CAP010: the slices of a pool are its nodes, no more and no less."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import Slice
from gpuform_policies.rules.cap010_slices_do_not_add_up import RULE

AT = "pools[train].capacity"


def slices(make: SimpleNamespace, *asked: int | None) -> tuple[Slice, ...]:
    """Of so many nodes each; the last on demand, the others reserved."""
    kinds = [*["reservation"] * (len(asked) - 1), "onDemand"]
    return tuple(
        make.slice_(path=f"{AT}[{index}].{kind}", kind=kind, asked_nodes=nodes)
        for index, (nodes, kind) in enumerate(zip(asked, kinds, strict=True))
    )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param((None,), [], id="all in one slice"),
        pytest.param((4, None), [], id="four and the rest"),
        pytest.param((7, None), [], id="a rest of one"),
        pytest.param((4, 4), [], id="just as many"),
        pytest.param((4, 3), [("error", AT, "hold 7", "wants 8", "1 belong")], id="one too few"),
        pytest.param((4, 5), [("error", AT, "hold 9", "at most 8", "reservation 4 + onDemand 5")], id="one too many"),
        pytest.param((9, None), [("error", AT, "hold 9", "at most 8")], id="more reserved than nodes"),
        pytest.param((8, None), [("error", f"{AT}[1].onDemand", "all 8", "gets 0")], id="nothing left for the rest"),
        pytest.param((None, None), [("error", f"{AT}[1].onDemand", "2 slices")], id="two take the rest"),
        pytest.param((0, 8), [("error", f"{AT}[0].reservation.nodes", "0 nodes")], id="a slice of zero"),
        pytest.param(
            (0, None), [("error", f"{AT}[0].reservation.nodes", "0 nodes")], id="a slice of zero beside the rest"
        ),
        pytest.param((1, 8, None), [("error", AT, "hold 9")], id="three slices"),
    ],
)
def test_sum(
    asked: tuple[int | None, ...], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, make.pool(max=8, slices=slices(make, *asked)), expected)


def test_a_pool_of_none_has_nothing_to_add_up(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(max=0, slices=slices(make, None)), [])


def test_floor_on_demand_and_the_rest_on_spot(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    """`nodes: {min: 2, max: 20}` with `onDemand: {nodes: 2}` and `spot: {}`."""
    agrees(RULE, make.pool(min=2, max=20, slices=slices(make, 2, None)), [])


@pytest.mark.parametrize("surface", ["pulumi", "terraform"])
def test_elsewhere_there_is_nothing_to_add_up(surface: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(path="", max=8, slices=slices(make, 4, 5)), [], surface=surface)
