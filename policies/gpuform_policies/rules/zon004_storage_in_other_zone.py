"""Shared storage lives in another zone than the nodes that read it.

What: a single-zone file system in a zone where no node of a pool that mounts it runs, or only some of them.

Why: every byte between zones costs money in both directions, takes longer, and can't use the fabric.

Example:
    zones: [use1-az6]
    sharedStorage: [{name: scratch, lustre: {size: 2400 GiB, zone: use1-az1}}]

Instead:
    lustre: {size: 2400 GiB, zone: use1-az6}
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gpuform_policies.fact import Cluster, Lustre, Pool, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    for lustre in cluster.lustre:
        for name in lustre.read_by:
            pool = cluster.pool(name)
            if pool is None or pool.zones == (lustre.zone,):
                continue
            away = [zone for zone in pool.zones if zone != lustre.zone]
            if same_place(lustre, pool):
                continue
            yield Found(
                f"{lustre.name} is in {lustre.zone}, but nodes of {pool.name} that read it run in {', '.join(away)}.",
                fix=f"zone: {pool.zones[0]}" if len(pool.zones) == 1 else "one zone for the pool and its file system",
                at=f"/{lustre.path}.zone" if lustre.path else "",
                resource=lustre.resource,
                impact=price_of(cluster, world),
            )


def same_place(lustre: Lustre, pool: Pool) -> bool:
    """A zone id and a zone name can't be compared: `use1-az6` is another letter in each account."""
    return any(("-az" in lustre.zone) != ("-az" in zone) for zone in pool.zones)


def price_of(cluster: Cluster, world: World) -> str:
    region = cluster.region if cluster.knows("region") else "us-east-1"
    price = world.catalog.price("cross-az-each-direction", region)
    if price is None:
        return ""
    return f"Each TB read costs {price.low * 2 * Decimal(1000):,.0f} USD in traffic between zones."


RULE = Rule(
    id="ZON004",
    name="storage-in-other-zone",
    severity="error*",
    judges=Cluster,
    check=check,
    source="FSx for Lustre guide (a file system lives in one zone); prices.csv (cross-az-each-direction)",
    page=__doc__ or "",
    cases=("C42",),
)
