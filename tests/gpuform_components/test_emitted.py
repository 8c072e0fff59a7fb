"""What holds for every resource of every example: names the SDK knows, nothing empty, parents, tags, secrets nowhere."""

from __future__ import annotations

import importlib
import typing
from collections.abc import Iterator
from typing import Any

import pulumi_aws as aws
import pytest
from pulumi import _types

EXAMPLES = ("aws-everything-wrong", "aws-h100-pretraining", "aws-l40s-batch-spot")
EVERY_OBJECT = "rules[0].filter.prefix"
"""The one empty text that means something: S3's own word for a rule about every object."""
UNTAGGED = {
    "BucketLifecycleConfiguration",
    "BucketPolicy",
    "BucketPublicAccessBlock",
    "BucketServerSideEncryptionConfiguration",
    "Policy",
    "RolePolicy",
    "RolePolicyAttachment",
    "Route",
    "RouteTableAssociation",
    "Schedule",
}
"""Kinds that take no tags."""


@pytest.fixture(params=[(name, preview) for name in EXAMPLES for preview in (False, True)], ids=str)
def graph(request: pytest.FixtureRequest, examples: Any, built: Any) -> Any:
    name, preview = request.param
    return built(examples[name], preview=preview)


def sdk_class(token: str) -> Any:
    """`aws:ec2/vpc:Vpc` → the class."""
    _, module, name = token.split(":")
    return getattr(importlib.import_module(f"{aws.__name__}.{module.split('/')[0]}"), name)


def input_types(cls: Any) -> dict[str, Any]:
    """camelCase property → type, of a resource class."""
    internal: Any = cls._internal_init
    hints = typing.get_type_hints(internal, vars(importlib.import_module(cls.__module__)))
    translated = _types.resource_py_to_pulumi_names(cls)
    return {translated.get(name, camel(name)): hint for name, hint in hints.items()}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def args_class(hint: Any) -> Any:
    """The `…Args` class in a union of spellings, None for plain values."""
    if isinstance(hint, type) and hint.__name__.endswith("Args") and not typing.is_typeddict(hint):
        return hint
    return next((found for part in typing.get_args(hint) if (found := args_class(part)) is not None), None)


def unknown_names(value: Any, hint: Any, path: str) -> Iterator[str]:
    """Properties below a value that the SDK's class does not have."""
    if isinstance(value, list):
        for index, member in enumerate(value):
            yield from unknown_names(member, hint, f"{path}[{index}]")
        return
    cls = args_class(hint)
    if cls is None or not isinstance(value, dict):
        return
    names = {theirs: ours for ours, theirs in _types.input_type_py_to_pulumi_names(cls).items()}
    types = typing.get_type_hints(cls.__init__, vars(importlib.import_module(cls.__module__)))
    for key, member in value.items():
        if key not in names:
            yield f"{path}.{key}"
        else:
            yield from unknown_names(member, types[names[key]], f"{path}.{key}")


def test_every_property_is_one_of_the_sdk(graph: Any) -> None:
    for one in graph.all:
        if not one.type.startswith("aws:"):
            continue
        known = input_types(sdk_class(one.type))
        for key, value in one.inputs.items():
            assert key in known, f"{one.type}.{key}"
            assert list(unknown_names(value, known[key], f"{one.type}.{key}")) == []


def test_a_misspelt_nested_property_is_found() -> None:
    known = input_types(sdk_class("aws:ec2/launchTemplate:LaunchTemplate"))
    block = [{"network_card_index": 0, "deviceIndex": 0}]
    assert list(unknown_names(block, known["networkInterfaces"], "nics")) == ["nics[0].network_card_index"]


def test_nothing_empty_is_emitted(graph: Any, leaves: Any) -> None:
    """Case C59: an empty block against an absent one shows as a change on every run."""
    for one in graph.all:
        if one.type.startswith("gpuform:"):
            continue
        empty = [path for path, value in leaves(one.inputs) if value in ({}, [], "", None) and path != EVERY_OBJECT]
        assert empty == [], one.urn


def test_no_provider_and_every_child_has_a_parent(graph: Any) -> None:
    urns = {one.urn for one in graph.all}
    tops = [one for one in graph.all if one.parent not in urns]
    assert [one.type for one in tops] == ["gpuform:aws:GpuCluster"]
    assert not any(one.type.startswith("pulumi:providers") for one in graph.all)


def test_every_resource_that_can_be_labelled_is(graph: Any) -> None:
    for one in graph.all:
        if not one.type.startswith("aws:"):
            continue
        if one.kind in UNTAGGED:
            assert "tags" not in one.inputs
            continue
        tags = one.inputs["tags"]
        keys = {tag["key"] for tag in tags} if one.kind == "Group" else set(tags)
        wanted = {"gpuform:cluster"} if one.kind == "LaunchTemplate" else {"gpuform:cluster", "owner", "environment"}
        assert wanted <= keys, one.urn


def test_components_say_what_policies_ask(graph: Any) -> None:
    top = graph.one("GpuCluster")
    assert top.inputs["environment"] in ("dev", "prod")
    for pool in graph.of("NodePool"):
        groups = [one for one in graph.of("Group") if one.parent == pool.urn]
        assert {one.name for one in groups} <= set(pool.inputs["paths"])
        assert all(path.startswith(f"pools[{pool.name}].capacity") for path in pool.inputs["paths"].values())
        assert {"workload", "gang", "fabric", "zones"} <= set(pool.inputs)
        # in an update a stack policy sees outputs only, so what is said there must be the same
        assert {key: pool.outputs[key] for key in pool.inputs} == pool.inputs


def test_outputs_of_the_cluster(graph: Any) -> None:
    told = graph.one("GpuCluster").outputs
    assert {"groupNames", "launchTemplates", "placement", "howToReach", "mounts"} <= set(told)
    assert set(told["groupNames"]) == set(told["launchTemplates"]) == set(told["howToReach"])
