"""The scaling group may end healthy nodes of a running job.

What: zone rebalancing or capacity rebalancing on a gang, nodes of a gang without protection from scale-in, or zone rebalancing of
GPU nodes over several zones.

Why: a scaling group that evens out its zones, or replaces spot nodes on a mere hint, ends a healthy node in the middle of a step, and
with it the whole job.

Example:
    an Auto Scaling group over two zones with the process AZRebalance running

Instead:
    suspendedProcesses: [AZRebalance], protectFromScaleIn: true (what gpuform writes)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    gang = pool.gang == "all" and pool.max > 1
    for part in pool.slices:
        if part.resource and ":Group" not in part.resource and "autoscaling_group" not in part.resource:
            continue  # loose instances: no group ends them
        at = f"/{part.path}" if part.path else ""
        if part.rebalances_zones and len(part.zones) > 1:
            yield Found(
                f"The group evens out {', '.join(part.zones)} by ending healthy GPU nodes.",
                fix="suspend AZRebalance, or one group per zone",
                at=at,
                resource=part.resource,
                severity="error" if gang else "warning",
            )
        if gang and part.rebalances_capacity:
            yield Found(
                f"Capacity rebalancing replaces running spot nodes on a hint: {pool.max} nodes lose their step each time.",
                fix="capacityRebalance: false for a gang",
                at=at,
                resource=part.resource,
            )
        if gang and not part.protected and part.min < part.max:
            yield Found(
                f"New nodes of the gang are not protected from scale-in: any of {part.max} may be ended alone.",
                fix="protectFromScaleIn: true",
                at=at,
                resource=part.resource,
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
