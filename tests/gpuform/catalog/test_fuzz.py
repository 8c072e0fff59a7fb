"""Whatever passes the checks can be made records of; whatever doesn't is told. Nothing in between."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuform.catalog import Catalog
from gpuform.catalog import read as reading
from gpuform.catalog.check import checked_folder
from gpuform.catalog.forms import FORMS
from gpuform.catalog.read import Row, Table, shipped
from gpuform.errors import CatalogError, MissingError

MAKERS = {
    "machines.csv": reading.machine,
    "zones.csv": reading.zone,
    "disks.csv": reading.disk,
    "images.csv": reading.image,
    "cuda.csv": reading.cuda,
    "gpu-software.csv": reading.gpu_software,
    "lustre.csv": reading.lustre,
    "limits.csv": reading.limit,
    "prices.csv": reading.price,
}
CELLS = st.one_of(
    st.text(max_size=30),
    st.from_regex(r"-?[0-9]{1,20}(\.[0-9]{1,12})?", fullmatch=True),
    st.from_regex(r"[0-9]{1,2}(-[0-9]{1,2})?:[0-9]{1,2}:(interface|efa)(\|[0-9]:1:efa-only)?", fullmatch=True),
    st.sampled_from(["", "yes", "no", "none", "efa", "nan", "1e9", "2026-11-30", "x86_64=/a arm64=/b", "9" * 5000]),
)


@st.composite
def changed_rows(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    file = draw(st.sampled_from(sorted(FORMS)))
    rows = shipped(file)
    row = dict(rows[draw(st.integers(0, len(rows) - 1))])
    for column in draw(st.lists(st.sampled_from(sorted(FORMS[file])), min_size=1, max_size=3)):
        row[column] = draw(CELLS)
    return file, row


def checked_or_told(folder: Path) -> dict[str, Table] | str:
    try:
        return checked_folder(folder)
    except (CatalogError, MissingError) as error:
        return str(error)


@given(changed_rows())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_a_changed_row_is_told_or_becomes_a_record(changed: tuple[str, Row]) -> None:
    file, row = changed
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / file).open("w", newline="", encoding="utf-8", errors="surrogatepass") as handle:
            writer = csv.DictWriter(handle, list(FORMS[file]))
            writer.writeheader()
            writer.writerow(row)
        own = checked_or_told(Path(folder))
    if isinstance(own, str):
        assert file in own
        return
    for checked in own[file]:
        assert file not in MAKERS or MAKERS[file](checked)
    assert Catalog("aws", own).machine("p5.48xlarge")


@given(st.binary(max_size=400))
@example(b'"\r"')
@example(b"\xef\xbb\xbf")
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_bytes_are_told(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "limits.csv").write_bytes(content)
        found = checked_or_told(Path(folder))
    assert "limits.csv" in found if isinstance(found, str) else found == {"limits.csv": ()}
