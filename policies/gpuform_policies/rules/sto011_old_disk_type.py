"""An old disk type under a GPU.

What: a magnetic or previous-generation disk type (standard, gp2, io1, st1, sc1) on a GPU machine.

Why: gp3 costs less per GiB than gp2 and its speed is bought apart from its size; hard disks keep GPUs waiting for seconds at a time.

Example:
    root: {size: 500 GiB, type: gp2}

Instead:
    root: {size: 500 GiB, type: gp3, iops: 16000, throughput: 1000 MiB/s}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Disk, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import HOME


def check(disk: Disk, world: World) -> Iterator[Found]:
    limits = disk.limits
    if limits is None or not limits.old:
        return
    what = "a hard disk" if limits.media == "hdd" else "an old type that gp3 or io2 replaced"
    yield Found(
        f"{disk.name} is {disk.type}, {what}, under a GPU.", fix="type: gp3", at="type", impact=prices(disk.type, world)
    )


def prices(kind: str, world: World) -> str:
    """What a GiB costs of either, where the list has both."""
    old, new = (world.catalog.price(f"ebs-{name}-storage", HOME) for name in (kind, "gp3"))
    if old is None or new is None:
        return ""
    return f"A GiB of {kind} costs {old.low} USD a month, of gp3 {new.low} ({HOME})."


RULE = Rule(
    id="STO011",
    name="old-disk-type",
    severity="warning",
    judges=Disk,
    check=check,
    source="disks.csv; EBS volume types in the EC2 documentation",
    page=__doc__ or "",
    cases=(),
)
