"""Spec paths: `pools[train].disks.data[ckpt].iops`. A list's members go by their `name`, else by position."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gpuform.spec.kinds import is_map
from gpuform.spec.words import shown

NAME = re.compile(r"[A-Za-z0-9_-]{1,63}")


def joined(path: str, key: str) -> str:
    """The path one field further down."""
    return f"{path}.{shown(key)}" if path else shown(key)


def parent_path(path: str) -> str:
    """`pools[train].disks.root` → `pools[train].disks`; `pools[train]` → `pools`."""
    cut = path.rfind("[") if path.endswith("]") else path.rfind(".")
    return path[: max(cut, 0)]


def member_names(names: Iterable[Any]) -> list[str]:
    """What stands in the brackets for each member, from the value of its `name`; a name given again is told by position."""
    taken: set[str] = set()
    members: list[str] = []
    for index, name in enumerate(names):
        fits = isinstance(name, str) and NAME.fullmatch(name) is not None and name not in taken
        members.append(name if fits else str(index))
        taken.add(members[-1])
    return members


def names_in(items: Iterable[Any]) -> list[str]:
    """`member_names` of plain data."""
    return member_names(item.get("name") if is_map(item) else None for item in items)
