"""The spec `gpuform/v1` as closed, frozen models: what a user may write, nothing decided yet.

camelCase in YAML, snake_case here. Quantities arrive as text with a unit and are kept in base units (bytes, bytes per
second, bits per second, seconds); see `gpuform.spec.units`. Names of the world (machine, zone, image, disk type) are
checked against the `Known` words passed as validation context, so that a misspelt name is told with all else.

Annotations are evaluated as they are read, and defaults made without validation: both halve what this module costs at
start, and every command pays it.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gpuform.spec.fields import (
    LOCAL_MOUNT,
    Cidr,
    Day,
    DiskType,
    ImageFamily,
    Instant,
    Label,
    MachineName,
    Mount,
    NodesField,
    OneOrMany,
    OwnCidr,
    Ports,
    RegionName,
    Text,
    ZoneName,
    raid_word,
)
from gpuform.spec.units import Bandwidth, Duration, LustreThroughput, Money, Percent, Size, Throughput

Cloud = Literal["alibaba", "aws", "azure"]
Workload = Literal["training", "inference", "batch", "graphics", "notebook"]
Fabric = Literal["required", "preferred", "none"]
Placement = Literal["tight", "spread", "none"]
NicType = Literal["interface", "efa", "efa-only"]
Compliance = Literal["hipaa", "pci-dss", "gdpr"]
MAX_NODES = 10_000
"""A guard against a slipped finger, not a cloud's limit: no public GPU cluster is near it."""


class Model(BaseModel):
    """Closed (an unknown field is an error) and frozen."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=to_camel,
        defer_build=True,
        arbitrary_types_allowed=True,
    )


class Metadata(Model):
    name: Annotated[Label, Field(max_length=24)]
    environment: Text | None = None
    owner: Text | None = None
    labels: dict[str, Text] = {}


class Rule(Model):
    """One rule of an existing security group: `from` makes it ingress, `to` egress. The peer: CIDR, `self`, or a group id."""

    from_: Annotated[str | None, Field(alias="from")] = None
    to: str | None = None
    port: Ports | None = None
    protocol: Literal["tcp", "udp", "icmp", "all"] | None = None


class SecurityGroup(Model):
    id: Text
    rules: tuple[Rule, ...] | None = None
    """None: not told, so nothing can be judged about it."""


class Subnet(Model):
    id: Text
    zone: ZoneName
    cidr: OwnCidr | None = None
    auto_assign_public_ip: bool = False


class ExistingNetwork(Model):
    vpc: Text
    subnets: Annotated[tuple[Subnet, ...], Field(min_length=1)]
    security_group: SecurityGroup | None = None


class Ingress(Model):
    from_: Annotated[Cidr, Field(alias="from")]
    port: Ports
    protocol: Literal["tcp", "udp", "icmp", "all"] = "tcp"


class Network(Model):
    cidr: OwnCidr | None = None
    existing: ExistingNetwork | None = None
    public_ip: bool = False
    ingress: tuple[Ingress, ...] = ()


class GpuNeed(Model):
    """The need instead of a machine: `resolve` takes the cheapest machine that fits."""

    model: Text | None = None
    per_node: Annotated[int, Field(ge=1, le=64)] | None = None
    memory: Size | None = None
    fraction: Annotated[float, Field(gt=0, le=1)] | None = None


class Nodes(Model):
    """`8` is read as min = max = start = 8."""

    min: Annotated[int, Field(ge=0, le=MAX_NODES)] = 0
    max: Annotated[int, Field(ge=0, le=MAX_NODES)]
    start: Annotated[int, Field(ge=0, le=MAX_NODES)] | None = None


class Nic(Model):
    card: Annotated[int, Field(ge=0, le=255)]
    device: Annotated[int, Field(ge=0, le=255)]
    type: NicType


class Reservation(Model):
    id: Text | None = None
    group: Text | None = None
    new: bool = False
    kind: Literal["targeted", "open"] | None = None
    nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] | None = None
    machine: MachineName | None = None
    zone: ZoneName | None = None
    start: Instant | None = None
    end: Instant | None = None


class Block(Model):
    id: Text
    nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] | None = None
    start: Instant | None = None
    end: Instant | None = None


class OnDemand(Model):
    nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] | None = None


class Spot(Model):
    nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] | None = None
    max_price: Money | None = None
    machines: tuple[MachineName, ...] | None = None
    strategy: (
        Literal[
            "price-capacity-optimized",
            "capacity-optimized",
            "capacity-optimized-prioritized",
            "lowest-price",
        ]
        | None
    ) = None
    eviction: Literal["delete", "deallocate"] | None = None


class Slice(Model):
    """Exactly one of the four; checked in `gpuform.spec.checks`."""

    reservation: Reservation | None = None
    block: Block | None = None
    on_demand: OnDemand | None = None
    spot: Spot | None = None


class Disk(Model):
    size: Size | None = None
    type: DiskType | None = None
    iops: Annotated[int, Field(ge=0)] | None = None
    throughput: Throughput | None = None
    encrypted: bool | None = None
    device: Text | None = None


class DataDisk(Disk):
    name: Label
    mount: Mount | None = None
    cache: Literal["none", "read", "read-write"] | None = None


class LocalDisks(Model):
    raid: Annotated[Literal["0", "none"], BeforeValidator(raid_word)] = "0"
    mount: Mount = LOCAL_MOUNT


class Disks(Model):
    root: Disk | None = None
    data: tuple[DataDisk, ...] = ()
    local: LocalDisks | None = None


class Checkpoint(Model):
    size: Size
    """Of the whole job, not of one node."""
    every: Duration
    to: Text


class Needs(Model):
    """What the job asks for; per node unless said otherwise."""

    gpu_memory: Size | None = None
    vcpus: Annotated[int, Field(ge=1)] | None = None
    memory: Size | None = None
    precision: Literal["fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp4", "int8", "int4"] | None = None
    interconnect: Bandwidth | None = None
    read_throughput: Throughput | None = None
    read_iops: Annotated[int, Field(ge=1)] | None = None
    read_from: Text | None = None
    checkpoint: Checkpoint | None = None
    gpu_utilization: Percent | None = None
    cuda: Text | None = None
    framework: Text | None = None
    gpu_initiated_rdma: bool = False

    def carried(self) -> dict[str, Any]:
        """What was written, in base units and as plain JSON: how a component hands it to the policy pack."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True)

    @classmethod
    def from_carried(cls, data: Mapping[str, Any]) -> "Needs":
        """The needs again, from what `carried` gave; numbers may have become floats on the way."""
        words = {to_camel(name): name for name in cls.model_fields}
        values: dict[str, Any] = {}
        for key, value in data.items():
            name = words.get(key)
            if name == "checkpoint":
                values[name] = Checkpoint.model_construct(
                    size=int(value["size"]), every=int(value["every"]), to=value["to"]
                )
            elif name == "gpu_utilization":
                values[name] = Decimal(str(value))
            elif name is not None:
                values[name] = int(value) if isinstance(value, float) else value
        return cls.model_construct(**values)


class Image(Model):
    family: ImageFamily | None = None
    id: Text | None = None
    os: Text | None = None
    arch: Literal["x86_64", "arm64"] | None = None
    driver: Text | None = None
    cuda: Text | None = None
    root_device: Text | None = None
    root_size: Size | None = None
    secure_boot: bool | None = None


class Boot(Model):
    script: Text | None = None
    """Path of a script, relative to the spec file."""
    env: dict[str, Text] = {}
    secrets: dict[str, Text] = {}
    """Name of the environment variable: reference into the cloud's secret store, never the secret."""


class Idle(Model):
    gpu_below: Percent | None = None
    for_: Annotated[Duration | None, Field(alias="for")] = None
    action: Literal["scale-in", "stop", "none"] | None = None


class Update(Model):
    mode: Literal["rolling", "replace", "manual"] | None = None
    surge: Annotated[int, Field(ge=0, le=MAX_NODES)] = 0


class Pool(Model):
    name: Label
    workload: Workload
    machine: OneOrMany[MachineName] | None = None
    gpu: GpuNeed | None = None
    nodes: NodesField[Nodes]
    zones: tuple[ZoneName, ...] | None = None
    fabric: Fabric | None = None
    nics: tuple[Nic, ...] | None = None
    placement: Placement | None = None
    placement_group: Text | None = None
    capacity: Annotated[tuple[Slice, ...], Field(min_length=1)] | None = None
    disks: Disks = Disks.model_construct()
    needs: Needs = Needs.model_construct()
    image: Image | None = None
    boot: Boot = Boot.model_construct()
    idle: Idle | None = None
    gang: Literal["all", "elastic"] | None = None
    update: Update = Update.model_construct()


class Lustre(Model):
    size: Size
    throughput: LustreThroughput | None = None
    deployment: Literal["scratch-1", "scratch-2", "persistent-1", "persistent-2"] | None = None
    zone: ZoneName | None = None
    security_group: SecurityGroup | None = None


class Lifecycle(Model):
    infrequent_after: Duration | None = None
    archive_after: Duration | None = None
    expire_after: Duration | None = None


class Bucket(Model):
    lifecycle: Lifecycle | None = None


class SharedStorage(Model):
    name: Label
    mount: Mount | None = None
    lustre: Lustre | None = None
    bucket: Bucket | None = None


class Orchestrator(Model):
    kind: Literal["none", "kubernetes", "slurm"] = "none"


class Budget(Model):
    monthly: Money
    reserve: Percent | None = None


class Waiver(Model):
    rule: Text
    at: Text
    reason: Text
    until: Day


class ClusterSpec(Model):
    """The whole file."""

    api_version: Literal["gpuform/v1"]
    kind: Literal["GpuCluster"]
    metadata: Metadata
    cloud: Cloud
    region: RegionName
    zones: tuple[ZoneName, ...] = ()
    network: Network = Network.model_construct()
    pools: Annotated[tuple[Pool, ...], Field(min_length=1)]
    shared_storage: tuple[SharedStorage, ...] = ()
    orchestrator: Orchestrator = Orchestrator.model_construct()
    budget: Budget | None = None
    compliance: tuple[Compliance, ...] = ()
    waivers: tuple[Waiver, ...] = ()
