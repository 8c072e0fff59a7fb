"""The catalog of one cloud: look-ups over dated rows, each file read when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from gpuform.catalog import read
from gpuform.catalog.model import (
    CudaFloor,
    DiskLimits,
    GpuSoftware,
    ImageFamily,
    Limit,
    LustreOffer,
    Machine,
    Price,
)

MARKET_KINDS = {
    "on-demand": "list",
    "spot": "spot",
    "capacity-block": "block",
    "reserved-1y": "reserved-1y",
    "reserved-3y": "reserved-3y",
}
"""How a machine is bought → the `kind` of its price rows."""


@dataclass(frozen=True, eq=False)
class Catalog:
    """Rows of one cloud, the user's own laid over the shipped ones. `load` makes one for each pair of them."""

    cloud: str
    own: Mapping[str, read.Table] = field(default_factory=dict[str, read.Table], repr=False)
    """A user's rows by file; see `gpuform.catalog.load`."""
    _built: dict[str, Machine] = field(default_factory=dict[str, Machine], init=False, repr=False, compare=False)
    _priced: dict[str, Mapping[tuple[str, str], read.Row]] = field(
        default_factory=dict[str, Mapping[tuple[str, str], read.Row]], init=False, repr=False, compare=False
    )

    @property
    def dated(self) -> str:
        """Newest day of the machine rows, ISO; empty without rows."""
        return max((row["dated"] for row in self._machine_rows.values()), default="")

    def machine(self, name: str) -> Machine | None:
        """One machine; only its own row is made a record, for most specs name one or two of them."""
        row = self._machine_rows.get(name)
        if row is None:
            return None
        return self._built.get(name) or self._built.setdefault(name, read.machine(row))

    def machine_names(self) -> tuple[str, ...]:
        return tuple(self._machine_rows)

    def machines(self) -> Mapping[str, Machine]:
        return {name: machine for name in self._machine_rows if (machine := self.machine(name))}

    def regions(self) -> tuple[str, ...]:
        return tuple(sorted(self._zones))

    def zones(self, region: str) -> tuple[str, ...]:
        """Ids of a region's zones, also of those that sell no accelerator; empty for an unknown region."""
        return self._zones.get(region, ())

    def sold(self, machine: str, region: str) -> tuple[str, ...]:
        """Ids of the zones that offer the machine. An offer is not capacity: the request is just not refused outright."""
        return self._offers.get((region, machine), ())

    def regions_selling(self, machine: str) -> tuple[str, ...]:
        return tuple(sorted(region for region, name in self._offers if name == machine))

    def is_sold(self, machine: str, region: str, zone: str) -> bool | None:
        """None where it can't be told: a zone name (another zone in each account), or an unknown region."""
        return zone in self.sold(machine, region) if zone in self.zones(region) else None

    def disk(self, type_: str) -> DiskLimits | None:
        return self._disks.get(type_)

    def disk_types(self) -> tuple[str, ...]:
        return tuple(self._disks)

    def image(self, family: str) -> ImageFamily | None:
        return self._images.get(family)

    def images(self) -> tuple[str, ...]:
        return tuple(self._images)

    def lustre(self, deployment: str) -> LustreOffer | None:
        return self._lustre.get(deployment)

    def lustre_deployments(self) -> tuple[str, ...]:
        return tuple(self._lustre)

    def cuda(self, version: str) -> CudaFloor | None:
        """The row of a toolkit, else of the newest update before it: `12.8.3` is judged by 12.8.1. None for an unknown release."""
        asked = release(version)
        rows = [row for row in self._cuda if asked[:2] == release(row.cuda)[:2] and release(row.cuda) <= asked]
        return max(rows, key=lambda row: release(row.cuda), default=None)

    def gpu_software(self, gpu: str) -> GpuSoftware | None:
        return self._gpu_software.get(gpu)

    def limit(self, name: str) -> Decimal:
        """A single dated number. Raises KeyError for a name that limits.csv does not have: our own slip."""
        return self._limits[name].value

    def block_end_minutes(self, machine: Machine) -> int:
        """How long before a block's end the cloud starts to end its nodes; racks that share one fabric go earlier."""
        rack = machine.fabric_manager == "imex"
        return int(self.limit("ultraserver-block-end-minutes" if rack else "capacity-block-end-minutes"))

    def price(self, item: str, region: str, market: str = "on-demand") -> Price | None:
        """Of a machine or of another item (`ebs-gp3-storage`, `nat-gateway-hour`); None: unknown, never 0."""
        row = self._prices_in(region).get((item, MARKET_KINDS[market]))
        return None if row is None else read.price(row)

    def _rows(self, file: str) -> tuple[read.Row, ...]:
        """A file's rows of this cloud; a file without the column is true of all clouds."""
        rows = read.merged(file, self.own.get(file, ()))
        return tuple(row for row in rows if row.get("cloud", self.cloud) == self.cloud)

    @cached_property
    def _machine_rows(self) -> Mapping[str, read.Row]:
        return {row["name"]: row for row in self._rows("machines.csv")}

    @cached_property
    def _offers(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return {(row["region"], row["machine"]): tuple(row["zones"].split()) for row in self._rows("offerings.csv")}

    @cached_property
    def _zones(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for zone in map(read.zone, self._rows("zones.csv")):
            found.setdefault(zone.region, []).append(zone.id)
        return {region: tuple(sorted(zones)) for region, zones in found.items()}

    @cached_property
    def _disks(self) -> Mapping[str, DiskLimits]:
        return {row["type"]: read.disk(row) for row in self._rows("disks.csv")}

    @cached_property
    def _images(self) -> Mapping[str, ImageFamily]:
        return {row["name"]: read.image(row) for row in self._rows("images.csv")}

    @cached_property
    def _lustre(self) -> Mapping[str, LustreOffer]:
        return {row["deployment"]: read.lustre(row) for row in self._rows("lustre.csv")}

    @cached_property
    def _limits(self) -> Mapping[str, Limit]:
        return {row["name"]: read.limit(row) for row in self._rows("limits.csv")}

    def _prices_in(self, region: str) -> Mapping[tuple[str, str], read.Row]:
        if region not in self._priced:
            rows = read.shipped_starting("prices.csv", f"{self.cloud},{region},")
            if "prices.csv" in self.own:
                rows = tuple(row for row in self._rows("prices.csv") if row["region"] == region)
            self._priced[region] = {(row["item"], row["kind"]): row for row in rows}
        return self._priced[region]

    @cached_property
    def _cuda(self) -> tuple[CudaFloor, ...]:
        return tuple(read.cuda(row) for row in self._rows("cuda.csv"))

    @cached_property
    def _gpu_software(self) -> Mapping[str, GpuSoftware]:
        return {row["gpu"]: read.gpu_software(row) for row in self._rows("gpu-software.csv")}


def release(version: str) -> tuple[int, ...]:
    """`12.8.1` → (12, 8, 1), to compare; empty for a text that is no version."""
    parts = version.split(".")
    plain = all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts)
    return tuple(int(part) for part in parts) if plain else ()
