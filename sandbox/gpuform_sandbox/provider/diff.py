"""What a change of inputs means: nothing, an update in place or a replacement, property by property."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.provider.conditional import CONDITIONAL
from gpuform_sandbox.provider.tables import Property, ResourceType
from gpuform_sandbox.provider.values import DEFAULTS, UNKNOWN, Values, at, key, same_json, same_members

JSON_TEXTS = frozenset({"policy", "assumeRolePolicy", "inlinePolicies[].policy", "resourceQuery.query"})
"""Properties the provider compares as JSON documents, not as text."""
EMPTY: tuple[Any, ...] = ("", [], {})
ADD, DELETE, UPDATE = "add", "delete", "update"


@dataclass(frozen=True)
class Change:
    """One difference: `place` is where (`tags.team`, `ingress[0].fromPort`), `path` the row of the table."""

    place: str
    path: str
    kind: str
    replaces: bool


@dataclass(frozen=True)
class Sides:
    """Both sides of a comparison: the inputs before and after, and what the cloud answered before."""

    old: Values
    new: Values
    state: Values


def changes(kind: ResourceType, sides: Sides, ignored: Iterable[str] = ()) -> list[Change]:
    """All differences that matter, in the order of their places."""
    patterns = [_ignore_pattern(path) for path in ignored]
    found = list(_object_changes(kind, sides, "", "", sides.old, sides.new))
    kept = [change for change in found if not any(pattern.match(change.place) for pattern in patterns)]
    return sorted(kept, key=lambda change: change.place)


def keeps_fixed_name(kind: ResourceType, sides: Sides) -> bool:
    """Whether the replacement would bear the name of what it replaces, so that the old one has to go first."""
    filled = set(sides.new.get(DEFAULTS, ()))
    names = [name for name in ("name", "bucket", "keyName") if name in kind.properties and name not in filled]
    return any(
        sides.new.get(n) not in (None, UNKNOWN) and sides.new.get(n) == sides.old.get(n)
        for n in names
        if _is_name(kind, n)
    )


def _is_name(kind: ResourceType, name: str) -> bool:
    """A `bucket` names the bucket itself only on the bucket; elsewhere it refers to one."""
    return name != "bucket" or kind.token == "aws:s3/bucket:Bucket"


# ---- walking both sides ----------------------------------------------------------------------------------------------


def _object_changes(
    kind: ResourceType, sides: Sides, path: str, place: str, old: Values, new: Values
) -> Iterator[Change]:
    rows = kind.inside.get(path, {})
    for name in sorted({*old, *new} - {DEFAULTS}):
        here = place_of(place, name)
        row = rows.get(name)
        if row is not None:
            yield from _property_changes(kind, sides, row, here, old.get(name), new.get(name))


def _property_changes(
    kind: ResourceType, sides: Sides, row: Property, place: str, old: Any, new: Any
) -> Iterator[Change]:
    if old == new or _same(row, sides, place, old, new):
        return
    if row.kind == "object" and isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _object_changes(kind, sides, row.path, place, dict(old), dict(new))
    elif row.kind == "map" and isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                yield _change(kind, sides, row, place_of(place, name), old.get(name), new.get(name))
    elif row.kind.startswith("list") and isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(kind, sides, row, place, old, new)
    else:
        yield _change(kind, sides, row, place, old, new)
        yield from _block_changes(kind, sides, row, place, old, new)


def _list_changes(
    kind: ResourceType, sides: Sides, row: Property, place: str, old: list[Any], new: list[Any]
) -> Iterator[Change]:
    if row.is_set:
        old, new = _without_shared(old, new)
    for index in range(max(len(old), len(new))):
        here = f"{place}[{index}]"
        before = old[index] if index < len(old) else None
        after = new[index] if index < len(new) else None
        if before == after:
            continue
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from _object_changes(kind, sides, row.path, here, dict(before), dict(after))
        else:
            yield _change(kind, sides, row, here, before, after)
            yield from _block_changes(kind, sides, row, here, before, after)


def _block_changes(kind: ResourceType, sides: Sides, row: Property, place: str, old: Any, new: Any) -> Iterator[Change]:
    """A block that comes or goes replaces when one of its own members would."""
    if row.kind not in ("object", "list"):
        return
    for here, before, after in _paired(place, old, new):
        inner = _object_changes(kind, sides, row.path, here, before, after)
        yield from (change for change in inner if change.replaces)


def _paired(place: str, old: Any, new: Any) -> Iterator[tuple[str, Values, Values]]:
    """Each block of either side beside nothing, with its place."""
    for side, told in enumerate((old, new)):
        blocks = (
            [(f"{place}[{i}]", block) for i, block in enumerate(told)] if isinstance(told, list) else [(place, told)]
        )
        for here, block in blocks:
            if isinstance(block, Mapping):
                yield (here, {}, dict(block)) if side else (here, dict(block), {})


def _without_shared(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any]]:
    """Both lists without what stands in both; what is left is told in the new order."""
    left, rest = [key(member) for member in new], list[Any]()
    for member in old:
        if key(member) in left:
            left.remove(key(member))
        else:
            rest.append(member)
    gone = [key(member) for member in old]
    added = list[Any]()
    for member in new:
        if key(member) in gone:
            gone.remove(key(member))
        else:
            added.append(member)
    return rest, added


# ---- judging one difference ------------------------------------------------------------------------------------------


def _same(row: Property, sides: Sides, place: str, old: Any, new: Any) -> bool:
    """Differences that the provider does not see as one."""
    if new is None and row.computed:
        return True  # left unset: what the cloud has is kept
    if old is None and row.computed and new != UNKNOWN and _known_to_cloud(sides, place) == new:
        return True
    if (old is None and new in EMPTY) or (new is None and (old in EMPTY or old is False)):
        return True
    if row.default and {_word(old), _word(new)} == {"", row.default}:
        return True
    if row.path in JSON_TEXTS and same_json(old, new):
        return True
    return row.is_set and isinstance(old, list) and isinstance(new, list) and same_members(old, new)


def _known_to_cloud(sides: Sides, place: str) -> Any:
    return at(sides.state, place) if "[" not in place else None


def _word(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _change(kind: ResourceType, sides: Sides, row: Property, place: str, old: Any, new: Any) -> Change:
    what = ADD if old is None else DELETE if new is None else UPDATE
    judge = CONDITIONAL.get((kind.token, row.path))
    if row.on_change == "conditional" and judge is not None:
        replaces = judge(sides.old, sides.new, sides.state)
    else:
        replaces = row.on_change == "replace"
    return Change(place, row.path, what, replaces)


def place_of(prefix: str, name: str) -> str:
    """A property path as the engine writes it: a name that is no plain word is quoted."""
    if not re.fullmatch(r"[A-Za-z_][\w-]*", name):
        return f"{prefix}[{json.dumps(name)}]"
    return f"{prefix}.{name}" if prefix else name


def _ignore_pattern(path: str) -> re.Pattern[str]:
    """`tags.*`, `rules[*].days`, `desiredCapacity`: the place itself and all below it."""
    escaped = re.escape(path).replace(r"\[\]", r"\[\d+\]").replace(r"\*", r"[^.\[\]]+")
    return re.compile(rf"{escaped}(?:$|[.\[])")
