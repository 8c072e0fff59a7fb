"""Disk limits, against what botocore's EC2 model says of CreateVolume."""

from __future__ import annotations

import re
from typing import Any

import pytest
from botocore.loaders import Loader

from gpuform.catalog import DiskLimits, load

AWS = load("aws")


def said_of(member: str) -> str:
    model: Any = Loader().load_service_model("ec2", "service-2")
    text: str = model["shapes"]["CreateVolumeRequest"]["members"][member]["documentation"]
    return re.sub(r"<[^>]+>", "", text)


def ranges(text: str) -> dict[str, tuple[int, int]]:
    """`gp3: 1 - 65,536` → {gp3: (1, 65536)}; `st1 and sc1: …` is one range for two."""
    found = re.findall(r"((?:\w+ and )?\w+): ([\d,]+) *(?:\(default\))? *- ([\d,]+)", text)
    return {
        name: (int(low.replace(",", "")), int(high.replace(",", "")))
        for names, low, high in found
        for name in names.split(" and ")
    }


def disk(type_: str) -> DiskLimits:
    found = AWS.disk(type_)
    assert found is not None
    return found


def test_sizes() -> None:
    told = ranges(said_of("Size"))
    assert {type_: (disk(type_).min_gib, disk(type_).max_gib) for type_ in AWS.disk_types()} == told


def test_iops_that_can_be_chosen() -> None:
    told = ranges(said_of("Iops"))
    ours = {name: (disk(name).min_iops, disk(name).max_iops) for name in AWS.disk_types() if disk(name).min_iops}
    assert ours == told
    assert "3,000 (default)" in said_of("Iops")
    assert disk("gp3").base_iops == 3000


def test_throughput_that_can_be_chosen() -> None:
    text = said_of("Throughput")
    assert "Supported for gp3 volumes only" in text
    assert re.search(r"Valid Range: 125 - 2000 MiB/s", text)
    assert (disk("gp3").min_mibps, disk("gp3").max_mibps) == (125, 2000)
    assert [name for name in AWS.disk_types() if disk(name).min_mibps] == ["gp3"]


@pytest.mark.parametrize("type_", AWS.disk_types())
def test_shape_of_a_disk(type_: str) -> None:
    limits = disk(type_)
    assert limits.min_gib < limits.max_gib
    assert limits.boot == (limits.media == "ssd" or type_ == "standard")
    if limits.min_iops is not None:
        assert limits.max_iops is not None
        assert limits.iops_per_gib is not None
    if limits.base_mibps is not None:
        assert limits.base_mibps == limits.min_mibps, "what comes with it is the least"


def test_ratios_of_gp3_meet_its_limits() -> None:
    gp3 = disk("gp3")
    assert gp3.iops_per_gib is not None
    assert gp3.mibps_per_iops is not None
    assert gp3.iops_per_gib * 160 == gp3.max_iops, "80,000 IOPS from 160 GiB on"
    assert gp3.mibps_per_iops * 8000 == gp3.max_mibps, "2,000 MiB/s from 8,000 IOPS on"
