"""A subnet has fewer addresses than its nodes take.

What: the most nodes of all pools in a subnet, times the interfaces with an address of each, exceed what the subnet can give.

Why: the scaling group stops in the middle with no free addresses left, and part of a gang is billed while it waits for the rest.

Example:
    network: {cidr: 10.0.0.0/22}
    pools: [{machine: p5.48xlarge, nodes: 128}]

Instead:
    network: {cidr: 10.0.0.0/16}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from gpuform_policies.fact import Cluster, Pool, Subnet, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

Ids = frozenset[str]
READ = ("subnets", "max", "addresses_per_node")


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    kept = int(world.limit("subnet-reserved-addresses"))
    told = [pool for pool in cluster.pools if is_told(pool)]
    others = [pool for pool in cluster.pools if not is_told(pool)]
    # more pools only make it worse, so what is too small for those that are known is certain
    yield from all_of((too_small(told, kept), *(too_small([pool], kept) for pool in others)))


def is_told(pool: Pool) -> bool:
    """Whether everything that the sum takes of it is known."""
    return all(pool.knows(field) for field in READ) and all(
        subnet.knows("addresses") and subnet.knows("id") for subnet in pool.subnets
    )


def too_small(pools: Sequence[Pool], kept: int) -> Iterator[Found]:
    """Pools that may only use some subnets, against what those give; the smallest such set of subnets is told."""
    sharing: dict[Ids, list[Pool]] = defaultdict(list)
    subnets: dict[str, Subnet] = {}
    for pool in pools:
        if pool.subnets and all(subnet.addresses is not None for subnet in pool.subnets):
            sharing[frozenset(subnet.id for subnet in pool.subnets)].append(pool)
            subnets |= {subnet.id: subnet for subnet in pool.subnets}
    full: list[Ids] = []
    for ids in sorted(joined(list(sharing)), key=lambda one: (len(one), sorted(one))):
        inside = [pool for own, many in sharing.items() if own <= ids for pool in many]
        wanted = sum(pool.max * pool.addresses_per_node for pool in inside)
        room = sum(max(0, (subnets[one].addresses or 0) - kept) for one in ids)
        if wanted > room and not any(smaller <= ids for smaller in full):
            full.append(ids)
            yield found_of(inside, [subnets[one] for one in sorted(ids)], wanted, room, kept)


def joined(sets: list[Ids]) -> set[Ids]:
    """The sets, and the union of those that hang together: there a pool on several subnets may be squeezed out."""
    whole: list[Ids] = []
    for one in sets:
        touching = [other for other in whole if other & one]
        whole = [other for other in whole if not other & one] + [one.union(*touching)]
    return {*sets, *whole}


def found_of(pools: Sequence[Pool], subnets: Sequence[Subnet], wanted: int, room: int, kept: int) -> Found:
    first = subnets[0]
    nodes = sum(pool.max for pool in pools)
    field = absolute(first.path, "cidr")
    return Found(
        message=f"{nodes} nodes of {', '.join(pool.name for pool in pools)} take {wanted:,} addresses; "
        f"{', '.join(subnet.id for subnet in subnets)} can give {room:,} (the cloud keeps {kept} of each subnet).",
        fix="a larger network.cidr (a subnet is an eighth of it), or fewer nodes"
        if first.path == "network"
        else "a larger subnet, one more in that zone, or fewer nodes",
        at=field,
        resource=first.resource or None,
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
