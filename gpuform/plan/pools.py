"""One pool, decided: each question in its own file, in the order in which the answers build on each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from gpuform.plan.disks import planned_disks
from gpuform.plan.fabric import Gang, Mode, planned_fabric, planned_gang, planned_update
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
    from gpuform.catalog import Catalog
    from gpuform.spec import ClusterSpec
    from gpuform.spec.models import Pool

T = TypeVar("T")


class Reasons:
    """What was chosen on the way, kept beside the answers."""

    def __init__(self) -> None:
        self.chosen: list[Chosen] = []

    def kept(self, decided: tuple[T, tuple[Chosen, ...]]) -> T:
        """The answer alone; its reasons stay here."""
        answer, why = decided
        self.chosen += why
        return answer


def planned_pool(
    pool: Pool, spec: ClusterSpec, catalog: Catalog, scripts: Mapping[str, str]
) -> tuple[PlannedPool, tuple[Chosen, ...]]:
    path, most = f"pools[{pool.name}]", pool.nodes.max
    why = Reasons()
    written = written_zones(pool, spec)
    machines = why.kept(planned_machines(pool, path, spec.region, written, catalog))
    start = why.kept(planned_start(pool, path))
    asked, fabric = why.kept(planned_fabric(pool, path, machines))
    gang: Gang = why.kept(planned_gang(pool, path))
    mode: Mode = why.kept(planned_update(pool, path, gang))
    placement = why.kept(planned_placement(pool, path, fabric))
    together = placement.kind == "tight" or (fabric != "none" and most > 1)
    zones = why.kept(planned_zones(written, machines, path, spec, catalog, together=together))
    image = why.kept(planned_image(pool, path, machines[0], catalog))
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
        nics=why.kept(planned_nics(pool, path, machines[0], fabric, public_ip=spec.network.public_ip)),
        nics_by_hand=pool.nics is not None,
        slices=why.kept(planned_slices(pool, path, machines, zones, (pool.nodes.min, start, most), catalog)),
        disks=why.kept(planned_disks(pool, path, machines[0], image, spec, catalog)),
        image=image,
        boot=planned_boot(pool, scripts),
        idle=why.kept(planned_idle(pool, path, can_shrink=pool.nodes.min < most)),
        update_mode=mode,
        surge=pool.update.surge,
        needs=pool.needs,
        labels=pool_labels(spec, pool),
        asked_fields=frozenset(pool.model_fields_set),
    )
    return planned, tuple(why.chosen)


def planned_start(pool: Pool, path: str) -> tuple[int, tuple[Chosen, ...]]:
    """How many nodes there are at first; only said where it could be another number."""
    if pool.nodes.start is not None:
        return pool.nodes.start, ()
    least = pool.nodes.min
    why = (Chosen(f"{path}.nodes.start", str(least), "as few as allowed"),) if least < pool.nodes.max else ()
    return least, why


def planned_boot(pool: Pool, scripts: Mapping[str, str]) -> PlannedBoot:
    return PlannedBoot(
        script=scripts.get(pool.name),
        env=tuple(sorted(pool.boot.env.items())),
        secrets=tuple(sorted(pool.boot.secrets.items())),
    )
