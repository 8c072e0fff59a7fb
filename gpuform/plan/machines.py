"""Decision: which machines a pool may use. As written, or the cheapest that meets the need."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.images import arches_of, vendor_of
from gpuform.plan.model import Chosen
from gpuform.plan.unresolved import Unresolved
from gpuform.record import record
from gpuform.spec.words import closest

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine, Price
    from gpuform.spec.models import GpuNeed, Needs, Pool

GIB = 1024**3
TENTH = Decimal("0.1")
"""The catalog's memory figures are rounded so: 48 GB are 44.7 GiB, and a need is rounded alike before it is compared."""


@record
class Want:
    """Everything one node must have, and where it must be sold."""

    gpu: GpuNeed
    needs: Needs
    vendor: str
    """Of accelerators the image drives; only asked for where no model is named."""
    arches: frozenset[str]
    """CPU architectures the image comes in; empty: any."""
    region: str
    zones: tuple[str, ...]

    @property
    def gpus(self) -> Decimal:
        return Decimal(self.gpu.per_node or 1) * Decimal(str(self.gpu.fraction or 1))


def planned_machines(
    pool: Pool, path: str, region: str, zones: tuple[str, ...], catalog: Catalog
) -> tuple[tuple[Machine, ...], tuple[Chosen, ...]]:
    """The pool's machines, preferred first. Raises Unresolved where nothing fits."""
    if pool.machine is not None:
        return known_machines(pool.machine, f"{path}.machine", catalog), ()
    assert pool.gpu is not None  # the spec's own checks: machine or gpu
    want = Want(pool.gpu, pool.needs, vendor_of(pool, catalog), arches_of(pool, catalog), region, zones)
    offers = sorted(offers_for(want, catalog), key=lambda offer: (offer[1].low, offer[0].name))
    if not offers:
        hint = "ask for less, another zone or region, or name a `machine`"
        raise Unresolved(f"{path}.gpu", nothing_fits(want, catalog), hint)
    machine, price = offers[0]
    also = ", ".join(f"{other.name} at {money(cost)}" for other, cost in offers[1:4])
    why = (
        f"the cheapest of {len(offers)} that fit in {region}, at {money(price)} on demand (prices of {price.dated})"
        f"{'; then ' + also if also else ''}"
    )
    return (machine,), (Chosen(f"{path}.machine", f"{machine.name} ({machine.arch})", why),)


def known_machines(names: tuple[str, ...], path: str, catalog: Catalog) -> tuple[Machine, ...]:
    """The machines of these names, in their order."""
    found = [catalog.machine(name) for name in names]
    unknown = [f"`{name}`" for name, machine in zip(names, found, strict=True) if machine is None]
    if unknown:
        verb = "is" if len(unknown) == 1 else "are"
        raise Unresolved(path, f"{', '.join(unknown)} {verb} not in the catalog", "add a row with --catalog DIR")
    return tuple(machine for machine in found if machine is not None)


def offers_for(want: Want, catalog: Catalog) -> Iterator[tuple[Machine, Price]]:
    """Every machine that meets the want, with its price on demand."""
    for machine in catalog.machines().values():
        if any(True for _ in lacks(machine, want, catalog)):
            continue
        price = catalog.price(machine.name, want.region)
        if price is not None:
            yield machine, price


def lacks(machine: Machine, want: Want, catalog: Catalog) -> Iterator[str]:
    """What the machine lacks of the want, in words. An unknown figure meets nothing."""
    gpu, needs = want.gpu, want.needs
    if gpu.model is None and machine.vendor != want.vendor:
        yield f"it has accelerators of {machine.vendor}"
    if gpu.model is not None and gpu.model.lower() != machine.gpu.lower():
        yield f"its GPU is {machine.gpu}"
    if machine.gpus < want.gpus:
        yield f"it has {machine.gpus} of {want.gpus.normalize():f} GPUs"
    if gpu.memory is not None and not holds(machine.gpu_memory_gib, gpu.memory):
        yield f"a GPU has {figure(machine.gpu_memory_gib)} GiB"
    if needs.gpu_memory is not None and not holds(machine.node_gpu_memory_gib, needs.gpu_memory):
        yield f"its GPUs have {figure(machine.node_gpu_memory_gib)} GiB together"
    if needs.vcpus is not None and machine.vcpus < needs.vcpus:
        yield f"it has {machine.vcpus} vCPU"
    if needs.memory is not None and not holds(machine.memory_gib, needs.memory):
        yield f"it has {machine.memory_gib} GiB of memory"
    if needs.interconnect is not None and fastest_gbps(machine) * 10**9 < needs.interconnect:
        yield f"its network carries {fastest_gbps(machine)} Gbps"
    if want.arches and machine.arch not in want.arches:
        yield f"its CPU is {machine.arch}, which the image is not made for"
    yield from not_for_sale(machine, want, catalog)


def not_for_sale(machine: Machine, want: Want, catalog: Catalog) -> Iterator[str]:
    if machine.status != "current":
        yield f"it is {machine.status}"
    if not catalog.sold(machine.name, want.region):
        yield f"{want.region} does not sell it"
    selling = catalog.sold(machine.name, want.region)
    closed = [zone for zone in want.zones if catalog.is_sold(machine.name, want.region, zone) is False]
    elsewhere = f" ({', '.join(selling)} does)" if selling else ""
    if closed:
        yield f"{', '.join(closed)} does not sell it{elsewhere}"
    if "on-demand" not in machine.markets or catalog.price(machine.name, want.region) is None:
        yield "no price on demand is known"


def holds(gib: Decimal | None, wanted: int) -> bool:
    return gib is not None and gib >= (Decimal(wanted) / GIB).quantize(TENTH)


def fastest_gbps(machine: Machine) -> Decimal:
    return max(machine.fabric_gbps or Decimal(0), machine.network_baseline_gbps or Decimal(0))


def nothing_fits(want: Want, catalog: Catalog) -> str:
    """What came nearest, and what it lacks."""
    machines = list(catalog.machines().values())
    models = {machine.gpu.lower(): machine.gpu for machine in machines}
    if want.gpu.model is not None and want.gpu.model.lower() not in models:
        return f"no machine of the catalog has `{want.gpu.model}`; {closest(want.gpu.model, models.values())}"
    if not machines:
        return "the catalog has no machine of this cloud"
    same = [one for one in machines if want.gpu.model is None or one.gpu.lower() == want.gpu.model.lower()]
    missing = {one.name: list(lacks(one, want, catalog)) for one in same}
    near = min(same, key=lambda one: (len(missing[one.name]), -(one.node_gpu_memory_gib or Decimal(0)), one.name))
    where = f"{want.region}{' ' + ', '.join(want.zones) if want.zones else ''}"
    return f"no machine in {where} meets the need; the nearest is {near.name}, but {', '.join(missing[near.name])}"


def figure(value: Decimal | None) -> str:
    return "unknown" if value is None else str(value)


def money(price: Price) -> str:
    return f"{price.low} {price.currency}/h"
