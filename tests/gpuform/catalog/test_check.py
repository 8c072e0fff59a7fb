"""Broken data: every problem at once, each with file, line, column and what to do; nothing about rows that are right."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from gpuform.catalog.check import checked_folder
from gpuform.catalog.forms import FORMS
from gpuform.catalog.read import DATA, shipped
from gpuform.errors import CatalogError, MissingError

UNDATED = frozenset({"prices.csv"})


def row_of(file: str, **changes: str) -> dict[str, str]:
    """A shipped row that is right, with some columns changed."""
    right = next(row for row in shipped(file) if row.get("dated", "x") and "p6e" not in row.get("name", ""))
    return {**right, **changes}


def write(folder: Path, file: str, *rows: Mapping[str, str]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(FORMS[file]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (folder / file).write_text(text.getvalue(), encoding="utf-8")


def told(folder: Path) -> list[tuple[str, int, str, str]]:
    """(file, line, column, message) of every problem."""
    with pytest.raises(CatalogError) as caught:
        checked_folder(folder)
    return [(caught.value.file, one.line, one.path, one.message) for one in caught.value.problems]


def test_every_shipped_file_is_right() -> None:
    assert set(checked_folder(DATA, UNDATED)) == set(FORMS)


def test_shipped_rows_without_a_day_are_prices_only() -> None:
    with pytest.raises(CatalogError) as caught:
        checked_folder(DATA)
    assert caught.value.file == str(DATA / "prices.csv")
    assert {one.path for one in caught.value.problems} == {"dated"}


@pytest.mark.parametrize("file", FORMS)
def test_a_shipped_row_is_right_as_a_users_own(file: str, tmp_path: Path) -> None:
    write(tmp_path, file, row_of(file))
    assert len(checked_folder(tmp_path)[file]) == 1


@pytest.mark.parametrize(
    ("file", "changes", "column", "message"),
    [
        pytest.param("machines.csv", {"vcpus": "many"}, "vcpus", "`many` must be a whole number", id="no number"),
        pytest.param("machines.csv", {"vcpus": "0"}, "vcpus", "above 0", id="zero"),
        pytest.param("machines.csv", {"vcpus": "-8"}, "vcpus", "`-8` must be", id="negative"),
        pytest.param("machines.csv", {"vcpus": "9.5"}, "vcpus", "a whole number", id="half a vCPU"),
        pytest.param("machines.csv", {"vcpus": ""}, "vcpus", "is empty; it must be a whole number", id="empty"),
        pytest.param("machines.csv", {"cards": "4"}, "cards", "runs of cards such as", id="cards"),
        pytest.param("machines.csv", {"status": "new"}, "status", "current, retired, limited, disputed", id="word"),
        pytest.param("machines.csv", {"markets": "spot swap"}, "markets", "capacity-block", id="words"),
        pytest.param("machines.csv", {"source": ""}, "source", "is empty; it must be a text", id="no source"),
        pytest.param("machines.csv", {"source": " "}, "source", "must be a text", id="blank source"),
        pytest.param("machines.csv", {"dated": ""}, "dated", "ISO date such as", id="no day"),
        pytest.param("machines.csv", {"dated": "2026-13-01"}, "dated", "`2026-13-01`", id="no such day"),
        pytest.param("machines.csv", {"disputed": "price"}, "disputed", "words out of cards", id="disputed what"),
        pytest.param("machines.csv", {"disk_baseline_iops": "999999"}, "disk_baseline_iops", "above the", id="base"),
        pytest.param("machines.csv", {"fabric": "none"}, "fabric_interfaces", "fabric `none`", id="fabric"),
        pytest.param("disks.csv", {"min_gib": "70000"}, "min_gib", "70000 is above the 65536 of max_gib", id="range"),
        pytest.param("images.csv", {"root_device": "sda1"}, "root_device", "such as /dev/sda1", id="device"),
        pytest.param("lustre.csv", {"step_gib": "0"}, "step_gib", "above 0", id="step"),
        pytest.param("prices.csv", {"dated": ""}, "dated", "is empty", id="a user's price needs a day"),
        pytest.param("prices.csv", {"low": "0"}, "low", "above 0", id="a price of 0"),
        pytest.param("prices.csv", {"low": "9999"}, "low", "9999 is above the", id="low above high"),
        pytest.param("prices.csv", {"currency": "EUR"}, "currency", "one of USD, CNY", id="currency"),
        pytest.param("prices.csv", {"region": "us-east1"}, "region", "did you mean `us-east-1`?", id="region"),
        pytest.param("prices.csv", {"region": "nowhere"}, "region", "no region `nowhere` of aws", id="far region"),
        pytest.param("offerings.csv", {"region": "af-suoth-1"}, "region", "did you mean `af-south-1`?", id="offer"),
        pytest.param(
            "offerings.csv", {"machine": "p5.48xlrge"}, "machine", "did you mean `p5.48xlarge`?", id="machine"
        ),
        pytest.param("offerings.csv", {"zones": "afs1-az9"}, "zones", "afs1-az1, afs1-az2, afs1-az3", id="zone"),
    ],
)
def test_one_problem(file: str, changes: dict[str, str], column: str, message: str, tmp_path: Path) -> None:
    write(tmp_path, file, row_of(file, **changes))
    ((where, line, path, said),) = told(tmp_path)
    assert (where, line, path) == (str(tmp_path / file), 2, column)
    assert message in said


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    write(tmp_path, "machines.csv", row_of("machines.csv", vcpus="x", memory_gib="", gpus="0"))
    assert [(line, column) for _, line, column, _ in told(tmp_path)] == [(2, "gpus"), (2, "memory_gib"), (2, "vcpus")]


def test_problems_of_several_files_name_theirs(tmp_path: Path) -> None:
    write(tmp_path, "disks.csv", row_of("disks.csv", boot="maybe"))
    write(tmp_path, "limits.csv", row_of("limits.csv", value="few"))
    found = told(tmp_path)
    assert {where for where, *_ in found} == {str(tmp_path)}
    assert [column for _, _, column, _ in found] == ["disks.csv, boot", "limits.csv, value"]


def test_double_key_names_the_first_line(tmp_path: Path) -> None:
    write(tmp_path, "limits.csv", row_of("limits.csv"), row_of("limits.csv", value="6"))
    ((_, line, column, message),) = told(tmp_path)
    assert (line, column) == (3, "name")
    assert message == "`aws subnet-reserved-addresses` stands in line 2 already"


def test_same_name_in_another_cloud_is_no_double(tmp_path: Path) -> None:
    write(tmp_path, "limits.csv", row_of("limits.csv"), row_of("limits.csv", cloud="azure"))
    assert len(checked_folder(tmp_path)["limits.csv"]) == 2


@pytest.mark.parametrize(
    ("header", "message"),
    [
        pytest.param("cloud,name,value,unit,source", "missing: dated", id="missing"),
        pytest.param("cloud,name,value,unit,source,dated,note", "not known: note", id="too many"),
        pytest.param("cloud,name,worth,unit,source,dated", "missing: value; not known: worth", id="misspelt"),
        pytest.param("cloud,name,value,unit,source,dated,dated", "there twice: dated", id="double"),
        pytest.param("cloud;name;value;unit;source;dated", "missing: cloud, name", id="semicolons"),
        pytest.param("", "missing: cloud, name, value, unit, source, dated", id="empty file"),
    ],
)
def test_wrong_columns(header: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_text(f"{header}\n")
    ((_, line, _, said),) = told(tmp_path)
    assert line == 1
    assert message in said


def test_columns_in_another_order_are_fine(tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_text("name,cloud,unit,value,dated,source\nx,aws,s,5,2026-11-30,ours\n")
    ((row,),) = (checked_folder(tmp_path)["limits.csv"],)
    assert (row["name"], row["value"]) == ("x", "5")


@pytest.mark.parametrize(
    ("line", "count"),
    [pytest.param("aws,x,5", 3, id="short"), pytest.param("aws,x,5,s,ours,2026-11-30,,", 8, id="long")],
)
def test_wrong_number_of_values(line: str, count: int, tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_text(f"cloud,name,value,unit,source,dated\n{line}\n")
    ((_, _, _, said),) = told(tmp_path)
    assert said == f"has {count} values; the header has 6 columns"


def test_what_spreadsheets_write_is_read(tmp_path: Path) -> None:
    text = "\ufeffcloud,name,value,unit,source,dated\r\naws,x,5,s,ours,2026-11-30\r\n\r\n,,,,,\r\n"
    (tmp_path / "limits.csv").write_bytes(text.encode())
    assert [dict(row)["name"] for row in checked_folder(tmp_path)["limits.csv"]] == ["x"]


def test_lines_are_counted_over_quoted_line_ends(tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_text(
        'cloud,name,value,unit,source,dated\naws,x,5,s,"one\ntwo",2026-11-30\naws,y,many,s,ours,2026-11-30\n'
    )
    ((_, line, column, _),) = told(tmp_path)
    assert (line, column) == (4, "value")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xff\xfe\x00\x01", id="binary"),
        pytest.param(b"cloud,name\n\x00\n", id="NUL"),
        pytest.param(b'cloud,name\n"aws,x\n', id="quote never closed"),
        pytest.param(b"cloud,name\naws," + b"x" * 200_000 + b"\n", id="huge value"),
    ],
)
def test_file_that_is_no_csv(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_bytes(content)
    with pytest.raises((MissingError, CatalogError)) as caught:
        checked_folder(tmp_path)
    assert "limits.csv" in str(caught.value)


def test_folder_where_a_file_should_be(tmp_path: Path) -> None:
    (tmp_path / "limits.csv").mkdir()
    with pytest.raises(MissingError, match=r"limits\.csv can't be read as CSV"):
        checked_folder(tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        pytest.param("machine.csv", "did you mean `machines.csv`?", id="misspelt"),
        pytest.param("ours.csv", "one of: machines.csv, zones.csv", id="something else"),
    ],
)
def test_file_of_an_unknown_name(name: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("cloud\n")
    with pytest.raises(CatalogError) as caught:
        checked_folder(tmp_path)
    assert caught.value.problems[0].hint.startswith(hint)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("our prices")
    assert checked_folder(tmp_path) == {}


def test_own_rows_may_point_at_own_rows(tmp_path: Path) -> None:
    write(tmp_path, "zones.csv", row_of("zones.csv", region="xx-home-1", id="xxh1-az1"))
    write(tmp_path, "machines.csv", row_of("machines.csv", name="x1.private"))
    write(
        tmp_path, "offerings.csv", row_of("offerings.csv", region="xx-home-1", machine="x1.private", zones="xxh1-az1")
    )
    write(tmp_path, "prices.csv", row_of("prices.csv", region="xx-home-1", item="x1.private"))
    assert set(checked_folder(tmp_path)) == {"zones.csv", "machines.csv", "offerings.csv", "prices.csv"}
