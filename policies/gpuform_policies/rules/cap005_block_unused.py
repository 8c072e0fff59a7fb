"""A capacity block is written twice, or one of two is not used.

What: the same block in two slices, or two blocks of one machine in one zone of which one gets no nodes.

Why: a block is paid upfront and can't be cancelled. The same id twice starts the second half nowhere; a second block without nodes
is money for nothing.

Example:
    nodes: 8
    capacity: [{block: {id: cr-1, nodes: 4}}, {block: {id: cr-1, nodes: 4}}]

Instead:
    nodes: 8
    capacity: [{block: {id: cr-1, nodes: 4}}, {block: {id: cr-2, nodes: 4}}]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Reservation, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import on_slice

Block = tuple[Slice, Reservation]


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    parts = [part for pool in cluster.pools for part in pool.slices if part.kind == "block"]
    blocks = [(part, part.reservation) for part in parts if part.reservation is not None]
    if len(blocks) > 1:
        yield from all_of((repeated(blocks), empty(blocks)))


def repeated(blocks: list[Block]) -> Iterator[Found]:
    by_id: dict[str, list[Slice]] = defaultdict(list)
    for part, held in sorted(blocks, key=lambda block: not block[1].knows("id")):
        by_id[held.id].append(part)  # the known come first: an unknown one ends this, and may be any of them
        if len(by_id[held.id]) == 2:
            yield on_slice(
                part,
                f"The block {held.id} is written more than once; it is one purchase, and its nodes can be used once.",
                "one slice per block",
            )


def empty(blocks: list[Block]) -> Iterator[Found]:
    by_place: dict[tuple[str, tuple[str, ...]], list[Block]] = defaultdict(list)
    for part, held in blocks:
        by_place[part.machines[0].name, part.zones].append((part, held))
    for (machine, zones), beside in sorted(by_place.items()):
        for part, held in beside:
            if part.max == 0 and any(other.max > 0 for other, _ in beside):
                name = held.id if held.knows("id") else "one"
                yield on_slice(
                    part,
                    f"Of {len(beside)} blocks of {machine} in {', '.join(zones)}, {name} gets 0 nodes: it is paid and stays empty.",
                    "nodes for it, or more nodes in the pool",
                )


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
