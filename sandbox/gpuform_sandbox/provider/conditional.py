"""Properties whose change replaces only sometimes: one line of reason and one small question each.

The table's rows marked `conditional` that are not named here are blocks and leaves: a leaf of such a block updates in
place, and a block that comes or goes is judged by its leaves (see `diff`).
"""

from __future__ import annotations

from collections.abc import Callable

from gpuform_sandbox.provider.machines import machines
from gpuform_sandbox.provider.tokens import EGRESS, INGRESS, INSTANCE, LUSTRE, NIC
from gpuform_sandbox.provider.values import UNKNOWN, Values, at

Judge = Callable[[Values, Values, Values], bool]
"""(inputs before, inputs after, outputs before) → whether the change replaces."""

SOURCES = ("cidrIpv4", "cidrIpv6", "prefixListId", "referencedSecurityGroupId")


def _never(old: Values, new: Values, state: Values) -> bool:
    return False


def _always(old: Values, new: Values, state: Values) -> bool:
    return True


def _source_kind(old: Values, new: Values, state: Values) -> bool:
    """A new value of the same kind of source is an update; another kind of source is another rule."""
    return {name for name in SOURCES if name in old} != {name for name in SOURCES if name in new}


def _architecture(old: Values, new: Values, state: Values) -> bool:
    known = machines()
    before, after = known.get(str(old.get("instanceType"))), known.get(str(new.get("instanceType")))
    return before is not None and after is not None and before.arch != after.arch


def _user_data(old: Values, new: Values, state: Values) -> bool:
    return new.get("userDataReplaceOnChange") is True


def _lustre_capacity(old: Values, new: Values, state: Values) -> bool:
    before, after = old.get("storageCapacity"), new.get("storageCapacity")
    if not isinstance(before, int) or not isinstance(after, int):
        return False
    return after < before or new.get("deploymentType", "SCRATCH_1") == "SCRATCH_1"


def _lustre_version(old: Values, new: Values, state: Values) -> bool:
    before, after = str(old.get("fileSystemTypeVersion") or "0"), str(new.get("fileSystemTypeVersion") or "0")
    return UNKNOWN not in (before, after) and _numbers(after) < _numbers(before)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdecimal()]


def _lustre_metadata(old: Values, new: Values, state: Values) -> bool:
    before, after = at(old, "metadataConfiguration.iops"), at(new, "metadataConfiguration.iops")
    fixed = at(new, "metadataConfiguration.mode") == "USER_PROVISIONED"
    return fixed and isinstance(before, int) and isinstance(after, int) and after < before


def _tenancy(old: Values, new: Values, state: Values) -> bool:
    return (old.get("instanceTenancy"), new.get("instanceTenancy", "default")) != ("dedicated", "default")


def _primary_ipv6(old: Values, new: Values, state: Values) -> bool:
    return old.get("enablePrimaryIpv6") is True and new.get("enablePrimaryIpv6") is not True


def _first_address(old: Values, new: Values, state: Values) -> bool:
    before, after = old.get("privateIps") or [], new.get("privateIps") or []
    return bool(before) and before[0] not in after


def _first_address_of_list(old: Values, new: Values, state: Values) -> bool:
    before, after = old.get("privateIpLists") or [], new.get("privateIpLists") or []
    return new.get("privateIpListEnabled") is True and before[:1] != after[:1]


def _tier(old: Values, new: Values, state: Values) -> bool:
    return old.get("tier") == "Advanced" and new.get("tier") == "Standard"


def _endpoint_dns(old: Values, new: Values, state: Values) -> bool:
    return new.get("vpcEndpointType", "Gateway") != "Interface"


def _nat_addresses(old: Values, new: Values, state: Values) -> bool:
    return bool(old.get("availabilityZoneAddresses")) != bool(new.get("availabilityZoneAddresses"))


def _ipv6_of_subnet(old: Values, new: Values, state: Values) -> bool:
    return old.get("assignIpv6AddressOnCreation") is True


def _private_nat(old: Values, new: Values, state: Values) -> bool:
    return new.get("connectivityType") == "private"


def _ipv6_count(old: Values, new: Values, state: Values) -> bool:
    return old.get("ipv6AddressCount") == new.get("ipv6AddressCount")


CONDITIONAL: dict[tuple[str, str], Judge] = {
    ("aws:ec2/vpc:Vpc", "instanceTenancy"): _tenancy,
    ("aws:ec2/subnet:Subnet", "ipv6CidrBlock"): _ipv6_of_subnet,
    ("aws:ec2/natGateway:NatGateway", "availabilityZoneAddresses"): _nat_addresses,
    ("aws:ec2/natGateway:NatGateway", "secondaryPrivateIpAddressCount"): _private_nat,
    ("aws:ec2/vpcEndpoint:VpcEndpoint", "privateDnsEnabled"): _endpoint_dns,
    (INSTANCE, "instanceType"): _architecture,
    (INSTANCE, "userData"): _user_data,
    (INSTANCE, "userDataBase64"): _user_data,
    (INSTANCE, "enablePrimaryIpv6"): _primary_ipv6,
    (INSTANCE, "ipv6Addresses"): _ipv6_count,
    (LUSTRE, "storageCapacity"): _lustre_capacity,
    (LUSTRE, "fileSystemTypeVersion"): _lustre_version,
    (LUSTRE, "metadataConfiguration.iops"): _lustre_metadata,
    (NIC, "enablePrimaryIpv6"): _primary_ipv6,
    (NIC, "privateIps"): _first_address,
    (NIC, "privateIpLists"): _first_address_of_list,
    ("aws:ssm/parameter:Parameter", "tier"): _tier,
    ("aws:s3/bucketVersioning:BucketVersioning", "versioningConfiguration.status"): _never,
    ("aws:s3/bucketVersioning:BucketVersioning", "expectedBucketOwner"): _always,
    (
        "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
        "expectedBucketOwner",
    ): _always,
    **{(rule, source): _source_kind for rule in (INGRESS, EGRESS) for source in SOURCES},
}
