"""Decision: shared file systems and buckets where the spec leaves them open."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from gpuform.plan.disks import read_from
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
from gpuform.spec.models import Lifecycle

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.spec.models import Bucket, ClusterSpec, Lustre, SharedStorage

GIB = 1024**3
TIB = 1024**4
MB = 1000**2
DAY = 86400
LEAST_INFREQUENT_DAYS = 30
"""S3 API, PutBucketLifecycleConfiguration: STANDARD_IA from 30 days after creation."""
DEFAULT_DEPLOYMENT = "persistent-2"
USUAL_THROUGHPUT = 250
"""MB/s per TiB where no pool says what it needs."""


def planned_lustre(
    one: SharedStorage, lustre: Lustre, spec: ClusterSpec, pools: tuple[PlannedPool, ...], catalog: Catalog
) -> tuple[PlannedLustre, tuple[Chosen, ...]]:
    path = f"sharedStorage[{one.name}].lustre"
    chosen: list[Chosen] = []
    deployment = lustre.deployment or DEFAULT_DEPLOYMENT
    if lustre.deployment is None:
        chosen.append(Chosen(f"{path}.deployment", deployment, "keeps its data, and the fastest class there is"))
    throughput = lustre.throughput
    if throughput is None:
        wanted = wanted_mbps(one.name, spec)
        throughput, why = chosen_throughput(lustre, deployment, wanted, catalog)
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


def wanted_mbps(name: str, spec: ClusterSpec) -> int:
    """What all nodes of all pools that read from it want together, MB/s."""
    readers = (pool for pool in spec.pools if pool.needs.read_throughput and read_from(pool, spec) == name)
    return math.ceil(sum(pool.nodes.max * (pool.needs.read_throughput or 0) for pool in readers) / MB)


def chosen_throughput(lustre: Lustre, deployment: str, wanted: int, catalog: Catalog) -> tuple[int | None, str]:
    """The least offered speed that serves the readers, the usual one without any; None where none can be chosen."""
    offer = catalog.lustre(deployment)
    if offer is None or not offer.throughputs:
        return None, ""
    offered = sorted(offer.throughputs)
    per_tib = math.ceil(wanted * TIB / lustre.size) if wanted and lustre.size else USUAL_THROUGHPUT
    speed = next((speed for speed in offered if speed >= per_tib), offered[-1])
    if not wanted:
        return speed, "the usual class: no pool says how fast it reads from here"
    short = "" if speed >= per_tib else "; no class is fast enough at this size"
    return speed, f"the pools read {wanted:,} MB/s together at most{short}"


def only_zone(pools: tuple[PlannedPool, ...], path: str) -> str:
    zones = sorted({zone for pool in pools for zone in pool.zones})
    if len(zones) != 1:
        raise Unresolved(
            f"{path}.zone", f"its nodes are in {', '.join(zones)}, and a file system lives in one", f"zone: {zones[0]}"
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


def planned_bucket(one: SharedStorage, bucket: Bucket, pools: tuple[str, ...]) -> PlannedBucket:
    """Mounted only where a mount is written: a bucket is no file system until somebody asks for it."""
    path = f"sharedStorage[{one.name}].bucket"
    cycle = bucket.lifecycle or Lifecycle()
    infrequent, archive, expire = map(days, (cycle.infrequent_after, cycle.archive_after, cycle.expire_after))
    refuse_steps(infrequent, archive, expire, f"{path}.lifecycle")
    return PlannedBucket(
        path=path,
        name=one.name,
        mount=one.mount,
        infrequent_after_days=infrequent,
        archive_after_days=archive,
        expire_after_days=expire,
        read_by=pools,
    )


def days(seconds: int | None) -> int | None:
    return None if seconds is None else math.ceil(seconds / DAY)


def refuse_steps(infrequent: int | None, archive: int | None, expire: int | None, path: str) -> None:
    """Raises Unresolved for a lifecycle that the service would not take."""
    steps = [step for step in (infrequent, archive, expire) if step is not None]
    if infrequent is not None and infrequent < LEAST_INFREQUENT_DAYS:
        message = f"{infrequent} days: the infrequent class takes objects of {LEAST_INFREQUENT_DAYS} days and more"
        raise Unresolved(f"{path}.infrequentAfter", message, f"infrequentAfter: {LEAST_INFREQUENT_DAYS} d")
    if any(later <= earlier for earlier, later in pairwise(steps)):
        told = ", ".join(f"{step} d" for step in steps)
        raise Unresolved(path, f"its steps must come one after the other: {told}", "infrequent, archive, expire")
