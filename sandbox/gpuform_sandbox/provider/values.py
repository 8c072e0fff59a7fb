"""Property values between the engine's wire form and plain Python, with what is secret or not known yet kept apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""How the engine writes a value that is not known before apply."""
SIGNATURE = "4dabf18193072939515e22adb298388d"
SECRET = "1b47061264138c4ac30d75fd1eb44270"
DEFAULTS = "__defaults"
"""The input in which a bridged provider remembers what it filled in by itself."""

Values = dict[str, Any]


@dataclass(frozen=True)
class Properties:
    """The properties of one resource: plain values, and the names of those that hold a secret anywhere inside."""

    values: Values
    secret: frozenset[str] = frozenset()


def from_struct(struct: Any) -> Properties:
    """A protobuf Struct as plain values; secrets are opened and remembered by name."""
    values: Values = {}
    secret: set[str] = set()
    for name, field in struct.fields.items():
        value, hides = _opened(field)
        if value is None:
            continue
        values[name] = value
        if hides:
            secret.add(name)
    return Properties(values, frozenset(secret))


def to_struct(struct: Any, properties: Properties) -> Any:
    """Fills a protobuf Struct; what holds a secret is marked as one again."""
    for name, value in sorted(properties.values.items()):
        if name in properties.secret:
            value = {SIGNATURE: SECRET, "value": value}
        _fill(struct.fields[name], value)
    return struct


def _opened(field: Any) -> tuple[Any, bool]:
    kind = field.WhichOneof("kind")
    if kind == "struct_value":
        return _opened_object(field.struct_value)
    if kind == "list_value":
        pairs = [_opened(member) for member in field.list_value.values]
        return [value for value, _ in pairs], any(hides for _, hides in pairs)
    if kind == "number_value":
        number = field.number_value
        return (int(number) if number.is_integer() else number), False
    if kind == "string_value":
        return field.string_value, False
    if kind == "bool_value":
        return field.bool_value, False
    return None, False


def _opened_object(struct: Any) -> tuple[Any, bool]:
    if SIGNATURE in struct.fields and struct.fields[SIGNATURE].string_value == SECRET:
        return _opened(struct.fields["value"])[0], True
    pairs = {name: _opened(member) for name, member in struct.fields.items()}
    values = {name: value for name, (value, _) in pairs.items() if value is not None}
    return values, any(hides for _, hides in pairs.values())


def _fill(field: Any, value: Any) -> None:
    if isinstance(value, Mapping):
        field.struct_value.SetInParent()
        for name, member in sorted(value.items()):
            _fill(field.struct_value.fields[name], member)
    elif isinstance(value, list | tuple):
        field.list_value.SetInParent()
        for member in value:
            _fill(field.list_value.values.add(), member)
    elif isinstance(value, bool):
        field.bool_value = value
    elif isinstance(value, int | float):
        field.number_value = value
    elif isinstance(value, str):
        field.string_value = value
    else:
        field.null_value = 0


def holds_unknown(value: Any) -> bool:
    """Whether any part of a value is not known yet."""
    if isinstance(value, Mapping):
        return any(holds_unknown(member) for member in value.values())
    if isinstance(value, list | tuple):
        return any(holds_unknown(member) for member in value)
    return value == UNKNOWN


def at(value: Any, path: str) -> Any:
    """The value at `a.b.c`; None where a part is missing, UNKNOWN where a part is not known yet."""
    for part in path.split("."):
        if value == UNKNOWN or value is None:
            return value
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def every(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All values at a path such as `rules[].transitions[].days`, each with its place such as `rules[0].transitions[1].days`."""
    head, _, rest = path.partition(".")
    listed = head.endswith("[]")
    name = head.removesuffix("[]")
    found = value.get(name) if isinstance(value, Mapping) else None
    if found is None or found == UNKNOWN:
        return
    members = (
        [(f"{name}[{i}]", m) for i, m in enumerate(found)] if listed and isinstance(found, list) else [(name, found)]
    )
    for place, member in members:
        if not rest:
            yield place, member
            continue
        for deeper, inner in every(member, rest):
            yield f"{place}.{deeper}", inner


def same_json(old: Any, new: Any) -> bool:
    """Whether two texts are the same JSON document; the order of a list of plain words, as in a policy, is no difference."""
    try:
        return _sorted_json(json.loads(old)) == _sorted_json(json.loads(new))
    except (TypeError, ValueError):
        return False


def key(member: Any) -> str:
    """A text that is equal for equal values, to sort and compare what may hold objects."""
    return json.dumps(member, sort_keys=True)


def same_members(old: list[Any], new: list[Any]) -> bool:
    """Whether two lists hold the same members in any order."""
    return sorted(map(key, old)) == sorted(map(key, new))


def _sorted_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sorted_json(member) for name, member in value.items()}
    if isinstance(value, list):
        members = [_sorted_json(member) for member in value]
        plain = all(isinstance(member, str) for member in members)
        return members[0] if len(members) == 1 and plain else (sorted(members) if plain else members)
    return value
