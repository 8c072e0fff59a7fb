"""Every type of the tables can be made with no more than it must be given."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.computed import Made
from gpuform_sandbox.provider.naming import names_given, new_id
from gpuform_sandbox.provider.outputs import created, new_version, planned, updated
from gpuform_sandbox.provider.tables import Property, ResourceType, resource_types
from gpuform_sandbox.provider.values import UNKNOWN

TYPES = resource_types("aws")
SAMPLES: dict[str, Any] = {"integer": 1, "number": 1.5, "boolean": True, "map": {}, "string": "word"}


def least(kind: ResourceType, path: str = "") -> dict[str, Any]:
    """The fewest inputs a type takes: what is required, all the way down."""
    return {name: sample(kind, row) for name, row in kind.inside.get(path, {}).items() if row.required and row.is_input}


def sample(kind: ResourceType, row: Property) -> Any:
    shape, _, member = row.kind.partition(":")
    if shape == "object":
        return least(kind, row.path)
    if shape == "list":
        return [SAMPLES[member] if member else least(kind, row.path)]
    return row.enum[0] if row.enum else SAMPLES[shape]


@pytest.mark.parametrize("kind", TYPES.values(), ids=lambda kind: kind.token.rpartition(":")[2])
def test_every_type(kind: ResourceType, cloud: Cloud) -> None:
    urn = f"urn:pulumi:dev::trial::{kind.token}::it"
    names = {"name": "it", "bucket": "it", "keyName": "it"}
    inputs = {**least(kind), **{name: value for name, value in names.items() if name in kind.properties}}
    named = names_given(kind.token, inputs, urn, 0)
    thing_id = new_id(kind.token, named, urn, 0, cloud.account, cloud.partition)
    assert thing_id
    answer = created(kind, Made(thing_id, named, cloud))
    assert {name: answer[name] for name in inputs} == inputs
    assert set(answer) <= set(kind.inside[""]), "an output that the type does not have"
    if "arn" in kind.properties:
        assert answer["arn"].startswith("arn:aws:")
    shown = planned(kind, inputs)
    assert all(shown[name] == UNKNOWN for name in shown if name not in inputs and name != "tagsAll")
    assert updated(kind, answer, inputs, inputs) == answer


@pytest.mark.parametrize(
    ("old", "new", "preview", "wanted"),
    [
        ({"imageId": "a"}, {"imageId": "b"}, False, {"latestVersion": 4}),
        ({"imageId": "a"}, {"imageId": "b"}, True, {"latestVersion": UNKNOWN}),
        (
            {"imageId": "a"},
            {"imageId": "b", "updateDefaultVersion": True},
            True,
            {"latestVersion": UNKNOWN, "defaultVersion": UNKNOWN},
        ),
        ({"imageId": "a"}, {"imageId": "a", "description": "d"}, True, {"latestVersion": 3}),
        ({"imageId": "a"}, {"imageId": "a", "defaultVersion": 2}, False, {"latestVersion": 3, "defaultVersion": 2}),
    ],
)
def test_versions_of_a_template(
    old: dict[str, Any], new: dict[str, Any], preview: bool, wanted: dict[str, Any]
) -> None:
    assert new_version({"latestVersion": 3, "defaultVersion": 1}, old, new, preview=preview) == wanted
