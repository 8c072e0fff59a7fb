"""Zones and offers, against the answers of describe-instance-type-offerings that moto ships: every region, every zone."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from gpuform.catalog import load
from gpuform.catalog.read import shipped

AWS = load("aws")


def folder(kind: str) -> Path:
    moto = find_spec("moto")
    assert moto is not None
    assert moto.origin is not None
    return Path(moto.origin).parent / "ec2" / "resources" / "instance_type_offerings" / kind


REGIONS = sorted(path.name.removesuffix(".json.gz") for path in folder("availability-zone-id").glob("*.json.gz"))


@cache
def offers(region: str, kind: str) -> frozenset[tuple[str, str]]:
    """(machine, where)"""
    answer: list[dict[str, str]] = json.loads(gzip.decompress((folder(kind) / f"{region}.json.gz").read_bytes()))
    return frozenset((one["InstanceType"], one["Location"]) for one in answer)


def test_regions_are_those_of_the_api() -> None:
    assert list(AWS.regions()) == REGIONS


@pytest.mark.parametrize("region", REGIONS)
def test_zones_are_all_of_the_region(region: str) -> None:
    assert set(AWS.zones(region)) == {zone for _, zone in offers(region, "availability-zone-id")}


@pytest.mark.parametrize("region", REGIONS)
def test_offers_are_those_of_the_api(region: str) -> None:
    ours = {(name, zone) for name in AWS.machine_names() for zone in AWS.sold(name, region)}
    theirs = {(name, zone) for name, zone in offers(region, "availability-zone-id") if name in AWS.machine_names()}
    assert ours == theirs


@pytest.mark.parametrize("region", REGIONS)
def test_a_region_offers_what_one_of_its_zones_does(region: str) -> None:
    ours = {name for name in AWS.machine_names() if AWS.sold(name, region)}
    assert ours == {name for name, _ in offers(region, "region")} & set(AWS.machine_names())


def test_rows_are_compact_and_sorted() -> None:
    rows = [(row["region"], row["machine"]) for row in shipped("offerings.csv")]
    assert rows == sorted(rows)
    assert all(row["zones"].split() == sorted(set(row["zones"].split())) for row in shipped("offerings.csv"))
