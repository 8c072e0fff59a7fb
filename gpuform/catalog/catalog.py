"""The catalog of one cloud: look-ups over dated rows, each read from its file when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from gpuform.catalog import read
from gpuform.catalog.model import CudaFloor, DiskLimits, GpuSoftware, ImageFamily, LustreOffer, Machine, Price

MARKET_KINDS = {"on-demand": "list", "spot": "spot", "capacity-block": "block", "reserved-1y": "reserved-1y"}


@dataclass(frozen=True)
class Catalog:
    """Rows of one cloud, the user's own laid over the shipped ones."""

    cloud: str
    overlay: Path | None = None

    def _rows(self, file: str) -> read.Table:
        return read.table(file, self.overlay)

    @cached_property
    def _machine_rows(self) -> Mapping[str, read.Row]:
        return {row["name"]: row for row in self._rows("machines.csv") if row["cloud"] == self.cloud}

    @cached_property
    def _machines(self) -> Mapping[str, Machine]:
        return {name: read.machine(row) for name, row in self._machine_rows.items()}

    @cached_property
    def _offers(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return {
            (row["region"], row["machine"]): tuple(row["zones"].split())
            for row in self._rows("offerings.csv")
            if row["cloud"] == self.cloud
        }

    @cached_property
    def _zones(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {}
        for (region, _), zones in self._offers.items():
            found.setdefault(region, set()).update(zones)
        return {region: tuple(sorted(zones)) for region, zones in found.items()}

    @cached_property
    def _disks(self) -> Mapping[str, DiskLimits]:
        return {row["type"]: read.disk(row) for row in self._rows("disks.csv") if row["cloud"] == self.cloud}

    @cached_property
    def _images(self) -> Mapping[str, ImageFamily]:
        return {row["name"]: read.image(row) for row in self._rows("images.csv") if row["cloud"] == self.cloud}

    @cached_property
    def _lustre(self) -> Mapping[str, LustreOffer]:
        return {row["deployment"]: read.lustre(row) for row in self._rows("lustre.csv") if row["cloud"] == self.cloud}

    @cached_property
    def _limits(self) -> Mapping[str, Decimal]:
        return {row["name"]: Decimal(row["value"]) for row in self._rows("limits.csv") if row["cloud"] == self.cloud}

    @cached_property
    def _prices(self) -> Mapping[tuple[str, str, str], read.Row]:
        return {
            (row["region"], row["item"], row["kind"]): row
            for row in self._rows("prices.csv")
            if row["cloud"] == self.cloud
        }

    @cached_property
    def _cuda(self) -> tuple[CudaFloor, ...]:
        return tuple(read.cuda(row) for row in self._rows("cuda.csv"))

    @cached_property
    def _gpu_software(self) -> Mapping[str, GpuSoftware]:
        return {row["gpu"]: read.gpu_software(row) for row in self._rows("gpu-software.csv")}

    @property
    def dated(self) -> str:
        """Newest day of the machine rows, ISO."""
        return max((row["dated"] for row in self._machine_rows.values()), default="")

    def machine(self, name: str) -> Machine | None:
        """One machine; only its own row is read, for most specs name one or two."""
        row = self._machine_rows.get(name)
        return None if row is None else read.machine(row)

    def machine_names(self) -> tuple[str, ...]:
        return tuple(self._machine_rows)

    def machines(self) -> Mapping[str, Machine]:
        return self._machines

    def regions(self) -> tuple[str, ...]:
        return tuple(sorted(self._zones))

    def zones(self, region: str) -> tuple[str, ...]:
        """Ids of the zones known in a region; empty for a region nothing is known about."""
        return self._zones.get(region, ())

    def sold(self, machine: str, region: str) -> tuple[str, ...]:
        """Ids of the zones that offer the machine. An offer is not capacity: the request is just not refused outright."""
        return self._offers.get((region, machine), ())

    def regions_selling(self, machine: str) -> tuple[str, ...]:
        return tuple(sorted(region for region, name in self._offers if name == machine))

    def is_sold(self, machine: str, region: str, zone: str) -> bool | None:
        """None where it can't be told: a zone name (another zone in each account), or an unknown region."""
        known = self.zones(region)
        return zone in self.sold(machine, region) if zone in known else None

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
        """The toolkit's row; `12.8` finds 12.8, `12.8.1` its update, and the release where that update has no row."""
        exact = {row.cuda: row for row in self._cuda}
        return exact.get(version) or exact.get(".".join(version.split(".")[:2]))

    def gpu_software(self, gpu: str) -> GpuSoftware | None:
        return self._gpu_software.get(gpu)

    def limit(self, name: str) -> Decimal:
        """A single dated number. Raises KeyError for a name that limits.csv does not have: our own slip."""
        return self._limits[name]

    def price(self, item: str, region: str, market: str = "on-demand") -> Price | None:
        """Of a machine or of another item (`ebs-gp3-storage`, `nat-gateway-hour`); None: unknown, never 0."""
        row = self._prices.get((region, item, MARKET_KINDS[market]))
        return None if row is None else read.price(row)
