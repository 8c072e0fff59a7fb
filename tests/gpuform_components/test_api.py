"""The clouds' own API models as witness: what is emitted, said as the API's request, must be valid there."""

from __future__ import annotations

from typing import Any

import botocore.session
import pytest
from botocore.validate import ParamValidator

MODELS = botocore.session.get_session()
TEXT_BOOLEANS = {"true": True, "false": False}
EC2_NAMES = {"securityGroups": "Groups", "subnetId": "SubnetId"}


def pascal(name: str) -> str:
    return name[:1].upper() + name[1:]


def said(value: Any, names: dict[str, str]) -> Any:
    """camelCase to the API's PascalCase; whole floats are the wire's integers; text booleans are the SDK's nullable ones."""
    if isinstance(value, dict):
        return {names.get(key, pascal(key)): said(member, names) for key, member in value.items()}
    if isinstance(value, list):
        return [said(member, names) for member in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return TEXT_BOOLEANS.get(value, value) if isinstance(value, str) else value


def tag_list(tags: dict[str, str]) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in sorted(tags.items())]


def enum_problems(value: Any, shape: Any, path: str = "") -> list[str]:
    """Values that an enumeration of the model does not have; botocore itself lets them pass."""
    if shape.type_name == "structure" and isinstance(value, dict):
        return [p for key, one in value.items() for p in enum_problems(one, shape.members[key], f"{path}.{key}")]
    if shape.type_name == "list":
        return [p for one in value for p in enum_problems(one, shape.member, path)]
    wrong = getattr(shape, "enum", None) and value not in shape.enum
    return [f"{path}: {value} is none of {shape.enum}"] if wrong else []


def problems(service: str, operation: str, request: dict[str, Any]) -> list[str]:
    shape = MODELS.get_service_model(service).operation_model(operation).input_shape
    assert shape is not None
    report = ParamValidator().validate(request, shape)
    if report.has_errors():
        return [report.generate_report()]
    return enum_problems(request, shape, operation)


def template_request(made: Any) -> dict[str, Any]:
    inputs = dict(made.inputs)
    for own in ("namePrefix", "description", "updateDefaultVersion", "tags"):
        inputs.pop(own)
    specs = [
        {"ResourceType": one["resourceType"], "Tags": tag_list(one["tags"])} for one in inputs.pop("tagSpecifications")
    ]
    data = said(inputs, EC2_NAMES)
    return {"LaunchTemplateName": made.name, "LaunchTemplateData": {**data, "TagSpecifications": specs}}


def group_request(made: Any) -> dict[str, Any]:
    inputs = dict(made.inputs)
    name = inputs.pop("namePrefix") + "0001"
    for own in ("waitForCapacityTimeout", "suspendedProcesses", "instanceRefresh", "warmPool"):
        inputs.pop(own, None)
    zones = inputs.pop("vpcZoneIdentifiers")
    renamed = {
        "protectFromScaleIn": "NewInstancesProtectedFromScaleIn",
        "id": "LaunchTemplateId",
    }
    request = said(inputs, renamed)
    request["Tags"] = [{**tag, "ResourceType": "auto-scaling-group", "ResourceId": name} for tag in request["Tags"]]
    return {**request, "AutoScalingGroupName": name, "VPCZoneIdentifier": ",".join(zones)}


def lustre_request(made: Any) -> dict[str, Any]:
    inputs = said(made.inputs, {})
    own = {key: inputs[key] for key in ("DeploymentType", "PerUnitStorageThroughput") if key in inputs}
    return {
        "FileSystemType": "LUSTRE",
        "FileSystemTypeVersion": inputs["FileSystemTypeVersion"],
        "StorageCapacity": inputs["StorageCapacity"],
        "StorageType": inputs["StorageType"],
        "SubnetIds": ["subnet-0123456789abcdef0"],
        "SecurityGroupIds": ["sg-0123456789abcdef0"],
        "LustreConfiguration": own,
        "Tags": tag_list(made.inputs["tags"]),
    }


def alarm_request(made: Any) -> dict[str, Any]:
    inputs = dict(made.inputs)
    dimensions = [{"Name": key, "Value": value} for key, value in inputs.pop("dimensions").items()]
    tags = tag_list(inputs.pop("tags"))
    return {**said(inputs, {}), "AlarmName": made.name, "Dimensions": dimensions, "Tags": tags}


def policy_request(made: Any) -> dict[str, Any]:
    request = said(made.inputs, {"autoscalingGroupName": "AutoScalingGroupName"})
    for step in request["StepAdjustments"]:
        step["MetricIntervalUpperBound"] = float(step["MetricIntervalUpperBound"])
    return {**request, "PolicyName": made.name}


def budget_request(made: Any) -> dict[str, Any]:
    inputs = made.inputs
    return {
        "AccountId": "123456789012",
        "Budget": {
            "BudgetName": made.name,
            "BudgetType": inputs["budgetType"],
            "TimeUnit": inputs["timeUnit"],
            "BudgetLimit": {"Amount": inputs["limitAmount"], "Unit": inputs["limitUnit"]},
            "CostFilters": {one["name"]: one["values"] for one in inputs["costFilters"]},
        },
        "ResourceTags": tag_list(inputs["tags"]),
    }


def reservation_request(made: Any) -> dict[str, Any]:
    inputs = dict(made.inputs)
    tags = tag_list(inputs.pop("tags"))
    return {**said(inputs, {}), "TagSpecifications": [{"ResourceType": "capacity-reservation", "Tags": tags}]}


def schedule_request(made: Any) -> dict[str, Any]:
    sizes = {"minSize", "maxSize"}  # -1: the provider leaves them out of the request
    kept = {key: value for key, value in made.inputs.items() if key not in sizes}
    return said(kept, {"autoscalingGroupName": "AutoScalingGroupName"})


def refresh_request(made: Any) -> dict[str, Any]:
    refresh = made.inputs["instanceRefresh"]
    preferences = said(refresh["preferences"], {})
    preferences["InstanceWarmup"] = int(preferences["InstanceWarmup"])
    return {"AutoScalingGroupName": made.name, "Strategy": refresh["strategy"], "Preferences": preferences}


def warm_pool_request(made: Any) -> dict[str, Any]:
    return {"AutoScalingGroupName": made.name, **said(made.inputs["warmPool"], {})}


REQUESTS = (
    ("LaunchTemplate", "ec2", "CreateLaunchTemplate", template_request),
    ("Group", "autoscaling", "CreateAutoScalingGroup", group_request),
    ("LustreFileSystem", "fsx", "CreateFileSystem", lustre_request),
    ("MetricAlarm", "cloudwatch", "PutMetricAlarm", alarm_request),
    ("Policy", "autoscaling", "PutScalingPolicy", policy_request),
    ("Budget", "budgets", "CreateBudget", budget_request),
    ("CapacityReservation", "ec2", "CreateCapacityReservation", reservation_request),
    ("Schedule", "autoscaling", "PutScheduledUpdateGroupAction", schedule_request),
)


def all_problems(graph: Any) -> list[str]:
    found = [
        problem
        for kind, service, operation, request in REQUESTS
        for one in graph.of(kind)
        for problem in problems(service, operation, request(one))
    ]
    for group in graph.of("Group"):
        if "instanceRefresh" in group.inputs:
            found += problems("autoscaling", "StartInstanceRefresh", refresh_request(group))
        if "warmPool" in group.inputs:
            found += problems("autoscaling", "PutWarmPool", warm_pool_request(group))
    return found


RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
BLOCK = "block: {id: cr-0a1b2c3d4e5f60718, nodes: 4, start: 2027-01-10T11:30Z, end: 2027-01-20T11:30Z}"
NEW = "reservation: {new: true, kind: targeted, nodes: 4, end: 2027-06-30T00:00Z}"


@pytest.mark.parametrize(
    ("example", "swaps", "kinds"),
    [
        pytest.param("aws-h100-pretraining", (), {"LustreFileSystem", "Budget"}, id="pretraining"),
        pytest.param("aws-l40s-batch-spot", (), {"MetricAlarm", "Policy"}, id="batch on spot"),
        pytest.param("aws-everything-wrong", (), {"Group"}, id="everything wrong"),
        pytest.param("aws-h100-pretraining", ((RESERVED, BLOCK),), {"Schedule"}, id="block"),
        pytest.param("aws-h100-pretraining", ((RESERVED, NEW),), {"CapacityReservation"}, id="new reservation"),
        pytest.param(
            "aws-l40s-batch-spot",
            (("[g6e.4xlarge, g6e.8xlarge]", "g6e.4xlarge"), ("action: scale-in", "action: stop"), ("onDemand: {nodes: 2}", "onDemand: {nodes: 6}")),
            {"MetricAlarm"},
            id="stopped when idle",
        ),
        pytest.param("aws-h100-pretraining", (("machine: p5.48xlarge\n", "machine: p5en.48xlarge\n"),), {"Group"}, id="p5en"),
    ],
)  # fmt: skip
def test_the_api_takes_it(example: str, swaps: Any, kinds: set[str], planned: Any, built: Any) -> None:
    graph = built(planned(example, *swaps))
    assert all_problems(graph) == []
    assert kinds <= {one.kind for one in graph.all}


def test_a_wrong_word_is_found(planned: Any, built: Any) -> None:
    """The witness sees: a name, a type and an enumeration value that the API does not know."""
    made = built(planned("aws-l40s-batch-spot")).of("LaunchTemplate")[0]
    request = template_request(made)
    data = request["LaunchTemplateData"]
    data["MetadataOptions"]["HttpTokens"] = "yes"
    assert problems("ec2", "CreateLaunchTemplate", request) == [
        "CreateLaunchTemplate.LaunchTemplateData.MetadataOptions.HttpTokens: yes is none of ['optional', 'required']"
    ]
    data["NetworkInterfaces"][0]["DeviceIndex"] = "0"
    assert "DeviceIndex" in problems("ec2", "CreateLaunchTemplate", request)[0]
    data["NetworkInterfaces"][0] = {"Cards": 0}
    assert "Cards" in problems("ec2", "CreateLaunchTemplate", request)[0]


def test_a_notification_needs_a_subscriber() -> None:
    """Why the budget has none: the spec knows nobody's address."""
    shape = MODELS.get_service_model("budgets").shape_for("NotificationWithSubscribers")
    assert "Subscribers" in shape.required_members
    assert shape.members["Subscribers"].metadata["min"] == 1
