"""Decision: size, type and device of every disk where the spec leaves them open. What is written stays as written."""

from __future__ import annotations

import math
from collections.abc import Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING

from gpuform.plan.disk_speed import Speed, Wish, planned_speed, wish_for_data, wish_for_root
from gpuform.plan.model import Chosen, PlannedDisk, PlannedDisks, PlannedImage, PlannedLocal
from gpuform.record import record
from gpuform.spec.models import Disk, LocalDisks

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine
    from gpuform.spec.models import ClusterSpec, DataDisk, Needs, Pool

GIB = 1024**3
DEFAULT_TYPE = "gp3"
BIG_NODE_GPUS = 8
BIG_ROOT_GIB = 200
"""Room for the larger images that eight-GPU nodes run."""
ROUND_GIB = 100


@record
class Default:
    """What a disk gets where the spec is silent."""

    size_gib: int
    why_size: str
    device: str
    mount: str | None
    wish: Wish


def planned_disks(
    pool: Pool, path: str, machine: Machine, image: PlannedImage, spec: ClusterSpec, catalog: Catalog
) -> tuple[PlannedDisks, tuple[Chosen, ...]]:
    where = f"{path}.disks"
    reads = read_from(pool, spec)
    needs: dict[str, Needs] = {reads: pool.needs}
    wish = wish_for_root(machine, needs.get("root"))
    root, chosen = planned_disk(
        pool.disks.root or Disk(),
        f"{where}.root",
        "root",
        root_default(machine, image, wish, catalog),
        machine,
        catalog,
    )
    data: list[PlannedDisk] = []
    for disk, device in zip(pool.disks.data, devices(pool.disks.data, image.root_device), strict=False):
        default = data_default(disk, device, machine, pool.needs, wish_for_data(needs.get(disk.name), catalog))
        planned, more = planned_disk(disk, f"{where}.data[{disk.name}]", disk.name, default, machine, catalog)
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


def root_default(machine: Machine, image: PlannedImage, wish: Wish, catalog: Catalog) -> Default:
    floor = int(catalog.limit("gpu-root-gib"))
    big = BIG_ROOT_GIB if machine.gpus >= BIG_NODE_GPUS else 0
    size = max(image.root_gib or 0, floor, big)
    return Default(size, "room for the image and the containers it downloads", image.root_device, None, wish)


def data_default(disk: DataDisk, device: str, machine: Machine, needs: Needs, wish: Wish) -> Default:
    """Room for what the GPUs hold once, or for two checkpoints where they go to this disk."""
    gib = max(ROUND_GIB, machine.node_gpu_memory_gib or 0)
    why = "room for what the GPUs of one node hold"
    if needs.checkpoint is not None and needs.checkpoint.to == disk.name:
        gib, why = max(gib, 2 * needs.checkpoint.size / GIB), "room for the newest checkpoint and the one before"
    size = math.ceil(gib / ROUND_GIB) * ROUND_GIB
    return Default(size, why, device, disk.mount or f"/{disk.name}", wish)


def devices(disks: tuple[DataDisk, ...], root: str) -> Iterator[str]:
    """A device name per data disk, in order of writing: as written, else the next free one."""
    taken = {root, *(disk.device for disk in disks if disk.device is not None)}
    free = (name for name in device_names() if name not in taken)
    for disk in disks:
        yield disk.device or next(free)


def device_names() -> Iterator[str]:
    """/dev/sdf … /dev/sdz, then /dev/xvdba … (EC2 User Guide, device names): more than any machine can attach."""
    yield from (f"/dev/sd{letter}" for letter in ascii_lowercase[5:])
    yield from (f"/dev/xvd{first}{second}" for first in "bc" for second in ascii_lowercase)


def planned_disk(
    disk: Disk, path: str, name: str, default: Default, machine: Machine, catalog: Catalog
) -> tuple[PlannedDisk, tuple[Chosen, ...]]:
    kind = disk.type or DEFAULT_TYPE
    size_gib = default.size_gib if disk.size is None else math.ceil(disk.size / GIB)
    speed = planned_speed(disk, size_gib, catalog.disk(kind), default.wish, machine)
    planned = PlannedDisk(
        path=path,
        name=name,
        size_gib=size_gib,
        type=kind,
        iops=speed.iops,
        throughput_mibps=speed.mibps,
        encrypted=True if disk.encrypted is None else disk.encrypted,
        device=disk.device or default.device,
        mount=default.mount,
    )
    return planned, tuple(disk_reasons(disk, planned, default, speed))


def disk_reasons(disk: Disk, planned: PlannedDisk, default: Default, speed: Speed) -> Iterator[Chosen]:
    path = planned.path
    if disk.size is None:
        yield Chosen(f"{path}.size", f"{planned.size_gib} GiB", default.why_size)
    if disk.type is None:
        yield Chosen(f"{path}.type", planned.type, "the general type whose speed is bought apart from its size")
    if disk.iops is None and speed.iops is not None:
        yield Chosen(f"{path}.iops", str(speed.iops), speed.why_iops)
    if disk.throughput is None and speed.mibps is not None:
        yield Chosen(f"{path}.throughput", f"{speed.mibps} MiB/s", speed.why_mibps)


def planned_local(
    local: LocalDisks | None, path: str, machine: Machine
) -> tuple[PlannedLocal | None, tuple[Chosen, ...]]:
    """The machine's own disks: mounted wherever there are some, for they are paid anyway."""
    if local is None and not machine.local_disks:
        return None, ()
    asked = local or LocalDisks()
    planned = PlannedLocal(path, asked.raid, asked.mount, machine.local_disks, machine.local_gb)
    if local is not None:
        return planned, ()
    own = "1 disk" if machine.local_disks == 1 else f"{machine.local_disks} disks"
    why = f"{machine.name} brings {own} of its own, {machine.local_gb:,} GB, at no extra price"
    return planned, (Chosen(path, f"raid {asked.raid} at {asked.mount}", why),)
