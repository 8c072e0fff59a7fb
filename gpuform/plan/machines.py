"""Decision: which machines a pool may use. As written, or the cheapest that meets the need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen
from gpuform.plan.unresolved import Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine
    from gpuform.spec.models import GpuNeed, Needs, Pool

GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Offer:
    """A machine that meets a need, with its price on demand per hour in the region."""

    price: Decimal
    currency: str
    machine: Machine


def planned_machines(
    pool: Pool, path: str, region: str, zones: tuple[str, ...], catalog: Catalog
) -> tuple[tuple[Machine, ...], tuple[Chosen, ...]]:
    """The pool's machines, preferred first. Raises Unresolved where nothing fits."""
    if pool.machine is not None:
        found = [catalog.machine(name) for name in pool.machine]
        unknown = [name for name, machine in zip(pool.machine, found, strict=True) if machine is None]
        if unknown:
            raise Unresolved(f"{path}.machine", f"`{unknown[0]}` is in no catalog", "add a row with --catalog DIR")
        return tuple(machine for machine in found if machine is not None), ()
    assert pool.gpu is not None  # the spec's own checks: machine or gpu
    offers = sorted(
        offers_for(pool.gpu, pool.needs, region, zones, catalog), key=lambda one: (one.price, one.machine.name)
    )
    if not offers:
        raise Unresolved(
            f"{path}.gpu",
            nothing_fits(pool.gpu, pool.needs, region, zones, catalog),
            "ask for less, or name a `machine`",
        )
    best, others = offers[0], offers[1:4]
    also = (
        "; next: " + ", ".join(f"{one.machine.name} at {one.price} {one.currency}/h" for one in others)
        if others
        else ""
    )
    why = f"the cheapest of {len(offers)} that fit in {region}, at {best.price} {best.currency}/h on demand{also}"
    return (best.machine,), (Chosen(f"{path}.machine", best.machine.name, why),)


def offers_for(gpu: GpuNeed, needs: Needs, region: str, zones: tuple[str, ...], catalog: Catalog) -> Iterator[Offer]:
    """Every current machine that meets the need, is sold where it is wanted, and has a price."""
    for machine in catalog.machines().values():
        if machine.status != "current" or "on-demand" not in machine.markets:
            continue
        if not meets(machine, gpu, needs) or not sold_there(machine, region, zones, catalog):
            continue
        price = catalog.price(machine.name, region)
        if price is not None:
            yield Offer(price.low, price.currency, machine)


def meets(machine: Machine, gpu: GpuNeed, needs: Needs) -> bool:
    """Whether one node has everything that is asked of it. An unknown figure meets nothing."""
    memory, node_memory = machine.gpu_memory_gib, machine.node_gpu_memory_gib
    return (
        (gpu.model is None or gpu.model.lower() == machine.gpu.lower())
        and (gpu.per_node is None or machine.gpus >= gpu.per_node)
        and (gpu.per_node is not None or gpu.fraction is None or machine.gpus >= Decimal(str(gpu.fraction)))
        and (gpu.memory is None or (memory is not None and memory * GIB >= gpu.memory))
        and (needs.gpu_memory is None or (node_memory is not None and node_memory * GIB >= needs.gpu_memory))
        and (needs.vcpus is None or machine.vcpus >= needs.vcpus)
        and (needs.memory is None or machine.memory_gib * GIB >= needs.memory)
        and (needs.interconnect is None or enough_network(machine, needs.interconnect))
    )


def enough_network(machine: Machine, bits: int) -> bool:
    best = max(machine.fabric_gbps or Decimal(0), machine.network_baseline_gbps or Decimal(0))
    return best * 10**9 >= bits


def sold_there(machine: Machine, region: str, zones: tuple[str, ...], catalog: Catalog) -> bool:
    if not catalog.sold(machine.name, region):
        return False
    return all(catalog.is_sold(machine.name, region, zone) is not False for zone in zones)


def nothing_fits(gpu: GpuNeed, needs: Needs, region: str, zones: tuple[str, ...], catalog: Catalog) -> str:
    """What came nearest: the machine with the most GPU memory that is sold there."""
    here = [one for one in catalog.machines().values() if sold_there(one, region, zones, catalog)]
    where = f"{region}{' ' + ', '.join(zones) if zones else ''}"
    if not here:
        return f"no machine with accelerators is sold in {where}"
    same = [one for one in here if gpu.model is not None and one.gpu.lower() == gpu.model.lower()]
    near = max(same or here, key=lambda one: (one.node_gpu_memory_gib or Decimal(0), one.name))
    return (
        f"no current machine with a known price in {where} meets the need; the nearest is {near.name}: "
        f"{near.gpus} × {near.gpu} of {near.gpu_memory_gib} GiB, {near.vcpus} vCPU, {near.memory_gib} GiB"
    )
