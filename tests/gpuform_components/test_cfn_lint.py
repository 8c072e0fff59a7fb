"""CloudFormation's schemas as witness, through cfn-lint: the launch template and group said as a template of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cfnlint.api import lint
from cfnlint.config import ManualArgs

TEXT_BOOLEANS = {"true": True, "false": False}
NAMES = {"securityGroups": "Groups"}


def said(value: Any) -> Any:
    if isinstance(value, dict):
        return {NAMES.get(key, key[:1].upper() + key[1:]): said(member) for key, member in value.items()}
    if isinstance(value, list):
        return [said(member) for member in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return TEXT_BOOLEANS.get(value, value) if isinstance(value, str) else value


def tag_list(tags: dict[str, str]) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in sorted(tags.items())]


def template_of(made: Any) -> dict[str, Any]:
    inputs = {
        key: value
        for key, value in made.inputs.items()
        if key not in ("namePrefix", "description", "updateDefaultVersion", "tags", "tagSpecifications")
    }
    data = said(inputs)
    data["TagSpecifications"] = [
        {"ResourceType": one["resourceType"], "Tags": tag_list(one["tags"])} for one in made.inputs["tagSpecifications"]
    ]
    for nic in data["NetworkInterfaces"]:
        nic["Groups"] = ["sg-0123456789abcdef0"]
    data["IamInstanceProfile"] = {"Arn": "arn:aws:iam::123456789012:instance-profile/nodes"}
    return {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": data}}


def group_of(made: Any) -> dict[str, Any]:
    inputs = made.inputs
    sizes = {key: str(int(inputs[camel])) for key, camel in SIZES}
    properties: dict[str, Any] = {
        **sizes,
        "VPCZoneIdentifier": ["subnet-0123456789abcdef0"],
        "HealthCheckType": inputs["healthCheckType"],
        "HealthCheckGracePeriod": int(inputs["healthCheckGracePeriod"]),
        "CapacityRebalance": inputs["capacityRebalance"],
        "NewInstancesProtectedFromScaleIn": inputs["protectFromScaleIn"],
        "Tags": said(inputs["tags"]),
    }
    version = {"LaunchTemplateId": "lt-0123456789abcdef0", "Version": "1"}
    if "mixedInstancesPolicy" in inputs:
        policy = said(inputs["mixedInstancesPolicy"])
        policy["LaunchTemplate"]["LaunchTemplateSpecification"] = version
        properties["MixedInstancesPolicy"] = policy
    else:
        properties["LaunchTemplate"] = version
    return {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": properties}


SIZES = (("MinSize", "minSize"), ("MaxSize", "maxSize"), ("DesiredCapacity", "desiredCapacity"))


def problems(graph: Any) -> list[str]:
    resources: dict[str, Any] = {}
    for index, made in enumerate(graph.of("LaunchTemplate")):
        resources[f"Template{index}"] = template_of(made)
    for index, made in enumerate(graph.of("Group")):
        resources[f"Group{index}"] = group_of(made)
    text = json.dumps({"AWSTemplateFormatVersion": "2010-09-09", "Resources": resources})
    found = lint(text, None, ["us-east-1"], ManualArgs(regions=["us-east-1"]))  # pyright: ignore[reportArgumentType]
    return [str(one) for one in found if one.rule.id.startswith("E")]


@pytest.mark.parametrize("name", ["aws-everything-wrong", "aws-h100-pretraining", "aws-l40s-batch-spot"])
def test_the_schemas_take_it(name: str, examples: Any, built: Any) -> None:
    assert problems(built(examples[name])) == []


def test_a_wrong_word_is_found(examples: Any, built: Any) -> None:
    graph = built(examples["aws-l40s-batch-spot"], fresh=True)
    graph.of("LaunchTemplate")[0].inputs["metadataOptions"]["httpTokens"] = "yes"
    assert any("HttpTokens" in one or "yes" in one for one in problems(graph))
