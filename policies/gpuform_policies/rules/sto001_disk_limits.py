"""A disk that the cloud does not sell.

What: a type, size, IOPS, throughput, or a ratio between them, outside what the cloud offers.

Why: the launch is refused, node by node, after everything else is built. Limits age too: a value over a limit whose row is old is
only a warning, for the cloud may have raised it.

Example:
    root: {size: 500 GiB, type: gp3, iops: 3000, throughput: 1000 MiB/s}

Instead:
    root: {size: 500 GiB, type: gp3, iops: 4000, throughput: 1000 MiB/s}
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from gpuform_policies.fact import Disk, World
from gpuform_policies.rule import CardSeverity, Found, Rule

if TYPE_CHECKING:
    from gpuform.catalog import DiskLimits


def check(disk: Disk, world: World) -> Iterator[Found]:
    limits = disk.limits
    if limits is None:
        yield Found(
            f"`{disk.type}` is no disk type this cloud sells.",
            fix=f"type: one of {', '.join(world.catalog.disk_types())}",
            at="type",
        )
        return
    hard = over(limits, world)
    if disk.role == "root" and not limits.boot:
        yield Found(f"{disk.type} can't hold the system.", fix="type: gp3", at="type")
    yield from size_problems(disk, limits, hard)
    yield from iops_problems(disk, limits, hard)
    yield from throughput_problems(disk, limits, hard)


def over(limits: DiskLimits, world: World) -> CardSeverity:
    """How hard a value above a limit is: a warning where the row is old."""
    age = (world.now.date() - date.fromisoformat(limits.dated)).days / 30.4
    return "warning" if age > world.limit("limit-row-stale-months") else "error"


def size_problems(disk: Disk, limits: DiskLimits, hard: CardSeverity) -> Iterator[Found]:
    size = disk.size_gib
    if size is None:
        return
    if size < limits.min_gib:
        yield Found(
            f"{size} GiB is below the {limits.min_gib} GiB of the smallest {disk.type}.",
            fix=f"size: {limits.min_gib} GiB",
            at="size",
        )
    elif size > limits.max_gib:
        yield Found(
            f"{size:,} GiB is above the {limits.max_gib:,} GiB of the largest {disk.type} (limit of {limits.dated}).",
            fix=f"size: {limits.max_gib} GiB, or several disks",
            at="size",
            severity=hard,
        )


def iops_problems(disk: Disk, limits: DiskLimits, hard: CardSeverity) -> Iterator[Found]:
    iops = disk.iops
    if iops is None:
        return
    if limits.min_iops is None or limits.max_iops is None:
        yield Found(
            f"IOPS can't be chosen for {disk.type}; {iops:,} were.", fix="leave iops out, or type: gp3", at="iops"
        )
        return
    if iops < limits.min_iops:
        yield Found(
            f"{iops:,} IOPS are below the {limits.min_iops:,} of {disk.type}.",
            fix=f"iops: {limits.min_iops}",
            at="iops",
        )
    elif iops > limits.max_iops:
        yield Found(
            f"{iops:,} IOPS are above the {limits.max_iops:,} of {disk.type} (limit of {limits.dated}).",
            fix=f"iops: {limits.max_iops}, or several disks",
            at="iops",
            severity=hard,
        )
    elif iops > (limits.base_iops or 0) and limits.iops_per_gib is not None and disk.size_gib is not None:
        most = int(limits.iops_per_gib * disk.size_gib)
        if iops > most:
            need = math.ceil(iops / limits.iops_per_gib)
            yield Found(
                f"{iops:,} IOPS on {disk.size_gib} GiB are {iops / disk.size_gib:,.0f} per GiB; {disk.type} carries {limits.iops_per_gib} ({most:,} here).",
                fix=f"size: {need} GiB, or iops: {max(most, limits.base_iops or limits.min_iops)}",
                at="iops",
            )


def throughput_problems(disk: Disk, limits: DiskLimits, hard: CardSeverity) -> Iterator[Found]:
    speed = disk.throughput_mibps
    if speed is None:
        return
    if limits.min_mibps is None or limits.max_mibps is None:
        yield Found(
            f"Throughput can't be chosen for {disk.type}; {speed:,} MiB/s were.",
            fix="leave throughput out, or type: gp3",
            at="throughput",
        )
        return
    if speed < limits.min_mibps:
        yield Found(
            f"{speed} MiB/s are below the {limits.min_mibps} of {disk.type}.",
            fix=f"throughput: {limits.min_mibps} MiB/s",
            at="throughput",
        )
    elif speed > limits.max_mibps:
        yield Found(
            f"{speed:,} MiB/s are above the {limits.max_mibps:,} of {disk.type} (limit of {limits.dated}).",
            fix=f"throughput: {limits.max_mibps} MiB/s, or several disks",
            at="throughput",
            severity=hard,
        )
    elif limits.mibps_per_iops is not None and limits.base_mibps is not None and speed > limits.base_mibps:
        iops = disk.iops if disk.iops is not None else limits.base_iops or 0
        if speed > iops * limits.mibps_per_iops:
            need = math.ceil(speed / limits.mibps_per_iops)
            yield Found(
                f"{speed:,} MiB/s on {iops:,} IOPS are {speed / iops:.3f} MiB/s per IOPS; {disk.type} carries {limits.mibps_per_iops}."
                if iops
                else f"{speed:,} MiB/s need at least {need:,} IOPS.",
                fix=f"iops: {need}",
                at="iops" if disk.iops is not None else "throughput",
            )


RULE = Rule(
    id="STO001",
    name="disk-limits",
    severity="error",
    judges=Disk,
    check=check,
    source="disks.csv: botocore 1.44.8 EC2 model; https://github.com/hashicorp/terraform-provider-aws/pull/44604",
    page=__doc__ or "",
    cases=("C37", "C38"),
)
