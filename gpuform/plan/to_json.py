"""The plan as plain data: the stable keys of DESIGN section 4, and a few more."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from gpuform.plan.model import (
        ClusterPlan,
        PlannedBucket,
        PlannedDisk,
        PlannedLocal,
        PlannedLustre,
        PlannedPool,
        PlannedRule,
        PlannedSecurityGroup,
        PlannedSlice,
        PlannedSubnet,
    )


def to_json(plan: ClusterPlan) -> dict[str, Any]:
    """Deterministic: same plan, same bytes."""
    return {
        "name": plan.name,
        "environment": plan.environment,
        "owner": plan.owner,
        "cloud": plan.cloud,
        "region": plan.region,
        "zones": list(plan.zones),
        "labels": dict(plan.labels),
        "catalogDate": plan.catalog_date,
        "network": {
            "vpc": plan.network.vpc,
            "cidr": None if plan.network.cidr is None else str(plan.network.cidr),
            "publicIp": plan.network.public_ip,
            "subnets": [subnet_json(subnet) for subnet in plan.network.subnets],
            "nodesGroup": group_json(plan.network.nodes_group),
        },
        "pools": [pool_json(pool) for pool in plan.pools],
        "sharedStorage": [*map(lustre_json, plan.lustre), *map(bucket_json, plan.buckets)],
        "budget": None
        if plan.budget is None
        else {"monthly": str(plan.budget.monthly), "reservePercent": number(plan.budget.reserve_percent)},
        "chosen": [{"path": one.path, "value": one.value, "why": one.why} for one in plan.chosen],
    }


def subnet_json(subnet: PlannedSubnet) -> dict[str, Any]:
    return {
        "zone": subnet.zone,
        "id": subnet.id,
        "cidr": None if subnet.cidr is None else str(subnet.cidr),
        "natCidr": None if subnet.nat_cidr is None else str(subnet.nat_cidr),
        "autoPublicIp": subnet.auto_public_ip,
    }


def group_json(group: PlannedSecurityGroup) -> dict[str, Any]:
    return {"id": group.id, "rules": None if group.rules is None else [rule_json(rule) for rule in group.rules]}


def rule_json(rule: PlannedRule) -> dict[str, Any]:
    return {
        "direction": rule.direction,
        "protocol": rule.protocol,
        "fromPort": rule.from_port,
        "toPort": rule.to_port,
        "peer": rule.peer,
    }


def pool_json(pool: PlannedPool) -> dict[str, Any]:
    return {
        "name": pool.name,
        "workload": pool.workload,
        "machine": pool.machine.name,
        "machines": [machine.name for machine in pool.machines],
        "gpu": {"model": pool.machine.gpu, "perNode": number(pool.machine.gpus)},
        "zones": list(pool.zones),
        "nodes": {"min": pool.min, "start": pool.start, "max": pool.max},
        "fabric": pool.fabric,
        "fabricAsked": pool.fabric_asked,
        "gang": pool.gang,
        "placement": {"kind": pool.placement.kind, "group": pool.placement.group},
        "nics": [{"card": nic.card, "device": nic.device, "type": nic.type} for nic in pool.nics],
        "slices": [slice_json(part) for part in pool.slices],
        "disks": {
            "root": disk_json(pool.disks.root),
            "data": [disk_json(disk) for disk in pool.disks.data],
            "local": local_json(pool.disks.local),
        },
        "image": {
            "family": pool.image.family,
            "id": pool.image.id,
            "parameter": pool.image.parameter,
            "os": pool.image.os,
            "arch": pool.image.arch,
            "rootDevice": pool.image.root_device,
            "rootGiB": pool.image.root_gib,
            "driver": pool.image.driver,
            "cuda": pool.image.cuda,
        },
        "idle": {
            "gpuBelowPercent": number(pool.idle.gpu_below_percent),
            "forSeconds": pool.idle.for_seconds,
            "action": pool.idle.action,
        },
        "update": {"mode": pool.update_mode, "surge": pool.surge},
        "labels": dict(pool.labels),
    }


def slice_json(part: PlannedSlice) -> dict[str, Any]:
    made: dict[str, Any] = {
        "kind": part.kind,
        "key": part.key,
        "nodes": part.max,
        "min": part.min,
        "start": part.start,
        "max": part.max,
        "machines": [machine.name for machine in part.machines],
        "zones": list(part.zones),
        "avoidOpenReservations": part.avoid_open_reservations,
    }
    if part.reservation is not None:
        held = part.reservation
        made |= {
            "id": held.id,
            "group": held.group,
            "new": held.new,
            "reservationKind": held.kind,
            "starts": moment(held.starts),
            "ends": moment(held.ends),
            "drains": moment(held.drains),
        }
    if part.kind == "spot":
        made |= {"maxPrice": None if part.max_price is None else str(part.max_price), "strategy": part.strategy}
    return made


def disk_json(disk: PlannedDisk) -> dict[str, Any]:
    made: dict[str, Any] = {
        "sizeGiB": disk.size_gib,
        "type": disk.type,
        "iops": disk.iops,
        "throughputMiBps": disk.throughput_mibps,
        "encrypted": disk.encrypted,
        "device": disk.device,
    }
    return made if disk.mount is None else {"name": disk.name, **made, "mount": disk.mount}


def local_json(local: PlannedLocal | None) -> dict[str, Any] | None:
    if local is None:
        return None
    return {"raid": local.raid, "mount": local.mount, "disks": local.disks, "gb": number(local.gb)}


def lustre_json(one: PlannedLustre) -> dict[str, Any]:
    return {
        "name": one.name,
        "mount": one.mount,
        "kind": "lustre",
        "sizeGiB": one.size_gib,
        "deployment": one.deployment,
        "throughputMBpsPerTiB": one.throughput,
        "zone": one.zone,
        "securityGroup": group_json(one.security_group),
        "readBy": list(one.read_by),
    }


def bucket_json(one: PlannedBucket) -> dict[str, Any]:
    return {
        "name": one.name,
        "mount": one.mount,
        "kind": "bucket",
        "infrequentAfterDays": one.infrequent_after_days,
        "archiveAfterDays": one.archive_after_days,
        "expireAfterDays": one.expire_after_days,
        "readBy": list(one.read_by),
    }


def number(value: Decimal) -> int | float:
    """Whole numbers stay whole."""
    return int(value) if value == value.to_integral_value() else float(value)


def moment(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()
