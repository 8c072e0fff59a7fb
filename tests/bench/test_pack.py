"""The policy pack over 5,000 resources, as the engine runs it: its own process, asked over gRPC."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from google.protobuf import struct_pb2
from pulumi.runtime.proto import analyzer_pb2 as proto

RESOURCES = (500, 5000)


def urn(type_: str, name: str) -> str:
    return f"urn:pulumi:dev::p::{type_}::{name}"


def resource(type_: str, name: str, props: Mapping[str, Any], **depends: str) -> Any:
    values = struct_pb2.Struct()
    values.update(dict(props))
    needs = {key: proto.AnalyzerPropertyDependencies(urns=[address]) for key, address in depends.items()}
    return proto.AnalyzerResource(
        type=type_, urn=urn(type_, name), name=name, properties=values, propertyDependencies=needs
    )


def stack(size: int) -> list[Any]:
    """That many resources: pools of five (template, group, security group and two of its rules), each with a bare root disk."""
    template, group = "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group"
    security, ingress = (
        "aws:ec2/securityGroup:SecurityGroup",
        "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
    )
    disk = {"volumeSize": 500, "volumeType": "gp3", "iops": 3000, "throughput": 125, "encrypted": "true"}
    made: list[Any] = [resource("pulumi:providers:aws", "default", {"region": "us-east-1"})]
    for number in range(size // 5):
        name = f"pool-{number}"
        made += [
            resource(security, name, {"vpcId": "vpc-0123456789abcdef0", "id": f"sg-{number:017x}"}),
            resource(
                ingress, f"{name}-a", {"ipProtocol": "tcp", "fromPort": 22, "toPort": 22, "cidrIpv4": "10.0.0.0/8"}
            ),
            resource(ingress, f"{name}-b", {"ipProtocol": "-1", "referencedSecurityGroupId": f"sg-{number:017x}"}),
            resource(
                template,
                name,
                {
                    "instanceType": "g6e.4xlarge",
                    "blockDeviceMappings": [{"deviceName": "/dev/sda1", "ebs": disk}],
                    "metadataOptions": {"httpTokens": "required"},
                    "vpcSecurityGroupIds": [f"sg-{number:017x}"],
                },
                vpcSecurityGroupIds=urn(security, name),
            ),
            resource(
                group,
                name,
                {
                    "minSize": 1,
                    "maxSize": 4,
                    "availabilityZones": ["us-east-1a"],
                    "launchTemplate": {"id": f"lt-{number:017x}", "version": "1"},
                },
                launchTemplate=urn(template, name),
            ),
        ]
    return made


@pytest.fixture(scope="module")
def per_resource() -> dict[int, float]:
    return {}


@pytest.mark.parametrize("size", RESOURCES)
def test_stack_is_analysed(
    benchmark: Any, figure: Callable[..., None], per_resource: dict[int, float], pack: Any, size: int
) -> None:
    request = proto.AnalyzeStackRequest(resources=stack(size))
    answer = pack.AnalyzeStack(request)  # the first one also loads the catalog
    assert any("STO002" in one.message for one in answer.diagnostics)
    benchmark.pedantic(pack.AnalyzeStack, args=(request,), rounds=3)
    seconds = benchmark.stats.stats.min
    per_resource[size] = seconds / size
    figure(f"policy pack over {size:,} resources", seconds, "s", 1.5 if size == 5000 else None)
    if size > RESOURCES[0] and RESOURCES[0] in per_resource:
        figure("  a resource of them beside one of 500 (linear is 1)", per_resource[size] / per_resource[500], "x", 1.3)
