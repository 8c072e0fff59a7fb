"""Rows of the data files as records, and the user's overlay rows laid over them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, cast

from gpuform.catalog.model import (
    Card,
    CudaFloor,
    DiskLimits,
    FabricKind,
    GpuSoftware,
    ImageFamily,
    Limit,
    LustreOffer,
    Machine,
    Market,
    NicType,
    Price,
    Status,
    Zone,
)

Row = Mapping[str, str]
Table = tuple[Row, ...]
DATA = Path(__file__).resolve().parent / "data"
KEYS: Mapping[str, tuple[str, ...]] = {
    "machines.csv": ("cloud", "name"),
    "zones.csv": ("cloud", "region", "id"),
    "offerings.csv": ("cloud", "region", "machine"),
    "disks.csv": ("cloud", "type"),
    "images.csv": ("cloud", "name"),
    "cuda.csv": ("cuda",),
    "gpu-software.csv": ("gpu",),
    "lustre.csv": ("cloud", "deployment"),
    "limits.csv": ("cloud", "name"),
    "prices.csv": ("cloud", "region", "item", "kind"),
}
"""The files of the catalog, and what makes a row of each unique."""


@cache
def shipped(file: str) -> Table:
    """The rows of a file that comes with gpuform."""
    path = DATA / file
    with path.open(newline="", encoding="utf-8") as handle:
        reader = csv.reader(handle)
        header = next(reader)
        # zip is twice as quick as DictReader; that every row is as long as the header is tested
        return tuple(dict(zip(header, values, strict=True)) for values in reader)


@cache
def shipped_starting(file: str, start: str) -> Table:
    """Only the rows whose line starts so: a spec asks for the prices of one region of thirty."""
    with (DATA / file).open(newline="", encoding="utf-8") as handle:
        header = next(csv.reader(handle))
        lines = [line for line in handle if line.startswith(start)]
    return tuple(dict(zip(header, values, strict=True)) for values in csv.reader(lines))


def merged(file: str, own: Table) -> Table:
    """The shipped rows of a file, those of the user replacing what has the same key."""
    if not own:
        return shipped(file)
    keys = KEYS[file]
    return tuple({key_of(row, keys): row for row in (*shipped(file), *own)}.values())


def key_of(row: Row, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[key] for key in keys)


def machine(row: Row) -> Machine:
    return Machine(
        cloud=row["cloud"],
        name=row["name"],
        status=cast("Status", row["status"]),
        vendor=row["vendor"],
        gpu=row["gpu"],
        gpus=Decimal(row["gpus"]),
        gpu_memory_gib=number(row["gpu_memory_gib"]),
        compute_capability=row["compute_capability"],
        vcpus=int(row["vcpus"]),
        memory_gib=Decimal(row["memory_gib"]),
        arch="arm64" if row["arch"] == "arm64" else "x86_64",
        network_gbps=number(row["network_gbps"]),
        network_baseline_gbps=number(row["network_baseline_gbps"]),
        network_is_burst=row["network_is_burst"] == "yes",
        fabric=cast("FabricKind", row["fabric"]),
        fabric_gbps=number(row["fabric_gbps"]),
        fabric_interfaces=int(row["fabric_interfaces"]),
        cards=cards(row["cards"]),
        gpu_direct={"yes": True, "no": False}.get(row["gpu_direct"]),
        nvswitch=row["nvswitch"] == "yes",
        fabric_manager=cast("Any", row["fabric_manager"]),
        disk_baseline_iops=whole(row["disk_baseline_iops"]),
        disk_max_iops=whole(row["disk_max_iops"]),
        disk_baseline_mibps=number(row["disk_baseline_mibps"]),
        disk_max_mibps=number(row["disk_max_mibps"]),
        max_disks=whole(row["max_disks"]),
        local_disks=int(row["local_disks"]),
        local_gb=Decimal(row["local_gb"]),
        placements=frozenset(row["placements"].split()),
        markets=cast("frozenset[Market]", frozenset(row["markets"].split())),
        boot_modes=frozenset(row["boot_modes"].split()),
        disputed=frozenset(row["disputed"].split()),
        replaced_by=row["replaced_by"],
        notes=row["notes"],
        source=row["source"],
        dated=row["dated"],
    )


@cache
def cards(text: str) -> tuple[Card, ...]:
    """`0-31:2:interface+efa` → 32 cards of 2 devices each."""
    found: list[Card] = []
    for run in text.split("|"):
        which, devices, types = run.split(":")
        first, _, last = which.partition("-")
        kinds = cast("frozenset[NicType]", frozenset(types.split("+")))
        found += [Card(index, int(devices), kinds) for index in range(int(first), int(last or first) + 1)]
    return tuple(found)


def disk(row: Row) -> DiskLimits:
    return DiskLimits(
        cloud=row["cloud"],
        type=row["type"],
        media="hdd" if row["media"] == "hdd" else "ssd",
        boot=row["boot"] == "yes",
        old=row["old"] == "yes",
        min_gib=int(row["min_gib"]),
        max_gib=int(row["max_gib"]),
        min_iops=whole(row["min_iops"]),
        max_iops=whole(row["max_iops"]),
        base_iops=whole(row["base_iops"]),
        iops_per_gib=number(row["iops_per_gib"]),
        min_mibps=whole(row["min_mibps"]),
        max_mibps=whole(row["max_mibps"]),
        base_mibps=whole(row["base_mibps"]),
        mibps_per_iops=number(row["mibps_per_iops"]),
        source=row["source"],
        dated=row["dated"],
    )


def image(row: Row) -> ImageFamily:
    pairs = (pair.split("=", 1) for pair in row["parameters"].split())
    return ImageFamily(
        cloud=row["cloud"],
        name=row["name"],
        os=row["os"],
        parameters=tuple((arch, where) for arch, where in pairs),
        vendor=row["vendor"],
        root_device=row["root_device"],
        root_gib=int(row["root_gib"]),
        driver=row["driver"],
        cuda=row["cuda"],
        fabric_manager=row["fabric_manager"],
        efa_installer=row["efa_installer"],
        source=row["source"],
        dated=row["dated"],
    )


def lustre(row: Row) -> LustreOffer:
    return LustreOffer(
        cloud=row["cloud"],
        deployment=row["deployment"],
        first_gib=tuple(int(size) for size in row["first_gib"].split()),
        step_gib=int(row["step_gib"]),
        throughputs=tuple(int(speed) for speed in row["throughputs"].split()),
        default_throughput=whole(row["default_throughput"]),
        source=row["source"],
        dated=row["dated"],
    )


def zone(row: Row) -> Zone:
    return Zone(row["cloud"], row["region"], row["id"])


def limit(row: Row) -> Limit:
    return Limit(row["cloud"], row["name"], Decimal(row["value"]), row["unit"], row["source"], row["dated"])


def cuda(row: Row) -> CudaFloor:
    return CudaFloor(row["cuda"], row["driver"], row["minor_compatible_driver"], row["source"], row["dated"])


def gpu_software(row: Row) -> GpuSoftware:
    return GpuSoftware(
        gpu=row["gpu"],
        cuda_from=row["cuda_from"],
        cuda_to=row["cuda_to"],
        driver_from=row["driver_from"],
        driver_to=row["driver_to"],
        kernel_module=row["kernel_module"],
        source=row["source"],
        dated=row["dated"],
    )


def price(row: Row) -> Price:
    return Price(
        low=Decimal(row["low"]),
        high=Decimal(row["high"]),
        currency=row["currency"],
        unit=row["unit"],
        confidence=row["confidence"],
        source=row["source"],
        dated=row["dated"],
    )


def number(text: str) -> Decimal | None:
    return Decimal(text) if text else None


def whole(text: str) -> int | None:
    return int(text) if text else None
