"""An open reservation can be eaten by others.

What: a slice on an open reservation; or nodes of the same machine in its zone that would eat it.

Why: an open reservation matches any node of that machine and zone in the account. Bought for training, it fills with somebody's
debugging nodes, and the gang can't start.

Example:
    capacity: [{reservation: {id: cr-1, kind: open, nodes: 4}}]

Instead:
    # with the reservation itself made as targeted
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Cluster, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    parts = [part for pool in cluster.pools for part in pool.slices]
    opened = [part for part in parts if is_open(part)]
    eaters = [part for part in parts if part.kind == "onDemand"]
    yield from all_of([*map(open_problems, opened), *(eater_problems(part, opened) for part in eaters)])


def is_open(part: Slice) -> bool:
    if part.kind != "reservation":
        return False
    held = part.reservation
    return part.preference == "open" if held is None else held.kind == "open"


def open_problems(part: Slice) -> Iterator[Found]:
    held, machine = part.reservation, part.machines[0].name
    zones = " or ".join(part.zones) if part.knows("zones") else "its zone"
    most = f"{part.max} places" if part.knows("max") else "places"
    if held is None:  # `open` is also what a launch does by itself: whether there is a reservation is not told
        yield Found(
            f"These nodes take what open reservations of {machine} there are, and so does every other {machine} in {zones}.",
            fix="a targeted reservation, named by its id, where one was bought for them",
            resource=part.resource,
            at=absolute(part.path),
            severity="info",
        )
        return
    name = f" {held.id}" if held.knows("id") and not held.new else ""
    yield Found(
        f"The reservation{name} is open: any {machine} of the account in {zones} may take its {most}.",
        fix="kind: targeted, with the reservation made as targeted",
        at=absolute(part.path, "kind"),
        resource=part.resource,
    )


def eater_problems(part: Slice, opened: list[Slice]) -> Iterator[Found]:
    """On-demand nodes take matching open reservations unless the launch says none, or targets another one."""
    names = [machine.name for machine in part.machines]
    eaten = [one for one in opened if one.reservation is not None and one.machines[0].name in names]
    if not eaten or part.preference == "none" or part.targets:
        return
    for one in eaten:
        if set(one.zones) & set(part.zones):
            yield Found(
                f"{part.max} on-demand nodes of {one.machines[0].name} start without the preference `none`: "
                f"they may take the {one.max} places of the open reservation.",
                fix="preference none on these nodes, or a targeted reservation",
                at=absolute(part.path),
                resource=part.resource,
            )
            return


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
