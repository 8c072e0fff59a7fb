"""The resolved plan: every decision taken, each part knowing the spec path it came from.

Components, templates, bootstrap and rules only read this. Sizes are GiB, throughput MiB/s, durations seconds, days whole
days. A part that `resolve` chose by itself is named in `ClusterPlan.chosen` with the reason; everything else was asked for.
"""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from ipaddress import IPv4Network
from typing import TYPE_CHECKING, Literal

from gpuform.record import record

if TYPE_CHECKING:
    from gpuform.catalog import FabricKind, Machine, NicType
    from gpuform.spec import ClusterSpec, Needs
    from gpuform.spec.units import Money

SliceKind = Literal["reservation", "block", "onDemand", "spot"]


@record
class Chosen:
    """Something the planner decided by itself: shown as chosen, never hidden."""

    path: str
    value: str
    why: str


@record
class PlannedNic:
    card: int
    device: int
    type: NicType


@record
class PlannedSlice:
    """One source of capacity: becomes one launch template and one scaling group."""

    path: str
    key: str
    """Short and stable within the pool, part of resource names: `reserved`, `block`, `on-demand`, `spot`; `spot-2` when
    repeated."""
    kind: SliceKind
    asked_nodes: int | None
    """As written; None: this slice takes the rest."""
    min: int
    start: int
    max: int
    machines: tuple[Machine, ...]
    zones: tuple[str, ...]
    reservation: PlannedReservation | None
    """For `reservation` and `block`."""
    max_price: Money | None
    strategy: str | None
    avoid_open_reservations: bool
    """Launch with preference `none`: an open reservation of the same machine in the spec is meant for others."""


@record
class PlannedReservation:
    path: str
    id: str | None
    group: str | None
    new: bool
    kind: Literal["targeted", "open"]
    machine: str | None
    """What the spec says the reservation is made for; None: not told."""
    zone: str | None
    nodes: int | None
    """How many it holds; None: not told."""
    starts: datetime | None
    ends: datetime | None
    drains: datetime | None
    """When its nodes are scaled to 0: before the cloud ends a block's nodes by force. None: no end told, or nothing is forced."""


@record
class PlannedDisk:
    path: str
    name: str
    """`root`, or the data disk's name."""
    size_gib: int
    type: str
    iops: int | None
    throughput_mibps: int | None
    encrypted: bool
    device: str
    mount: str | None


@record
class PlannedLocal:
    """The machine's own NVMe disks."""

    path: str
    raid: Literal["0", "none"]
    mount: str
    disks: int
    gb: Decimal


@record
class PlannedDisks:
    root: PlannedDisk
    data: tuple[PlannedDisk, ...]
    local: PlannedLocal | None


@record
class PlannedPlacement:
    path: str
    kind: Literal["tight", "spread", "none"]
    group: str | None
    """Name of an existing group; None with `tight` or `spread`: the stack makes one."""


@record
class PlannedImage:
    path: str
    family: str | None
    id: str | None
    parameter: str | None
    """Where the newest id of the family is published; looked up once at creation, then left alone."""
    arch: str
    os: str
    root_device: str
    root_gib: int | None
    driver: str | None
    cuda: str | None
    secure_boot: bool | None


@record
class PlannedIdle:
    path: str
    gpu_below_percent: Decimal
    for_seconds: int
    action: Literal["scale-in", "stop", "none"]
    by_hand: bool
    """Written in the spec, not defaulted."""


@record
class PlannedBoot:
    script: str | None
    """The text itself."""
    env: tuple[tuple[str, str], ...]
    secrets: tuple[tuple[str, str], ...]


@record
class PlannedPool:
    path: str
    name: str
    workload: str
    machines: tuple[Machine, ...]
    """Preferred first; never empty."""
    zones: tuple[str, ...]
    min: int
    start: int
    max: int
    fabric: FabricKind
    fabric_asked: Literal["required", "preferred", "none"]
    gang: Literal["all", "elastic"]
    placement: PlannedPlacement
    nics: tuple[PlannedNic, ...]
    nics_by_hand: bool
    slices: tuple[PlannedSlice, ...]
    disks: PlannedDisks
    image: PlannedImage
    boot: PlannedBoot
    idle: PlannedIdle
    update_mode: Literal["rolling", "replace", "manual"]
    surge: int
    needs: Needs
    labels: tuple[tuple[str, str], ...]
    """Only what never changes: they sit in the launch template, where any change would roll nodes."""
    asked_fields: frozenset[str]
    """Fields of the spec's pool that were written: `fabric`, `placement`, `placement_group`, `idle`, `capacity`, …"""

    @property
    def machine(self) -> Machine:
        """The preferred one."""
        return self.machines[0]


@record
class PlannedSubnet:
    """One zone's private (public where nodes have public addresses) subnet, and the little public one of its NAT gateway."""

    path: str
    zone: str
    cidr: IPv4Network | None
    """None: an existing subnet whose range was not told."""
    id: str | None
    """Of an existing subnet."""
    auto_public_ip: bool
    nat_cidr: IPv4Network | None
    """None: no NAT gateway in this zone."""


@record
class PlannedRule:
    """One rule of a security group, in neutral words."""

    direction: Literal["ingress", "egress"]
    protocol: Literal["tcp", "udp", "icmp", "all"]
    from_port: int
    to_port: int
    """0 … 65535 when all ports are meant."""
    peer: str
    """A CIDR, `self`, `nodes` (the group of the nodes), or a group id."""


@record
class PlannedSecurityGroup:
    path: str
    id: str | None
    """None: the stack makes it."""
    rules: tuple[PlannedRule, ...] | None
    """None: an existing group about which nothing was told."""


@record
class PlannedNetwork:
    path: str
    vpc: str | None
    """Id of an existing one; None: the stack makes one."""
    cidr: IPv4Network | None
    public_ip: bool
    subnets: tuple[PlannedSubnet, ...]
    """By zone, sorted; one per zone."""
    nodes_group: PlannedSecurityGroup
    """Of every node; carries the fabric's self rules where a pool has a fabric."""


@record
class PlannedLustre:
    path: str
    name: str
    mount: str
    size_gib: int
    deployment: str
    throughput: int | None
    """MB/s per TiB; None where the deployment allows no choice."""
    zone: str
    security_group: PlannedSecurityGroup
    read_by: tuple[str, ...]
    """Pools that mount it: all of them."""


@record
class PlannedBucket:
    path: str
    name: str
    mount: str | None
    infrequent_after_days: int | None
    archive_after_days: int | None
    expire_after_days: int | None
    read_by: tuple[str, ...]


@record
class PlannedBudget:
    path: str
    monthly: Money
    reserve_percent: Decimal


@record
class ClusterPlan:
    spec: ClusterSpec
    name: str
    environment: str | None
    owner: str | None
    cloud: Literal["alibaba", "aws", "azure"]
    region: str
    zones: tuple[str, ...]
    labels: tuple[tuple[str, str], ...]
    """On every resource, sorted by key."""
    network: PlannedNetwork
    pools: tuple[PlannedPool, ...]
    lustre: tuple[PlannedLustre, ...]
    buckets: tuple[PlannedBucket, ...]
    budget: PlannedBudget | None
    chosen: tuple[Chosen, ...]
    catalog_date: str
