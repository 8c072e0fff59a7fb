"""More nodes than the reservation holds.

What: the pools that use one reservation together want more nodes than it holds, a rolling update wants extra nodes that a fully
reserved pool does not have, or a capacity block is larger than one can be.

Why: the last nodes never start, or start on demand at full price while the reservation is short.

Example:
    # one reservation of 4, written the same in both pools
    pools:
      - {name: x, nodes: 4, capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]}
      - {name: y, nodes: 4, capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]}

Instead:
    # the second pool on demand; if the reservation does hold 8, leave `nodes` out of one of the two
    pools:
      - {name: x, nodes: 4, capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]}
      - {name: y, nodes: 4, capacity: [{onDemand: {}}]}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Pool, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

User = tuple[Pool, Slice, Reservation]


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    shared = (shared_problems(users) for users in users_by_id(cluster))
    alone = (problem for pool in cluster.pools for problem in (surge_problems(pool), block_problems(pool, world)))
    yield from all_of((*shared, *alone))


def users_by_id(cluster: Cluster) -> list[list[User]]:
    """Slices on one and the same reservation. A new one of the spec is as large as its slice; an unknown id stands alone."""
    users: dict[str, list[User]] = defaultdict(list)
    for pool in cluster.pools:
        for part in pool.slices:
            held = part.reservation
            if held is not None and not (held.new and pool.path):
                users[held.id if held.knows("id") else f"? {part.path}{part.resource}"].append((pool, part, held))
    return [users[name] for name in sorted(users)]


def shared_problems(users: list[User]) -> Iterator[Found]:
    """Against the record's count. Told by several pools with different numbers, each may mean its own share of it."""
    told = [held.nodes for _, _, held in users]
    counts = {count for count in told if count is not None}
    wanted = sum(part.max for _, part, _ in users)
    if not counts or wanted <= max(counts):
        return
    pool, part, held = users[-1]
    who = ", ".join(f"{one.name} {each.max}" for one, each, _ in users)
    certain = len(counts) == 1 and None not in told
    yield Found(
        f"The reservation {held.id} holds {max(counts)} nodes, and {wanted} want to start in it ({who})."
        if certain
        else f"The reservation {held.id} must hold {wanted} nodes ({who}); the spec does not say how many it does.",
        fix=f"nodes that add up to {max(counts)}, the rest as onDemand"
        if certain
        else f"nothing, if its record holds {wanted}",
        at=absolute(part.path, "nodes" if held.nodes is not None else ""),
        resource=part.resource or pool.resource,
        severity=None if certain else "info",
    )


def surge_problems(pool: Pool) -> Iterator[Found]:
    reserved = all(part.kind in ("reservation", "block") for part in pool.slices)
    if pool.surge and reserved and pool.slices:
        yield Found(
            f"An update wants {pool.surge} extra nodes, and all {pool.max} of {pool.name} are reserved: there is no room for more.",
            fix="update: {surge: 0}, which ends a node before it starts the next",
            at=absolute(pool.path, "update.surge"),
            resource=pool.resource,
        )


def block_problems(pool: Pool, world: World) -> Iterator[Found]:
    most = int(world.limit("capacity-block-nodes"))
    for part in pool.slices:
        if part.kind == "block" and part.max > most:
            yield Found(
                f"A capacity block holds at most {most} nodes; {pool.name} wants {part.max} of one.",
                fix=f"several blocks of at most {most} nodes each",
                at=absolute(part.path, "nodes" if part.asked_nodes is not None else ""),
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
