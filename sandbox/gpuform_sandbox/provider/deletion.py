"""What AWS refuses to delete while something still needs it, in its own words."""

from __future__ import annotations

from collections.abc import Callable

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Thing
from gpuform_sandbox.provider.references import users
from gpuform_sandbox.provider.tokens import (
    BUCKET,
    EGRESS,
    EIP,
    GATEWAY,
    INGRESS,
    INSTANCE,
    LUSTRE,
    NAT,
    NIC,
    OLD_RULE,
    PLACEMENT,
    PROFILE,
    ROLE,
    SECURITY_GROUP,
    SUBNET,
    TABLE,
    VPC,
)

Refusal = Callable[[Thing, Cloud], str]
HOLDS_INTERFACES = frozenset({NAT, LUSTRE, INSTANCE, NIC})
RULES = frozenset({INGRESS, EGRESS, OLD_RULE})


def refusal(thing: Thing, cloud: Cloud) -> str:
    """Why the object can't be deleted now; "" when it can."""
    check = REFUSALS.get(thing.type)
    return check(thing, cloud) if check else ""


def _vpc(thing: Thing, cloud: Cloud) -> str:
    inside = [user for user in users(thing.id, VPC, cloud) if user.type in (SUBNET, SECURITY_GROUP, GATEWAY, TABLE)]
    return f"DependencyViolation: The vpc '{thing.id}' has dependencies and cannot be deleted." if inside else ""


def _subnet(thing: Thing, cloud: Cloud) -> str:
    inside = [user for user in users(thing.id, SUBNET, cloud) if user.type in HOLDS_INTERFACES]
    return f"DependencyViolation: The subnet '{thing.id}' has dependencies and cannot be deleted." if inside else ""


def _security_group(thing: Thing, cloud: Cloud) -> str:
    # rules of the group itself go with it; those of another group that name it, and interfaces in it, hold it
    holders = [
        user
        for user in users(thing.id, SECURITY_GROUP, cloud)
        if user.type in HOLDS_INTERFACES or (user.type in RULES and user.value("securityGroupId") != thing.id)
    ]
    return f"DependencyViolation: resource {thing.id} has a dependent object" if holders else ""


def _internet_gateway(thing: Thing, cloud: Cloud) -> str:
    vpc = thing.value("vpcId")
    for nat in cloud.inventory.of_type(NAT):
        if cloud.value(nat.value("subnetId"), SUBNET, "vpcId") == vpc and nat.value("publicIp"):
            return (
                f"DependencyViolation: Network {vpc} has some mapped public address(es). "
                "Please unmap those public address(es) before detaching the gateway."
            )
    return ""


def _eip(thing: Thing, cloud: Cloud) -> str:
    held = [user for user in users(thing.id, EIP, cloud) if user.type == NAT]
    return f"InvalidIPAddress.InUse: Address {thing.value('publicIp')} is in use." if held else ""


def _route_table(thing: Thing, cloud: Cloud) -> str:
    held = [user for user in users(thing.id, TABLE, cloud) if user.type.endswith(":RouteTableAssociation")]
    return f"DependencyViolation: The routeTable '{thing.id}' has dependencies and cannot be deleted." if held else ""


def _placement_group(thing: Thing, cloud: Cloud) -> str:
    running = [i for i in cloud.inventory.of_type(INSTANCE) if i.value("placementGroup") == thing.id]
    return (
        f"InvalidPlacementGroup.InUse: The placement group '{thing.id}' is in use and may not be deleted."
        if running
        else ""
    )


def _role(thing: Thing, cloud: Cloud) -> str:
    for user in users(thing.id, ROLE, cloud):
        if user.type.endswith(":RolePolicyAttachment"):
            return "DeleteConflict: Cannot delete entity, must detach all policies first."
        if user.type.endswith(":RolePolicy"):
            return "DeleteConflict: Cannot delete entity, must delete policies first."
        if user.type == PROFILE:
            return "DeleteConflict: Cannot delete entity, must remove roles from instance profile first."
    return ""


def _bucket(thing: Thing, cloud: Cloud) -> str:
    full = int(thing.outputs.get("objects", 0)) > 0 and thing.value("forceDestroy") is not True
    return f"BucketNotEmpty: The bucket you tried to delete is not empty: {thing.id}" if full else ""


REFUSALS: dict[str, Refusal] = {
    VPC: _vpc,
    SUBNET: _subnet,
    SECURITY_GROUP: _security_group,
    GATEWAY: _internet_gateway,
    EIP: _eip,
    TABLE: _route_table,
    PLACEMENT: _placement_group,
    ROLE: _role,
    BUCKET: _bucket,
}
