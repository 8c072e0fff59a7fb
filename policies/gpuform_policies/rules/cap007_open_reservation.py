"""An open reservation can be eaten by others.

What: a slice on an open reservation; or nodes of the same machine beside it that would eat it.

Why: an open reservation matches any node of that machine and zone in the account. Bought for training, it fills with somebody's
debugging nodes, and the gang can't start.

Example:
    capacity: [{reservation: {id: cr-1, kind: open, nodes: 4}}]

Instead:
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]   (made as targeted)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Slice, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    parts = [part for pool in cluster.pools for part in pool.slices]
    opened = [part for part in parts if is_open(part)]
    for part in opened:
        held = part.reservation
        name = "" if held is None else f" {held.id}"
        yield Found(
            f"The reservation{name} is open: any {part.machines[0].name} of the account in its zone takes its {part.max} places.",
            fix="a targeted reservation, named by its id",
            at=f"/{part.path}.kind" if part.path else "",
            resource=part.resource,
        )
    eaten = {machine.name for part in opened for machine in part.machines}
    for part in parts:
        if (
            part.kind == "onDemand"
            and part.preference != "none"
            and eaten & {machine.name for machine in part.machines}
        ):
            yield Found(
                f"On-demand nodes of {part.machines[0].name} start without the preference `none` and take places of the open reservation.",
                fix="preference none on these nodes",
                at=f"/{part.path}" if part.path else "",
                resource=part.resource,
            )


def is_open(part: Slice) -> bool:
    return part.preference == "open" or (part.reservation is not None and part.reservation.kind == "open")


RULE = Rule(
    id="CAP007",
    name="open-reservation",
    severity="warning",
    judges=Cluster,
    check=check,
    source="EC2 User Guide, capacity reservations (matching); https://github.com/kubernetes-sigs/cluster-api-provider-aws/issues/5606",
    page=__doc__ or "",
    cases=("C30",),
)
