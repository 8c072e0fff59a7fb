"""Spot nodes are told to use a reservation.

What: a spot launch that targets a reservation or block, or prefers reservations.

Why: spot never draws on a reservation; the cloud refuses the combination, or the reservation stays empty and paid.

Example:
    a launch template with market type `spot` and a capacity reservation target

Instead:
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}, {spot: {}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Slice, World
from gpuform_policies.rule import Found, Rule


def check(part: Slice, world: World) -> Iterator[Found]:
    if part.market != "spot" and part.kind != "spot":
        return
    if part.targets or part.preference in ("open", "capacity-reservations-only"):
        how = "targets one" if part.targets else f"sets the preference `{part.preference}`"
        yield Found(
            f"Spot nodes never start in a reservation, and this launch {how}.",
            fix="two slices: one `reservation`, one `spot`",
        )


RULE = Rule(
    id="CAP006",
    name="spot-in-reservation",
    severity="error",
    judges=Slice,
    check=check,
    source="EC2 User Guide, capacity reservations; https://github.com/kubernetes-sigs/cluster-api-provider-aws/pull/5633",
    page=__doc__ or "",
    cases=("C29",),
)
