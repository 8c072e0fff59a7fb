"""What rules see: neutral facts about a cluster, the same from spec, Pulumi stack and Terraform plan.

Readers make facts, rules only read them. A value that a surface can't know yet is `UNKNOWN`; reading such a field raises
`Undecidable`, which the judge counts. So no rule can pass silently over something it did not know. `None` is different: it
means "not set", and a fact's comment says what the cloud then does.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal, final

from gpuform.record import record

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, DiskLimits, FabricKind, LustreOffer, Machine, NicType
    from gpuform.spec import Needs

Surface = Literal["spec", "pulumi", "terraform"]
SliceKind = Literal["reservation", "block", "onDemand", "spot"]


@final
class _Unknown:
    """The type of `UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final[Any] = _Unknown()
"""Stands in any field for a value not known before apply."""


class Undecidable(Exception):
    """A rule read a field whose value isn't known on this surface."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(field)


@record
class Fact:
    """Base: where it comes from. Reading an unknown field raises `Undecidable`."""

    path: str
    """Spec path (`pools[train]`), from which a finding's own path goes on; empty when no spec of ours is behind it."""
    resource: str
    """URN or Terraform address; empty on the spec surface."""

    def __getattribute__(self, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if value is UNKNOWN:
            raise Undecidable(name)
        return value

    def peek(self, name: str) -> Any:
        """The field's value, `UNKNOWN` where it isn't known; for readers, which build facts from facts."""
        return object.__getattribute__(self, name)

    def knows(self, name: str) -> bool:
        """Whether the field's value is known; for readers and for telling, not for skipping a check."""
        return self.peek(name) is not UNKNOWN


@record
class World:
    """What every rule may ask beside the facts: the dated catalog, the day, the kind of environment."""

    catalog: Catalog
    now: datetime
    environment: str | None
    """`prod`, another word, or None where nobody told: then findings are as hard as in prod."""
    surface: Surface

    def limit(self, name: str) -> Decimal:
        """A dated number of the cloud, by its name in `limits.csv`."""
        return self.catalog.limit(name)


@record
class Nic(Fact):
    card: int
    device: int
    type: NicType
    public_ip: bool
    """Asked for on this interface itself."""


@record
class Disk(Fact):
    role: Literal["root", "data"]
    name: str
    type: str
    size_gib: int | None
    """None: not set; the image's own size."""
    iops: int | None
    """None: not set; the type's baseline applies."""
    throughput_mibps: int | None
    encrypted: bool | None
    """None: not set; the account's default applies, which is off unless somebody switched it on."""
    device: str | None
    mount: str | None
    limits: DiskLimits | None
    """None: the catalog does not know the type."""


@record
class Subnet(Fact):
    id: str
    """Id, or the logical name of one being made."""
    zone: str
    addresses: int | None
    """All of its range, the cloud's own included; None: an existing subnet whose range was not told."""
    auto_public_ip: bool


@record
class Reservation(Fact):
    id: str
    """Id, group, or `new`."""
    new: bool
    kind: Literal["targeted", "open"] | None
    block: bool | None
    """Whether the record is a capacity block; None: not told, for ids of both look the same."""
    machine: str | None
    """What the record says it is for; None: not told."""
    zone: str | None
    nodes: int | None
    starts: datetime | None
    ends: datetime | None


@record
class Slice(Fact):
    """One source of capacity of a pool; on Pulumi and Terraform one scaling group or instance."""

    key: str
    kind: SliceKind
    asked_nodes: int | None
    """As written in the spec; None: the rest. On other surfaces always the group's maximum."""
    min: int
    max: int
    machines: tuple[Machine, ...]
    zones: tuple[str, ...]
    reservation: Reservation | None
    """For `reservation` and `block`."""
    market: str | None
    """`spot`, `capacity-block` or None, as the launch asks for it."""
    preference: str | None
    """Reservation preference of the launch; None: not set."""
    targets: bool
    """Whether the launch targets a reservation by id or group."""
    mixed: bool
    """Behind a mixed-instances policy (several machines or markets in one group)."""
    max_price: Decimal | None
    """USD per node and hour; None: no cap of the user's."""
    strategy: str | None
    placement_group: str | None
    """Name of the group its nodes start in: `new` when made beside it."""
    rebalances_zones: bool
    """The scaling group may end healthy nodes to even out its zones."""
    rebalances_capacity: bool
    """It may replace running spot nodes on a mere hint."""
    protected: bool
    """New nodes are protected from scale-in."""


@record
class Idle(Fact):
    gpu_below_percent: Decimal
    for_seconds: int
    action: Literal["scale-in", "stop", "none"]
    by_hand: bool


@record
class Pool(Fact):
    """The nodes of one job."""

    name: str
    workload: str
    region: str
    machines: tuple[Machine, ...]
    """Preferred first; never empty."""
    zones: tuple[str, ...]
    """Sorted, without repeats."""
    min: int
    start: int
    max: int
    fabric: FabricKind
    """What its nodes really carry."""
    fabric_asked: Literal["required", "preferred", "none"]
    gang: Literal["all", "elastic"]
    placement: Literal["tight", "spread", "none"]
    placement_group: str | None
    """Name of an existing group that was asked for."""
    slices: tuple[Slice, ...]
    subnets: tuple[Subnet, ...]
    """Those its nodes start in."""
    idle: Idle | None
    """None: nothing ends idle nodes."""
    surge: int
    needs: Needs | None
    """None: nothing told (other people's stacks)."""
    addresses_per_node: int
    """Private addresses one node takes: its interfaces that are not `efa-only`."""
    asked: frozenset[str]
    """Spec fields of the pool that were written by hand; empty on other surfaces."""

    @property
    def trains_together(self) -> bool:
        """Nodes that wait for each other at each step: a synchronous job over more than one node."""
        return self.workload == "training" and self.max > 1

    @property
    def tight(self) -> bool:
        return self.placement == "tight"


@record
class Template(Fact):
    """How one kind of node starts; on the spec surface one per pool."""

    pool: str
    machines: tuple[Machine, ...]
    nics: tuple[Nic, ...]
    public_ip: bool
    """Asked for on the network, the template, or an interface."""
    subnets: tuple[Subnet, ...]
    security_groups: tuple[str, ...]
    """Names of the `SecurityGroup` facts that guard it."""
    fabric: FabricKind
    fabric_asked: Literal["required", "preferred", "none"]
    root: Disk | None
    """None: left to the image, at its size and the cloud's default type."""
    data: tuple[Disk, ...]
    local_mount: str | None
    image_family: str | None
    image_root_gib: int | None
    """Least root the image needs; None: unknown image."""
    image_root_device: str | None
    tokens_required: bool
    """Metadata service version 2 only."""
    hop_limit: int | None
    """None: not set; the cloud's default of 1 applies, or the image's."""
    needs: Needs | None
    reads_lustre: bool
    """Where the job does not say what it reads from, it reads from a shared file system rather than from its root."""
    nodes: int
    """The most that may run of it."""


@record
class SecurityRule(Fact):
    direction: Literal["ingress", "egress"]
    protocol: str
    """`tcp`, `udp`, `icmp`, `all`, or a number as text."""
    from_port: int
    to_port: int
    """0 … 65535 for all ports."""
    peer: str
    """A CIDR, `self`, or another group's id or name."""

    def covers(self, protocol: str, port: int) -> bool:
        """Whether it lets this protocol and port through."""
        if self.protocol == "all":
            return True
        return self.protocol == protocol and self.from_port <= port <= self.to_port


@record
class SecurityGroup(Fact):
    name: str
    rules: tuple[SecurityRule, ...] | None
    """None: an existing group about which nothing was told."""
    guards_fabric: bool
    """Fabric interfaces of nodes sit in it."""
    guards_nodes: bool
    guards_lustre: bool


@record
class Lustre(Fact):
    name: str
    zone: str
    size_gib: int
    deployment: str
    throughput: int | None
    """MB/s per TiB."""
    read_by: tuple[str, ...]
    """Names of the pools that mount it."""
    encrypted: bool
    security_groups: tuple[str, ...]
    offer: LustreOffer | None


@record
class Bucket(Fact):
    name: str
    encrypted: bool
    public: bool
    has_lifecycle: bool
    read_by: tuple[str, ...]


@record
class Labelled(Fact):
    """Something that costs money and carries labels."""

    kind: str
    labels: frozenset[str]
    """Keys present with a value, lower case."""


@record
class Cluster(Fact):
    """Everything at once, for rules that compare parts."""

    region: str
    pools: tuple[Pool, ...]
    templates: tuple[Template, ...]
    security_groups: tuple[SecurityGroup, ...]
    lustre: tuple[Lustre, ...]
    buckets: tuple[Bucket, ...]
    labelled: tuple[Labelled, ...]

    def facts(self) -> Iterator[Fact]:
        """All facts a rule may judge, this one first, in a stable order."""
        yield self
        for many in (self.pools, self.templates, self.security_groups, self.lustre, self.buckets, self.labelled):
            yield from many
        for pool in self.pools:
            yield from pool.slices
        for template in self.templates:
            yield from (disk for disk in (template.root, *template.data) if disk is not None)

    def pool(self, name: str) -> Pool | None:
        return next((pool for pool in self.pools if pool.name == name), None)


@record
class WaiverUse(Fact):
    """One waiver after the other rules have run."""

    rule: str
    at: str
    reason: str
    until: datetime
    matched: int
    """Findings it took away."""
    known_rule: bool


@record
class Undecided(Fact):
    """A rule that met an unknown value."""

    rule: str
    field: str
    blocks: bool
    """Whether a finding of that rule would have been an error, and no spec is behind it that decides."""
    count: int
    """Over how many facts it stands; `resource` and `path` are those of the first."""
