"""Objects in a stand-in account: `make(type, name, inputs)` creates one as the engine would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.defaults import with_defaults
from gpuform_sandbox.provider.faults import Faults
from gpuform_sandbox.provider.inventory import Thing
from gpuform_sandbox.provider.lifecycle import Life
from gpuform_sandbox.provider.tables import resource_types
from gpuform_sandbox.provider.values import Properties

Make = Callable[..., Thing]


def urn_of(token: str, name: str, stack: str = "dev") -> str:
    return f"urn:pulumi:{stack}::trial::{token}::{name}"


@pytest.fixture
def life(cloud: Cloud) -> Life:
    return Life(cloud, Faults(cloud.home))


@pytest.fixture
def make(life: Life) -> Make:
    def create(token: str, name: str, /, *, stack: str = "dev", **inputs: Any) -> Thing:
        kind, urn = resource_types("aws")[token], urn_of(token, name, stack)
        filled = with_defaults(kind, inputs, {}, urn, life.cloud.inventory.generation(urn))
        return life.create(kind, urn, Properties(filled))

    return create


@pytest.fixture
def network(make: Make) -> dict[str, Thing]:
    """A network with a subnet, a gateway, a NAT gateway and its address."""
    vpc = make("aws:ec2/vpc:Vpc", "net", cidrBlock="10.0.0.0/16")
    subnet = make("aws:ec2/subnet:Subnet", "sub", vpcId=vpc.id, cidrBlock="10.0.1.0/24", availabilityZoneId="use1-az6")
    gateway = make("aws:ec2/internetGateway:InternetGateway", "igw", vpcId=vpc.id)
    eip = make("aws:ec2/eip:Eip", "ip", domain="vpc")
    nat = make("aws:ec2/natGateway:NatGateway", "nat", subnetId=subnet.id, allocationId=eip.id)
    group = make("aws:ec2/securityGroup:SecurityGroup", "nodes", vpcId=vpc.id)
    return {"vpc": vpc, "subnet": subnet, "gateway": gateway, "eip": eip, "nat": nat, "group": group}


@pytest.fixture
def nodes(make: Make, network: dict[str, Thing]) -> Thing:
    """A group of two instances."""
    nic = {"networkCardIndex": 0, "deviceIndex": 0, "securityGroups": [network["group"].id]}
    template = make(
        "aws:ec2/launchTemplate:LaunchTemplate",
        "lt",
        instanceType="g6e.xlarge",
        imageId="ami-1",
        networkInterfaces=[nic],
    )
    return make(
        "aws:autoscaling/group:Group",
        "asg",
        minSize=0,
        maxSize=4,
        desiredCapacity=2,
        vpcZoneIdentifiers=[network["subnet"].id],
        launchTemplate={"id": template.id, "version": "1"},
    )
