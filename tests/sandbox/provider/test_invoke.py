"""Look-ups: what is known, what is refused and how."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Thing
from gpuform_sandbox.provider.invoke import RefusedError, answer

DLAMI = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
EKS = "/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/nvidia/recommended/image_id"


@pytest.mark.parametrize("name", [DLAMI, EKS])
def test_public_image_parameters(cloud: Cloud, name: str) -> None:
    found = answer("aws:ssm/getParameter:getParameter", {"name": name}, cloud)
    assert re.fullmatch(r"ami-0[0-9a-f]{16}", found["value"])
    assert found == answer("aws:ssm/getParameter:getParameter", {"name": name}, cloud)


@pytest.mark.parametrize("name", ["/own/unknown", DLAMI.replace("x86_64", "x86"), DLAMI.replace("latest", "newest")])
def test_unknown_parameter(cloud: Cloud, name: str) -> None:
    with pytest.raises(RefusedError, match="ParameterNotFound"):
        answer("aws:ssm/getParameter:getParameter", {"name": name}, cloud)


def test_own_parameter(cloud: Cloud, make: Callable[..., Thing]) -> None:
    make("aws:ssm/parameter:Parameter", "p", name="/own/p", type="String", value="v")
    assert answer("aws:ssm/getParameter:getParameter", {"name": "/own/p"}, cloud)["value"] == "v"


def test_image_by_filters(cloud: Cloud) -> None:
    filters = [{"name": "name", "values": ["b", "a"]}, {"name": "architecture", "values": ["arm64"]}]
    found = answer("aws:ec2/getAmi:getAmi", {"filters": filters, "owners": ["amazon"]}, cloud)
    turned = [filters[1], {"name": "name", "values": ["a", "b"]}]
    assert found["id"] == answer("aws:ec2/getAmi:getAmi", {"filters": turned, "owners": ["amazon"]}, cloud)["id"]
    assert found["architecture"] == "arm64"
    with pytest.raises(RefusedError, match="more than one result"):
        answer("aws:ec2/getAmi:getAmi", {"owners": ["amazon"]}, cloud)


def test_who_and_where(cloud: Cloud) -> None:
    assert answer("aws:index/getCallerIdentity:getCallerIdentity", {}, cloud)["accountId"] == "111122223333"
    assert answer("aws:index/getRegion:getRegion", {}, cloud)["name"] == "us-east-1"
    assert answer("aws:index/getPartition:getPartition", {}, cloud)["dnsSuffix"] == "amazonaws.com"
    zones = answer("aws:index/getAvailabilityZones:getAvailabilityZones", {}, cloud)
    assert zones["names"] == sorted(zones["names"])
    assert (zones["names"][0], zones["zoneIds"][0]) == ("us-east-1a", "use1-az6")


def test_networks(cloud: Cloud, network: dict[str, Thing]) -> None:
    subnet, vpc = network["subnet"], network["vpc"]
    assert answer("aws:ec2/getSubnet:getSubnet", {"id": subnet.id}, cloud)["availabilityZoneId"] == "use1-az6"
    assert answer("aws:ec2/getVpc:getVpc", {"id": vpc.id}, cloud)["cidrBlock"] == "10.0.0.0/16"
    cloud.inventory.remove(subnet)
    with pytest.raises(RefusedError, match=r"InvalidSubnetID\.NotFound"):
        answer("aws:ec2/getSubnet:getSubnet", {"id": subnet.id}, cloud)


def test_foreign_subnet_is_as_described(cloud: Cloud) -> None:
    told: dict[str, Any] = {"availabilityZoneId": "use1-az2", "vpcId": "vpc-01234567", "mapPublicIpOnLaunch": True}
    cloud.home.folder.mkdir(parents=True)
    cloud.home.foreign.write_text(json.dumps({"subnet-01234567": told}))
    found = answer("aws:ec2/getSubnet:getSubnet", {"id": "subnet-01234567"}, cloud)
    assert {name: found[name] for name in told} == told
    assert found["availabilityZone"] == "us-east-1c"


def test_unknown_look_up(cloud: Cloud) -> None:
    with pytest.raises(
        RefusedError, match=r"does not know the look-up `aws:ec2/getKey:getKey`; it knows aws:ec2/getAmi"
    ):
        answer("aws:ec2/getKey:getKey", {}, cloud)
