"""The tables behind the stand-in are whole: every row can be used, and every type has all it needs."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from gpuform_sandbox.provider import tables
from gpuform_sandbox.provider.computed import COMPUTED
from gpuform_sandbox.provider.conditional import CONDITIONAL
from gpuform_sandbox.provider.defaults import READERS
from gpuform_sandbox.provider.naming import AUTO_NAMED, ID_FORMAT, ID_PREFIX
from gpuform_sandbox.provider.references import REFERENCES
from gpuform_sandbox.provider.tables import Property, ResourceType, resource_types

TYPES = resource_types("aws")
KINDS = re.compile(r"string|integer|number|boolean|map|object|any|list(:(string|integer))?")
LIMITS = re.compile(r"set|arn|cidr|json|length:\d+\.\.\d+|range:-?\d+\.\.\d*|multiple:\d+|max:\d+|min:\d+")


@pytest.mark.parametrize("kind", TYPES.values(), ids=lambda kind: kind.token.rpartition(":")[2])
def test_every_row_of_a_type(kind: ResourceType) -> None:
    for row in kind.properties.values():
        assert KINDS.fullmatch(row.kind), row
        assert row.on_change in ("update", "replace", "conditional", "none"), row
        assert all(LIMITS.fullmatch(limit) for limit in row.limits), row
        assert row.is_input or not row.required, row
        assert row.terraform, row
        parent = row.path.rpartition(".")[0].removesuffix("[]")
        assert not parent or parent in kind.properties, row
        if row.default and row.is_input and "." not in row.path:
            assert str(READERS[row.kind](row.default)).lower() == row.default.lower(), row
    for conflict in kind.conflicts:
        assert len(conflict.paths) == len(conflict.terraform) > 1, conflict
        assert all(path in kind.properties for path in conflict.paths), conflict


def test_every_type_can_be_made() -> None:
    assert {*ID_PREFIX, *ID_FORMAT} == set(TYPES)
    assert not set(ID_PREFIX) & set(ID_FORMAT)
    without = {token for token in TYPES if "arn" in TYPES[token].properties} - set(COMPUTED)
    assert without == set()


def test_registries_name_what_is_in_the_tables() -> None:
    assert set(COMPUTED) <= set(TYPES)
    assert all(name in TYPES[token].properties for token, (name, _) in AUTO_NAMED.items())
    assert all(TYPES[token].properties[path].on_change == "conditional" for token, path in CONDITIONAL)
    for token, paths in REFERENCES.items():
        assert all(path in TYPES[token].properties for path in paths), token


def test_what_is_conditional_and_not_judged_is_a_block_or_a_leaf_of_one() -> None:
    rows = [row for row in _csv("aws-properties.csv") if row["on_change"] == "conditional" and row["input"] == "yes"]
    left = [row for row in rows if (row["type"], row["property"]) not in CONDITIONAL]
    assert left
    assert [row for row in left if not re.search(r"parent block|block not ForceNew", row["note"])] == []


def test_a_property_row_reads_as_written() -> None:
    row = TYPES["aws:ec2/vpc:Vpc"].properties["cidrBlock"]
    assert row == Property("cidrBlock", "string", False, True, True, "replace", (), "", ("cidr",), "cidr_block")


@pytest.mark.parametrize("name", ["aws-volumes.csv", "aws-lustre.csv"])
def test_rows_by_hand_say_where_they_are_from(name: str) -> None:
    for row in _csv(name):
        assert row["source"], row
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"]), row


def test_sources_name_every_file() -> None:
    told = (tables.DATA / "SOURCES.md").read_text()
    assert [path.name for path in tables.DATA.glob("*.csv") if path.name not in told] == []


def _csv(name: str) -> list[dict[str, str]]:
    with Path(tables.DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))
