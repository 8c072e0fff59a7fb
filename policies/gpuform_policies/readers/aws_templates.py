"""How nodes start on AWS: launch templates and plain instances as `Template` facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpuform.record import record
from gpuform_policies.fact import UNKNOWN, Disk, Nic, Subnet, Template
from gpuform_policies.readers.aws_types import INSTANCES, SECURITY_GROUP
from gpuform_policies.readers.resource import Graph, Resource, listed, truth, value_at, whole

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, FabricKind, Machine

ROOT_NAMES = ("/dev/sda1", "/dev/xvda")
"""Root devices of the image families AWS publishes; another device in a template is a data disk unless it stands alone."""
FABRIC_TYPES = ("efa", "efa-only")


@record
class Start:
    """What is known of a template's nodes before the rest of it is read: whose pool, which machines, where, how many."""

    pool: str
    path: str
    machines: tuple[Machine, ...]
    subnets: tuple[Subnet, ...]
    nics: Any
    fabric: Any
    fabric_asked: str
    disks: Mapping[str, str]
    """Device → spec path of its disk; empty in other people's stacks."""
    needs: Any
    reads_lustre: bool
    nodes: Any


def template_of(told: Resource, start: Start, graph: Graph, catalog: Catalog) -> Template:
    """The `Template` fact of a launch template or instance."""
    disks = disks_of(told, start, catalog)
    return Template(
        path=start.path,
        resource=told.address,
        pool=start.pool,
        machines=start.machines,
        nics=start.nics,
        public_ip=public_ip_of(told),
        subnets=start.subnets,
        security_groups=tuple(group.name for group in groups_of(told, graph)),
        fabric=start.fabric,
        fabric_asked=start.fabric_asked,  # pyright: ignore[reportArgumentType] - one of the three words
        root=next((disk for disk in disks if disk.role == "root"), None),
        data=tuple(disk for disk in disks if disk.role == "data"),
        local_mount=None,
        image_family=None,
        image_root_gib=None,
        image_root_device=None,
        tokens_required=tokens_of(told),
        hop_limit=whole(told.get("metadataOptions", "httpPutResponseHopLimit")),
        needs=start.needs,
        reads_lustre=start.reads_lustre,
        nodes=start.nodes,
    )


def nics_of(told: Resource) -> Any:
    """Interfaces as written; without any the launch makes one plain one."""
    blocks = told.get("networkInterfaces")
    if blocks is UNKNOWN:
        return UNKNOWN
    if not listed(blocks):
        return (Nic("", told.address, 0, 0, "interface", public_ip=truth(told.get("associatePublicIpAddress"), False)),)
    return tuple(
        Nic(
            path="",
            resource=told.address,
            card=whole(value_at(block, "networkCardIndex"), 0),
            device=whole(value_at(block, "deviceIndex"), 0),
            type=value_at(block, "interfaceType") or "interface",
            public_ip=truth(value_at(block, "associatePublicIpAddress"), False),
        )
        for block in listed(blocks)
    )


def fabric_of(nics: Any, machine: Machine) -> Any:
    """`efa` when any interface carries it."""
    if nics is UNKNOWN:
        return UNKNOWN
    kinds = [nic.peek("type") for nic in nics]
    if any(kind in FABRIC_TYPES for kind in kinds):
        return "efa"
    none: FabricKind = "none"
    return UNKNOWN if UNKNOWN in kinds and machine.fabric != "none" else none


def public_ip_of(told: Resource) -> Any:
    """Asked for by the instance or by any interface."""
    flags = [truth(told.get("associatePublicIpAddress"), False)]
    flags += [
        truth(value_at(block, "associatePublicIpAddress"), False) for block in listed(told.get("networkInterfaces"))
    ]
    if any(flag is True for flag in flags):
        return True
    return UNKNOWN if UNKNOWN in flags else False


def groups_of(told: Resource, graph: Graph) -> list[Resource]:
    """Security groups of the template itself and of its interfaces."""
    found = [
        *graph.joined(told, "vpcSecurityGroupIds", SECURITY_GROUP),
        *graph.joined(told, "securityGroups", SECURITY_GROUP),
        *graph.joined(told, "networkInterfaces", SECURITY_GROUP),
    ]
    for block in listed(told.get("networkInterfaces")):
        found += [
            one for name in listed(value_at(block, "securityGroups")) if (one := graph.named(name, SECURITY_GROUP))
        ]
    found += [one for name in listed(told.get("vpcSecurityGroupIds")) if (one := graph.named(name, SECURITY_GROUP))]
    return sorted({one.address: one for one in found}.values(), key=lambda one: one.address)


def tokens_of(told: Resource) -> Any:
    """Version 2 only. Unset is version 1 allowed, unless the account or the image says otherwise."""
    tokens = told.get("metadataOptions", "httpTokens")
    return UNKNOWN if tokens is UNKNOWN else tokens == "required"


def disks_of(told: Resource, start: Start, catalog: Catalog) -> list[Disk]:
    if told.type in INSTANCES:
        root = told.get("rootBlockDevice")
        found = [] if root in (None, []) else [(root, "root", None)]
        found += [(block, "data", value_at(block, "deviceName")) for block in listed(told.get("ebsBlockDevices"))]
    else:
        mapped = [
            block for block in listed(told.get("blockDeviceMappings")) if value_at(block, "ebs") not in (None, [])
        ]
        named = [(value_at(block, "ebs"), value_at(block, "deviceName")) for block in mapped]
        found = [(ebs, role_of(name, only=len(named) == 1), name) for ebs, name in named]
    return [disk_of(told, block, role, device, start, catalog) for block, role, device in found]


def role_of(device: Any, *, only: bool) -> str:
    return "root" if only or device in ROOT_NAMES else "data"


def disk_of(told: Resource, block: Any, role: str, device: Any, start: Start, catalog: Catalog) -> Disk:
    kind = value_at(block, "volumeType")
    # the API's own default where nothing is set: gp2, in the launch template as in RunInstances
    kind = "gp2" if kind in (None, "") else kind
    path = start.disks.get(str(device), f"{start.path}.disks.root" if start.path and role == "root" else "")
    return Disk(
        path=path,
        resource=told.address,
        role="root" if role == "root" else "data",
        name=disk_name(path, role, device),
        type=kind,
        size_gib=whole(value_at(block, "volumeSize")),
        iops=whole(value_at(block, "iops")),
        throughput_mibps=whole(value_at(block, "throughput")),
        encrypted=truth(value_at(block, "encrypted")),
        device=device,
        mount=None,
        limits=UNKNOWN if kind is UNKNOWN else catalog.disk(kind),
    )


def disk_name(path: str, role: str, device: Any) -> str:
    """As the spec calls it where there is one behind it, else its device."""
    if role == "root":
        return "root"
    if path.endswith("]"):
        return path[path.rindex("[") + 1 : -1]
    return role if device is None or device is UNKNOWN else str(device)
