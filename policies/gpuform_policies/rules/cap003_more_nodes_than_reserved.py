"""More nodes than the reservation holds.

What: the pools that use one reservation together want more nodes than it holds, a rolling update wants extra nodes that a fully
reserved pool does not have, or a capacity block is larger than one can be.

Why: the last nodes never start, or start on demand at full price while the reservation is short.

Example:
    pools: [{name: x, …, capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 3}}]},
            {name: y, …, capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]}]

Instead:
    one pool on the reservation, the other on demand; or two reservations
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Pool, Slice, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    users: dict[str, list[tuple[Pool, Slice]]] = defaultdict(list)
    for pool in cluster.pools:
        for part in pool.slices:
            if part.reservation is not None and not (part.reservation.new and pool.path):
                users[part.reservation.id].append((pool, part))
        yield from surge_problems(pool)
        yield from block_problems(pool, world)
    for name in sorted(users):
        yield from shared_problems(name, users[name])


def shared_problems(name: str, users: list[tuple[Pool, Slice]]) -> Iterator[Found]:
    """The record holds as many as the largest count told; every user of it counts."""
    told = [
        part.reservation.nodes
        for _, part in users
        if part.reservation is not None and part.reservation.nodes is not None
    ]
    wanted = sum(part.max for _, part in users)
    if not told or wanted <= max(told):
        return
    pool, part = users[-1]
    who = ", ".join(f"{one.name} {each.max}" for one, each in users)
    yield Found(
        f"The reservation {name} holds {max(told)} nodes, and {wanted} want to start in it ({who}).",
        fix=f"nodes that add up to {max(told)}, the rest as onDemand",
        at=f"/{part.path}.nodes" if part.path else "",
        resource=part.resource or pool.resource,
    )


def surge_problems(pool: Pool) -> Iterator[Found]:
    reserved = all(part.kind in ("reservation", "block") for part in pool.slices)
    if pool.surge and reserved and pool.slices:
        yield Found(
            f"An update wants {pool.surge} extra nodes, and all {pool.max} of {pool.name} are reserved: there is no room for more.",
            fix="update: {surge: 0}, which ends a node before it starts the next",
            at=f"/{pool.path}.update.surge" if pool.path else "",
            resource=pool.resource,
        )


def block_problems(pool: Pool, world: World) -> Iterator[Found]:
    most = int(world.limit("capacity-block-nodes"))
    for part in pool.slices:
        if part.kind == "block" and part.max > most:
            yield Found(
                f"A capacity block holds at most {most} nodes; {part.max} are wanted of one.",
                fix="several blocks",
                at=f"/{part.path}.nodes" if part.path else "",
                resource=part.resource,
            )


RULE = Rule(
    id="CAP003",
    name="more-nodes-than-reserved",
    severity="error",
    judges=Cluster,
    check=check,
    source="EC2 User Guide, capacity reservations and capacity blocks; https://github.com/aws/aws-parallelcluster/pull/5861",
    page=__doc__ or "",
    cases=("C26", "C56"),
)
