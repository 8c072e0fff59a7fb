"""What the components of every cloud share: names, child options, and values as the clouds read them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pulumi

from gpuform.plan import ClusterPlan, PlannedPool, PlannedSlice

BOOT_SECONDS = 900
"""How long a node may take from its start to useful work: drivers, file systems, container image, model. The product's own
measure; nothing judges or refreshes a node before it is over."""


def child_of(parent: pulumi.Resource, **more: Any) -> pulumi.ResourceOptions:
    """Options of every child: its parent, and nothing that only an own provider could need."""
    return pulumi.ResourceOptions(parent=parent, **more)


def tags(labels: Iterable[tuple[str, str]], name: str) -> dict[str, str]:
    """Labels as tags, with the `Name` that consoles show."""
    return {"Name": name, **dict(labels)}


def set_only(**fields: Any) -> dict[str, Any]:
    """The fields that have a value. An empty block would show as a change on every run (case C59)."""
    return {key: value for key, value in fields.items() if value is not None and value not in ({}, [], (), "")}


def instant(moment: datetime) -> str:
    """A moment as the clouds read it: UTC, whole seconds."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def slice_name(plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice) -> str:
    """Logical name of what is made for one slice; the pool's component says which spec path stands behind it."""
    return f"{plan.name}-{pool.name}-{part.key}"
