"""What a change means: both sides of each rule of comparison."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform_sandbox.provider.diff import Change, Sides, changes, keeps_fixed_name
from gpuform_sandbox.provider.tables import resource_types
from gpuform_sandbox.provider.values import DEFAULTS, UNKNOWN

VPC, GROUP = "aws:ec2/vpc:Vpc", "aws:autoscaling/group:Group"
TEMPLATE, ROLE = "aws:ec2/launchTemplate:LaunchTemplate", "aws:iam/role:Role"
INSTANCE, LUSTRE = "aws:ec2/instance:Instance", "aws:fsx/lustreFileSystem:LustreFileSystem"
INGRESS, BUCKET = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:s3/bucket:Bucket"


def found(
    token: str, old: dict[str, Any], new: dict[str, Any], state: dict[str, Any] | None = None, *ignored: str
) -> list[Change]:
    return changes(resource_types("aws")[token], Sides(old, new, state or {}), ignored)


def short(token: str, old: dict[str, Any], new: dict[str, Any], state: dict[str, Any] | None = None) -> list[str]:
    """Each change as `place kind`, with `!` where it replaces."""
    return [f"{c.place} {c.kind}{'!' if c.replaces else ''}" for c in found(token, old, new, state)]


def nics(*cards: int) -> dict[str, Any]:
    return {"networkInterfaces": [{"networkCardIndex": card, "deviceIndex": 0} for card in cards]}


@pytest.mark.parametrize(
    ("token", "old", "new", "wanted"),
    [
        pytest.param(VPC, {"tags": {"a": "1"}}, {"tags": {"a": "1"}}, [], id="same"),
        pytest.param(VPC, {"tags": {"a": "1"}}, {"tags": {"a": "2"}}, ["tags.a update"], id="a tag"),
        pytest.param(VPC, {"tags": {"a": "1"}}, {"tags": {"a": "1", "b.c": "2"}}, ['tags["b.c"] add'], id="a tag with a dot"),
        pytest.param(VPC, {"tags": {"a": "1"}}, {}, ["tags delete"], id="all tags gone"),
        pytest.param(VPC, {}, {"tags": {}}, [], id="empty is nothing"),
        pytest.param(VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": "10.1.0.0/16"}, ["cidrBlock update!"], id="replaces"),
        pytest.param(VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": UNKNOWN}, ["cidrBlock update!"], id="unknown"),
        pytest.param(VPC, {"cidrBlock": "10.0.0.0/16"}, {}, [], id="computed and left out: kept"),
        pytest.param(VPC, {"enableDnsSupport": True}, {}, [], id="left out and default"),
        pytest.param(VPC, {"enableDnsSupport": False}, {}, [], id="false and left out"),
        pytest.param(VPC, {"instanceTenancy": "dedicated"}, {"instanceTenancy": "default"}, ["instanceTenancy update"], id="tenancy down"),
        pytest.param(VPC, {"instanceTenancy": "default"}, {"instanceTenancy": "dedicated"}, ["instanceTenancy update!"], id="tenancy up"),
        pytest.param(GROUP, {"vpcZoneIdentifiers": ["a", "b"]}, {"vpcZoneIdentifiers": ["b", "a"]}, [], id="order of a set"),
        pytest.param(GROUP, {"vpcZoneIdentifiers": ["a", "b"]}, {"vpcZoneIdentifiers": ["c", "a"]}, ["vpcZoneIdentifiers[0] update"], id="another member of a set"),
        pytest.param(GROUP, {"namePrefix": "a-"}, {"namePrefix": "b-"}, ["namePrefix update!"], id="another prefix"),
        pytest.param(GROUP, {"launchTemplate": {"id": "lt-1", "version": "1"}}, {"launchTemplate": {"id": "lt-1", "version": "2"}}, ["launchTemplate.version update"], id="inside an object"),
        pytest.param(TEMPLATE, nics(0, 1), nics(0, 2), ["networkInterfaces[1].networkCardIndex update"], id="inside a list"),
        pytest.param(TEMPLATE, nics(0), nics(0, 1), ["networkInterfaces[1] add"], id="longer list"),
        pytest.param(TEMPLATE, {"imageId": "a"}, {"imageId": "b"}, ["imageId update"], id="a template never rolls"),
        pytest.param(ROLE, {"assumeRolePolicy": '{"a": 1}'}, {"assumeRolePolicy": '{ "a":1 }'}, [], id="same policy"),
        pytest.param(ROLE, {"assumeRolePolicy": '{"a": 1}'}, {"assumeRolePolicy": '{"a": 2}'}, ["assumeRolePolicy update"], id="another policy"),
        pytest.param(INSTANCE, {"instanceType": "g6e.xlarge"}, {"instanceType": "g6e.2xlarge"}, ["instanceType update"], id="same architecture"),
        pytest.param(INSTANCE, {"instanceType": "g6e.xlarge"}, {"instanceType": "g5g.xlarge"}, ["instanceType update!"], id="other architecture"),
        pytest.param(INSTANCE, {"userData": "a"}, {"userData": "b"}, ["userData update"], id="user data"),
        pytest.param(INSTANCE, {"userData": "a"}, {"userData": "b", "userDataReplaceOnChange": True}, ["userData update!", "userDataReplaceOnChange add"], id="user data that replaces"),
        pytest.param(INSTANCE, {}, {"ebsBlockDevices": [{"deviceName": "/dev/sdf", "volumeSize": 1}]}, ["ebsBlockDevices add", "ebsBlockDevices[0].deviceName add!", "ebsBlockDevices[0].volumeSize add!"], id="a block whose leaves replace"),
        pytest.param(LUSTRE, {"storageCapacity": 1200, "deploymentType": "PERSISTENT_2"}, {"storageCapacity": 2400, "deploymentType": "PERSISTENT_2"}, ["storageCapacity update"], id="grows"),
        pytest.param(LUSTRE, {"storageCapacity": 2400, "deploymentType": "PERSISTENT_2"}, {"storageCapacity": 1200, "deploymentType": "PERSISTENT_2"}, ["storageCapacity update!"], id="shrinks"),
        pytest.param(LUSTRE, {"storageCapacity": 1200}, {"storageCapacity": 2400}, ["storageCapacity update!"], id="scratch never grows"),
        pytest.param(LUSTRE, {"fileSystemTypeVersion": "2.15"}, {"fileSystemTypeVersion": "2.12"}, ["fileSystemTypeVersion update!"], id="older version"),
        pytest.param(LUSTRE, {"fileSystemTypeVersion": "2.9"}, {"fileSystemTypeVersion": "2.12"}, ["fileSystemTypeVersion update"], id="newer version"),
        pytest.param(INGRESS, {"cidrIpv4": "10.0.0.0/8"}, {"cidrIpv4": "10.1.0.0/16"}, ["cidrIpv4 update"], id="same kind of source"),
        pytest.param(INGRESS, {"cidrIpv4": "10.0.0.0/8"}, {"prefixListId": "pl-1"}, ["cidrIpv4 delete!", "prefixListId add!"], id="other kind of source"),
    ],
)  # fmt: skip
def test_change(token: str, old: dict[str, Any], new: dict[str, Any], wanted: list[str]) -> None:
    assert short(token, old, new) == wanted


def test_what_the_cloud_has_already_is_no_change() -> None:
    state = {"enableDnsHostnames": False, "cidrBlock": "10.0.0.0/16"}
    assert short(VPC, {}, {"cidrBlock": "10.0.0.0/16"}, state) == []
    assert short(VPC, {}, {"cidrBlock": "10.9.0.0/16"}, state) == ["cidrBlock add!"]


@pytest.mark.parametrize(
    ("ignored", "left"),
    [
        ([], ["networkInterfaces[1].networkCardIndex", "tags.a"]),
        (["tags"], ["networkInterfaces[1].networkCardIndex"]),
        (["tags.a"], ["networkInterfaces[1].networkCardIndex"]),
        (["tags.b"], ["networkInterfaces[1].networkCardIndex", "tags.a"]),
        (["networkInterfaces[*].networkCardIndex"], ["tags.a"]),
        (["networkInterfaces[0].networkCardIndex"], ["networkInterfaces[1].networkCardIndex", "tags.a"]),
        (["networkInterfaces"], ["tags.a"]),
        (["tag"], ["networkInterfaces[1].networkCardIndex", "tags.a"]),
    ],
)
def test_ignored_paths(ignored: list[str], left: list[str]) -> None:
    old, new = {**nics(0, 1), "tags": {"a": "1"}}, {**nics(0, 2), "tags": {"a": "2"}}
    assert [change.place for change in found(TEMPLATE, old, new, None, *ignored)] == left


@pytest.mark.parametrize(
    ("token", "old", "new", "wanted"),
    [
        pytest.param(TEMPLATE, {"name": "a"}, {"name": "a"}, True, id="fixed name"),
        pytest.param(TEMPLATE, {"name": "a"}, {"name": "b"}, False, id="new name"),
        pytest.param(
            TEMPLATE, {"name": "a-1"}, {"name": "a-1", DEFAULTS: ["name"]}, False, id="name given by the provider"
        ),
        pytest.param(TEMPLATE, {"namePrefix": "a-"}, {"namePrefix": "a-"}, False, id="prefix"),
        pytest.param(BUCKET, {"bucket": "a"}, {"bucket": "a"}, True, id="bucket name"),
        pytest.param(
            "aws:s3/bucketPolicy:BucketPolicy", {"bucket": "a"}, {"bucket": "a"}, False, id="reference to a bucket"
        ),
    ],
)
def test_the_old_one_goes_first_where_a_fixed_name_is_kept(
    token: str, old: dict[str, Any], new: dict[str, Any], wanted: bool
) -> None:
    assert keeps_fixed_name(resource_types("aws")[token], Sides(old, new, {})) is wanted
