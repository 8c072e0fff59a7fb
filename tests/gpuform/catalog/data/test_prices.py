"""Every price row, and figures that must agree with each other."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from gpuform.catalog import load
from gpuform.catalog.read import Row, shipped

AWS = load("aws")
ROWS = shipped("prices.csv")
REGION = re.compile(r"[a-z]{2}(-gov)?-[a-z]+-\d(-(wl\d-)?[a-z]+\d?(-\d[a-z]?)?)?")
"""A region, or one of its local or wavelength zones: us-east-1, us-gov-west-1, us-east-1-atl-2a, us-east-1-wl1-atl1."""
MACHINES = [row for row in ROWS if row["unit"] == "instance-hour"]
ULTRASERVERS = {"u-p6e-gb200x36", "u-p6e-gb200x72"}


def by_kind(kind: str) -> dict[tuple[str, str], Row]:
    return {(row["region"], row["item"]): row for row in MACHINES if row["kind"] == kind}


def test_regions_are_regions() -> None:
    assert [row["region"] for row in ROWS if not REGION.fullmatch(row["region"])] == []


def test_machines_exist() -> None:
    assert {row["item"] for row in MACHINES} <= set(AWS.machine_names()) | ULTRASERVERS


def test_every_item_has_one_unit() -> None:
    units = {(row["item"], row["unit"]) for row in ROWS}
    assert len(units) == len({item for item, _ in units})


def test_nothing_from_memory() -> None:
    assert [row for row in ROWS if "memory" in (row["confidence"], row["source"].split(",")[0])] == []


def test_prices_are_in_dollars_of_a_plausible_size() -> None:
    assert {row["currency"] for row in ROWS} == {"USD"}
    assert all(Decimal("0.01") < Decimal(row["low"]) < 1000 for row in MACHINES)


def test_undated_rows_are_of_sources_that_tell_no_day() -> None:
    undated = {row["source"] for row in ROWS if not row["dated"]}
    assert undated == {
        "skypilot-org/skypilot-catalog catalogs/v9/aws/vms.csv @2c3d7ea7d76b",
        "public Python FSx pricing table",
        "public Python test fixture shaped like AWS Pricing API answers",
        "public cost notes",
        "public costs.py for eu-central-1",
        "cal53.calculator.city page",
    }


@pytest.mark.parametrize("kind", ["reserved-1y", "reserved-3y", "spot"])
def test_never_dearer_than_the_list(kind: str) -> None:
    listed = by_kind("list")
    both = {place: row for place, row in by_kind(kind).items() if place in listed}
    assert both
    # spot prices are told to four digits, so one at the cap may be rounded above it
    slack = Decimal("0.00005")
    assert [place for place, row in both.items() if Decimal(row["low"]) > Decimal(listed[place]["high"]) + slack] == []


def test_three_years_are_cheaper_than_one() -> None:
    one, three = by_kind("reserved-1y"), by_kind("reserved-3y")
    both = one.keys() & three.keys()
    assert both
    assert all(Decimal(three[place]["low"]) < Decimal(one[place]["low"]) for place in both)


def test_blocks_of_the_us_carry_the_rate_of_october() -> None:
    """Rates are reset about every quarter. October is told for the US as a whole, so it stands in each US region of July."""
    blocks = by_kind("block")
    assert blocks["us-west-1", "p5.48xlarge"]["dated"] == "2026-10-07"
    assert blocks["us-east-1", "p5.4xlarge"]["dated"] == "2026-07-22", "its October rate is an assumption of the source"
    assert blocks["us-gov-west-1", "p6-b200.48xlarge"]["dated"] == "2026-07-22", "not told for government regions"
    assert all(row["dated"] == "2026-07-22" for (region, _), row in blocks.items() if not region.startswith("us-"))


def test_blocks_are_of_machines_sold_in_blocks() -> None:
    names = {name for _, name in by_kind("block")} - ULTRASERVERS
    assert [name for name in names if "capacity-block" not in AWS.machines()[name].markets] == []


def test_spot_and_list_are_of_machines_sold_so() -> None:
    machines = AWS.machines()
    assert [row for row in MACHINES if row["kind"] == "spot" and "spot" not in machines[row["item"]].markets] == []
    assert [row for row in MACHINES if row["kind"] == "list" and "on-demand" not in machines[row["item"]].markets] == []


@pytest.mark.parametrize(
    ("item", "region", "usd"),
    [
        pytest.param("ebs-gp3-storage", "us-east-1", "0.08", id="disk"),
        pytest.param("ebs-gp3-iops-above-3000", "us-east-1", "0.005", id="IOPS"),
        pytest.param("ebs-gp3-throughput-above-125", "us-east-1", "0.04", id="throughput"),
        pytest.param("fsx-lustre-ssd-persistent_2-250", "us-east-1", "0.21", id="Lustre"),
        pytest.param("nat-gateway-hour", "us-east-1", "0.045", id="NAT"),
        pytest.param("nat-gateway-data", "us-east-1", "0.045", id="NAT traffic"),
        pytest.param("cross-az-each-direction", "us-east-1", "0.01", id="between zones"),
    ],
)
def test_what_a_cluster_needs_besides_machines(item: str, region: str, usd: str) -> None:
    price = AWS.price(item, region)
    assert price is not None
    assert price.low == price.high == Decimal(usd)
