"""Shared storage lives in another zone than the nodes that read it.

What: a single-zone file system in a zone where no node of a pool that mounts it runs; a warning where only
some of them run elsewhere.

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
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute, comparable, price_between_zones


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    yield from all_of(
        zone_problems(lustre, pool, cluster, world) for lustre in cluster.lustre for pool in readers_of(lustre, cluster)
    )


def zone_problems(lustre: Lustre, pool: Pool, cluster: Cluster, world: World) -> Iterator[Found]:
    away = [zone for zone in pool.zones if zone != lustre.zone]
    if not away or not comparable([lustre.zone], pool.zones):
        return
    some = len(away) < len(pool.zones)
    yield Found(
        f"{lustre.name} is in {lustre.zone}, but {'some ' if some else ''}nodes of {pool.name} that read it run in {', '.join(away)}.",
        fix=f"zone: {pool.zones[0]}" if len(pool.zones) == 1 else "one zone for the pool and its file system",
        at=absolute(lustre.path, "zone"),
        resource=lustre.resource,
        severity="warning" if some else None,
        impact=price_of(cluster, world),
    )


def readers_of(lustre: Lustre, cluster: Cluster) -> list[Pool]:
    return [pool for name in lustre.read_by if (pool := cluster.pool(name)) is not None]


def price_of(cluster: Cluster, world: World) -> str:
    price, _ = price_between_zones(cluster, world)
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
