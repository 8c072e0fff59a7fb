"""Spot nodes are told to use a reservation.

What: a spot launch that targets a reservation or block, or may start in reservations only.

Why: spot never draws on a reservation; the cloud refuses the combination, or the reservation stays empty and paid.

Example:
    # a launch template with market type `spot`, and beside it
    capacityReservationSpecification: {capacityReservationPreference: capacity-reservations-only}

Instead:
    # two slices, each bought its own way
    capacity: [{reservation: {id: cr-1, kind: targeted, nodes: 4}}, {spot: {}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Slice, World
from gpuform_policies.rule import Found, Rule, all_of

ONLY = "capacity-reservations-only"


def check(part: Slice, world: World) -> Iterator[Found]:
    if part.kind == "spot" or part.market == "spot":
        yield from all_of((target_problems(part), preference_problems(part)))


def target_problems(part: Slice) -> Iterator[Found]:
    held = part.reservation
    if part.targets or held is not None:
        name = f" {held.id}" if held is not None and held.knows("id") else ""
        yield Found(
            f"Spot nodes never start in a reservation, and this launch of up to {most(part)} targets one{name}.",
            fix="two slices: one `reservation`, one `spot`",
        )


def preference_problems(part: Slice) -> Iterator[Found]:
    # `open` is what every launch does by itself, and on spot it does nothing
    if part.preference == ONLY:
        yield Found(
            f"Spot nodes never start in a reservation, and this launch of up to {most(part)} may start in nothing else ({ONLY}).",
            fix="leave the preference out; two slices: one `reservation`, one `spot`",
        )


def most(part: Slice) -> str:
    return f"{part.max} nodes" if part.knows("max") else "some nodes"


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
