"""A subnet has fewer addresses than its nodes take.

What: the most nodes of all pools in a subnet, times the interfaces with an address of each, exceed what the subnet can give.

Why: the scaling group stops in the middle with no free addresses left, and part of a gang is billed while it waits for the rest.

Example:
    network: {cidr: 10.0.0.0/25}
    pools: [{machine: p5.48xlarge, nodes: 16, …}]

Instead:
    network: {cidr: 10.0.0.0/16}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Pool, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    reserved = int(world.limit("subnet-reserved-addresses"))
    together: dict[tuple[str, ...], list[Pool]] = defaultdict(list)
    for pool in cluster.pools:
        if pool.subnets and all(subnet.addresses is not None for subnet in pool.subnets):
            together[tuple(sorted(subnet.id for subnet in pool.subnets))].append(pool)
    for pools in together.values():
        subnets = pools[0].subnets
        room = sum((subnet.addresses or 0) - reserved for subnet in subnets)
        wanted = sum(pool.max * pool.addresses_per_node for pool in pools)
        if wanted <= room:
            continue
        names = ", ".join(pool.name for pool in pools)
        yield Found(
            message=f"{names} at most {sum(pool.max for pool in pools)} nodes take {wanted} addresses; "
            f"{', '.join(subnet.id for subnet in subnets)} can give {room} (the cloud keeps {reserved} of each subnet).",
            fix="a larger network.cidr (a subnet is an eighth of it), or fewer nodes",
            at=f"/{subnets[0].path or pools[0].path}" if pools[0].path else "",
            resource=subnets[0].resource,
        )


RULE = Rule(
    id="FAB009",
    name="subnet-too-small",
    severity="error",
    judges=Cluster,
    check=check,
    source="https://docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html",
    page=__doc__ or "",
    cases=(),
)
