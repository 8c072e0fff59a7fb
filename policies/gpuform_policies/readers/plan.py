"""Facts from a resolved plan: the spec surface, where nothing is unknown."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from gpuform_policies.fact import (
    Bucket,
    Cluster,
    Disk,
    Idle,
    Labelled,
    Lustre,
    Nic,
    Pool,
    Reservation,
    Slice,
    Subnet,
    Template,
    World,
)
from gpuform_policies.readers.plan_groups import NODES_GROUP, security_groups_of
from gpuform_policies.waiver import Waiver

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.plan import (
        ClusterPlan,
        PlannedBucket,
        PlannedDisk,
        PlannedLustre,
        PlannedNetwork,
        PlannedPool,
        PlannedReservation,
        PlannedSlice,
    )


def world_of(plan: ClusterPlan, catalog: Catalog, now: datetime) -> World:
    return World(catalog=catalog, now=now, environment=plan.environment, surface="spec")


def waivers_of(plan: ClusterPlan) -> tuple[Waiver, ...]:
    """The spec's waivers; each holds to the end of its last day, UTC."""
    return tuple(
        Waiver(
            path=f"waivers[{index}]",
            rule=waiver.rule,
            at=waiver.at,
            reason=waiver.reason,
            until=datetime.combine(waiver.until, time(), UTC) + timedelta(days=1),
            last_day=waiver.until.isoformat(),
        )
        for index, waiver in enumerate(plan.spec.waivers)
    )


def cluster_of(plan: ClusterPlan, catalog: Catalog) -> Cluster:
    """Every fact of the plan."""
    return Cluster(
        path="",
        resource="",
        region=plan.region,
        pools=tuple(pool_of(pool, plan) for pool in plan.pools),
        templates=tuple(template_of(pool, plan, catalog) for pool in plan.pools),
        security_groups=tuple(security_groups_of(plan)),
        lustre=tuple(lustre_of(part, catalog) for part in plan.lustre),
        buckets=tuple(bucket_of(part) for part in plan.buckets),
        labelled=(Labelled("metadata", "", kind="every resource", labels=label_keys(plan)),),
    )


def label_keys(plan: ClusterPlan) -> frozenset[str]:
    return frozenset(key.lower() for key, value in plan.labels if value.strip())


def pool_of(pool: PlannedPool, plan: ClusterPlan) -> Pool:
    return Pool(
        path=pool.path,
        resource="",
        name=pool.name,
        workload=pool.workload,
        region=plan.region,
        machines=pool.machines,
        zones=pool.zones,
        min=pool.min,
        start=pool.start,
        max=pool.max,
        fabric=pool.fabric,
        fabric_asked=pool.fabric_asked,
        gang=pool.gang,
        placement=pool.placement.kind,
        placement_group=pool.placement.group,
        slices=tuple(slice_of(part, pool) for part in pool.slices),
        subnets=subnets_of(plan.network, pool.zones),
        idle=Idle(
            path=pool.idle.path,
            resource="",
            gpu_below_percent=pool.idle.gpu_below_percent,
            for_seconds=pool.idle.for_seconds,
            action=pool.idle.action,
            by_hand=pool.idle.by_hand,
        ),
        surge=pool.surge,
        needs=pool.needs,
        addresses_per_node=sum(nic.type != "efa-only" for nic in pool.nics),
        asked=pool.asked_fields,
    )


def subnets_of(network: PlannedNetwork, zones: tuple[str, ...]) -> tuple[Subnet, ...]:
    """The subnets a pool of these zones starts in."""
    return tuple(
        Subnet(
            path=subnet.path,
            resource="",
            id=subnet.id or subnet.zone,
            zone=subnet.zone,
            addresses=None if subnet.cidr is None else subnet.cidr.num_addresses,
            auto_public_ip=subnet.auto_public_ip,
        )
        for subnet in network.subnets
        if subnet.zone in zones
    )


def slice_of(part: PlannedSlice, pool: PlannedPool) -> Slice:
    reservation = part.reservation
    targets = part.kind == "block" or (reservation is not None and reservation.kind == "targeted")
    return Slice(
        path=part.path,
        resource="",
        key=part.key,
        kind=part.kind,
        asked_nodes=part.asked_nodes,
        min=part.min,
        max=part.max,
        machines=part.machines,
        zones=part.zones,
        reservation=None if reservation is None else reservation_of(reservation, block=part.kind == "block"),
        market={"spot": "spot", "block": "capacity-block"}.get(part.kind),
        preference=preference_of(part),
        targets=targets,
        mixed=len(part.machines) > 1,
        max_price=None if part.max_price is None else part.max_price.amount,
        strategy=part.strategy,
        placement_group=placement_group_of(pool),
        rebalances_zones=False,  # every group is made with AZRebalance suspended
        rebalances_capacity=False,
        protected=pool.gang == "all",
    )


def preference_of(part: PlannedSlice) -> str | None:
    if part.reservation is not None and part.reservation.kind == "open":
        return "open"
    return "none" if part.avoid_open_reservations else None


def placement_group_of(pool: PlannedPool) -> str | None:
    return None if pool.placement.kind == "none" else pool.placement.group or "new"


def reservation_of(reservation: PlannedReservation, *, block: bool) -> Reservation:
    return Reservation(
        path=reservation.path,
        resource="",
        id=reservation.id or reservation.group or "new",
        new=reservation.new,
        kind=reservation.kind,
        block=block,
        machine=reservation.machine,
        zone=reservation.zone,
        nodes=reservation.nodes,
        starts=reservation.starts,
        ends=reservation.ends,
    )


def template_of(pool: PlannedPool, plan: ClusterPlan, catalog: Catalog) -> Template:
    image = pool.image
    return Template(
        path=pool.path,
        resource="",
        pool=pool.name,
        machines=tuple(dict.fromkeys((*pool.machines, *(one for part in pool.slices for one in part.machines)))),
        nics=tuple(
            Nic(f"{pool.path}.nics[{index}]", "", nic.card, nic.device, nic.type, public_ip=False)
            for index, nic in enumerate(pool.nics)
        ),
        public_ip=plan.network.public_ip,
        subnets=subnets_of(plan.network, pool.zones),
        security_groups=(NODES_GROUP,),
        fabric=pool.fabric,
        fabric_asked=pool.fabric_asked,
        root=disk_of(pool.disks.root, "root", catalog),
        data=tuple(disk_of(disk, "data", catalog) for disk in pool.disks.data),
        local_mount=None if pool.disks.local is None else pool.disks.local.mount,
        image_family=image.family,
        image_root_gib=image.root_gib,
        image_root_device=image.root_device,
        tokens_required=True,  # every launch template is made with version 2 of the metadata service only
        hop_limit=int(catalog.limit("metadata-hop-limit")),
        needs=pool.needs,
        reads_lustre=bool(plan.lustre),
        nodes=pool.max,
    )


def disk_of(disk: PlannedDisk, role: str, catalog: Catalog) -> Disk:
    return Disk(
        path=disk.path,
        resource="",
        role="root" if role == "root" else "data",
        name=disk.name,
        type=disk.type,
        size_gib=disk.size_gib,
        iops=disk.iops,
        throughput_mibps=disk.throughput_mibps,
        encrypted=disk.encrypted,
        device=disk.device,
        mount=disk.mount,
        limits=catalog.disk(disk.type),
    )


def lustre_of(part: PlannedLustre, catalog: Catalog) -> Lustre:
    return Lustre(
        path=part.path,
        resource="",
        name=part.name,
        zone=part.zone,
        size_gib=part.size_gib,
        deployment=part.deployment,
        throughput=part.throughput,
        read_by=part.read_by,
        encrypted=True,  # at rest always: FSx for Lustre knows no other way
        security_groups=(part.name,),
        offer=catalog.lustre(part.deployment),
    )


def bucket_of(part: PlannedBucket) -> Bucket:
    days = (part.infrequent_after_days, part.archive_after_days, part.expire_after_days)
    return Bucket(
        path=part.path,
        resource="",
        name=part.name,
        encrypted=True,
        public=False,  # every bucket is made with all public access blocked
        has_lifecycle=any(day is not None for day in days),
        read_by=part.read_by,
    )
