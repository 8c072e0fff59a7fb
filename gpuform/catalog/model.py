"""What the catalog knows, one record per row: machines and their cards, zones, disk limits, images, drivers, Lustre, prices.

Every record says where its figures come from (`source`) and of which day they are (`dated`, ISO). `None` means unknown: nobody
could source the figure. A figure named in `Machine.disputed` has two sources that disagree, or only one that is no document
of the cloud, and is never taken for certain.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from gpuform.record import record

FabricKind = Literal["efa", "infiniband", "erdma", "none"]
NicType = Literal["interface", "efa", "efa-only"]
Status = Literal["current", "retired", "limited", "disputed"]
"""`limited`: not offered to everybody any more; `disputed`: what it is isn't documented well enough to plan with it unasked."""
Market = Literal["on-demand", "spot", "capacity-block"]


@record
class Card:
    """One network card of a machine."""

    index: int
    devices: int
    """How many interfaces it holds: device indices 0 … devices-1."""
    types: frozenset[NicType]

    @property
    def fabric(self) -> bool:
        """Whether it can carry a fabric interface at all."""
        return bool(self.types & {"efa", "efa-only"})


@record
class Machine:
    """One machine with accelerators, as the cloud sells it."""

    cloud: str
    name: str
    status: Status
    vendor: str
    gpu: str
    """Accelerator model in one spelling over the clouds: `H100`, `A100`, `L40S`, `Trainium2`."""
    gpus: Decimal
    """Below 1 for a fraction of a card."""
    gpu_memory_gib: Decimal | None
    """Of one accelerator, or of the fraction of it where `gpus` is below 1, as the cloud reports it."""
    compute_capability: str
    vcpus: int
    memory_gib: Decimal
    arch: Literal["x86_64", "arm64"]
    network_gbps: Decimal | None
    """Aggregate; a burst figure where `network_is_burst`."""
    network_baseline_gbps: Decimal | None
    """What is there all day."""
    network_is_burst: bool
    fabric: FabricKind
    fabric_gbps: Decimal | None
    fabric_interfaces: int
    """The most fabric interfaces one node may have; not the number of cards."""
    cards: tuple[Card, ...]
    gpu_direct: bool | None
    """GPUs reach the fabric directly; None: no source says so."""
    nvswitch: bool
    fabric_manager: Literal["yes", "no", "imex"]
    disk_baseline_iops: int | None
    disk_max_iops: int | None
    disk_baseline_mibps: Decimal | None
    disk_max_mibps: Decimal | None
    max_disks: int | None
    local_disks: int
    """Number of instance-store disks."""
    local_gb: Decimal
    """Their sum, GB."""
    placements: frozenset[str]
    """`cluster`, `partition`, `spread`."""
    markets: frozenset[Market]
    boot_modes: frozenset[str]
    disputed: frozenset[str]
    """Names of the fields above whose figure is disputed."""
    replaced_by: str
    """Machine the cloud names as the successor; empty: none named."""
    notes: str
    source: str
    dated: str

    @property
    def node_gpu_memory_gib(self) -> Decimal | None:
        """Of the whole node."""
        return None if self.gpu_memory_gib is None else max(self.gpus, Decimal(1)) * self.gpu_memory_gib


@record
class DiskLimits:
    """What one disk type can be. Ratios hold above the free baseline."""

    cloud: str
    type: str
    media: Literal["ssd", "hdd"]
    boot: bool
    """May hold the system."""
    old: bool
    """A type that a better and cheaper one replaced."""
    min_gib: int
    max_gib: int
    min_iops: int | None
    """None: IOPS can't be chosen."""
    max_iops: int | None
    """The most one disk gives, whether it can be chosen or follows from the size."""
    base_iops: int | None
    """What comes with the disk when nothing is asked (gp3: 3,000); None where it follows from the size."""
    iops_per_gib: Decimal | None
    """The most IOPS a GiB may carry, the baseline being free of it; where none can be chosen, what a GiB gives."""
    min_mibps: int | None
    """None: throughput can't be chosen."""
    max_mibps: int | None
    """The most one disk gives, whether it can be chosen or follows from IOPS or size."""
    base_mibps: int | None
    mibps_per_iops: Decimal | None
    """The most MiB/s one provisioned IOPS may carry."""
    source: str
    dated: str


@record
class ImageFamily:
    """A vendor's line of machine images."""

    cloud: str
    name: str
    os: str
    parameters: tuple[tuple[str, str], ...]
    """(arch, where the newest image id is published); one per CPU architecture it comes in."""
    vendor: str
    """Of the accelerators it drives: `NVIDIA`, `AWS` (Neuron), or empty."""
    root_device: str
    root_gib: int
    """Least root size the family boots and works from."""
    driver: str
    cuda: str
    """Newest toolkit in it; empty if unknown."""
    fabric_manager: str
    """Version; empty: none in the image or not told."""
    efa_installer: str
    source: str
    dated: str


@record
class CudaFloor:
    """Least Linux driver of one CUDA toolkit."""

    cuda: str
    driver: str
    minor_compatible_driver: str
    """Least driver that runs its runtime by minor-version compatibility."""
    source: str
    dated: str


@record
class GpuSoftware:
    """Driver and CUDA range of one accelerator model; empty text: no bound known."""

    gpu: str
    cuda_from: str
    cuda_to: str
    driver_from: str
    driver_to: str
    kernel_module: str
    source: str
    dated: str


@record
class LustreOffer:
    """Sizes and speeds of one deployment type."""

    cloud: str
    deployment: str
    first_gib: tuple[int, ...]
    """Sizes below the regular steps."""
    step_gib: int
    throughputs: tuple[int, ...]
    """MB/s per TiB that may be chosen; empty: none may."""
    default_throughput: int | None
    """What the deployment gives without a choice, MB/s per TiB."""
    source: str
    dated: str


@record
class Zone:
    """One zone of a region, by the id that is the same in every account."""

    cloud: str
    region: str
    id: str


@record
class Limit:
    """A single dated number of a cloud, by name, such as `subnet-reserved-addresses`."""

    cloud: str
    name: str
    value: Decimal
    unit: str
    source: str
    dated: str


@record
class Price:
    """Money for one unit; a range where the market moves."""

    low: Decimal
    high: Decimal
    currency: str
    unit: str
    confidence: str
    """`catalog`: read by a program from the cloud's own price data; `community`: somebody's note or estimate; `negotiated`: a user's own."""
    source: str
    dated: str
    """Empty where the source tells no day."""
