"""Looking into plain data that may be anything: what is not of the expected kind counts as absent, its field tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gpuform.spec.kinds import is_list, is_map
from gpuform.spec.paths import joined, names_in
from gpuform.spec.words import quoted

Told = tuple[str, str, str]
"""Path, message, hint of a problem."""


def a_map(value: Any) -> dict[str, Any]:
    return value if is_map(value) else {}


def a_list(value: Any) -> list[Any]:
    return value if is_list(value) else []


def texts(value: Any) -> list[str]:
    return [one for one in a_list(value) if isinstance(one, str)]


def paths_of(items: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The maps of a list, each with its path."""
    members = a_list(items)
    for name, item in zip(names_in(members), members, strict=True):
        if is_map(item):
            yield f"{path}[{name}]", item


def again(words: Iterable[str]) -> list[tuple[str, int]]:
    """Words that come more than once, and how often."""
    return [(word, count) for word, count in Counter(words).items() if count > 1]


def repeated(data: dict[str, Any], key: str, path: str) -> Iterator[Told]:
    """A list of words that says one of them again."""
    for word, count in again(texts(data.get(key))):
        yield joined(path, key), f"names {quoted(word)} {count} times", "once is enough"


def repeated_names(items: Any, path: str) -> Iterator[Told]:
    """Members of a list under one name, told at each but the first."""
    seen: set[str] = set()
    for where, item in paths_of(items, path):
        name = item.get("name")
        if isinstance(name, str) and name in seen:
            yield joined(where, "name"), f"{quoted(name)} is already the name of another member", "each needs its own"
        elif isinstance(name, str):
            seen.add(name)


def clean_mount(mount: str) -> str:
    return "/" + "/".join(part for part in mount.split("/") if part)


def mounts_of(items: Any) -> list[str]:
    """The mount points of a list's members, as the node sees them."""
    found = (item.get("mount") for _, item in paths_of(items, ""))
    return [clean_mount(one) for one in found if isinstance(one, str)]
