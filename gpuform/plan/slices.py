"""Decision: how a pool's nodes are spread over its sources of capacity, first come first filled."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from gpuform.plan.machines import known_machines
from gpuform.plan.model import Chosen, PlannedPool, PlannedReservation, PlannedSlice, SliceKind

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine
    from gpuform.spec.models import Pool, Slice

KEYS: dict[SliceKind, str] = {
    "reservation": "reserved",
    "block": "block",
    "onDemand": "on-demand",
    "spot": "spot",
}
DEFAULT_STRATEGY = "price-capacity-optimized"
Counts = tuple[int, int, int]
"""(min, start, max)"""


def planned_slices(
    pool: Pool, path: str, machines: tuple[Machine, ...], zones: tuple[str, ...], nodes: Counts, catalog: Catalog
) -> tuple[tuple[PlannedSlice, ...], tuple[Chosen, ...]]:
    """One or more. Sums that do not add up are kept as written: rule CAP010 judges them."""
    where = f"{path}.capacity"
    if pool.capacity is None:
        part = made_slice(where, "on-demand", "onDemand", None, nodes, machines, zones)
        return (part,), (Chosen(where, "all on demand", "no capacity was named"),)
    limits = slice_limits(pool.capacity, nodes[2])
    counts = zip(*(filled(limits, total) for total in nodes), strict=True)
    seen: Counter[SliceKind] = Counter()
    found: list[PlannedSlice] = []
    chosen: list[Chosen] = []
    for index, (part, count) in enumerate(zip(pool.capacity, counts, strict=True)):
        kind = kind_of(part)
        seen[kind] += 1
        key = KEYS[kind] if seen[kind] == 1 else f"{KEYS[kind]}-{seen[kind]}"
        spot = f"{where}[{index}].{kind}"
        wanted = slice_machines(part, machines, spot, catalog)
        early = timedelta(minutes=catalog.block_end_minutes(wanted[0]))
        found.append(made_slice(spot, key, kind, part, count, wanted, slice_zones(part, zones), early))
        if part.spot is not None and part.spot.strategy is None:
            why = "the cheapest pools among those with room, which are taken back least"
            chosen.append(Chosen(f"{spot}.strategy", DEFAULT_STRATEGY, why))
    return tuple(found), tuple(chosen)


def slice_limits(parts: tuple[Slice, ...], most: int) -> list[int]:
    """The most nodes of each slice: as written, the rest for the first that leaves it out, nothing for a second one."""
    written = [asked_nodes(part) for part in parts]
    rest = max(0, most - sum(nodes for nodes in written if nodes is not None))
    limits: list[int] = []
    for nodes in written:
        limits.append(rest if nodes is None else nodes)
        rest = 0 if nodes is None else rest
    return limits


def filled(limits: list[int], total: int) -> list[int]:
    """So many nodes over slices of these sizes, in order."""
    counts: list[int] = []
    for limit in limits:
        counts.append(min(limit, total))
        total -= counts[-1]
    return counts


def kind_of(part: Slice) -> SliceKind:
    if part.reservation is not None:
        return "reservation"
    if part.block is not None:
        return "block"
    return "onDemand" if part.on_demand is not None else "spot"


def asked_nodes(part: Slice) -> int | None:
    one = part.reservation or part.block or part.on_demand or part.spot
    return None if one is None else one.nodes


def slice_machines(part: Slice, machines: tuple[Machine, ...], path: str, catalog: Catalog) -> tuple[Machine, ...]:
    """A reservation or block holds one machine: the pool's first. What the reservation says it holds is CAP002's."""
    if part.reservation is not None or part.block is not None:
        return machines[:1]
    if part.spot is None or part.spot.machines is None:
        return machines
    return known_machines(part.spot.machines, f"{path}.machines", catalog) or machines


def slice_zones(part: Slice, zones: tuple[str, ...]) -> tuple[str, ...]:
    """A reservation holds nodes in its own zone only. One away from all the pool's zones is CAP002's to judge."""
    zone = part.reservation.zone if part.reservation is not None else None
    return (zone,) if zone is not None and zone in zones else zones


def made_slice(
    path: str,
    key: str,
    kind: SliceKind,
    part: Slice | None,
    counts: Counts,
    machines: tuple[Machine, ...],
    zones: tuple[str, ...],
    early: timedelta = timedelta(0),
) -> PlannedSlice:
    spot = None if part is None else part.spot
    return PlannedSlice(
        path=path,
        key=key,
        kind=kind,
        asked_nodes=None if part is None else asked_nodes(part),
        min=counts[0],
        start=counts[1],
        max=counts[2],
        machines=machines,
        zones=zones,
        reservation=None if part is None else planned_reservation(path, part, early),
        max_price=None if spot is None else spot.max_price,
        strategy=None if spot is None else spot.strategy or DEFAULT_STRATEGY,
        avoid_open_reservations=False,
    )


def planned_reservation(path: str, part: Slice, early: timedelta) -> PlannedReservation | None:
    """`early`: how long before its end a block is drained."""
    if part.block is not None:
        block = part.block
        return PlannedReservation(
            path=path,
            id=block.id,
            group=None,
            new=False,
            kind="targeted",
            machine=None,
            zone=None,
            nodes=block.nodes,
            starts=block.start,
            ends=block.end,
            drains=None if block.end is None else block.end - early,
        )
    held = part.reservation
    if held is None:
        return None
    return PlannedReservation(
        path=path,
        id=held.id,
        group=held.group,
        new=held.new,
        kind=held.kind or "targeted",
        machine=held.machine,
        zone=held.zone,
        nodes=held.nodes,
        starts=held.start,
        ends=held.end,
        drains=None,
    )


def guarded_pools(pools: tuple[PlannedPool, ...]) -> tuple[tuple[PlannedPool, ...], tuple[Chosen, ...]]:
    """The pools, their on-demand slices kept off open reservations that other slices live on (case C30)."""
    held = {
        part.reservation.machine or part.machines[0].name
        for pool in pools
        for part in pool.slices
        if part.reservation is not None and part.reservation.kind == "open"
    }
    if not held:
        return pools, ()
    guarded = tuple(replace(pool, slices=tuple(guarded_slice(part, held) for part in pool.slices)) for pool in pools)
    why = "an open reservation of the same machine is in the spec, and these nodes would fill it"
    paths = [part.path for pool in guarded for part in pool.slices if part.avoid_open_reservations]
    return guarded, tuple(Chosen(path, "reservation preference none", why) for path in paths)


def guarded_slice(part: PlannedSlice, held: set[str]) -> PlannedSlice:
    eats = part.kind == "onDemand" and any(machine.name in held for machine in part.machines)
    return replace(part, avoid_open_reservations=True) if eats else part
