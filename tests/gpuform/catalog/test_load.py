"""Loading: once per cloud, lazily, and with a user's own rows over the shipped ones."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from gpuform.catalog import load
from gpuform.catalog.read import DATA
from gpuform.errors import CatalogError, MissingError

PRICE_HEADER = "cloud,region,item,kind,unit,low,high,currency,confidence,source,dated\n"
OWN_PRICE = "aws,us-east-1,p5.48xlarge,list,instance-hour,31.5,31.5,USD,negotiated,contract 7,2026-05-01\n"


def test_each_catalog_is_made_once(tmp_path: Path) -> None:
    assert load("aws") is load("aws")
    assert load("aws", tmp_path) is load("aws", tmp_path)
    assert load("aws", tmp_path) is not load("aws")


def test_own_row_replaces_the_one_of_its_key(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text(PRICE_HEADER + OWN_PRICE)
    price = load("aws", tmp_path).price("p5.48xlarge", "us-east-1")
    other = load("aws", tmp_path).price("p4d.24xlarge", "us-east-1")
    assert price is not None
    assert (price.low, price.confidence, price.dated) == (Decimal("31.5"), "negotiated", "2026-05-01")
    assert other == load("aws").price("p4d.24xlarge", "us-east-1")


def test_own_machine_is_added(tmp_path: Path) -> None:
    header, first, *_ = (DATA / "machines.csv").read_text().splitlines()
    (tmp_path / "machines.csv").write_text(f"{header}\n{first.replace('dl1.24xlarge', 'x1.private')}\n")
    catalog = load("aws", tmp_path)
    assert catalog.machine("x1.private") is not None
    assert len(catalog.machines()) == len(load("aws").machines()) + 1


def test_empty_folder_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("ours")
    assert load("aws", tmp_path).machines() == load("aws").machines()


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match=r"is no folder; --catalog takes a folder with files such as machines\.csv"):
        load("aws", tmp_path / "missing")


def test_file_instead_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text(PRICE_HEADER)
    with pytest.raises(MissingError, match="is no folder"):
        load("aws", tmp_path / "prices.csv")


def test_broken_own_rows_come_on_load_also_those_of_another_cloud(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text(PRICE_HEADER + OWN_PRICE.replace("aws", "azure").replace("31.5", "-1"))
    with pytest.raises(CatalogError):
        load("aws", tmp_path)


def test_only_the_files_asked_for_are_read() -> None:
    """The prices are the largest file; a check that asks for none must not pay for it."""
    program = (
        "import gpuform.catalog.read as read; from gpuform.catalog import load\n"
        "catalog = load('aws')\n"
        "catalog.machine('p5.48xlarge'), catalog.zones('us-east-1'), catalog.disk('gp3')\n"
        "before = read.shipped_starting.cache_info().currsize\n"
        "catalog.price('p5.48xlarge', 'us-east-1')\n"
        "import sys\n"
        "print(before, read.shipped_starting.cache_info().currsize, 'gpuform.catalog.check' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1", "False"]
