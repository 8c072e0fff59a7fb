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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from gpuform_policies.fact import Disk, Template, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import HOME, absolute


@dataclass(frozen=True)
class Knob:
    """What is bought by the number, apart from the size."""

    field: str
    unit: str
    prices: Mapping[str, str]
    """Disk type → item of the price list. io2 is priced in steps: what is saved depends on the step, so it is not told."""


IOPS = Knob("iops", "IOPS", {"gp3": "ebs-gp3-iops-above-3000", "io1": "ebs-io1-iops"})
THROUGHPUT = Knob("throughput", "MiB/s", {"gp3": "ebs-gp3-throughput-above-125"})


def check(template: Template, world: World) -> Iterator[Found]:
    disks = [disk for disk in (template.root, *template.data) if disk is not None]
    if disks:
        yield from all_of((iops_problems(disks, template, world), throughput_problems(disks, template, world)))


def iops_problems(disks: list[Disk], template: Template, world: World) -> Iterator[Found]:
    carries = {machine.name: machine.disk_max_iops for machine in template.machines}
    free = sum((disk.limits.base_iops or 0) for disk in disks if disk.limits is not None)
    yield from too_fast(IOPS, [(disk, disk.iops or 0) for disk in disks], free, carries, template, world)


def throughput_problems(disks: list[Disk], template: Template, world: World) -> Iterator[Found]:
    carries = {machine.name: machine.disk_max_mibps for machine in template.machines}
    free = sum((disk.limits.base_mibps or 0) for disk in disks if disk.limits is not None)
    bought = [(disk, disk.throughput_mibps or 0) for disk in disks]
    yield from too_fast(THROUGHPUT, bought, free, carries, template, world)


def too_fast(
    knob: Knob,
    bought: list[tuple[Disk, int]],
    free: int,
    carries: Mapping[str, int | Decimal | None],
    template: Template,
    world: World,
) -> Iterator[Found]:
    """`free` comes with the disks and costs nothing, so only what is above both it and the fastest machine is lost."""
    known = {name: most for name, most in carries.items() if most is not None}
    if len(known) < len(carries):
        return  # an unknown machine may carry it
    name, most = max(known.items(), key=lambda pair: pair[1])
    total, useful = sum(amount for _, amount in bought), max(int(most), free)
    if total <= useful:
        return
    largest = max(bought, key=lambda pair: pair[1])[0]
    usd = lost(knob, total - useful, bought, template, world)
    yield Found(
        f"The disks of a node are bought for {total:,} {knob.unit}; {name} carries {most:,.0f} to all its disks together.",
        fix=f"{knob.field}: {useful:,} {'MiB/s ' if knob is THROUGHPUT else ''}at most, over all disks of a node",
        at=absolute(largest.path, knob.field) or knob.field,
        usd_per_month=usd,
        impact="" if usd is None else f"At the most nodes, {template.nodes}, and prices of {HOME}.",
    )


def lost(knob: Knob, amount: int, bought: list[tuple[Disk, int]], template: Template, world: World) -> Decimal | None:
    """USD a month over all nodes; None: disks of several prices, no price, or an unknown number of nodes."""
    items = {knob.prices.get(disk.type) for disk, one in bought if one}
    item = items.pop() if len(items) == 1 else None
    price = None if item is None else world.catalog.price(item, HOME)
    if price is None or not template.knows("nodes"):
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
