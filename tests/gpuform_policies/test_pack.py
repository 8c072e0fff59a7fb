"""The policy pack as the engine runs it: its own process, asked over gRPC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf import empty_pb2, struct_pb2
from pulumi.runtime.proto import analyzer_pb2 as proto

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
TEMPLATE, GROUP = "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group"
MANDATORY, ADVISORY = 1, 0
SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "value": "hunter2-hunter2"}


def urn(type_: str, name: str) -> str:
    return f"urn:pulumi:dev::p::{type_}::{name}"


def resource(type_: str, name: str, props: Mapping[str, Any], **depends: str) -> Any:
    values = struct_pb2.Struct()
    values.update(dict(props))
    needs = {key: proto.AnalyzerPropertyDependencies(urns=[address]) for key, address in depends.items()}
    return proto.AnalyzerResource(
        type=type_, urn=urn(type_, name), name=name, properties=values, propertyDependencies=needs
    )


def stack(**ebs: Any) -> list[Any]:
    disk = {"volumeSize": 500, "volumeType": "gp3", "iops": 16000, "throughput": 1000, "encrypted": "true"} | ebs
    template = {
        "instanceType": "g6e.4xlarge",
        "blockDeviceMappings": [{"deviceName": "/dev/sda1", "ebs": disk}],
        "metadataOptions": {"httpTokens": "required"},
        "userData": SECRET,
    }
    group = {
        "minSize": 1,
        "maxSize": 4,
        "availabilityZones": ["us-east-1a"],
        "launchTemplate": {"id": UNKNOWN, "version": UNKNOWN},
        "tags": [{"key": "owner", "value": "a"}, {"key": "environment", "value": "prod"}],
    }
    return [
        resource("pulumi:providers:aws", "default", {"region": "us-east-1"}),
        resource(TEMPLATE, "n", template),
        resource(GROUP, "n", group, launchTemplate=urn(TEMPLATE, "n")),
    ]


def told(pack: Any, resources: list[Any]) -> list[tuple[str, int, str]]:
    answer = pack.AnalyzeStack(proto.AnalyzeStackRequest(resources=resources))
    return [(one.message.splitlines()[-1].split()[0], one.enforcementLevel, one.urn) for one in answer.diagnostics]


def test_sound_stack_is_not_stopped(pack: Any) -> None:
    assert [one for one in told(pack, stack()) if one[1] == MANDATORY] == []


def test_bare_root_is_stopped_at_its_template(pack: Any) -> None:
    found = told(pack, stack(iops=3000, throughput=125))
    assert ("STO002", MANDATORY, urn(TEMPLATE, "n")) in found


def test_warnings_do_not_stop(pack: Any) -> None:
    """The group has no idle rule: told, not blocking."""
    levels = {rule: level for rule, level, _ in told(pack, stack())}
    assert levels["SCL001"] == ADVISORY


def test_second_stack_is_judged_afresh(pack: Any) -> None:
    """The verdict that both policies share belongs to one analysis only."""
    first = told(pack, stack(iops=3000, throughput=125))
    second = told(pack, stack())
    assert "STO002" in {rule for rule, _, _ in first}
    assert "STO002" not in {rule for rule, _, _ in second}


def test_secrets_never_reach_a_message(pack: Any) -> None:
    answer = pack.AnalyzeStack(proto.AnalyzeStackRequest(resources=stack(iops=3000, throughput=125)))
    assert answer.diagnostics
    assert all("hunter2" not in one.message for one in answer.diagnostics)


def test_order_of_resources_changes_nothing(pack: Any) -> None:
    assert told(pack, stack(iops=3000, throughput=125)) == told(pack, stack(iops=3000, throughput=125)[::-1])


def test_policy_names_are_unique_and_errors_are_mandatory(pack: Any) -> None:
    info = pack.GetAnalyzerInfo(empty_pb2.Empty())
    assert {one.name: one.enforcementLevel for one in info.policies} == {
        "gpuform-rules": MANDATORY,
        "gpuform-advice": ADVISORY,
    }
