"""Ids of other objects: which property names what, and what AWS says when it is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.tokens import (
    BUCKET,
    EGRESS,
    EIP,
    GATEWAY,
    GROUP,
    INGRESS,
    INSTANCE,
    LUSTRE,
    NAT,
    NIC,
    OLD_RULE,
    PLACEMENT,
    PROFILE,
    RESERVATION,
    ROLE,
    SECURITY_GROUP,
    SUBNET,
    TABLE,
    TEMPLATE,
    VOLUME,
    VPC,
)
from gpuform_sandbox.provider.values import UNKNOWN, Values, every

MISSING: dict[str, str] = {
    SUBNET: "InvalidSubnetID.NotFound: The subnet ID '{}' does not exist",
    VPC: "InvalidVpcID.NotFound: The vpc ID '{}' does not exist",
    SECURITY_GROUP: "InvalidGroup.NotFound: The security group '{}' does not exist",
    TABLE: "InvalidRouteTableID.NotFound: The routeTable ID '{}' does not exist",
    GATEWAY: "InvalidInternetGatewayID.NotFound: The internetGateway ID '{}' does not exist",
    NAT: "NatGatewayNotFound: The Nat Gateway {} was not found",
    EIP: "InvalidAllocationID.NotFound: The allocation ID '{}' does not exist",
    TEMPLATE: "InvalidLaunchTemplateId.NotFound: The specified launch template, with template ID {}, does not exist.",
    RESERVATION: "InvalidCapacityReservationId.NotFound: The capacity reservation '{}' does not exist",
    PLACEMENT: "InvalidPlacementGroup.Unknown: The Placement Group '{}' is unknown.",
    GROUP: "ValidationError: AutoScalingGroup name not found - {}",
    ROLE: "NoSuchEntity: The role with name {} cannot be found.",
    PROFILE: "NoSuchEntity: Instance Profile {} cannot be found.",
    BUCKET: "NoSuchBucket: The specified bucket does not exist: {}",
    LUSTRE: "FileSystemNotFound: File system '{}' does not exist.",
    VOLUME: "InvalidVolume.NotFound: The volume '{}' does not exist.",
    INSTANCE: "InvalidInstanceID.NotFound: The instance ID '{}' does not exist",
}
FORMS: dict[str, str] = {SUBNET: "subnet", VPC: "vpc", SECURITY_GROUP: "sg", TEMPLATE: "lt", RESERVATION: "cr"}
MALFORMED: dict[str, str] = {
    SUBNET: 'InvalidSubnetID.Malformed: Invalid id: "{}" (expecting "subnet-...")',
    VPC: 'InvalidVpcID.Malformed: Invalid id: "{}" (expecting "vpc-...")',
    SECURITY_GROUP: 'InvalidGroupId.Malformed: Invalid id: "{}" (expecting "sg-...")',
    TEMPLATE: 'InvalidLaunchTemplateId.Malformed: Invalid id: "{}" (expecting "lt-...")',
    RESERVATION: 'InvalidCapacityReservationId.Malformed: Invalid id: "{}" (expecting "cr-...")',
}

REFERENCES: dict[str, dict[str, str]] = {
    SUBNET: {"vpcId": VPC},
    GATEWAY: {"vpcId": VPC},
    TABLE: {"vpcId": VPC},
    SECURITY_GROUP: {"vpcId": VPC},
    NAT: {"subnetId": SUBNET, "allocationId": EIP},
    "aws:ec2/route:Route": {"routeTableId": TABLE, "gatewayId": GATEWAY, "natGatewayId": NAT},
    "aws:ec2/routeTableAssociation:RouteTableAssociation": {"routeTableId": TABLE, "subnetId": SUBNET},
    "aws:ec2/vpcEndpoint:VpcEndpoint": {
        "vpcId": VPC,
        "routeTableIds": TABLE,
        "subnetIds": SUBNET,
        "securityGroupIds": SECURITY_GROUP,
    },
    INGRESS: {
        "securityGroupId": SECURITY_GROUP,
        "referencedSecurityGroupId": SECURITY_GROUP,
    },
    EGRESS: {
        "securityGroupId": SECURITY_GROUP,
        "referencedSecurityGroupId": SECURITY_GROUP,
    },
    OLD_RULE: {
        "securityGroupId": SECURITY_GROUP,
        "sourceSecurityGroupId": SECURITY_GROUP,
    },
    TEMPLATE: {
        "vpcSecurityGroupIds": SECURITY_GROUP,
        "networkInterfaces[].securityGroups": SECURITY_GROUP,
        "networkInterfaces[].subnetId": SUBNET,
        "placement.groupName": PLACEMENT,
        "iamInstanceProfile.name": PROFILE,
        "capacityReservationSpecification.capacityReservationTarget.capacityReservationId": RESERVATION,
    },
    INSTANCE: {
        "subnetId": SUBNET,
        "vpcSecurityGroupIds": SECURITY_GROUP,
        "placementGroup": PLACEMENT,
        "launchTemplate.id": TEMPLATE,
        "iamInstanceProfile": PROFILE,
        "capacityReservationSpecification.capacityReservationTarget.capacityReservationId": RESERVATION,
    },
    GROUP: {
        "vpcZoneIdentifiers": SUBNET,
        "launchTemplate.id": TEMPLATE,
        "placementGroup": PLACEMENT,
        "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification.launchTemplateId": TEMPLATE,
    },
    "aws:autoscaling/policy:Policy": {"autoscalingGroupName": GROUP},
    "aws:autoscaling/schedule:Schedule": {"autoscalingGroupName": GROUP},
    "aws:autoscaling/lifecycleHook:LifecycleHook": {"autoscalingGroupName": GROUP},
    PROFILE: {"role": ROLE},
    "aws:iam/rolePolicy:RolePolicy": {"role": ROLE},
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": {"role": ROLE},
    LUSTRE: {"subnetIds": SUBNET, "securityGroupIds": SECURITY_GROUP},
    "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation": {"fileSystemId": LUSTRE},
    "aws:s3/bucketPolicy:BucketPolicy": {"bucket": BUCKET},
    "aws:s3/bucketVersioning:BucketVersioning": {"bucket": BUCKET},
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": {"bucket": BUCKET},
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": {"bucket": BUCKET},
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": {"bucket": BUCKET},
    "aws:ec2/volumeAttachment:VolumeAttachment": {"volumeId": VOLUME, "instanceId": INSTANCE},
    NIC: {"subnetId": SUBNET, "securityGroups": SECURITY_GROUP},
}


def named(token: str, inputs: Values) -> Iterator[tuple[str, str]]:
    """Every object the inputs name, as (type, id)."""
    for path, kind in REFERENCES.get(token, {}).items():
        for _, value in every(inputs, path):
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and word and word != UNKNOWN:
                    yield kind, word


def dangling(token: str, inputs: Values, cloud: Cloud) -> Iterator[str]:
    """What AWS answers for ids that are malformed, or of objects that are gone."""
    for kind, word in named(token, inputs):
        if kind in FORMS and not _well_formed(FORMS[kind], word):
            yield MALFORMED[kind].format(word)
        elif cloud.is_gone(word, kind):
            yield MISSING[kind].format(word)


def _well_formed(prefix: str, word: str) -> bool:
    return re.fullmatch(rf"{prefix}-[0-9a-f]{{8}}(?:[0-9a-f]{{9}})?", word) is not None


def users(thing_id: str, kind: str, cloud: Cloud) -> Iterator[Any]:
    """The objects of the inventory that name this one."""
    for other in cloud.inventory.all():
        if any(
            named_kind == kind and word == thing_id
            for named_kind, word in named(other.type, {**other.outputs, **other.inputs})
        ):
            yield other
