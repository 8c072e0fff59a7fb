"""What the provider refuses before any call to the cloud, in its own words: names, types, enums, limits, exclusions."""

from __future__ import annotations

import difflib
import ipaddress
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gpuform_sandbox.provider.tables import Conflict, Property, ResourceType
from gpuform_sandbox.provider.values import DEFAULTS, UNKNOWN, every

ARN = re.compile(r"^arn:[\w-]+:[\w.-]+:[\w-]*:(\d{12}|aws)?:.+")
TYPE_NAMES = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "object": "object",
    "map": "object",
    "list": "array",
}


def problems(
    kind: ResourceType, inputs: Mapping[str, Any], name: str, secret: frozenset[str] = frozenset()
) -> list[str]:
    """Everything wrong with the inputs of the resource called `name`, all at once, in a fixed order."""
    given = {key: value for key, value in inputs.items() if key != DEFAULTS}
    found = [*_object_problems(kind, given, "", "", secret), *_conflict_problems(kind.conflicts, given)]
    return [f"{told.removesuffix('.')}. Examine values at '{name}.{place}'." for place, told in found]


# ---- names, types, enums, limits -------------------------------------------------------------------------------------

Found = tuple[str, str]


def _object_problems(
    kind: ResourceType, value: Mapping[str, Any], path: str, place: str, secret: frozenset[str]
) -> Iterator[Found]:
    known = {name: row for name, row in kind.inside.get(path, {}).items() if row.is_input}
    for name, member in sorted(value.items()):
        here = f"{place}.{name}" if place else name
        if name not in known:
            yield here, f"Invalid or unknown key{_near(name, known)}"
        elif member is not None and member != UNKNOWN:
            hidden = secret if not place else secret & {place.split(".")[0].split("[")[0]}
            yield from _value_problems(kind, known[name], member, here, hidden or secret & {name})
    for name, row in sorted(known.items()):
        if row.required and value.get(name) is None:
            yield (
                f"{place}.{name}" if place else name,
                "Missing required argument: The argument "
                f"{_quoted(row.terraform.rpartition('.')[2])} is required, but no definition was found",
            )


def _value_problems(
    kind: ResourceType, row: Property, value: Any, place: str, secret: frozenset[str]
) -> Iterator[Found]:
    shape, _, member_shape = row.kind.partition(":")
    if wrong := _wrong_type(shape, value):
        yield place, f'Unexpected type at field "{place}": expected {TYPE_NAMES[shape]} type, got {wrong} type'
        return
    if shape == "object":
        yield from _object_problems(kind, value, row.path, place, secret)
    elif shape == "map":
        yield from _map_problems(value, place)
    elif shape == "list":
        yield from _list_problems(kind, row, member_shape, value, place, secret)
    else:
        yield from _scalar_problems(row, value, place, bool(secret))


def _wrong_type(shape: str, value: Any) -> str:
    """The type that was got where it is not the one wanted; "" where it is."""
    got = _type_name(value)
    wanted = TYPE_NAMES.get(shape, got)
    if got == wanted:
        fraction = shape == "integer" and isinstance(value, float) and not value.is_integer()
        return "fractional number" if fraction else ""
    return got


def _type_name(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, Mapping) else "array"


def _map_problems(value: Mapping[str, Any], place: str) -> Iterator[Found]:
    for name, member in sorted(value.items()):
        if member != UNKNOWN and not isinstance(member, str):
            where = f"{place}.{name}"
            yield where, f'Unexpected type at field "{where}": expected string type, got {_type_name(member)} type'


def _list_problems(
    kind: ResourceType, row: Property, shape: str, value: list[Any], place: str, secret: frozenset[str]
) -> Iterator[Found]:
    yield from _count_problems(row, len(value), place)
    for index, member in enumerate(value):
        here = f"{place}[{index}]"
        if member == UNKNOWN or member is None:
            continue
        if wrong := _wrong_type(shape or "object", member):
            wanted = TYPE_NAMES[shape or "object"]
            yield here, f'Unexpected type at field "{here}": expected {wanted} type, got {wrong} type'
        elif shape:
            yield from _scalar_problems(row, member, here, bool(secret))
        else:
            yield from _object_problems(kind, member, row.path, here, secret)


def _count_problems(row: Property, count: int, place: str) -> Iterator[Found]:
    for limit in row.limits:
        word, _, bound = limit.partition(":")
        if word == "max" and count > int(bound):
            yield place, f"Too many list items: No more than {bound} {_quoted(row.terraform)} blocks are allowed"
        if word == "min" and count < int(bound):
            yield place, f"Not enough list items: At least {bound} {_quoted(row.terraform)} blocks are required"


def _scalar_problems(row: Property, value: Any, place: str, hidden: bool) -> Iterator[Found]:
    name = row.terraform
    shown = "[secret]" if hidden else str(value).lower() if isinstance(value, bool) else value
    if row.enum and str(value) in row.enum:
        return  # a period of an alarm is 10, 20, 30 or a multiple of 60
    steps = any(limit.startswith("multiple:") for limit in row.limits)
    if row.enum and value != "" and not steps:
        members = " ".join(f'"{word}"' for word in row.enum)
        yield place, f"expected {name} to be one of [{members}], got {shown}"
    for limit in row.limits:
        word, _, bound = limit.partition(":")
        if told := _limit_problem(word, bound, name, value, shown):
            yield place, told


def _limit_problem(word: str, bound: str, name: str, value: Any, shown: Any) -> str:
    if word == "length" and isinstance(value, str):
        low, high = map(int, bound.split(".."))
        if not low <= len(value) <= high:
            return f"expected length of {name} to be in the range ({low} - {high}), got {shown}"
    if word == "range" and isinstance(value, int | float) and not isinstance(value, bool):
        return _range_problem(bound, name, value, shown)
    if word == "multiple" and isinstance(value, int | float) and value % int(bound):
        return f"expected {name} to be divisible by {bound}, got: {shown}"
    if word in TEXT_FORMS and isinstance(value, str) and value and not TEXT_FORMS[word][0](value):
        return f"{_quoted(name)} ({shown}) {TEXT_FORMS[word][1]}"
    return ""


def _range_problem(bound: str, name: str, value: float, shown: Any) -> str:
    low, high = bound.split("..")
    if high and not int(low) <= value <= int(high):
        return f"expected {name} to be in the range ({low} - {high}), got {shown}"
    if not high and value < int(low):
        return f"expected {name} to be at least ({low}), got {shown}"
    return ""


def _is_cidr(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return "/" in text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


TEXT_FORMS = {
    "arn": (lambda text: bool(ARN.match(text)), "is an invalid ARN: arn: invalid prefix"),
    "cidr": (_is_cidr, "must be a valid network CIDR"),
    "json": (_is_json, "contains an invalid JSON"),
}


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean `{near[0]}`?)" if near else ""


def _quoted(name: str) -> str:
    return f'"{name}"'


# ---- exclusions ------------------------------------------------------------------------------------------------------


def _conflict_problems(conflicts: Iterable[Conflict], inputs: Mapping[str, Any]) -> Iterator[Found]:
    for conflict in conflicts:
        for place, given in _groups(conflict, inputs):
            if told := _broken(conflict, given):
                yield place, told


def _groups(conflict: Conflict, inputs: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """For each object that holds the conflicting properties: its place, and the Terraform names that are given there."""
    prefix = _common_prefix(conflict.paths)
    holders = [("", inputs)] if not prefix else list(every(inputs, prefix))
    cut = len(prefix) + 1 if prefix else 0
    for place, holder in holders:
        if not isinstance(holder, Mapping):
            continue
        given = [
            name
            for path, name in zip(conflict.paths, conflict.terraform, strict=True)
            if any(True for _ in every(holder, path[cut:])) or _is_unknown(holder, path[cut:])
        ]
        yield place or conflict.paths[0].split(".")[0].removesuffix("[]"), given


def _common_prefix(paths: tuple[str, ...]) -> str:
    parts = [path.split(".")[:-1] for path in paths]
    shared: list[str] = []
    for column in zip(*parts, strict=False):
        if len(set(column)) != 1:
            break
        shared.append(column[0])
    return ".".join(shared)


def _is_unknown(holder: Mapping[str, Any], path: str) -> bool:
    return holder.get(path.split(".")[0].removesuffix("[]")) == UNKNOWN


def _broken(conflict: Conflict, given: list[str]) -> str:
    names, count = conflict.terraform, len(given)
    told = ",".join(sorted(names))
    match conflict.kind:
        case "conflictsWith" if count > 1:
            return f'Conflicting configuration arguments: "{given[0]}": conflicts with {given[1]}'
        case "exactlyOneOf" | "atMostOneOf" if count > 1:
            got = ",".join(sorted(given))
            return (
                f'Invalid combination of arguments: "{given[0]}": only one of `{told}` can be specified, '
                f"but `{got}` were specified."
            )
        case "exactlyOneOf" if count == 0:
            return f'Invalid combination of arguments: "{names[0]}": one of `{told}` must be specified'
        case "atLeastOneOf" if count == 0:
            return f'Missing required argument: "{names[0]}": one of `{told}` must be specified'
        case "requiredWith" if names[0] in given and count < len(names):
            return f'Missing required argument: "{names[0]}": all of `{told}` must be specified'
        case _:
            return ""
