"""Derives `sandbox/gpuform_sandbox/data/aws-*.csv` from the collected fact tables and the installed AWS SDK.

    python tools/sandbox_data.py FACTS_DIR

FACTS_DIR holds `resource-behaviour.csv`, `conflicts.csv`, `aws-instances.csv` and `aws-az-offerings.csv`. What a property
does (required, computed, replace or update, enum, limits) comes from the first two; what type its value has comes from
the argument classes of the installed `pulumi_aws`. Run it after a refresh of either and read the diff.
"""

from __future__ import annotations

import collections.abc
import csv
import importlib
import inspect
import re
import sys
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pulumi import Output
from pulumi._types import input_type_py_to_pulumi_names, input_type_types, is_input_type

DATA = Path(__file__).resolve().parent.parent / "sandbox" / "gpuform_sandbox" / "data"
PROPERTY_COLUMNS = [
    "type",
    "property",
    "kind",
    "required",
    "input",
    "computed",
    "on_change",
    "enum",
    "default",
    "limits",
    "terraform",
    "note",
]
SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}
CONDITIONAL_NOTES_KEPT = 160

Row = dict[str, str]


def main(facts: Path) -> None:
    behaviour = [row for row in _rows(facts / "resource-behaviour.csv") if row["provider"] == "aws"]
    _write("aws-properties.csv", PROPERTY_COLUMNS, _properties(behaviour))
    conflicts = [row for row in _rows(facts / "conflicts.csv") if row["provider"] == "aws"]
    _write("aws-conflicts.csv", ["type", "kind", "properties", "terraform"], map(_conflict, _enforced(conflicts)))
    _write("aws-machines.csv", MACHINE_COLUMNS, map(_machine, _rows(facts / "aws-instances.csv")))
    offered = _rows(facts / "aws-az-offerings.csv")
    _write("aws-offerings.csv", ["region", "zone_id", "machines"], _offerings(offered))


def _rows(path: Path) -> list[Row]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _write(name: str, columns: list[str], rows: Iterable[Row]) -> None:
    with (DATA / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


# ---- properties ------------------------------------------------------------------------------------------------------


def _properties(behaviour: list[Row]) -> Iterator[Row]:
    for token in dict.fromkeys(row["pulumi_type"] for row in behaviour):
        told = {row["property"]: row for row in behaviour if row["pulumi_type"] == token and row["property"]}
        typed = dict(_typed(token))
        for path in dict.fromkeys([*told, *typed]):
            kind, required = typed.get(path, ("any", False))
            yield _property(token, path, kind, required, path in typed, told.get(path))


def _property(token: str, path: str, kind: str, required: bool, is_input: bool, told: Row | None) -> Row:
    row = told or {"required": "yes" if required else "no", "computed": "no", "on_change": "update"}
    note = row.get("note", "")
    return {
        "type": token,
        "property": path,
        "kind": kind,
        "required": row["required"] if is_input else "no",
        "input": "yes" if is_input else "no",
        "computed": row["computed"],
        "on_change": row["on_change"],
        "enum": "" if "not enforced by provider schema" in note else row.get("enum_values", ""),
        "default": _schema_default(row),
        "limits": " ".join(_limits(note)),
        "terraform": row.get("terraform_property") or _snake(path),
        "note": note[:CONDITIONAL_NOTES_KEPT] if row["on_change"] == "conditional" else "",
    }


def _schema_default(row: Row) -> str:
    """The default the provider itself writes into the inputs; what the cloud fills in later is no such default."""
    by_cloud = "docs say" in row.get("note", "") or "filled in by the cloud" in row.get("note", "")
    return "" if by_cloud or row["computed"] == "yes" else row.get("default", "")


LIMITS = [
    (r"\bterraform set\b", "set"),
    (r"\blength (\d+)\.\.(\d+)", r"length:\1..\2"),
    (r"\bint (-?\d+)\.\.(\d+)", r"range:\1..\2"),
    (r"\bint >= (-?\d+)", r"range:\1.."),
    (r"\bint multiple of (\d+)", r"multiple:\1"),
    (r"\bmax items (\d+)", r"max:\1"),
    (r"\bmin items (\d+)", r"min:\1"),
    (r"\bmust be an ARN\b", "arn"),
    (r"\bmust be a CIDR\b", "cidr"),
    (r"\bmust be JSON\b", "json"),
]


def _limits(note: str) -> Iterator[str]:
    for pattern, form in LIMITS:
        if found := re.search(pattern, note):
            yield found.expand(form)


def _snake(path: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", path).lower().replace("[]", "")


# ---- value types, from the SDK's argument classes --------------------------------------------------------------------


def _typed(token: str) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Every input of a resource type as (path, (kind, required))."""
    _, place, name = token.split(":")
    package, file = place.split("/")
    module = importlib.import_module(f"pulumi_aws.{package}.{_snake(file)}")
    # InitArgs where a nested class already bears the name <resource>Args
    yield from _members(getattr(module, f"{name}InitArgs", None) or getattr(module, f"{name}Args"), "", ())


def _members(cls: type, prefix: str, inside: tuple[type, ...]) -> Iterator[tuple[str, tuple[str, bool]]]:
    signature = inspect.signature(cls.__init__)
    names = {pulumi_name: py_name for py_name, pulumi_name in input_type_py_to_pulumi_names(cls).items()}
    for name, hint in input_type_types(cls).items():
        parameter = signature.parameters.get(names.get(name, name))
        required = parameter is not None and parameter.default is inspect.Parameter.empty
        path = prefix + name
        kind, inner = _kind(hint)
        yield path, (kind, required)
        if inner is not None and inner not in inside:
            yield from _members(inner, path + ("[]." if kind == "list" else "."), (*inside, inner))


def _kind(hint: Any) -> tuple[str, type | None]:
    """The value's kind, and the class of its members where it holds objects."""
    hint = _plain(hint)
    if hint in SCALARS:
        return SCALARS[hint], None
    origin = typing.get_origin(hint)
    if origin in (list, collections.abc.Sequence):
        member, inner = _kind(typing.get_args(hint)[0])
        return ("list" if inner else f"list:{member}"), inner
    if origin in (dict, collections.abc.Mapping):
        return "map", None
    if isinstance(hint, type) and is_input_type(hint):
        return "object", hint
    if isinstance(hint, type) and issubclass(hint, str):
        return "string", None
    return "any", None


def _plain(hint: Any) -> Any:
    """`Input[T]` and `Optional[T]` as T; of a union with an SDK enum the plain type."""
    if typing.get_origin(hint) is not typing.Union:
        return hint
    members = [m for m in typing.get_args(hint) if m is not type(None) and not _is_wrapper(m)]
    return next((m for m in members if m in SCALARS), members[0])


def _is_wrapper(member: Any) -> bool:
    return typing.get_origin(member) in (collections.abc.Awaitable, Output) or member is Output


# ---- conflicts, machines, offerings ----------------------------------------------------------------------------------


def _enforced(rows: list[Row]) -> Iterator[Row]:
    """Exclusions the provider refuses; what it only warns of, or checks in code of its own, is not in the table."""
    return (
        r for r in rows if r["kind"] not in ("planCheck", "serviceCheck") and "warning, not an error" not in r["note"]
    )


def _conflict(row: Row) -> Row:
    found = re.search(r"terraform: (.*)$", row["note"])
    told = re.split(r"\||,| needs ", found.group(1)) if found else []
    paths = row["properties"].split("|")
    names = told if len(told) == len(paths) else [_snake(path) for path in paths]
    return {"type": row["type"], "kind": row["kind"], "properties": row["properties"], "terraform": "|".join(names)}


MACHINE_COLUMNS = [
    "machine",
    "arch",
    "hypervisor",
    "efa",
    "cards",
    "efa_max",
    "per_card",
    "card_types",
    "max_enis",
    "placement",
    "classes",
]


def _machine(row: Row) -> Row:
    return {
        "machine": row["instance_type"],
        "arch": row["arch"],
        "hypervisor": row["hypervisor"],
        "efa": "yes" if row["efa_supported"] == "True" else "no",
        "cards": row["max_network_cards"],
        "efa_max": row["max_efa_interfaces"],
        "per_card": row["enis_per_card"],
        "card_types": row["card_interface_types"],
        "max_enis": row["max_enis_total"],
        "placement": row["placement_strategies"],
        "classes": row["usage_classes"],
    }


def _offerings(rows: list[Row]) -> Iterator[Row]:
    zones: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        zones.setdefault((row["region"], row["zone_id"]), []).append(row["instance_type"])
    for (region, zone), machines in sorted(zones.items()):
        yield {"region": region, "zone_id": zone, "machines": " ".join(sorted(machines))}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
