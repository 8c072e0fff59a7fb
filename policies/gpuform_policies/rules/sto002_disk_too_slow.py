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
from typing import TYPE_CHECKING

from gpuform_policies.fact import Disk, Template, World
from gpuform_policies.rule import CardSeverity, Found, Rule, all_of
from gpuform_policies.telling import absolute

if TYPE_CHECKING:
    from gpuform.catalog import Machine

MIB = 1024**2
FASTER = "a larger machine, or read from the machine's own disks (disks.local) or Lustre"


def check(template: Template, world: World) -> Iterator[Found]:
    read, root = read_disk(template), template.root
    if read is not None and asks(template):
        yield from all_of((iops_problems(read, template), throughput_problems(read, template)))
    if root is None:
        yield from left_to_image(template, world)
    elif root is not read or not asks(template):
        yield from bare_problems(root, template)


def read_disk(template: Template) -> Disk | None:
    """The disk of the node itself that the job reads from; None where it reads from shared storage or the machine's own disks."""
    name = template.needs.read_from if template.needs is not None else None
    if name is not None:
        disks = {disk.name: disk for disk in (template.root, *template.data) if disk is not None}
        return disks.get(name)
    if template.data:
        return template.data[0]
    return None if template.reads_lustre else template.root


def asks(template: Template) -> bool:
    needs = template.needs
    return needs is not None and (needs.read_iops is not None or needs.read_throughput is not None)


def iops_problems(disk: Disk, template: Template) -> Iterator[Found]:
    """Against the disk, then against what the machines carry to their disks."""
    limits = disk.limits
    wanted = None if template.needs is None else template.needs.read_iops
    if wanted is None or limits is None:
        return  # STO001 speaks about a type nobody knows
    gives = disk.iops if disk.iops is not None else limits.base_iops
    if gives is None and limits.min_iops is None and limits.iops_per_gib is not None and disk.size_gib is not None:
        gives = int(limits.iops_per_gib * disk.size_gib)  # of a type whose IOPS follow from its size
        gives = gives if limits.max_iops is None else min(gives, limits.max_iops)
    yield from disk_problem(disk, "IOPS", "iops", wanted, gives, limits.max_iops)
    for machine in template.machines:
        has = (machine.disk_baseline_iops, machine.disk_max_iops)
        yield from machine_problem(disk, machine, "IOPS", "iops", wanted, *has)


def throughput_problems(disk: Disk, template: Template) -> Iterator[Found]:
    limits = disk.limits
    asked = None if template.needs is None else template.needs.read_throughput
    if asked is None or limits is None:
        return
    wanted = math.ceil(asked / MIB)
    gives = disk.throughput_mibps if disk.throughput_mibps is not None else limits.base_mibps
    yield from disk_problem(disk, "MiB/s", "throughput", wanted, gives, limits.max_mibps)
    for machine in template.machines:
        has = (machine.disk_baseline_mibps, machine.disk_max_mibps)
        yield from machine_problem(disk, machine, "MiB/s", "throughput", wanted, *has)


def disk_problem(
    disk: Disk, unit: str, field: str, wanted: int, gives: int | None, most: int | None
) -> Iterator[Found]:
    """`gives` None: it follows from size or use in a way nobody wrote down; then only more than `most` is certain."""
    if gives is None and most is not None and wanted > most:
        gives = most
    if gives is None:
        yield Found(
            f"The job reads {wanted:,} {unit} from {disk.name}; what this {disk.type} gives follows from its size or use, "
            "and the catalog does not know it.",
            fix="type: gp3, whose speed is a number",
            at=absolute(disk.path, "type") or "type",
            severity="info",
        )
    elif gives < wanted:
        word = "" if unit == "IOPS" else f" {unit}"
        past = f" (a {disk.type} gives {most:,} at most)" if most is not None and wanted > most else ""
        yield Found(
            f"The job reads {wanted:,} {unit} from {disk.name}, a {disk.type} of {gives:,} {unit}.",
            fix=f"{field}: {wanted}{word} on {disk.name}{past}",
            at=absolute(disk.path, field) or field,
            impact=slower(wanted, gives),
        )


def machine_problem(
    disk: Disk,
    machine: Machine,
    unit: str,
    field: str,
    wanted: int,
    baseline: Decimal | int | None,
    most: Decimal | int | None,
) -> Iterator[Found]:
    """A machine too slow for its own disks; one that is fast enough in bursts only is a warning."""
    if most is None or (wanted <= most and (baseline is None or wanted <= baseline)):
        return
    in_bursts = wanted <= most
    carries = baseline if in_bursts and baseline is not None else most
    disputed = any(name in machine.disputed for name in (f"disk_max_{suffix(unit)}", f"disk_baseline_{suffix(unit)}"))
    yield Found(
        f"The job reads {wanted:,} {unit} per node; {machine.name} carries {carries:,.0f} to all its disks together"
        f"{f' all day, {most:,.0f} in bursts' if in_bursts else ''}.",
        fix=FASTER,
        at=absolute(disk.path, field) or field,
        impact=slower(wanted, carries),
        severity="warning" if in_bursts or disputed else None,
    )


def suffix(unit: str) -> str:
    return "iops" if unit == "IOPS" else "mibps"


def slower(wanted: int, gives: Decimal | int) -> str:
    return f"Reads take {Decimal(wanted) / gives:.1f} times as long, and the GPUs wait." if gives > 0 else ""


def bare_problems(root: Disk, template: Template) -> Iterator[Found]:
    """At the type's default, though the machine could carry more. Types whose speed follows from the size have no bare default."""
    limits, machine = root.limits, template.machines[0]
    if limits is None or limits.base_iops is None or limits.base_mibps is None or limits.max_mibps is None:
        return
    iops = limits.base_iops if root.iops is None else root.iops
    speed = limits.base_mibps if root.throughput_mibps is None else root.throughput_mibps
    carries = machine.disk_max_mibps
    if iops > limits.base_iops or speed > limits.base_mibps or carries is None or carries <= limits.base_mibps:
        return
    better = min(int(carries), limits.max_mibps)
    need = max(limits.base_iops, math.ceil(better / limits.mibps_per_iops) if limits.mibps_per_iops else 0)
    yield Found(
        f"The root of {machine.name} ({machine.gpus} × {machine.gpu}) is a bare {root.type}: {iops:,} IOPS and {speed} MiB/s, "
        f"where the machine carries {carries:,.0f} MiB/s.",
        fix=f"leave iops and throughput out, then they are sized for the machine; at most iops: {need}, throughput: {better} MiB/s"
        if root.path
        else f"as much as the job reads, up to iops: {need}, throughput: {better} MiB/s",
        at=absolute(root.path),
        impact=loading(machine, speed, better),
        severity=only_bursts(machine, limits.base_mibps),
    )


def left_to_image(template: Template, world: World) -> Iterator[Found]:
    """No root disk is set at all: it comes from the image, at its type's default speed."""
    machine, usual = template.machines[0], world.catalog.disk("gp3")
    if machine.disk_max_mibps is None or usual is None or usual.base_mibps is None:
        return
    if machine.disk_max_mibps > usual.base_mibps:
        yield Found(
            f"The root of {machine.name} ({machine.gpus} × {machine.gpu}) is left to the image, so nobody bought it any speed "
            f"(a gp3 comes with {usual.base_mibps} MiB/s); the machine carries {machine.disk_max_mibps:,.0f} MiB/s.",
            fix="set a root disk with size, iops and throughput",
            at=absolute(template.path, "disks.root"),
            severity="warning",
        )


def only_bursts(machine: Machine, base: int) -> CardSeverity | None:
    """A warning where the machine itself is faster than the bare disk in bursts only."""
    slow = machine.disk_baseline_mibps is not None and machine.disk_baseline_mibps <= base
    return "warning" if slow or "disk_max_mibps" in machine.disputed else None


def loading(machine: Machine, slow: int, fast: int) -> str:
    """Time lost at each start."""
    memory = machine.node_gpu_memory_gib
    if memory is None:
        return ""
    minutes = [memory * 1024 / speed / 60 for speed in (slow, fast)]
    return (
        f"Filling the GPUs' memory once takes {minutes[0]:.0f} min at {slow} MiB/s, {minutes[1]:.0f} min at {fast:,}."
    )


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
