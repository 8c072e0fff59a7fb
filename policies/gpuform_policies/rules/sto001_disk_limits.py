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
from gpuform_policies.rule import CardSeverity, Found, Rule, all_of

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
        bootable = [name for name in world.catalog.disk_types() if can_boot(name, world)]
        yield Found(f"{disk.type} can't hold the system.", fix=f"type: one of {', '.join(bootable)}", at="type")
    knobs = (size_problems, iops_problems, throughput_problems)
    yield from all_of(problems(disk, limits, hard) for problems in knobs)


def can_boot(name: str, world: World) -> bool:
    limits = world.catalog.disk(name)
    return limits is not None and limits.boot and not limits.old


def over(limits: DiskLimits, world: World) -> CardSeverity:
    """How hard a value above a limit is: a warning where the row is old, for the cloud may have raised it (case C38)."""
    day, today = date.fromisoformat(limits.dated), world.now.date()
    months = (today.year - day.year) * 12 + today.month - day.month - (today.day < day.day)
    return "warning" if months >= world.limit("limit-row-stale-months") else "error"


def size_problems(disk: Disk, limits: DiskLimits, hard: CardSeverity) -> Iterator[Found]:
    size = disk.size_gib
    if size is None:
        return
    if size < limits.min_gib:
        yield Found(
            f"{size:,} GiB is below the {limits.min_gib:,} GiB of the smallest {disk.type}.",
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
        if limits.min_iops is not None and limits.base_iops is None:
            yield Found(
                f"{disk.type} comes with no IOPS of its own: it is refused without a number from {limits.min_iops:,} to {limits.max_iops:,}.",
                fix=f"iops: {limits.min_iops} or more",
                at="iops",
            )
        return
    if limits.min_iops is None or limits.max_iops is None:
        yield Found(
            f"IOPS can't be chosen for {disk.type}; {iops:,} were.", fix="leave iops out, or type: gp3", at="iops"
        )
    elif iops < limits.min_iops:
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
    elif limits.iops_per_gib is not None and disk.size_gib is not None:
        most = max(int(limits.iops_per_gib * disk.size_gib), limits.base_iops or 0)
        if iops > most:
            yield Found(
                f"{iops:,} IOPS are too many for {disk.size_gib:,} GiB: {disk.type} carries {limits.iops_per_gib} per GiB, {most:,} here.",
                fix=f"size: {math.ceil(iops / limits.iops_per_gib)} GiB, or iops: {max(most, limits.min_iops)}",
                at="iops",
                severity=hard,
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
    elif speed < limits.min_mibps:
        yield Found(
            f"{speed:,} MiB/s are below the {limits.min_mibps:,} of {disk.type}.",
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
    elif limits.mibps_per_iops is not None and speed > (limits.base_mibps or 0):
        iops = disk.iops if disk.iops is not None else limits.base_iops or 0
        if speed > iops * limits.mibps_per_iops:
            need = math.ceil(speed / limits.mibps_per_iops)
            yield Found(
                f"{speed:,} MiB/s are too much for {iops:,} IOPS: {disk.type} carries {limits.mibps_per_iops} MiB/s per IOPS, "
                f"{int(iops * limits.mibps_per_iops):,} here.",
                fix=f"iops: {need}",
                at="iops" if disk.iops is not None else "throughput",
                severity=hard,
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
