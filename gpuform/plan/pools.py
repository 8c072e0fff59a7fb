"""One pool, decided: each question is answered in its own file, in the order in which the answers build on each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from gpuform.plan.disks import planned_disks
from gpuform.plan.idle import planned_idle
from gpuform.plan.images import planned_image
from gpuform.plan.labels import pool_labels
from gpuform.plan.machines import planned_machines
from gpuform.plan.model import Chosen, PlannedBoot, PlannedPool
from gpuform.plan.nics import planned_nics
from gpuform.plan.placement import planned_placement
from gpuform.plan.slices import planned_slices
from gpuform.plan.zones import planned_zones, written_zones

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, FabricKind, Machine
    from gpuform.spec import ClusterSpec
    from gpuform.spec.models import Pool

Asked = Literal["required", "preferred", "none"]


def planned_pool(
    pool: Pool, spec: ClusterSpec, catalog: Catalog, scripts: Mapping[str, str]
) -> tuple[PlannedPool, tuple[Chosen, ...]]:
    path = f"pools[{pool.name}]"
    region = spec.region
    written = written_zones(pool, spec)
    machines, chosen = planned_machines(pool, path, region, written, catalog)
    machine = machines[0]
    most = pool.nodes.max
    start = pool.nodes.min if pool.nodes.start is None else pool.nodes.start
    asked, fabric, why_fabric = planned_fabric(pool, path, machines, most)
    gang, why_gang = planned_gang(pool, path, most)
    placement, why_placement = planned_placement(pool, path, fabric, most)
    tight = placement.kind == "tight" or (fabric != "none" and most > 1)
    zones, why_zones = planned_zones(written, machines, path, region, catalog, tight=tight)
    nics, why_nics = planned_nics(pool, path, machine, fabric, public_ip=spec.network.public_ip)
    known = {name: found for name in spot_names(pool) if (found := catalog.machine(name)) is not None}
    slices, why_slices = planned_slices(pool, path, machines, zones, (pool.nodes.min, start, most), spec, known)
    image, why_image = planned_image(pool, path, machine, catalog)
    disks, why_disks = planned_disks(pool, path, machine, image, spec, catalog)
    idle, why_idle = planned_idle(pool, path, can_shrink=pool.nodes.min < most)
    mode, why_mode = planned_update(pool, path, gang)
    planned = PlannedPool(
        path=path,
        name=pool.name,
        workload=pool.workload,
        machines=machines,
        zones=zones,
        min=pool.nodes.min,
        start=start,
        max=most,
        fabric=fabric,
        fabric_asked=asked,
        gang=gang,
        placement=placement,
        nics=nics,
        nics_by_hand=pool.nics is not None,
        slices=slices,
        disks=disks,
        image=image,
        boot=planned_boot(pool, scripts),
        idle=idle,
        update_mode=mode,
        surge=pool.update.surge,
        needs=pool.needs,
        labels=pool_labels(spec, pool),
        asked_fields=frozenset(pool.model_fields_set),
    )
    reasons = (
        chosen,
        why_fabric,
        why_gang,
        why_placement,
        why_zones,
        why_nics,
        why_slices,
        why_image,
        why_disks,
        why_idle,
        why_mode,
    )
    return planned, tuple(one for part in reasons for one in part)


def planned_fabric(
    pool: Pool, path: str, machines: tuple[Machine, ...], most: int
) -> tuple[Asked, FabricKind, tuple[Chosen, ...]]:
    """(asked, what the nodes carry). Required on a machine that has none stays asked: rule FAB001 judges it."""
    first = machines[0].fabric
    everywhere: FabricKind = first if all(machine.fabric == first for machine in machines) else "none"
    where = f"{path}.fabric"
    if pool.fabric is not None:
        kind: FabricKind = "none" if pool.fabric == "none" else everywhere
        if pool.fabric == "preferred":
            why = (
                "preferred, and every machine has it" if kind != "none" else "preferred, and not every machine has one"
            )
            return "preferred", kind, (Chosen(where, kind, why),)
        return pool.fabric, kind, ()
    if pool.workload == "training" and most > 1 and first != "none":
        return (
            "required",
            everywhere,
            (Chosen(where, everywhere, f"{most} nodes train together and the machine has it"),),
        )
    return "none", "none", ()


def planned_gang(pool: Pool, path: str, most: int) -> tuple[Literal["all", "elastic"], tuple[Chosen, ...]]:
    if pool.gang is not None:
        return pool.gang, ()
    if pool.workload == "training" and most > 1:
        return "all", (Chosen(f"{path}.gang", "all", f"{most} nodes train together: all of them or none"),)
    return "elastic", ()


def planned_update(
    pool: Pool, path: str, gang: str
) -> tuple[Literal["rolling", "replace", "manual"], tuple[Chosen, ...]]:
    if pool.update.mode is not None:
        return pool.update.mode, ()
    if gang == "all":
        return "manual", (Chosen(f"{path}.update.mode", "manual", "a running gang is never rolled behind its back"),)
    return "rolling", (Chosen(f"{path}.update.mode", "rolling", "nodes work alone, so they can go one by one"),)


def planned_boot(pool: Pool, scripts: Mapping[str, str]) -> PlannedBoot:
    return PlannedBoot(
        script=scripts.get(pool.name),
        env=tuple(sorted(pool.boot.env.items())),
        secrets=tuple(sorted(pool.boot.secrets.items())),
    )


def spot_names(pool: Pool) -> list[str]:
    return [name for part in pool.capacity or () if part.spot is not None for name in part.spot.machines or ()]
