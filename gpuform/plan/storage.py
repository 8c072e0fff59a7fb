"""Decision: shared file systems and buckets where the spec leaves them open."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gpuform.plan.model import (
    Chosen,
    PlannedBucket,
    PlannedLustre,
    PlannedPool,
    PlannedRule,
    PlannedSecurityGroup,
)
from gpuform.plan.network import told_group
from gpuform.plan.unresolved import Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.spec.models import ClusterSpec, Lustre, SharedStorage

GIB = 1024**3
TIB = 1024**4
MB = 1000**2
DAY = 86400
DEFAULT_DEPLOYMENT = "persistent-2"
LEAST_THROUGHPUT = 250
"""MB/s per TiB where no pool says what it needs."""


def planned_lustre(
    one: SharedStorage, lustre: Lustre, pools: tuple[PlannedPool, ...], catalog: Catalog
) -> tuple[PlannedLustre, tuple[Chosen, ...]]:
    path = f"sharedStorage[{one.name}].lustre"
    chosen: list[Chosen] = []
    deployment = lustre.deployment or DEFAULT_DEPLOYMENT
    if lustre.deployment is None:
        chosen.append(Chosen(f"{path}.deployment", deployment, "keeps its data, and the fastest class there is"))
    throughput = lustre.throughput
    if throughput is None:
        throughput, why = chosen_throughput(lustre, deployment, one.name, pools, catalog)
        if throughput is not None:
            chosen.append(Chosen(f"{path}.throughput", f"{throughput} MB/s/TiB", why))
    zone = lustre.zone or only_zone(pools, path)
    if lustre.zone is None:
        chosen.append(Chosen(f"{path}.zone", zone, "where the nodes that mount it are"))
    planned = PlannedLustre(
        path=path,
        name=one.name,
        mount=one.mount or f"/{one.name}",
        size_gib=math.ceil(lustre.size / GIB),
        deployment=deployment,
        throughput=throughput,
        zone=zone,
        security_group=made_group(path, catalog)
        if lustre.security_group is None
        else told_group(lustre.security_group, f"{path}.securityGroup"),
        read_by=tuple(pool.name for pool in pools),
    )
    return planned, tuple(chosen)


def chosen_throughput(
    lustre: Lustre, deployment: str, name: str, pools: tuple[PlannedPool, ...], catalog: Catalog
) -> tuple[int | None, str]:
    """The least offered speed that serves all pools reading from it together."""
    offer = catalog.lustre(deployment)
    if offer is None or not offer.throughputs:
        return None, ""
    wanted = sum(pool.max * (pool.needs.read_throughput or 0) for pool in pools if pool.needs.read_from in (None, name))
    per_tib = math.ceil(wanted / MB / (lustre.size / TIB)) if lustre.size else 0
    enough = [speed for speed in offer.throughputs if speed >= max(per_tib, LEAST_THROUGHPUT)]
    speed = enough[0] if enough else offer.throughputs[-1]
    return speed, f"the pools read {wanted // MB:,} MB/s together at most" if wanted else "the usual class"


def only_zone(pools: tuple[PlannedPool, ...], path: str) -> str:
    zones = sorted({zone for pool in pools for zone in pool.zones})
    if len(zones) != 1:
        raise Unresolved(
            f"{path}.zone",
            f"its nodes are in {', '.join(zones)}, and a file system lives in one",
            "zone: <one of them>",
        )
    return zones[0]


def made_group(path: str, catalog: Catalog) -> PlannedSecurityGroup:
    """Lustre's ports from the file system itself and from the nodes (case C42)."""
    port = int(catalog.limit("lustre-port"))
    first, last = int(catalog.limit("lustre-port-first")), int(catalog.limit("lustre-port-last"))
    rules = [
        PlannedRule(direction, "tcp", low, high, peer)
        for direction in ("ingress", "egress")
        for low, high in ((port, port), (first, last))
        for peer in ("self", "nodes")
    ]
    return PlannedSecurityGroup(path, None, tuple(rules))


def planned_bucket(one: SharedStorage, pools: tuple[PlannedPool, ...]) -> PlannedBucket:
    assert one.bucket is not None
    cycle = one.bucket.lifecycle

    def days(seconds: int | None) -> int | None:
        return None if seconds is None else math.ceil(seconds / DAY)

    return PlannedBucket(
        path=f"sharedStorage[{one.name}].bucket",
        name=one.name,
        mount=one.mount,
        infrequent_after_days=None if cycle is None else days(cycle.infrequent_after),
        archive_after_days=None if cycle is None else days(cycle.archive_after),
        expire_after_days=None if cycle is None else days(cycle.expire_after),
        read_by=tuple(pool.name for pool in pools),
    )


def lustre_zones(spec: ClusterSpec) -> tuple[str, ...]:
    return tuple(
        one.lustre.zone for one in spec.shared_storage if one.lustre is not None and one.lustre.zone is not None
    )
