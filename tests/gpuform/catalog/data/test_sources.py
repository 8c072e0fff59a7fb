"""The page that says where each file is from, and the list of differences in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuform.catalog import load
from gpuform.catalog.read import DATA, KEYS, shipped

PAGE = (DATA / "SOURCES.md").read_text(encoding="utf-8")
DAYS = dict(re.findall(r"^\| `([a-z-]+\.csv)` \|.*\| (\d{4}-\d\d-\d\d) \|$", PAGE, re.MULTILINE))
DOCS = (Path(__file__).parents[4] / "docs" / "catalog.md").read_text(encoding="utf-8")


def test_every_file_has_a_line() -> None:
    assert set(DAYS) == set(KEYS)


@pytest.mark.parametrize("file", [file for file in KEYS if "dated" in shipped(file)[0]])
def test_the_newest_day_is_that_of_the_rows(file: str) -> None:
    assert DAYS[file] == max(row["dated"] for row in shipped(file))


@pytest.mark.parametrize("file", KEYS)
def test_documentation_tells_every_column(file: str) -> None:
    assert f"`{file}`" in DOCS
    assert [column for column in shipped(file)[0] if f"`{column}`" not in DOCS] == []


def test_documentation_names_what_is_disputed() -> None:
    assert [name for name, machine in load("aws").machines().items() if machine.disputed and name not in DOCS] == []
