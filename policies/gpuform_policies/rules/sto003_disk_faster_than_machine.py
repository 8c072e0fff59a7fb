"""Disks are bought faster than the machine can use them.

What: the provisioned IOPS or throughput of a node's disks together exceed what the machine carries to its disks.

Why: the rest is paid every month and never arrives.

Example:
    machine: g5.xlarge
    disks: {root: {size: 500 GiB, type: gp3, iops: 40000, throughput: 1000 MiB/s}}

Instead:
    disks: {root: {size: 500 GiB, type: gp3, iops: 15000, throughput: 400 MiB/s}}
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule


def check(template: Template, world: World) -> Iterator[Found]:
    disks = [disk for disk in (template.root, *template.data) if disk is not None]
    machine = template.machines[0]
    iops = sum(disk.iops for disk in disks if disk.iops is not None)
    speed = sum(disk.throughput_mibps for disk in disks if disk.throughput_mibps is not None)
    floor_iops = sum((disk.limits.base_iops or 0) for disk in disks if disk.limits is not None)
    floor_speed = sum((disk.limits.base_mibps or 0) for disk in disks if disk.limits is not None)
    at = f"/{disks[0].path}" if disks and disks[0].path else ""
    most_iops, most_speed = machine.disk_max_iops, machine.disk_max_mibps
    if most_iops is not None and iops > max(most_iops, floor_iops):
        yield Found(
            f"The disks of a node are bought for {iops:,} IOPS; {machine.name} carries {most_iops:,}.",
            fix=f"iops: {max(most_iops, floor_iops)} in all",
            at=f"{at}.iops" if at else "",
            usd_per_month=lost(iops - max(most_iops, floor_iops), "ebs-gp3-iops-above-3000", template, world),
        )
    if most_speed is not None and speed > max(int(most_speed), floor_speed):
        yield Found(
            f"The disks of a node are bought for {speed:,} MiB/s; {machine.name} carries {most_speed:,.0f}.",
            fix=f"throughput: {max(int(most_speed), floor_speed)} MiB/s in all",
            at=f"{at}.throughput" if at else "",
            usd_per_month=lost(
                speed - max(int(most_speed), floor_speed), "ebs-gp3-throughput-above-125", template, world
            ),
        )


def lost(amount: int, item: str, template: Template, world: World) -> Decimal | None:
    """USD a month over all nodes, at the price of gp3 in us-east-1, where every item has one; None: another type."""
    disks = [disk for disk in (template.root, *template.data) if disk is not None]
    price = world.catalog.price(item, "us-east-1")
    if price is None or any(disk.type != "gp3" for disk in disks):
        return None
    return (price.low * amount * template.nodes).quantize(Decimal(1))


RULE = Rule(
    id="STO003",
    name="disk-faster-than-machine",
    severity="warning",
    judges=Template,
    check=check,
    source="EbsInfo of describe-instance-types, in machines.csv; prices.csv",
    page=__doc__ or "",
    cases=(),
)
