"""Decision: IOPS and throughput of a disk where the spec leaves them open; whatever is chosen is legal for the disk.

A need of the job that reads from the disk comes first. A root nobody sized gets the planner's own measure: a node loads its
container image and model from it at each start, and every GPU waits. 250 MiB/s and 2,000 IOPS per GPU up to eight GPUs' worth
is what golden images of GPU fleets carry (16,000 IOPS and 1,000 MiB/s, the most a gp3 could do until September 2025).
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.record import record

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, DiskLimits, Machine
    from gpuform.spec.models import Disk, Needs

MIB = 1024**2
MIBPS_PER_GPU, MOST_MIBPS = 250, 1_000
IOPS_PER_GPU, MOST_IOPS = 2_000, 16_000
AS_GP3 = "gp3"


@record
class Wish:
    """What a disk should do if its type can; 0: whatever the type comes with."""

    iops: int
    why_iops: str
    mibps: int
    why_mibps: str


@record
class Speed:
    """None: the type has no such knob, and the spec does not turn it either."""

    iops: int | None
    why_iops: str
    mibps: int | None
    why_mibps: str


def wish_for_root(machine: Machine, needs: Needs | None) -> Wish:
    """`needs` where the job reads from the root itself."""
    gpus = max(machine.gpus, Decimal(1))
    own = Wish(
        min(MOST_IOPS, int(IOPS_PER_GPU * gpus)),
        f"{IOPS_PER_GPU:,} per GPU up to {MOST_IOPS:,}: nodes load image and model from the root",
        min(MOST_MIBPS, int(MIBPS_PER_GPU * gpus)),
        f"{MIBPS_PER_GPU} MiB/s per GPU up to {MOST_MIBPS:,}: nodes load image and model from the root",
    )
    return own if needs is None else wish_of(needs, own)


def wish_for_data(needs: Needs | None, catalog: Catalog) -> Wish:
    """Without a need: what the type comes with; for a type that comes with nothing, what a gp3 has."""
    gp3 = catalog.disk(AS_GP3)
    base = 0 if gp3 is None or gp3.base_iops is None else gp3.base_iops
    plain = Wish(base, f"as many as a {AS_GP3} comes with", 0, "what the type comes with")
    return plain if needs is None else wish_of(needs, plain)


def wish_of(needs: Needs, default: Wish) -> Wish:
    """The job's needs, each over the default where it is told."""
    iops, why_iops, mibps, why_mibps = default.iops, default.why_iops, default.mibps, default.why_mibps
    if needs.read_throughput is not None:
        mibps = math.ceil(needs.read_throughput / MIB)
        why_mibps = f"needs.readThroughput asks for {mibps:,} MiB/s"
        iops, why_iops = 0, "what that throughput needs, and no less than the type comes with"
    if needs.read_iops is not None:
        iops, why_iops = needs.read_iops, f"needs.readIops asks for {needs.read_iops:,}"
    return Wish(iops, why_iops, mibps, why_mibps)


def planned_speed(disk: Disk, size_gib: int, limits: DiskLimits | None, wish: Wish, machine: Machine) -> Speed:
    """Both figures: as written, else wished for within what the disk may be and the machine carries."""
    room = most_iops(disk, size_gib, limits, machine)
    mibps, why_mibps = planned_mibps(disk, limits, wish, machine, room)
    iops, why_iops = planned_iops(disk, limits, wish, room, mibps)
    return Speed(iops, why_iops, mibps, why_mibps)


def most_iops(disk: Disk, size_gib: int, limits: DiskLimits | None, machine: Machine) -> int:
    """The IOPS as written, or the most that the type, the size and the machine allow."""
    if disk.iops is not None:
        return disk.iops
    if limits is None or limits.max_iops is None:
        return 0
    most = limits.max_iops
    if limits.iops_per_gib is not None:
        most = min(most, max(limits.base_iops or 0, int(limits.iops_per_gib * size_gib)))
    return most if machine.disk_max_iops is None else min(most, machine.disk_max_iops)


def planned_mibps(
    disk: Disk, limits: DiskLimits | None, wish: Wish, machine: Machine, room: int
) -> tuple[int | None, str]:
    if disk.throughput is not None:
        return math.ceil(disk.throughput / MIB), ""
    if limits is None or limits.min_mibps is None or limits.max_mibps is None:
        return None, ""
    base = limits.base_mibps or limits.min_mibps
    caps = [(limits.max_mibps, f"the most a {limits.type} gives")]
    if machine.disk_max_mibps is not None:
        caps.append((int(machine.disk_max_mibps), f"the most {machine.name} carries"))
    if limits.mibps_per_iops is not None:
        caps.append((int(room * limits.mibps_per_iops), f"the most {room:,} IOPS may carry"))
    cap, why_cap = min(caps)
    if base >= min(wish.mibps, cap):
        return base, "what the type comes with"
    return (cap, f"{why_cap}; {wish.why_mibps}") if cap < wish.mibps else (wish.mibps, wish.why_mibps)


def planned_iops(
    disk: Disk, limits: DiskLimits | None, wish: Wish, room: int, mibps: int | None
) -> tuple[int | None, str]:
    if disk.iops is not None:
        return disk.iops, ""
    if limits is None or limits.min_iops is None or limits.max_iops is None:
        return None, ""
    base = limits.base_iops or limits.min_iops
    carrying = carrying_iops(limits, mibps)
    if disk.throughput is not None and carrying > base:
        # only a throughput was written: exactly what it needs, and said so (case C37)
        return carrying, f"{mibps:,} MiB/s need that many ({limits.mibps_per_iops} MiB/s per IOPS)"
    wished = 0 if disk.throughput is not None and limits.base_iops is not None else min(wish.iops, room)
    iops = max(base, carrying, wished)
    if iops == base:
        return iops, "what the type comes with"
    if iops == carrying > wished:
        return iops, f"{mibps:,} MiB/s need that many ({limits.mibps_per_iops} MiB/s per IOPS)"
    return iops, wish.why_iops if wish.iops <= room else f"the most disk and machine allow; {wish.why_iops}"


def carrying_iops(limits: DiskLimits, mibps: int | None) -> int:
    """The least IOPS that carry the throughput; 0 where none is set or the type ties none to it."""
    if mibps is None or limits.mibps_per_iops is None:
        return 0
    return math.ceil(mibps / limits.mibps_per_iops)
