"""The tables that drive the stand-in: what each property of each resource type is, and which exclude each other."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


@dataclass(frozen=True, slots=True)
class Property:
    """One row: the path is in Pulumi's names, with `[]` after a list of objects."""

    path: str
    kind: str
    """string integer number boolean map object any list, or `list:<kind of its members>`."""
    required: bool
    is_input: bool
    computed: bool
    on_change: str
    enum: tuple[str, ...]
    default: str
    limits: tuple[str, ...]
    terraform: str

    @property
    def is_set(self) -> bool:
        """Whether the order of the members means nothing."""
        return "set" in self.limits


@dataclass(frozen=True, slots=True)
class Conflict:
    """Properties of which only some may be given together."""

    kind: str
    paths: tuple[str, ...]
    terraform: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResourceType:
    """All that is known of one resource type."""

    token: str
    properties: dict[str, Property]
    conflicts: tuple[Conflict, ...] = ()
    inside: dict[str, dict[str, Property]] = field(default_factory=dict[str, dict[str, Property]])
    """Path → the properties directly inside it, by name. The resource itself is the path ""."""


@cache
def resource_types(cloud: str) -> dict[str, ResourceType]:
    """Resource token → its type, from the cloud's two tables."""
    conflicts: dict[str, list[Conflict]] = defaultdict(list)
    for row in rows_of(f"{cloud}-conflicts.csv"):
        paths, names = tuple(row["properties"].split("|")), tuple(row["terraform"].split("|"))
        conflicts[row["type"]].append(Conflict(row["kind"], paths, names))
    properties: dict[str, dict[str, Property]] = defaultdict(dict)
    for row in rows_of(f"{cloud}-properties.csv"):
        properties[row["type"]][row["property"]] = _property(row)
    return {t: ResourceType(t, rows, tuple(conflicts[t]), _inside(rows)) for t, rows in properties.items()}


def _inside(properties: dict[str, Property]) -> dict[str, dict[str, Property]]:
    inside: dict[str, dict[str, Property]] = defaultdict(dict)
    for path, row in properties.items():
        prefix, _, name = path.rpartition(".")
        inside[prefix.removesuffix("[]")][name] = row
    return inside


def _property(row: dict[str, str]) -> Property:
    return Property(
        path=row["property"],
        kind=row["kind"],
        required=row["required"] == "yes",
        is_input=row["input"] == "yes",
        computed=row["computed"] == "yes",
        on_change=row["on_change"],
        enum=tuple(row["enum"].split("|")) if row["enum"] else (),
        default=row["default"],
        limits=tuple(row["limits"].split()),
        terraform=row["terraform"],
    )


def rows_of(name: str) -> list[dict[str, str]]:
    """The rows of a table by its file name."""
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
