"""What kind of plain data a value is."""

from __future__ import annotations

from typing import Any, TypeGuard


def is_map(value: object) -> TypeGuard[dict[str, Any]]:
    """The document makes text of every key."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def is_container(value: object) -> bool:
    return isinstance(value, list | tuple | dict)
