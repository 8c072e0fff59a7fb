"""Checks data files: columns, values, keys, and what must hold between them. A user's own on load, the shipped ones in a test."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from gpuform.catalog.forms import FORMS, Form, may
from gpuform.catalog.read import KEYS, Row, Table, key_of, merged, shipped
from gpuform.catalog.relations import BETWEEN_FILES, names_of, wrong_in_row
from gpuform.errors import CatalogError, MissingError, Problem

Numbered = list[tuple[int, Row]]
"""Rows with their line."""


def checked_folder(folder: Path, undated: frozenset[str] = frozenset()) -> dict[str, Table]:
    """The rows of every data file in a folder; those of the files named in `undated` may be without a day.

    Raises CatalogError with every problem of all files, MissingError for a file that can't be read.
    """
    rows: dict[str, Numbered] = {}
    problems: dict[str, list[Problem]] = {}
    for path in sorted(folder.glob("*.csv")):
        if path.name in KEYS:
            rows[path.name], problems[path.name] = checked_rows(path, path.name in undated)
        else:
            problems[path.name] = [misnamed(path.name)]
    tables = {file: tuple(row for _, row in found) for file, found in rows.items()}
    if not any(problems.values()):
        problems = {file: list(pointing_nowhere(file, found, tables)) for file, found in rows.items()}
    raise_all(folder, problems)
    return tables


def raise_all(folder: Path, problems: Mapping[str, list[Problem]]) -> None:
    """One broken file is named as the file; of several each problem says which."""
    broken = {file: found for file, found in problems.items() if found}
    if len(broken) == 1:
        (file, found) = next(iter(broken.items()))
        raise CatalogError(str(folder / file), tuple(found))
    if broken:
        told = [
            Problem(one.line, f"{file}{', ' if one.path else ''}{one.path}", one.message, one.hint)
            for file, found in broken.items()
            for one in found
        ]
        raise CatalogError(str(folder), tuple(told))


def misnamed(name: str) -> Problem:
    # without the ending, which would make all of them alike
    stems = [file.removesuffix(".csv") for file in KEYS]
    near = difflib.get_close_matches(name.removesuffix(".csv"), stems, n=1)
    hint = f"did you mean `{near[0]}.csv`?" if near else f"one of: {', '.join(KEYS)}"
    return Problem(1, "", f"`{name}` is no file of the catalog", hint)


def checked_rows(path: Path, undated: bool) -> tuple[Numbered, list[Problem]]:
    """(rows with their line, problems); rows only where there is no problem. Raises MissingError."""
    lines = lines_of(path)
    forms = dict(FORMS[path.name])
    if undated:
        forms["dated"] = may(forms["dated"])
    wanted = list(forms)
    header = [cell.strip() for cell in lines[0][1]] if lines else []
    if sorted(header) != sorted(wanted):
        return [], [wrong_header(header, wanted)]
    rows: Numbered = []
    problems: list[Problem] = []
    for line, cells in lines[1:]:
        if len(cells) != len(header):
            problems.append(Problem(line, "", f"has {len(cells)} values; the header has {len(header)} columns"))
            continue
        row = dict(zip(header, cells, strict=True))
        problems += row_problems(path.name, forms, row, line)
        rows.append((line, row))
    problems += twice(path.name, rows)
    return ([], problems) if problems else (rows, [])


def lines_of(path: Path) -> list[tuple[int, list[str]]]:
    """(line, cells) of what is not blank. A spreadsheet's mark at the start of the file is no part of the first column."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as handle:
            reader = csv.reader(handle, strict=True)
            return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise MissingError(f"{path} can't be read as CSV: {error}") from None


def wrong_header(got: list[str], wanted: list[str]) -> Problem:
    missing = [column for column in wanted if column not in got]
    extra = [column for column in got if column not in wanted]
    twice_there = sorted({column for column in got if got.count(column) > 1})
    wrong = [
        f"{what}: {', '.join(columns)}"
        for what, columns in (("missing", missing), ("not known", extra), ("there twice", twice_there))
        if columns
    ]
    return Problem(1, "", f"has other columns than the catalog; {'; '.join(wrong)}", f"write {','.join(wanted)}")


def row_problems(file: str, forms: Mapping[str, Form], row: Row, line: int) -> list[Problem]:
    cells = [problem for column, form in forms.items() if (problem := cell_problem(row[column], column, form, line))]
    return cells or [Problem(line, column, wrong) for column, wrong in wrong_in_row(file, row)]


def cell_problem(text: str, column: str, form: Form, line: int) -> Problem | None:
    if not text:
        return Problem(line, column, f"is empty; it must be {form.says}") if form.needed else None
    return None if form.fits(text) else Problem(line, column, f"`{text}` must be {form.says}")


def twice(file: str, rows: Numbered) -> Iterator[Problem]:
    seen: dict[tuple[str, ...], int] = {}
    for line, row in rows:
        key = key_of(row, KEYS[file])
        if key in seen:
            yield Problem(line, KEYS[file][-1], f"`{' '.join(key)}` stands in line {seen[key]} already")
        seen.setdefault(key, line)


def pointing_nowhere(file: str, rows: Numbered, tables: Mapping[str, Table]) -> Iterator[Problem]:
    judge = BETWEEN_FILES.get(file)
    if judge is None:
        return
    # a region that stands in the user's own prices only is a slip, so those don't count as known
    machines, zones = (merged(name, tables.get(name, ())) for name in ("machines.csv", "zones.csv"))
    names = names_of(machines, zones, shipped("prices.csv"))
    for line, row in rows:
        for column, wrong in judge(row, names):
            yield Problem(line, column, wrong)
