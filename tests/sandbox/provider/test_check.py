"""What the provider refuses before any call: each sort of mistake, and its good twin."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform_sandbox.provider.check import problems
from gpuform_sandbox.provider.tables import resource_types
from gpuform_sandbox.provider.values import UNKNOWN

VPC, SUBNET = "aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet"
TEMPLATE, GROUP = "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group"
INGRESS, ALARM = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:cloudwatch/metricAlarm:MetricAlarm"
LIFECYCLE, ROLE = "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration", "aws:iam/role:Role"
TO = {"securityGroupId": "sg-01234567", "ipProtocol": "-1"}


def told(token: str, inputs: dict[str, Any], secret: frozenset[str] = frozenset()) -> list[str]:
    return problems(resource_types("aws")[token], inputs, "it", secret)


def template(**ebs: Any) -> dict[str, Any]:
    return {"blockDeviceMappings": [{"deviceName": "/dev/sda1", "ebs": ebs}]}


@pytest.mark.parametrize(
    ("token", "inputs", "wanted"),
    [
        pytest.param(VPC, {"cidrBlock": "10.0.0.0/16", "tags": {"a": "b"}}, [], id="good"),
        pytest.param(VPC, {"cidrBlok": "10.0.0.0/16"}, ["Invalid or unknown key (did you mean `cidrBlock`?). Examine values at 'it.cidrBlok'."], id="misspelt"),
        pytest.param(VPC, {"tagsAll": {}}, ["Invalid or unknown key (did you mean `tags`?). Examine values at 'it.tagsAll'."], id="output only"),
        pytest.param(TEMPLATE, template(volumSize=1), ["Invalid or unknown key (did you mean `volumeSize`?). Examine values at 'it.blockDeviceMappings[0].ebs.volumSize'."], id="misspelt inside"),
        pytest.param(SUBNET, {"cidrBlock": "10.0.0.0/24"}, ['Missing required argument: The argument "vpc_id" is required, but no definition was found. Examine values at \'it.vpcId\'.'], id="missing"),
        pytest.param(SUBNET, {"vpcId": UNKNOWN}, [], id="not known yet is not missing"),
        pytest.param(TEMPLATE, {"hibernationOptions": {}}, ['Missing required argument: The argument "configured" is required, but no definition was found. Examine values at \'it.hibernationOptions.configured\'.'], id="missing inside"),
        pytest.param(VPC, {"cidrBlock": 10}, ['Unexpected type at field "cidrBlock": expected string type, got number type. Examine values at \'it.cidrBlock\'.'], id="number for a text"),
        pytest.param(TEMPLATE, template(encrypted=True), ['Unexpected type at field "blockDeviceMappings[0].ebs.encrypted": expected string type, got boolean type. Examine values at \'it.blockDeviceMappings[0].ebs.encrypted\'.'], id="boolean for a text"),
        pytest.param(TEMPLATE, template(encrypted="true", volumeSize=500), [], id="text it is"),
        pytest.param(TEMPLATE, template(volumeSize=1.5), ['Unexpected type at field "blockDeviceMappings[0].ebs.volumeSize": expected number type, got fractional number type. Examine values at \'it.blockDeviceMappings[0].ebs.volumeSize\'.'], id="half a number"),
        pytest.param(TEMPLATE, {"blockDeviceMappings": {}}, ['Unexpected type at field "blockDeviceMappings": expected array type, got object type. Examine values at \'it.blockDeviceMappings\'.'], id="object for a list"),
        pytest.param(TEMPLATE, {"vpcSecurityGroupIds": [1]}, ['Unexpected type at field "vpcSecurityGroupIds[0]": expected string type, got number type. Examine values at \'it.vpcSecurityGroupIds[0]\'.'], id="number in a list of texts"),
        pytest.param(VPC, {"tags": {"a": 1}}, ['Unexpected type at field "tags.a": expected string type, got number type. Examine values at \'it.tags.a\'.'], id="number as a tag"),
        pytest.param(TEMPLATE, template(volumeType="gp9"), ['expected block_device_mappings.ebs.volume_type to be one of ["standard" "io1" "io2" "gp2" "sc1" "st1" "gp3"], got gp9. Examine values at \'it.blockDeviceMappings[0].ebs.volumeType\'.'], id="enum"),
        pytest.param(TEMPLATE, template(volumeType=UNKNOWN), [], id="unknown enum"),
        pytest.param(TEMPLATE, template(throughput=2001), ["expected block_device_mappings.ebs.throughput to be in the range (125 - 2000), got 2001. Examine values at 'it.blockDeviceMappings[0].ebs.throughput'."], id="past the range"),
        pytest.param(TEMPLATE, template(throughput=2000), [], id="end of the range"),
        pytest.param(VPC, {"cidrBlock": "10.0.0.1/16"}, ["\"cidr_block\" (10.0.0.1/16) must be a valid network CIDR. Examine values at 'it.cidrBlock'."], id="host bits set"),
        pytest.param(ROLE, {"assumeRolePolicy": "{"}, ["\"assume_role_policy\" ({) contains an invalid JSON. Examine values at 'it.assumeRolePolicy'."], id="broken policy"),
        pytest.param(SUBNET, {"vpcId": "vpc-1", "availabilityZone": "a", "availabilityZoneId": "b"}, ['Conflicting configuration arguments: "availability_zone": conflicts with availability_zone_id. Examine values at \'it.availabilityZone\'.'], id="conflict"),
        pytest.param(TEMPLATE, {"name": UNKNOWN, "namePrefix": "a"}, ['Conflicting configuration arguments: "name": conflicts with name_prefix. Examine values at \'it.name\'.'], id="conflict with an unknown"),
        pytest.param(INGRESS, {**TO, "cidrIpv4": "0.0.0.0/0"}, [], id="one source"),
        pytest.param(INGRESS, TO, ['Invalid combination of arguments: "cidr_ipv4": one of `cidr_ipv4,cidr_ipv6,prefix_list_id,referenced_security_group_id` must be specified. Examine values at \'it.cidrIpv4\'.'], id="no source"),
        pytest.param(INGRESS, {**TO, "cidrIpv4": "0.0.0.0/0", "prefixListId": "pl-1"}, ['Invalid combination of arguments: "cidr_ipv4": only one of `cidr_ipv4,cidr_ipv6,prefix_list_id,referenced_security_group_id` can be specified, but `cidr_ipv4,prefix_list_id` were specified. Examine values at \'it.cidrIpv4\'.'], id="two sources"),
        pytest.param(VPC, {"ipv4NetmaskLength": 20}, ['Missing required argument: "ipv4_netmask_length": all of `ipv4_ipam_pool_id,ipv4_netmask_length` must be specified. Examine values at \'it.ipv4NetmaskLength\'.'], id="needs another"),
        pytest.param(VPC, {"ipv4NetmaskLength": 20, "ipv4IpamPoolId": "ipam-1"}, [], id="has the other"),
    ],
)  # fmt: skip
def test_one_mistake(token: str, inputs: dict[str, Any], wanted: list[str]) -> None:
    assert told(token, inputs) == wanted


@pytest.mark.parametrize(("period", "good"), [(10, True), (300, True), (60, True), (45, False)])
def test_a_period_is_one_of_a_few_or_a_multiple(period: int, good: bool) -> None:
    rest = {
        "comparisonOperator": "LessThanThreshold",
        "evaluationPeriods": 3,
        "metricName": "m",
        "statistic": "Average",
    }
    assert (told(ALARM, {**rest, "period": period}) == []) is good


def test_exclusions_inside_a_list_are_judged_member_by_member() -> None:
    good, bad = (
        {"days": 30, "storageClass": "GLACIER"},
        {"days": 30, "date": "2027-01-01T00:00:00Z", "storageClass": "GLACIER"},
    )
    rules = [{"id": "a", "status": "Enabled", "transitions": [good, bad]}]
    found = told(LIFECYCLE, {"bucket": "b", "rules": rules})
    assert len(found) == 1
    assert found[0].endswith("Examine values at 'it.rules[0].transitions[1]'.")


def test_all_mistakes_at_once() -> None:
    assert len(told(SUBNET, {"cidrBlock": "x", "mapPublicIp": True, "availabilityZone": 1})) == 4


def test_a_secret_is_never_shown() -> None:
    shown = " ".join(told(ROLE, {"assumeRolePolicy": "hush{"}, frozenset({"assumeRolePolicy"})))
    assert "hush" not in shown
    assert "[secret]" in shown
    nested = {"metadataOptions": {"httpTokens": "hush"}}
    assert "hush" not in " ".join(told(TEMPLATE, nested, frozenset({"metadataOptions"})))
