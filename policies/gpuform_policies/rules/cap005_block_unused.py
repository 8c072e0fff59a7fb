"""A capacity block is written twice, or one of two is not used.

What: the same block in two slices, or two blocks of one machine in one zone of which one gets no nodes.

Why: a block is paid upfront and can't be cancelled. The same id twice starts the second half nowhere; a second block without nodes
is money for nothing.

Example:
    capacity: [{block: {id: cr-1, nodes: 4}}, {block: {id: cr-1, nodes: 4}}]

Instead:
    capacity: [{block: {id: cr-1, nodes: 4}}, {block: {id: cr-2, nodes: 4}}]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Slice, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    blocks = [
        part for pool in cluster.pools for part in pool.slices if part.kind == "block" and part.reservation is not None
    ]
    by_id: dict[str, list[Slice]] = defaultdict(list)
    for part in blocks:
        assert part.reservation is not None
        by_id[part.reservation.id].append(part)
    for name, parts in sorted(by_id.items()):
        if len(parts) > 1:
            yield found(
                parts[-1], f"The block {name} is written {len(parts)} times; it is one purchase.", "one slice per block"
            )
    by_place: dict[tuple[str, tuple[str, ...]], list[Slice]] = defaultdict(list)
    for part in blocks:
        by_place[part.machines[0].name, part.zones].append(part)
    for (machine, zones), parts in sorted(by_place.items()):
        idle = [part for part in parts if part.max == 0]
        if idle and len(parts) > len(idle):
            held = idle[0].reservation
            assert held is not None
            yield found(
                idle[0],
                f"Of {len(parts)} blocks of {machine} in {', '.join(zones)}, {held.id} gets no nodes: it is paid and stays empty.",
                "nodes for it, or more nodes in the pool",
            )


def found(part: Slice, message: str, fix: str) -> Found:
    return Found(message, fix, at=f"/{part.path}" if part.path else "", resource=part.resource)


RULE = Rule(
    id="CAP005",
    name="block-unused",
    severity="error",
    judges=Cluster,
    check=check,
    source="EC2 User Guide, capacity blocks billing (paid upfront, not cancellable)",
    page=__doc__ or "",
    cases=(),
)
