"""An object's life: made, changed, looked at, refused, gone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.faults import Fault, faults_of
from gpuform_sandbox.provider.inventory import Thing, digits
from gpuform_sandbox.provider.lifecycle import IncompleteError, Life, RefusedError, drifted
from gpuform_sandbox.provider.tables import resource_types
from gpuform_sandbox.provider.values import DEFAULTS, Properties

Make = Callable[..., Thing]
TYPES = resource_types("aws")
VPC, SUBNET, GROUP = "aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet", "aws:autoscaling/group:Group"
TEMPLATE, ROLE, BUCKET = "aws:ec2/launchTemplate:LaunchTemplate", "aws:iam/role:Role", "aws:s3/bucket:Bucket"
TRUST = '{"Version": "2012-10-17"}'


def updated(life: Life, thing: Thing, new: dict[str, Any]) -> Thing:
    old = Properties(thing.inputs)
    return life.update(TYPES[thing.type], thing.id, thing.urn, old, Properties(new), thing.outputs)


def test_ids_and_outputs(network: dict[str, Thing], nodes: Thing) -> None:
    for name, prefix in [("vpc", "vpc"), ("subnet", "subnet"), ("gateway", "igw"), ("eip", "eipalloc"), ("nat", "nat")]:
        assert re.fullmatch(rf"{prefix}-0[0-9a-f]{{16}}", network[name].id)
    assert network["vpc"].outputs["arn"] == f"arn:aws:ec2:us-east-1:111122223333:vpc/{network['vpc'].id}"
    assert network["subnet"].outputs["availabilityZone"] == "us-east-1a"
    assert network["nat"].outputs["publicIp"] == network["eip"].outputs["publicIp"]
    assert re.fullmatch(r"asg-[0-9a-f]{7}", nodes.id)
    assert nodes.outputs["desiredCapacity"] == 2
    assert nodes.outputs["availabilityZones"] == ["us-east-1a"]


def test_same_story_same_ids(make: Make, cloud: Cloud) -> None:
    first = make(VPC, "net", cidrBlock="10.0.0.0/16")
    assert first.id == f"vpc-0{digits(first.urn, 0, count=16)}"
    cloud.inventory.remove(first)
    second = make(VPC, "net", cidrBlock="10.0.0.0/16")
    assert second.id == f"vpc-0{digits(first.urn, 1, count=16)}"


def test_zone_by_name_gives_the_id(make: Make, network: dict[str, Thing]) -> None:
    subnet = make(SUBNET, "two", vpcId=network["vpc"].id, cidrBlock="10.0.2.0/24", availabilityZone="us-east-1a")
    assert subnet.outputs["availabilityZoneId"] == "use1-az6"


def test_lustre_answers_how_to_mount_it(make: Make, network: dict[str, Thing]) -> None:
    fsx = make(
        "aws:fsx/lustreFileSystem:LustreFileSystem",
        "scratch",
        subnetIds=network["subnet"].id,
        deploymentType="PERSISTENT_2",
        storageCapacity=1200,
        perUnitStorageThroughput=1000,
    )
    assert fsx.outputs["dnsName"] == f"{fsx.id}.fsx.us-east-1.amazonaws.com"
    assert re.fullmatch(r"[0-9a-f]{8}", fsx.outputs["mountName"])
    assert fsx.outputs["vpcId"] == network["vpc"].id


def test_a_template_makes_a_version_for_each_change(make: Make, life: Life) -> None:
    template = make(TEMPLATE, "lt", instanceType="g6e.xlarge")
    assert (template.outputs["latestVersion"], template.outputs["defaultVersion"]) == (1, 1)
    changed = updated(life, template, {**template.inputs, "instanceType": "g6e.2xlarge"})
    assert (changed.outputs["latestVersion"], changed.outputs["defaultVersion"]) == (2, 1)
    told = updated(life, changed, {**changed.inputs, "description": "two"})
    assert told.outputs["latestVersion"] == 2
    default = updated(life, told, {**told.inputs, "imageId": "ami-1", "updateDefaultVersion": True})
    assert (default.outputs["latestVersion"], default.outputs["defaultVersion"]) == (3, 3)


def test_update_keeps_what_the_cloud_did_and_drops_what_is_left_out(
    make: Make, life: Life, cloud: Cloud, nodes: Thing
) -> None:
    grown = Thing(**{**vars(nodes), "outputs": {**nodes.outputs, "desiredCapacity": 3}})
    cloud.inventory.put(grown)
    tagged = [{"key": "a", "value": "b", "propagateAtLaunch": True}]
    after = updated(life, nodes, {**nodes.inputs, "tags": tagged})
    assert (after.outputs["desiredCapacity"], after.outputs["tags"]) == (3, tagged)
    assert len(cloud.inventory.owned_by(nodes.id)) == 3
    without = updated(life, after, {name: value for name, value in after.inputs.items() if name != "tags"})
    assert "tags" not in without.outputs
    smaller = updated(life, without, {**without.inputs, "maxSize": 1, "desiredCapacity": 1})
    assert len(cloud.inventory.owned_by(smaller.id)) == 1


def test_reading_a_group_replaces_what_it_lost(life: Life, cloud: Cloud, nodes: Thing) -> None:
    lost, kept = cloud.inventory.owned_by(nodes.id)
    cloud.inventory.remove(lost)
    life.read(TYPES[GROUP], nodes.id)
    now = cloud.inventory.owned_by(nodes.id)
    assert len(now) == 2
    assert kept.id in {thing.id for thing in now}
    assert lost.id not in {thing.id for thing in now}


def test_what_is_gone(life: Life, cloud: Cloud, network: dict[str, Thing]) -> None:
    cloud.inventory.remove(network["gateway"])
    kind = TYPES["aws:ec2/internetGateway:InternetGateway"]
    assert life.read(kind, network["gateway"].id) is None
    life.delete(kind, network["gateway"].id)  # deleting it once more is fine
    with pytest.raises(RefusedError, match=r"InvalidInternetGatewayID\.NotFound"):
        updated(life, network["gateway"], {"vpcId": network["vpc"].id, "tags": {"a": "b"}})


@pytest.mark.parametrize(
    ("subnet", "told"),
    [
        pytest.param("gone", "InvalidSubnetID.NotFound: The subnet ID", id="issued here and gone"),
        pytest.param("subnet-0123456789abcdef0", "", id="the user's own"),
        pytest.param("subnet-1", "InvalidSubnetID.Malformed", id="no id at all"),
    ],
)
def test_references(make: Make, cloud: Cloud, network: dict[str, Thing], subnet: str, told: str) -> None:
    if subnet == "gone":
        subnet = network["subnet"].id
        cloud.inventory.remove(network["subnet"])
    inputs = {"subnetId": subnet, "allocationId": network["eip"].id}
    if told:
        with pytest.raises(RefusedError, match=re.escape(told)):
            make("aws:ec2/natGateway:NatGateway", "two", **inputs)
    else:
        make("aws:ec2/natGateway:NatGateway", "two", **inputs)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("vpc", "DependencyViolation: The vpc"),
        ("subnet", "DependencyViolation: The subnet"),
        ("group", "has a dependent object"),
        ("eip", "InvalidIPAddress.InUse"),
        ("gateway", "has some mapped public address"),
    ],
)
def test_what_is_needed_is_not_deleted(
    life: Life, network: dict[str, Thing], nodes: Thing, name: str, told: str
) -> None:
    with pytest.raises(RefusedError, match=re.escape(told)):
        life.delete(TYPES[network[name].type], network[name].id)


def test_in_the_right_order_all_goes(life: Life, cloud: Cloud, network: dict[str, Thing], nodes: Thing) -> None:
    for thing in (nodes, *(network[name] for name in ("nat", "eip", "gateway", "group", "subnet", "vpc"))):
        life.delete(TYPES[thing.type], thing.id)
    assert [thing.type for thing in cloud.inventory.all()] == [TEMPLATE]


def test_a_group_s_own_rules_do_not_hold_it_and_another_s_do(life: Life, make: Make, network: dict[str, Thing]) -> None:
    ingress = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
    group = network["group"]
    make(ingress, "self", securityGroupId=group.id, referencedSecurityGroupId=group.id, ipProtocol="-1")
    other = make("aws:ec2/securityGroup:SecurityGroup", "other", vpcId=network["vpc"].id)
    rule = make(ingress, "from", securityGroupId=other.id, referencedSecurityGroupId=group.id, ipProtocol="-1")
    with pytest.raises(RefusedError, match="dependent object"):
        life.delete(TYPES[group.type], group.id)
    life.delete(TYPES[ingress], rule.id)
    life.delete(TYPES[group.type], group.id)


def test_roles_and_buckets(life: Life, make: Make, cloud: Cloud) -> None:
    role = make(ROLE, "role", assumeRolePolicy=TRUST)
    policy = make(
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment", "p", role=role.id, policyArn="arn:aws:iam::aws:policy/X"
    )
    with pytest.raises(RefusedError, match="must detach all policies first"):
        life.delete(TYPES[ROLE], role.id)
    life.delete(TYPES[policy.type], policy.id)
    life.delete(TYPES[ROLE], role.id)

    bucket = make(BUCKET, "data")
    cloud.inventory.put(Thing(**{**vars(bucket), "outputs": {**bucket.outputs, "objects": 3}}))
    with pytest.raises(RefusedError, match="BucketNotEmpty"):
        life.delete(TYPES[BUCKET], bucket.id)
    cloud.inventory.put(Thing(**{**vars(bucket), "outputs": {**bucket.outputs, "objects": 3, "forceDestroy": True}}))
    life.delete(TYPES[BUCKET], bucket.id)


@pytest.mark.parametrize(
    ("token", "inputs", "told"),
    [
        (ROLE, {"name": "same", "assumeRolePolicy": TRUST}, "EntityAlreadyExists: Role with name same already exists."),
        (TEMPLATE, {"name": "same"}, "InvalidLaunchTemplateName.AlreadyExistsException"),
        (BUCKET, {"bucket": "same"}, "BucketAlreadyOwnedByYou"),
        (
            "aws:ec2/placementGroup:PlacementGroup",
            {"name": "same", "strategy": "cluster"},
            "InvalidPlacementGroup.Duplicate",
        ),
        ("aws:ec2/securityGroup:SecurityGroup", {"name": "same", "vpcId": "vpc-01234567"}, "InvalidGroup.Duplicate"),
    ],
)
def test_a_name_is_given_once(make: Make, token: str, inputs: dict[str, Any], told: str) -> None:
    make(token, "one", **inputs)
    with pytest.raises(RefusedError, match=re.escape(told)):
        make(token, "two", stack="prod", **inputs)


def test_the_same_group_name_in_two_networks_is_fine(make: Make) -> None:
    make("aws:ec2/securityGroup:SecurityGroup", "one", name="same", vpcId="vpc-01234567")
    make("aws:ec2/securityGroup:SecurityGroup", "two", name="same", vpcId="vpc-01234568")


def test_secrets_never_lie_on_disk(life: Life, cloud: Cloud) -> None:
    kind = TYPES["aws:ssm/parameter:Parameter"]
    urn = f"urn:pulumi:dev::trial::{kind.token}::token"
    given = Properties({"name": "token", "type": "SecureString", "value": "hush-hush"}, frozenset({"value"}))
    made = life.create(kind, urn, given)
    assert made.outputs["value"] == "hush-hush"
    assert "hush-hush" not in "".join(path.read_text() for path in cloud.inventory.folder.rglob("*.json"))


# ---- faults ----------------------------------------------------------------------------------------------------------


def inject(cloud: Cloud, *faults: dict[str, Any]) -> None:
    cloud.home.folder.mkdir(parents=True, exist_ok=True)
    cloud.home.faults.write_text(json.dumps({"faults": list(faults)}))


def test_no_capacity_strikes_the_nth_of_its_type(make: Make, cloud: Cloud) -> None:
    inject(cloud, {"kind": "no-capacity", "type": VPC, "nth": 2})
    make(VPC, "one", cidrBlock="10.0.0.0/16")
    make(BUCKET, "other")
    with pytest.raises(RefusedError, match="InsufficientInstanceCapacity"):
        make(VPC, "two", cidrBlock="10.0.0.0/16")
    make(VPC, "two", cidrBlock="10.0.0.0/16")
    assert len(cloud.inventory.of_type(VPC)) == 2


@pytest.mark.parametrize(("times", "refuses"), [(3, False), (4, True)])
def test_throttling_is_tried_again(make: Make, cloud: Cloud, times: int, refuses: bool) -> None:
    inject(cloud, {"kind": "throttle", "type": VPC, "times": times})
    if refuses:
        with pytest.raises(RefusedError, match="Throttling: Rate exceeded"):
            make(VPC, "one", cidrBlock="10.0.0.0/16")
    else:
        make(VPC, "one", cidrBlock="10.0.0.0/16")
    assert len(cloud.inventory.all()) == (0 if refuses else 1)


def test_a_fault_may_name_its_victim(make: Make, cloud: Cloud) -> None:
    inject(cloud, {"kind": "no-capacity", "name": "two"})
    make(VPC, "one", cidrBlock="10.0.0.0/16")
    with pytest.raises(RefusedError):
        make(VPC, "number-two", cidrBlock="10.0.0.0/16")


def test_a_group_that_waits_is_left_unfinished(make: Make, cloud: Cloud, network: dict[str, Thing]) -> None:
    inject(cloud, {"kind": "no-capacity", "type": GROUP})
    template = make(TEMPLATE, "lt", instanceType="g6e.xlarge", imageId="ami-1")
    inputs = {
        "minSize": 2,
        "maxSize": 2,
        "vpcZoneIdentifiers": [network["subnet"].id],
        "launchTemplate": {"id": template.id},
    }
    with pytest.raises(IncompleteError, match=r"sufficient g6e\.xlarge capacity"):
        make(GROUP, "asg", **inputs)
    assert len(cloud.inventory.of_type(GROUP)) == 1
    assert cloud.inventory.of_type("aws:ec2/instance:Instance") == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"kind": "nothing"}, "kind `nothing` is none of"),
        ({"kind": "slow", "secs": 3}, "unknown field `secs`"),
        ({}, "kind `None`"),
    ],
)
def test_a_broken_fault_is_told(cloud: Cloud, row: dict[str, Any], told: str) -> None:
    inject(cloud, row)
    with pytest.raises(SandboxError, match=re.escape(told)):
        faults_of(cloud.home)


def test_faults_file(cloud: Cloud) -> None:
    assert faults_of(cloud.home) == []
    inject(cloud, {"kind": "slow", "seconds": 2})
    assert faults_of(cloud.home) == [Fault(0, "slow", seconds=2)]
    cloud.home.faults.write_text("[")
    with pytest.raises(SandboxError):
        faults_of(cloud.home)


def test_drift_is_seen_and_form_is_kept() -> None:
    told = {DEFAULTS: ["x"], "policy": '{"a": 1}', "subnets": ["a", "b"], "size": 4, "gone": 1}
    now = {"policy": '{ "a": 1 }', "subnets": ["b", "a"], "size": 7, "arn": "arn"}
    assert drifted(told, now) == {DEFAULTS: ["x"], "policy": '{"a": 1}', "subnets": ["a", "b"], "size": 7}
