"""Ask the stand-in AWS whether it takes something: `refused(type, inputs)` gives its answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.clouds.aws.all_checks import refusals
from gpuform_sandbox.clouds.aws.request import Request
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Place, Thing

Refused = Callable[[str, dict[str, Any]], list[str]]
TOKENS = {
    "template": "aws:ec2/launchTemplate:LaunchTemplate",
    "group": "aws:autoscaling/group:Group",
    "instance": "aws:ec2/instance:Instance",
    "spot": "aws:ec2/spotInstanceRequest:SpotInstanceRequest",
    "reservation": "aws:ec2/capacityReservation:CapacityReservation",
    "placement": "aws:ec2/placementGroup:PlacementGroup",
    "subnet": "aws:ec2/subnet:Subnet",
    "volume": "aws:ebs/volume:Volume",
    "lustre": "aws:fsx/lustreFileSystem:LustreFileSystem",
    "security group": "aws:ec2/securityGroup:SecurityGroup",
    "ingress": "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
    "lifecycle": "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
    "nat": "aws:ec2/natGateway:NatGateway",
    "alarm": "aws:cloudwatch/metricAlarm:MetricAlarm",
    "fleet": "aws:ec2/fleet:Fleet",
    "resource group": "aws:resourcegroups/group:Group",
}


@pytest.fixture
def refused(cloud: Cloud) -> Refused:
    return lambda word, inputs: list(refusals(Request(TOKENS[word], inputs, cloud)))


@pytest.fixture
def exists(cloud: Cloud) -> Callable[..., str]:
    """Puts an object into the stand-in account; its id."""

    def put(word: str, thing_id: str, **values: Any) -> str:
        urn = f"urn:pulumi:dev::trial::{TOKENS[word]}::{thing_id}"
        cloud.inventory.put(Thing(thing_id, TOKENS[word], urn, values, values, place=Place("trial", "dev")))
        return thing_id

    return put
