"""Decision: how a pool's nodes are spread over its sources of capacity, first come first filled."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedReservation, PlannedSlice, SliceKind

if TYPE_CHECKING:
    from gpuform.catalog import Machine
    from gpuform.spec import ClusterSpec
    from gpuform.spec.models import Pool, Reservation, Slice

KEYS: dict[SliceKind, str] = {
    "reservation": "reserved",
    "block": "block",
    "onDemand": "on-demand",
    "spot": "spot",
}


def planned_slices(
    pool: Pool,
    path: str,
    machines: tuple[Machine, ...],
    zones: tuple[str, ...],
    nodes: tuple[int, int, int],
    spec: ClusterSpec,
    catalog_machines: dict[str, Machine],
) -> tuple[tuple[PlannedSlice, ...], tuple[Chosen, ...]]:
    """`nodes` is (min, start, max). Sums that do not add up are kept as written: rule CAP010 judges them."""
    if pool.capacity is None:
        least, start, most = nodes
        why = "no capacity was named"
        part = made_slice(f"{path}.capacity", "on-demand", "onDemand", None, (least, start, most), machines, zones)
        guarded = open_elsewhere(spec, machines)
        return (with_guard(part, guarded),), (Chosen(f"{path}.capacity", "all on demand", why),)
    limits = slice_limits(pool.capacity, nodes[2])
    counts = zip(*(filled(limits, total) for total in nodes), strict=True)
    seen: Counter[str] = Counter()
    found: list[PlannedSlice] = []
    for index, (part, (least, start, most)) in enumerate(zip(pool.capacity, counts, strict=True)):
        kind = kind_of(part)
        seen[kind] += 1
        key = KEYS[kind] if seen[kind] == 1 else f"{KEYS[kind]}-{seen[kind]}"
        where = f"{path}.capacity[{index}].{kind}"
        wanted = spot_machines(part, machines, catalog_machines)
        if kind in ("reservation", "block"):
            wanted = machines[:1]
        planned = made_slice(where, key, kind, part, (least, start, most), wanted, slice_zones(part, zones))
        found.append(with_guard(planned, open_elsewhere(spec, wanted) if kind == "onDemand" else False))
    return tuple(found), ()


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


def spot_machines(part: Slice, machines: tuple[Machine, ...], known: dict[str, Machine]) -> tuple[Machine, ...]:
    if part.spot is None or part.spot.machines is None:
        return machines
    return tuple(known[name] for name in part.spot.machines if name in known)


def slice_zones(part: Slice, zones: tuple[str, ...]) -> tuple[str, ...]:
    """A reservation holds nodes in its own zone only."""
    zone = part.reservation.zone if part.reservation is not None else None
    return (zone,) if zone is not None and zone in zones else zones


def made_slice(
    path: str,
    key: str,
    kind: SliceKind,
    part: Slice | None,
    counts: tuple[int, int, int],
    machines: tuple[Machine, ...],
    zones: tuple[str, ...],
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
        reservation=None if part is None else planned_reservation(path, part),
        max_price=None if spot is None else spot.max_price,
        strategy=None if spot is None else spot.strategy or "price-capacity-optimized",
        avoid_open_reservations=False,
    )


def planned_reservation(path: str, part: Slice) -> PlannedReservation | None:
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
        )
    reservation = part.reservation
    if reservation is None:
        return None
    return PlannedReservation(
        path=path,
        id=reservation.id,
        group=reservation.group,
        new=reservation.new,
        kind=reservation.kind or "targeted",
        machine=reservation.machine,
        zone=reservation.zone,
        nodes=reservation.nodes,
        starts=reservation.start,
        ends=reservation.end,
    )


def open_elsewhere(spec: ClusterSpec, machines: tuple[Machine, ...]) -> bool:
    """Whether some slice of the spec lives on an open reservation that these machines would eat (case C30)."""
    names = {machine.name for machine in machines}
    return any(is_open_for(part.reservation, pool, names) for pool in spec.pools for part in pool.capacity or ())


def is_open_for(reservation: Reservation | None, pool: Pool, names: set[str]) -> bool:
    if reservation is None or reservation.kind != "open":
        return False
    held = {reservation.machine} if reservation.machine is not None else set(pool.machine or ())
    return bool(held & names)


def with_guard(part: PlannedSlice, guarded: bool) -> PlannedSlice:
    return replace(part, avoid_open_reservations=guarded)
