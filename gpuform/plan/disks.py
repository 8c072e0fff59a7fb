"""Decision: size, speed and device of every disk where the spec leaves them open. What is written stays as written."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedDisk, PlannedDisks, PlannedImage, PlannedLocal
from gpuform.spec.models import Disk

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, DiskLimits, Machine
    from gpuform.spec.models import ClusterSpec, LocalDisks, Needs, Pool

GIB = 1024**3
MIB = 1024**2
MIBPS_PER_GPU = 250
MOST_ROOT_MIBPS = 1000
"""The planner's own measure for a root nobody sized: a node loads its container image and model from it at each start, and
every GPU waits. 250 MiB/s per GPU up to 1,000 is what golden images of GPU fleets use; a need in the spec overrules it."""
BIG_NODE_GPUS = 8
BIG_ROOT_GIB = 200
"""Room for the larger images that eight-GPU nodes run."""


def planned_disks(
    pool: Pool, path: str, machine: Machine, image: PlannedImage, spec: ClusterSpec, catalog: Catalog
) -> tuple[PlannedDisks, tuple[Chosen, ...]]:
    where = f"{path}.disks"
    reads = read_from(pool, spec)
    root, chosen = planned_root(pool, f"{where}.root", machine, image, catalog, needs_of(pool, "root", reads))
    data: list[PlannedDisk] = []
    for index, disk in enumerate(pool.disks.data):
        planned, more = planned_disk(
            disk,
            f"{where}.data[{disk.name}]",
            disk.name,
            size=GIB * 500 if disk.size is None else disk.size,
            device=disk.device or f"/dev/sd{chr(ord('f') + index)}",
            mount=disk.mount or f"/{disk.name}",
            catalog=catalog,
            wanted=needs_of(pool, disk.name, reads),
            ceiling=machine,
        )
        data.append(planned)
        chosen += more
    local, more = planned_local(pool.disks.local, f"{where}.local", machine)
    return PlannedDisks(root, tuple(data), local), (*chosen, *more)


def read_from(pool: Pool, spec: ClusterSpec) -> str:
    """Where the job reads: as written, else the first data disk, else the first Lustre, else root."""
    if pool.needs.read_from is not None:
        return pool.needs.read_from
    if pool.disks.data:
        return pool.disks.data[0].name
    return next((one.name for one in spec.shared_storage if one.lustre is not None), "root")


def needs_of(pool: Pool, disk: str, reads: str) -> Needs | None:
    """The job's needs where it reads from this disk."""
    return pool.needs if disk == reads else None


def planned_root(
    pool: Pool, path: str, machine: Machine, image: PlannedImage, catalog: Catalog, wanted: Needs | None
) -> tuple[PlannedDisk, tuple[Chosen, ...]]:
    disk = pool.disks.root or Disk()
    least = max(image.root_gib or 0, int(catalog.limit("gpu-root-gib")))
    size = least if machine.gpus < BIG_NODE_GPUS else max(least, BIG_ROOT_GIB)
    return planned_disk(
        disk,
        path,
        "root",
        size=size * GIB if disk.size is None else disk.size,
        device=disk.device or image.root_device,
        mount=None,
        catalog=catalog,
        wanted=wanted,
        ceiling=machine,
        gpus=machine.gpus,
    )


def planned_disk(
    disk: Disk,
    path: str,
    name: str,
    *,
    size: int,
    device: str,
    mount: str | None,
    catalog: Catalog,
    wanted: Needs | None,
    ceiling: Machine,
    gpus: Decimal | None = None,
) -> tuple[PlannedDisk, tuple[Chosen, ...]]:
    """`gpus`: of a root, whose default speed grows with them; None for a data disk."""
    kind = disk.type or "gp3"
    limits = catalog.disk(kind)
    size_gib = math.ceil(size / GIB)
    throughput, why_throughput = chosen_throughput(disk, limits, wanted, ceiling, gpus)
    iops, why_iops = chosen_iops(disk, limits, throughput, size_gib, wanted, ceiling)
    planned = PlannedDisk(
        path=path,
        name=name,
        size_gib=size_gib,
        type=kind,
        iops=iops,
        throughput_mibps=throughput,
        encrypted=True if disk.encrypted is None else disk.encrypted,
        device=device,
        mount=mount,
    )
    reasons = (
        (
            "size",
            disk.size,
            f"{size_gib} GiB",
            "room for the image and what it downloads" if gpus else "the size was left out",
        ),
        ("type", disk.type, kind, "the general type whose speed is bought apart from its size"),
        ("throughput", disk.throughput, f"{throughput} MiB/s", why_throughput),
        ("iops", disk.iops, str(iops), why_iops),
    )
    return planned, tuple(
        Chosen(f"{path}.{field}", value, why) for field, asked, value, why in reasons if asked is None and why
    )


def chosen_throughput(
    disk: Disk, limits: DiskLimits | None, wanted: Needs | None, ceiling: Machine, gpus: Decimal | None
) -> tuple[int | None, str]:
    """MiB/s and why; nothing to choose for a type that takes none."""
    if disk.throughput is not None:
        return math.ceil(disk.throughput / MIB), ""
    if limits is None or limits.base_mibps is None or limits.max_mibps is None:
        return None, ""
    if wanted is not None and wanted.read_throughput is not None:
        need = math.ceil(wanted.read_throughput / MIB)
        return min(max(need, limits.base_mibps), limits.max_mibps), f"needs.readThroughput asks for {need} MiB/s"
    if gpus is None:
        return limits.base_mibps, "what the type comes with"
    policy = min(MOST_ROOT_MIBPS, int(MIBPS_PER_GPU * max(gpus, Decimal(1))))
    most = limits.max_mibps if ceiling.disk_max_mibps is None else int(ceiling.disk_max_mibps)
    if disk.iops is not None and limits.mibps_per_iops is not None:
        most = min(most, int(disk.iops * limits.mibps_per_iops))
    speed = max(limits.base_mibps, min(policy, most, limits.max_mibps))
    return speed, f"{MIBPS_PER_GPU} MiB/s per GPU up to {MOST_ROOT_MIBPS}, within what the machine and the IOPS carry"


def chosen_iops(
    disk: Disk, limits: DiskLimits | None, throughput: int | None, size_gib: int, wanted: Needs | None, ceiling: Machine
) -> tuple[int | None, str]:
    if disk.iops is not None:
        return disk.iops, ""
    if limits is None or limits.min_iops is None or limits.max_iops is None:
        return None, ""
    base = limits.base_iops or limits.min_iops
    by_throughput = 0
    if throughput is not None and limits.mibps_per_iops is not None and limits.base_mibps is not None:
        by_throughput = math.ceil(throughput / limits.mibps_per_iops)
    need = wanted.read_iops or 0 if wanted is not None else 0
    policy = 0
    if throughput is not None and throughput > (limits.base_mibps or 0) and disk.throughput is None:
        # 64 KiB reads: 16 of them carry one MiB/s
        policy = throughput * 16
    most = limits.max_iops if ceiling.disk_max_iops is None else min(limits.max_iops, ceiling.disk_max_iops)
    if limits.iops_per_gib is not None:
        most = min(most, max(base, int(limits.iops_per_gib * size_gib)))
    iops = max(base, by_throughput, min(most, max(need, policy)))
    if need and iops >= need:
        return iops, f"needs.readIops asks for {need}"
    if by_throughput > base and not policy:
        return iops, f"{throughput} MiB/s need at least {by_throughput} IOPS ({limits.mibps_per_iops} MiB/s per IOPS)"
    return iops, "reads of 64 KiB at that throughput" if policy else "what the type comes with"


def planned_local(
    local: LocalDisks | None, path: str, machine: Machine
) -> tuple[PlannedLocal | None, tuple[Chosen, ...]]:
    """The machine's own disks: mounted wherever there are some, for they are paid anyway."""
    if local is not None:
        return PlannedLocal(path, local.raid, local.mount, machine.local_disks, machine.local_gb), ()
    if not machine.local_disks:
        return None, ()
    why = f"{machine.name} brings {machine.local_disks} disks of its own, {machine.local_gb:,} GB, at no extra price"
    return PlannedLocal(path, "0", "/scratch", machine.local_disks, machine.local_gb), (
        Chosen(path, "raid 0 at /scratch", why),
    )
