"""The scaling group may end healthy nodes of a running job.

What: zone rebalancing of GPU nodes over several zones (a warning where they do not work together), capacity rebalancing of a gang on
spot, or new nodes of a gang without protection from scale-in.

Why: a scaling group that evens out its zones, or replaces spot nodes on a mere hint, ends a healthy node in the middle of a step, and
with it the whole job.

Example:
    # an Auto Scaling group of a gang over two zones
    suspendedProcesses: []
    protectFromScaleIn: false

Instead:
    # what gpuform writes
    suspendedProcesses: [AZRebalance]
    protectFromScaleIn: true
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    yield from all_of(problem for part in pool.slices for problem in problems_of(part, pool))


def problems_of(part: Slice, pool: Pool) -> Iterator[Iterator[Found]]:
    """Each on its own, for any of them may meet an unknown value."""
    yield zone_problems(part, pool)
    yield hint_problems(part, pool)
    yield protection_problems(part, pool)


def is_gang(pool: Pool) -> bool:
    return pool.gang == "all" and pool.max > 1


def zone_problems(part: Slice, pool: Pool) -> Iterator[Found]:
    if part.rebalances_zones and len(part.zones) > 1:
        together = is_gang(pool) or pool.trains_together
        yield Found(
            f"The group of up to {part.max} nodes evens out {', '.join(part.zones)} by ending healthy ones"
            f"{'; the whole job stops with one' if together else ''}.",
            fix="suspend AZRebalance, or one group per zone",
            at=absolute(part.path),
            resource=part.resource,
            severity=None if together else "warning",
        )


def hint_problems(part: Slice, pool: Pool) -> Iterator[Found]:
    if part.kind == "spot" and part.rebalances_capacity and is_gang(pool):
        yield Found(
            f"Capacity rebalancing replaces running spot nodes on a hint: all {pool.max} nodes lose their step each time.",
            fix="capacityRebalance: false for a gang",
            at=absolute(part.path),
            resource=part.resource,
        )


def protection_problems(part: Slice, pool: Pool) -> Iterator[Found]:
    """A group that can't shrink has nothing to scale in; where nothing is seen to shrink it, somebody outside may."""
    if not part.protected and part.min < part.max and is_gang(pool):
        yield Found(
            f"New nodes of the gang are not protected from scale-in: any of {part.max} may be ended alone, "
            f"as the group shrinks towards {part.min}.",
            fix="protectFromScaleIn: true",
            at=absolute(part.path),
            resource=part.resource,
            severity=None if pool.idle is not None and pool.idle.action != "none" else "warning",
        )


RULE = Rule(
    id="SCL002",
    name="rebalance-kills",
    severity="error",
    judges=Pool,
    check=check,
    source="Auto Scaling User Guide, processes and instance protection; https://github.com/kubernetes/autoscaler/issues/1744",
    page=__doc__ or "",
    cases=("C52",),
)
