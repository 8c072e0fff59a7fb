"""The form of each column: a passing text, a failing one, and the edge."""

from __future__ import annotations

import csv
from dataclasses import fields

import pytest

from gpuform.catalog.forms import (
    CARDS,
    DAY,
    FIELDS,
    FORMS,
    NUMBER,
    PARAMETERS,
    SIZES,
    VERSION,
    WHOLE,
    Form,
    above_zero,
    may,
    one_of,
    some_of,
)
from gpuform.catalog.model import Machine
from gpuform.catalog.read import DATA, KEYS


def test_forms_are_those_of_the_files_and_no_other() -> None:
    assert set(FORMS) == set(KEYS) == {path.name for path in DATA.glob("*.csv")}


@pytest.mark.parametrize("file", FORMS)
def test_columns_are_in_the_order_of_the_file(file: str) -> None:
    with (DATA / file).open(newline="", encoding="utf-8") as handle:
        assert next(csv.reader(handle)) == list(FORMS[file])


@pytest.mark.parametrize("file", FORMS)
def test_keys_are_columns_that_must_be_given(file: str) -> None:
    assert all(FORMS[file][column].needed for column in KEYS[file])


def test_disputed_names_fields_of_a_machine() -> None:
    assert set(FIELDS) < {field.name for field in fields(Machine)}


@pytest.mark.parametrize(
    ("form", "text", "fits"),
    [
        pytest.param(NUMBER, "22.4", True, id="number"),
        pytest.param(NUMBER, "0", True, id="zero is a number"),
        pytest.param(NUMBER, "-1", False, id="negative"),
        pytest.param(NUMBER, "1e3", False, id="no exponent"),
        pytest.param(NUMBER, "1_000", False, id="no underscore"),
        pytest.param(NUMBER, "1,000", False, id="no comma"),
        pytest.param(NUMBER, "nan", False, id="not a number"),
        pytest.param(NUMBER, "Infinity", False, id="infinite"),
        pytest.param(NUMBER, "٣", False, id="digit of another script"),
        pytest.param(NUMBER, " 1", False, id="blank before"),
        pytest.param(NUMBER, "1\n", False, id="line end after"),
        pytest.param(NUMBER, "9" * 16, False, id="more digits than any figure has"),
        pytest.param(WHOLE, "8", True, id="whole"),
        pytest.param(WHOLE, "8.0", False, id="not whole"),
        pytest.param(above_zero(WHOLE), "1", True, id="above 0"),
        pytest.param(above_zero(WHOLE), "0", False, id="0 is not above 0"),
        pytest.param(above_zero(WHOLE), "x", False, id="no number is not above 0"),
        pytest.param(VERSION, "595.91.07", True, id="version"),
        pytest.param(VERSION, "595.x", False, id="no version"),
        pytest.param(DAY, "2026-11-30", True, id="day"),
        pytest.param(DAY, "2026-02-30", False, id="no such day"),
        pytest.param(DAY, "20261130", False, id="ISO without dashes"),
        pytest.param(DAY, "30.11.2026", False, id="German day"),
        pytest.param(one_of("yes", "no"), "yes", True, id="word"),
        pytest.param(one_of("yes", "no"), "Yes", False, id="word in capitals"),
        pytest.param(some_of("spot", "on-demand"), "on-demand spot", True, id="words"),
        pytest.param(some_of("spot", "on-demand"), "spot|on-demand", False, id="words with another mark"),
        pytest.param(SIZES, "1200 2400", True, id="sizes"),
        pytest.param(SIZES, "1200;2400", False, id="sizes with another mark"),
        pytest.param(PARAMETERS, "x86_64=/a/b arm64=/c", True, id="parameters"),
        pytest.param(PARAMETERS, "mips=/a/b", False, id="unknown arch"),
        pytest.param(CARDS, "0:1:interface", True, id="one card"),
        pytest.param(CARDS, "0:4:interface|1-16:4:interface+efa+efa-only", True, id="runs"),
        pytest.param(CARDS, "1:4:interface", False, id="not from card 0"),
        pytest.param(CARDS, "0:4:interface|2:4:interface", False, id="a card left out"),
        pytest.param(CARDS, "0-1:4:interface|1:4:interface", False, id="a card twice"),
        pytest.param(CARDS, "0-0:4:interface|1:4:interface", True, id="a run of one"),
        pytest.param(CARDS, "0:0:interface", False, id="a card that holds none"),
        pytest.param(CARDS, "0:4:ethernet", False, id="unknown type"),
        pytest.param(CARDS, "0-999999999:4:interface", False, id="huge"),
        pytest.param(CARDS, "", False, id="no cards"),
    ],
)
def test_form(form: Form, text: str, fits: bool) -> None:
    assert form.fits(text) is fits


def test_may_be_empty_changes_nothing_else() -> None:
    assert NUMBER.needed
    assert not may(NUMBER).needed
    assert may(NUMBER).fits is NUMBER.fits
