"""How the nodes of one slice start: the launch template, spelled from the plan."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pulumi
import pulumi_aws as aws

from gpuform.bootstrap import Mount, user_data
from gpuform.catalog import load
from gpuform.plan import ClusterPlan, PlannedDisk, PlannedPool, PlannedSlice
from gpuform_components.aws.capacity import spot_price
from gpuform_components.base import child_of, set_only, slice_name, tags

PREFIX_LENGTH = 102
"""Most characters of a template's name before the provider's own suffix."""


@dataclass(frozen=True)
class Surroundings:
    """What a node needs that other components made."""

    nodes_group_id: pulumi.Output[str]
    profile_arn: pulumi.Output[str]
    mounts: Mapping[str, pulumi.Output[Mount]]


def is_mixed(part: PlannedSlice) -> bool:
    """Whether the scaling group picks machine and market itself. Its template then may not ask for spot (rule SP-4 of the
    EC2 facts), and a block or reservation is never behind one (case C25)."""
    return part.kind in ("onDemand", "spot") and (len(part.machines) > 1 or part.strategy is not None)


def launch_template(
    plan: ClusterPlan,
    pool: PlannedPool,
    part: PlannedSlice,
    around: Surroundings,
    group: pulumi.Input[str] | None,
    reservation: aws.ec2.CapacityReservation | None,
    parent: pulumi.Resource,
) -> aws.ec2.LaunchTemplate:
    """`group`: name of the placement group, None for none; `reservation`: the one the stack makes for this slice."""
    name = slice_name(plan, pool, part)
    return aws.ec2.LaunchTemplate(
        logical_name(name, pool),
        name_prefix=f"{name}-"[:PREFIX_LENGTH],
        description=f"Nodes of pool {pool.name}, capacity {part.key}",
        update_default_version=True,
        image_id=image_id(pool, parent),
        instance_type=part.machines[0].name,
        instance_initiated_shutdown_behavior="terminate",
        iam_instance_profile={"arn": around.profile_arn},
        network_interfaces=interfaces(plan, pool, around.nodes_group_id),
        block_device_mappings=[mapping(disk) for disk in (pool.disks.root, *pool.disks.data)],
        metadata_options={
            "http_endpoint": "enabled",
            "http_tokens": "required",
            # containers are one hop further away than the host (case C76)
            "http_put_response_hop_limit": int(load("aws").limit("metadata-hop-limit")),
        },
        tag_specifications=[
            {"resource_type": kind, "tags": tags(pool.labels, name)}
            for kind in ("instance", "network-interface", "volume")
        ],
        user_data=encoded_user_data(plan, pool, part, around.mounts),
        # only what never changes: any change here would be a new version and roll nodes (case C58)
        tags=tags(pool.labels, name),
        **buying(part, reservation),
        **placement(part, group),
        opts=child_of(parent, ignore_changes=["imageId"] if pool.image.family is not None else None),
    )


def logical_name(name: str, pool: PlannedPool) -> str:
    """Another family or architecture is another template: its image is a wanted change, which ignoring `imageId` would
    swallow."""
    return name if pool.image.family is None else f"{name}-{pool.image.family}-{pool.image.arch}"


def image_id(pool: PlannedPool, parent: pulumi.Resource) -> pulumi.Input[str]:
    """The id as written; else the newest of the family, looked up at creation and then left alone (case C62)."""
    if pool.image.id is not None:
        return pool.image.id
    found = aws.ssm.get_parameter_output(name=pool.image.parameter, opts=pulumi.InvokeOutputOptions(parent=parent))
    # a public parameter: the id of an image is no secret, though the SDK takes every parameter's value for one
    return pulumi.Output.unsecret(found.apply(lambda parameter: parameter.insecure_value or parameter.value))


def interfaces(plan: ClusterPlan, pool: PlannedPool, group: pulumi.Output[str]) -> list[Any]:
    """Card index always, also 0 (case C04); groups on each interface; the subnet comes from the scaling group (case C08);
    a public address can be asked for or refused only where there is one interface (case C05)."""
    address = None if len(pool.nics) > 1 else str(plan.network.public_ip).lower()
    return [
        {
            "network_card_index": nic.card,
            "device_index": nic.device,
            "interface_type": nic.type,
            "security_groups": [group],
            "delete_on_termination": "true",
            **set_only(associate_public_ip_address=address),
        }
        for nic in pool.nics
    ]


def mapping(disk: PlannedDisk) -> Any:
    speed = set_only(iops=disk.iops, throughput=disk.throughput_mibps)
    return {
        "device_name": disk.device,
        "ebs": {
            "volume_type": disk.type,
            "volume_size": disk.size_gib,
            "encrypted": str(disk.encrypted).lower(),
            "delete_on_termination": "true",
            **speed,
        },
    }


def buying(part: PlannedSlice, made: aws.ec2.CapacityReservation | None) -> dict[str, Any]:
    """Market and reservation. A target never goes with a preference (cases C22, C24), spot never with either (C29)."""
    if part.kind == "spot":
        return {} if is_mixed(part) else {"instance_market_options": {"market_type": "spot", **spot_options(part)}}
    if part.kind == "onDemand":
        # an open reservation of the same machine is meant for others (case C30)
        return preference("none") if part.avoid_open_reservations else {}
    held = part.reservation
    assert held is not None
    if part.kind == "block":
        return {"instance_market_options": {"market_type": "capacity-block"}, **target(capacity_reservation_id=held.id)}
    if held.kind == "open":
        return preference("open")
    if made is not None:
        return target(capacity_reservation_id=made.id)
    return target(capacity_reservation_id=held.id, capacity_reservation_resource_group_arn=held.group)


def preference(word: str) -> dict[str, Any]:
    return {"capacity_reservation_specification": {"capacity_reservation_preference": word}}


def target(**named: pulumi.Input[str] | None) -> dict[str, Any]:
    return {"capacity_reservation_specification": {"capacity_reservation_target": set_only(**named)}}


def spot_options(part: PlannedSlice) -> dict[str, Any]:
    return {"spot_options": {"spot_instance_type": "one-time", **set_only(max_price=spot_price(part))}}


def placement(part: PlannedSlice, group: pulumi.Input[str] | None) -> dict[str, Any]:
    """A plain scaling group names the placement group itself; a mixed one leaves it to the template."""
    return {"placement": {"group_name": group}} if group is not None and is_mixed(part) else {}


def encoded_user_data(
    plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice, mounts: Mapping[str, pulumi.Output[Mount]]
) -> pulumi.Output[str]:
    """Base64, the one form in which the resource keeps it: no other spelling, so no change on each run (case C60)."""

    def encoded(found: dict[str, Mount]) -> str:
        return base64.b64encode(user_data(plan, pool, part, found).encode()).decode("ascii")

    read = {one.name for one in (*plan.lustre, *plan.buckets) if pool.name in one.read_by}
    wanted = {name: mount for name, mount in sorted(mounts.items()) if name in read}
    return pulumi.Output.all(**wanted).apply(encoded)
