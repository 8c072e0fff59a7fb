"""A disk is slower than the job that reads from it.

What: IOPS or throughput below what `needs` asks of the disk the job reads from; or the root of a GPU machine left at the type's
bare default although the machine could carry more.

Why: at 125 MiB/s a node takes 23 minutes to load the weights and image of a large model (about 170 GiB), and every GPU of it waits, at each start.

Example:
    root: {size: 500 GiB, type: gp3, iops: 3000, throughput: 125 MiB/s}

Instead:
    root: {size: 500 GiB, type: gp3, iops: 16000, throughput: 1000 MiB/s}
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Disk, Template, World
from gpuform_policies.rule import Found, Rule

MIB = 1024**2


def check(template: Template, world: World) -> Iterator[Found]:
    read = read_disk(template)
    if read is not None and template.needs is not None:
        yield from need_problems(read, template)
    root = template.root
    if root is not None and (root is not read or template.needs is None or not asks(template)):
        yield from bare_problems(root, template)


def read_disk(template: Template) -> Disk | None:
    """The disk of the node itself that the job reads from; None where it reads from shared storage or the machine's own disks."""
    name = template.needs.read_from if template.needs is not None else None
    disks = {disk.name: disk for disk in (template.root, *template.data) if disk is not None}
    if name is not None:
        return disks.get(name)
    if template.data:
        return template.data[0]
    return None if template.reads_lustre else template.root


def asks(template: Template) -> bool:
    needs = template.needs
    return needs is not None and (needs.read_iops is not None or needs.read_throughput is not None)


def effective(disk: Disk) -> tuple[int | None, int | None]:
    """(IOPS, MiB/s) the disk gives: what is set, else what the type comes with; None where it follows from the size."""
    limits = disk.limits
    base_iops = None if limits is None else limits.base_iops
    base_mibps = None if limits is None else limits.base_mibps
    iops = disk.iops if disk.iops is not None else base_iops
    return iops, disk.throughput_mibps if disk.throughput_mibps is not None else base_mibps


def need_problems(disk: Disk, template: Template) -> Iterator[Found]:
    needs = template.needs
    if needs is None:
        return
    machine = template.machines[0]
    iops, speed = effective(disk)
    where = absolute(disk)
    if needs.read_iops is not None and iops is not None and iops < needs.read_iops:
        yield Found(
            f"The job reads {needs.read_iops:,} IOPS from {disk.name}, a {disk.type} of {iops:,} IOPS.",
            fix=f"iops: {needs.read_iops} on {disk.name}{cap(needs.read_iops, disk)}",
            at=f"{where}iops",
            impact=f"Reads take {Decimal(needs.read_iops) / iops:.1f} times as long, and the GPUs wait.",
        )
    if needs.read_throughput is not None and speed is not None:
        wanted = math.ceil(needs.read_throughput / MIB)
        if speed < wanted:
            yield Found(
                f"The job reads {wanted:,} MiB/s from {disk.name}, a {disk.type} of {speed:,} MiB/s.",
                fix=f"throughput: {wanted} MiB/s on {disk.name}{cap_speed(wanted, disk)}",
                at=f"{where}throughput",
                impact=f"Reads take {Decimal(wanted) / speed:.1f} times as long, and the GPUs wait.",
            )
    if needs.read_iops is not None and machine.disk_max_iops is not None and needs.read_iops > machine.disk_max_iops:
        yield Found(
            f"The job reads {needs.read_iops:,} IOPS per node; {machine.name} carries {machine.disk_max_iops:,} to all its disks together.",
            fix="a larger machine, or read from the machine's own disks (disks.local) or Lustre",
            at=f"{where}iops",
        )


def bare_problems(root: Disk, template: Template) -> Iterator[Found]:
    """At the type's default, though the machine could carry more. Types whose speed follows from the size have no bare default."""
    limits = root.limits
    machine = template.machines[0]
    if limits is None or limits.base_iops is None or limits.base_mibps is None:
        return
    iops, speed = effective(root)
    if iops is None or speed is None or iops > limits.base_iops or speed > limits.base_mibps:
        return
    if machine.disk_max_mibps is None or machine.disk_max_mibps <= limits.base_mibps:
        return
    slow = load_minutes(template, speed)
    better = min(int(machine.disk_max_mibps), 1000)
    yield Found(
        f"The root of {machine.name} ({machine.gpus} × {machine.gpu}) is a bare {root.type}: {iops:,} IOPS and {speed} MiB/s, "
        f"where the machine carries {machine.disk_max_mibps:,.0f} MiB/s.",
        fix=f"iops: {max(limits.base_iops, better * 4)}, throughput: {better} MiB/s",
        at=absolute(root).rstrip("."),
        impact=f"Filling the GPUs' memory once takes {slow:.0f} min at {speed} MiB/s, {load_minutes(template, better):.0f} min at {better}."
        if slow
        else "",
    )


def load_minutes(template: Template, mibps: int) -> float:
    memory = template.machines[0].node_gpu_memory_gib
    return 0.0 if memory is None else float(memory * 1024 / mibps / 60)


def absolute(disk: Disk) -> str:
    return f"/{disk.path}." if disk.path else ""


def cap(iops: int, disk: Disk) -> str:
    most = None if disk.limits is None else disk.limits.max_iops
    return f" (a {disk.type} gives {most:,} at most)" if most is not None and iops > most else ""


def cap_speed(mibps: int, disk: Disk) -> str:
    most = None if disk.limits is None else disk.limits.max_mibps
    if most is not None and mibps > most:
        return f" (a {disk.type} gives {most:,} at most: several disks, the machine's own, or Lustre)"
    return ""


RULE = Rule(
    id="STO002",
    name="disk-too-slow",
    severity="error*",
    judges=Template,
    check=check,
    source="disks.csv (baselines) and machines.csv (what the machine carries to its disks)",
    page=__doc__ or "",
    cases=(),
)
