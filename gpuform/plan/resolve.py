"""`resolve`: from the spec to the plan. The only place where anything is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from gpuform.plan.labels import cluster_labels
from gpuform.plan.model import Chosen, ClusterPlan, PlannedBudget, PlannedLustre, PlannedPool
from gpuform.plan.network import planned_network
from gpuform.plan.pools import planned_pool
from gpuform.plan.storage import lustre_zones, planned_bucket, planned_lustre
from gpuform.plan.unresolved import Unresolved, gathered

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.spec import ClusterSpec

READY = frozenset({"aws"})


def resolve(spec: ClusterSpec, catalog: Catalog, scripts: Mapping[str, str] | None = None) -> ClusterPlan:
    """The plan. Raises SpecError (without lines) with everything that leads to none."""
    gathered([partial(refuse_other_clouds, spec)])
    planned = gathered([partial(planned_pool, pool, spec, catalog, scripts or {}) for pool in spec.pools])
    pools = tuple(pool for pool, _ in planned)
    lustre = gathered(
        [
            partial(planned_lustre, one, one.lustre, pools, catalog)
            for one in spec.shared_storage
            if one.lustre is not None
        ]
    )
    systems = tuple(one for one, _ in lustre)
    zones = used_zones(spec, pools, systems)
    ((network, why_network),) = gathered([partial(planned_network, spec, zones, pools)])
    reasons = [why_network, *(why for _, why in planned), *(why for _, why in lustre)]
    return ClusterPlan(
        spec=spec,
        name=spec.metadata.name,
        environment=spec.metadata.environment,
        owner=spec.metadata.owner,
        cloud=spec.cloud,
        region=spec.region,
        zones=zones,
        labels=cluster_labels(spec),
        network=network,
        pools=pools,
        lustre=systems,
        buckets=tuple(planned_bucket(one, pools) for one in spec.shared_storage if one.bucket is not None),
        budget=planned_budget(spec),
        chosen=in_order(reasons),
        catalog_date=catalog.dated,
    )


def refuse_other_clouds(spec: ClusterSpec) -> None:
    if spec.cloud not in READY:
        raise Unresolved(
            "cloud", f"not yet: `{spec.cloud}` can be written but not planned", f"today: {', '.join(sorted(READY))}"
        )


def used_zones(spec: ClusterSpec, pools: tuple[PlannedPool, ...], lustre: tuple[PlannedLustre, ...]) -> tuple[str, ...]:
    """Zones of the pools and file systems; the cluster's own list only where it is used."""
    used = {zone for pool in pools for zone in pool.zones} | {one.zone for one in lustre} | set(lustre_zones(spec))
    return tuple(sorted(used))


def planned_budget(spec: ClusterSpec) -> PlannedBudget | None:
    if spec.budget is None:
        return None
    reserve = Decimal(0) if spec.budget.reserve is None else spec.budget.reserve
    return PlannedBudget("budget", spec.budget.monthly, reserve)


def in_order(reasons: list[tuple[Chosen, ...]]) -> tuple[Chosen, ...]:
    return tuple(sorted((one for part in reasons for one in part), key=lambda one: (one.path, one.value)))
