"""Checks a data file row by row: columns, numbers, dates, keys. For the shipped files in a test, for a user's own on load."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from gpuform.catalog.read import DATA, KEYS, Row, Table, key_of, rows_of
from gpuform.errors import CatalogError, MissingError, Problem

NUMBERS = frozenset(
    {
        "gpus",
        "gpu_memory_gib",
        "vcpus",
        "memory_gib",
        "network_gbps",
        "network_baseline_gbps",
        "fabric_gbps",
        "fabric_interfaces",
        "disk_baseline_iops",
        "disk_max_iops",
        "disk_baseline_mibps",
        "disk_max_mibps",
        "max_disks",
        "local_disks",
        "local_gb",
        "min_gib",
        "max_gib",
        "min_iops",
        "max_iops",
        "base_iops",
        "iops_per_gib",
        "min_mibps",
        "max_mibps",
        "base_mibps",
        "mibps_per_iops",
        "root_gib",
        "step_gib",
        "default_throughput",
        "value",
        "low",
        "high",
    }
)
WORDS: dict[str, frozenset[str]] = {
    "status": frozenset({"current", "retired", "limited", "disputed"}),
    "arch": frozenset({"x86_64", "arm64"}),
    "network_is_burst": frozenset({"yes", "no"}),
    "fabric": frozenset({"efa", "infiniband", "erdma", "none"}),
    "gpu_direct": frozenset({"yes", "no", ""}),
    "media": frozenset({"ssd", "hdd"}),
    "currency": frozenset({"USD", "CNY"}),
    "kind": frozenset({"list", "spot", "block", "reserved-1y", "reserved-3y"}),
}
NEEDED = frozenset(
    {"source", "cloud", "name", "type", "region", "machine", "item", "value", "low", "high", "cuda", "gpu"}
)
UNDATED = frozenset({"prices.csv"})
"""Shipped price rows whose source tells no day say so by an empty one; a user's own rows need a day."""


def checked(path: Path, file: str, *, shipped: bool = False) -> Table:
    """The rows of a file. Raises CatalogError with every problem, MissingError where it can't be read."""
    try:
        rows = rows_of(path)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise MissingError(f"{path} can't be read as CSV: {error}") from None
    problems = list(problems_of(path, rows, file, shipped=shipped))
    if problems:
        raise CatalogError(str(path), tuple(problems))
    return rows


def problems_of(path: Path, rows: Table, file: str, *, shipped: bool) -> Iterator[Problem]:
    wanted = header_of(DATA / file)
    got = header_of(path)
    missing = [column for column in wanted if column not in got]
    extra = [column for column in got if column not in wanted]
    if missing or extra:
        yield Problem(
            1,
            "",
            f"has the columns {', '.join(got) or 'none'}",
            f"missing: {', '.join(missing) or 'none'}; not known: {', '.join(extra) or 'none'}",
        )
        return
    seen: dict[tuple[str, ...], int] = {}
    for line, row in enumerate(rows, 2):
        yield from row_problems(row, line, file, dated=shipped and file in UNDATED)
        key = key_of(row, KEYS[file])
        if key in seen:
            yield Problem(line, KEYS[file][-1], f"`{' '.join(key)}` stands in line {seen[key]} already")
        seen.setdefault(key, line)


def header_of(path: Path) -> list[str]:
    with path.open(newline="", encoding="utf-8") as handle:
        return next(csv.reader(handle), [])


def row_problems(row: Row, line: int, file: str, *, dated: bool) -> Iterator[Problem]:
    if None in row or None in row.values():
        yield Problem(line, "", "has more or fewer values than the header has columns")
        return
    for column, value in row.items():
        if column in NUMBERS and value:
            yield from number_problems(column, value, line)
        if column in NEEDED and not value and (column == "cloud" or column in KEYS[file] or file != "images.csv"):
            yield Problem(line, column, "is empty; it must be given")
        if column in WORDS and value not in WORDS[column]:
            yield Problem(line, column, f"`{value}` is not one of {', '.join(sorted(WORDS[column] - {''}))}")
    day = row.get("dated", "")
    if not (dated and not day) and not is_day(day) and "dated" in row:
        yield Problem(line, "dated", f"`{day}` is no ISO date", "say of which day the figure is: 2026-11-30")


def number_problems(column: str, value: str, line: int) -> Iterator[Problem]:
    try:
        number = Decimal(value)
    except InvalidOperation:
        yield Problem(line, column, f"`{value}` is no number")
        return
    if not number.is_finite() or number < 0:
        yield Problem(line, column, f"`{value}` must be 0 or more")


def is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
