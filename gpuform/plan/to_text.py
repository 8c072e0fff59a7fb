"""The plan for a person: one block per pool, what the planner chose marked as chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpuform.plan.to_json import number

if TYPE_CHECKING:
    from gpuform.plan.model import ClusterPlan, PlannedBucket, PlannedDisk, PlannedLustre, PlannedPool, PlannedSlice

SLICES = {"reservation": "reserved", "block": "in a capacity block", "onDemand": "on demand", "spot": "spot"}
MARK = "  ← chosen"


def to_text(plan: ClusterPlan) -> str:
    chosen = {one.path for one in plan.chosen}
    lines = [f"{plan.name}  {plan.cloud} {plan.region}  catalog of {plan.catalog_date}", ""]
    for pool in plan.pools:
        lines += [*pool_lines(pool, chosen), ""]
    lines += network_lines(plan)
    lines += [line for one in plan.lustre for line in lustre_lines(one)]
    lines += [line for one in plan.buckets for line in bucket_lines(one)]
    if plan.chosen:
        lines += ["", "chosen by the planner"]
        lines += [f"  {one.path}: {one.value} ({one.why})" for one in plan.chosen]
    return "\n".join(lines) + "\n"


def pool_lines(pool: PlannedPool, chosen: set[str]) -> Iterator[str]:
    nodes = str(pool.max) if pool.min == pool.max else f"{pool.min}-{pool.max}"
    gpus = number(pool.max * pool.machine.gpus)
    left = f"pool {pool.name}   {nodes} × {' or '.join(m.name for m in pool.machines)} in {', '.join(pool.zones)}"
    memory = "" if pool.machine.gpu_memory_gib is None else f" {number(pool.machine.gpu_memory_gib)} GiB"
    yield f"{left:50}  {gpus} × {pool.machine.gpu}{memory}, {network_words(pool)}"
    yield row("capacity", ", ".join(slice_words(part) for part in pool.slices), f"{pool.path}.capacity" in chosen)
    yield row("placement", placement_words(pool), pool.placement.path in chosen)
    yield row("root", disk_words(pool.disks.root), f"{pool.disks.root.path}.iops" in chosen)
    for disk in pool.disks.data:
        yield row(disk.name, f"{disk_words(disk)} at {disk.mount}", f"{disk.path}.iops" in chosen)
    if pool.disks.local is not None:
        local = pool.disks.local
        disks = "1 disk" if local.disks == 1 else f"{local.disks} disks"
        yield row("local", f"{disks}, {number(local.gb):,} GB at {local.mount}", local.path in chosen)
    yield row("image", pool.image.id or f"{pool.image.family} ({pool.image.arch})", pool.image.path in chosen)
    yield row("idle", idle_words(pool), pool.idle.path in chosen)


def row(name: str, text: str, chosen: bool) -> str:
    return f"  {name:10} {text}{MARK if chosen else ''}"


def network_words(pool: PlannedPool) -> str:
    if pool.fabric == "none":
        speed = pool.machine.network_baseline_gbps
        return "network speed unknown" if speed is None else f"{number(speed):,} Gbps network"
    fabric = sum(nic.type != "interface" for nic in pool.nics)
    plain = sum(nic.type == "interface" for nic in pool.nics)
    speed = pool.machine.fabric_gbps
    told = "speed unknown" if speed is None else f"{number(speed):,} Gbps"
    return f"{told} {pool.fabric.upper()} ({plain} + {fabric} interfaces)"


def slice_words(part: PlannedSlice) -> str:
    nodes = str(part.max) if part.min == part.max else f"{part.min}-{part.max}"
    held = part.reservation
    which = f" ({held.id or held.group or 'new'})" if held is not None else ""
    return f"{nodes} {SLICES[part.kind]}{which}"


def placement_words(pool: PlannedPool) -> str:
    placement = pool.placement
    if placement.kind == "none":
        return "no placement group"
    return f"{placement.kind}, group {placement.group or 'made with the stack'}"


def disk_words(disk: PlannedDisk) -> str:
    iops = "" if disk.iops is None else f", {disk.iops:,} IOPS"
    speed = "" if disk.throughput_mibps is None else f", {disk.throughput_mibps:,} MiB/s"
    return f"{disk.type} {disk.size_gib:,} GiB{iops}{speed}{'' if disk.encrypted else ', NOT encrypted'}"


def idle_words(pool: PlannedPool) -> str:
    if pool.idle.action == "none":
        return "never ended for idleness"
    who = f"whole gang to {pool.min}" if pool.gang == "all" else "one node at a time"
    what = "stopped" if pool.idle.action == "stop" else who
    return f"{what} below {number(pool.idle.gpu_below_percent)} % for {pool.idle.for_seconds // 60} min"


def network_lines(plan: ClusterPlan) -> list[str]:
    network = plan.network
    if network.vpc is not None:
        return [
            f"network      existing {network.vpc}, {len(network.subnets)} subnet{'' if len(network.subnets) == 1 else 's'}"
        ]
    kind = "public" if network.public_ip else "private, each with its NAT gateway"
    zones = ", ".join(f"{one.zone} {one.cidr}" for one in network.subnets)
    return [f"network      {network.cidr}, {kind}: {zones}"]


def lustre_lines(one: PlannedLustre) -> list[str]:
    speed = "" if one.throughput is None else f", {one.throughput:,} MB/s/TiB"
    what = f"Lustre {one.size_gib:,} GiB {one.deployment}{speed}"
    return [f"storage      {one.name}: {what} in {one.zone} at {one.mount}"]


def bucket_lines(one: PlannedBucket) -> list[str]:
    steps = [
        f"{word} after {days} d"
        for word, days in (
            ("infrequent", one.infrequent_after_days),
            ("archive", one.archive_after_days),
            ("gone", one.expire_after_days),
        )
        if days is not None
    ]
    return [f"storage      {one.name}: bucket{', ' + ', '.join(steps) if steps else ', kept for ever'}"]
