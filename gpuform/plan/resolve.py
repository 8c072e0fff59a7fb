"""`resolve`: from the spec to the plan. The only place where anything is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from gpuform.plan.labels import cluster_labels
from gpuform.plan.model import Chosen, ClusterPlan, PlannedBudget, PlannedLustre, PlannedPool
from gpuform.plan.network import network_range, planned_network
from gpuform.plan.pools import planned_pool
from gpuform.plan.slices import guarded_pools
from gpuform.plan.storage import planned_bucket, planned_lustre
from gpuform.plan.unresolved import Gatherer, Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.spec import ClusterSpec

READY = frozenset({"aws"})


def resolve(spec: ClusterSpec, catalog: Catalog, scripts: Mapping[str, str] | None = None) -> ClusterPlan:
    """The plan. Raises SpecError (without lines) with everything that leads to none."""
    gather = Gatherer()
    gather.made(refuse_other_clouds, spec)
    gather.done()
    names = tuple(pool.name for pool in spec.pools)
    written = [(one, one.bucket) for one in spec.shared_storage if one.bucket is not None]
    buckets = [gather.made(planned_bucket, one, bucket, names) for one, bucket in written]
    pools, why_pools = all_pools(spec, catalog, scripts or {}, gather)
    lustre, why_lustre = all_lustre(spec, catalog, pools, gather)
    zones = used_zones(pools, lustre)
    network = gather.made(planned_network, spec, zones, pools)
    gather.done()
    assert network is not None  # else `done` has raised
    return ClusterPlan(
        spec=spec,
        name=spec.metadata.name,
        environment=spec.metadata.environment,
        owner=spec.metadata.owner,
        cloud=spec.cloud,
        region=spec.region,
        zones=zones,
        labels=cluster_labels(spec),
        network=network[0],
        pools=pools,
        lustre=lustre,
        buckets=tuple(one for one in buckets if one is not None),
        budget=planned_budget(spec),
        chosen=in_order((*network[1], *why_pools, *why_lustre)),
        catalog_date=catalog.dated,
    )


def refuse_other_clouds(spec: ClusterSpec) -> None:
    if spec.cloud not in READY:
        ready = ", ".join(sorted(READY))
        raise Unresolved("cloud", f"not yet: `{spec.cloud}` can be written but not planned", f"today: {ready}")


def all_pools(
    spec: ClusterSpec, catalog: Catalog, scripts: Mapping[str, str], gather: Gatherer
) -> tuple[tuple[PlannedPool, ...], tuple[Chosen, ...]]:
    before = len(gather.problems)
    planned = [gather.made(planned_pool, pool, spec, catalog, scripts) for pool in spec.pools]
    if spec.network.existing is None:
        gather.made(network_range, spec)  # so that a bad range is told with the pools' troubles
    if len(gather.problems) > before:
        gather.done()  # what follows needs the pools
    found = [one for one in planned if one is not None]
    pools, why = guarded_pools(tuple(pool for pool, _ in found))
    return pools, (*(one for _, part in found for one in part), *why)


def all_lustre(
    spec: ClusterSpec, catalog: Catalog, pools: tuple[PlannedPool, ...], gather: Gatherer
) -> tuple[tuple[PlannedLustre, ...], tuple[Chosen, ...]]:
    before = len(gather.problems)
    written = [(one, one.lustre) for one in spec.shared_storage if one.lustre is not None]
    planned = [gather.made(planned_lustre, one, lustre, spec, pools, catalog) for one, lustre in written]
    if len(gather.problems) > before:
        gather.done()  # what follows needs the zones
    found = [one for one in planned if one is not None]
    return tuple(one for one, _ in found), tuple(one for _, part in found for one in part)


def used_zones(pools: tuple[PlannedPool, ...], lustre: tuple[PlannedLustre, ...]) -> tuple[str, ...]:
    """Zones of the pools and file systems; the cluster's own list only where it is used."""
    return tuple(sorted({zone for pool in pools for zone in pool.zones} | {one.zone for one in lustre}))


def planned_budget(spec: ClusterSpec) -> PlannedBudget | None:
    if spec.budget is None:
        return None
    reserve = Decimal(0) if spec.budget.reserve is None else spec.budget.reserve
    return PlannedBudget("budget", spec.budget.monthly, reserve)


def in_order(reasons: Iterable[Chosen]) -> tuple[Chosen, ...]:
    return tuple(sorted(reasons, key=lambda one: (one.path, one.value)))
