"""Rows as records."""

from __future__ import annotations

from decimal import Decimal

import pytest

from gpuform.catalog.model import Card
from gpuform.catalog.read import KEYS, cards, merged, number, shipped, whole


@pytest.mark.parametrize(
    ("text", "made"),
    [
        pytest.param("0:4:interface", ((0, 4, {"interface"}),), id="one card"),
        pytest.param(
            "0:2:interface|1-2:3:interface+efa",
            ((0, 2, {"interface"}), (1, 3, {"interface", "efa"}), (2, 3, {"interface", "efa"})),
            id="a run of like cards",
        ),
    ],
)
def test_cards(text: str, made: tuple[tuple[int, int, set[str]], ...]) -> None:
    assert [(card.index, card.devices, set(card.types)) for card in cards(text)] == list(made)


@pytest.mark.parametrize(
    ("types", "fabric"),
    [
        pytest.param(("interface",), False, id="no fabric"),
        pytest.param(("interface", "efa"), True, id="efa"),
        pytest.param(("efa-only",), True, id="efa-only alone"),
    ],
)
def test_card_takes_a_fabric_interface(types: tuple[str, ...], fabric: bool) -> None:
    assert Card(0, 1, frozenset(types)).fabric is fabric  # pyright: ignore[reportArgumentType]


def test_empty_is_unknown_and_never_zero() -> None:
    assert (number(""), whole("")) == (None, None)
    assert (number("0"), whole("0")) == (Decimal(0), 0)


def test_own_rows_replace_by_key_and_keep_the_rest() -> None:
    row = {**shipped("cuda.csv")[0], "driver": "1.2.3"}
    new = {**row, "cuda": "99.0"}
    found = merged("cuda.csv", (row, new))
    assert [one["driver"] for one in found if one["cuda"] == row["cuda"]] == ["1.2.3"]
    assert len(found) == len(shipped("cuda.csv")) + 1
    assert merged("cuda.csv", ()) is shipped("cuda.csv")


@pytest.mark.parametrize("file", KEYS)
def test_every_file_has_rows(file: str) -> None:
    assert shipped(file)
