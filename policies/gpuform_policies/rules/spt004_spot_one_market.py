"""Spot nodes depend on a single market.

What: a spot slice of one machine in one zone.

Why: spot capacity is given per machine and zone. With one market, one shortage takes all nodes at once and none comes back until it
is over; two machines over three zones are six markets.

Example:
    machine: g6e.4xlarge
    zones: [usw2-az1]
    capacity: [{spot: {}}]

Instead:
    machine: [g6e.4xlarge, g6e.8xlarge]
    zones: [usw2-az1, usw2-az2, usw2-az3]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.trains_together:
        return  # a gang is one machine in one zone for good reasons; SPT001 speaks about it
    for part in pool.slices:
        if part.kind == "spot" and part.max > 0 and len(part.machines) == 1 and len(part.zones) == 1:
            yield Found(
                f"All {part.max} spot nodes come from one market: {part.machines[0].name} in {part.zones[0]}.",
                fix="machine: a list of two or more, or more zones",
                at=f"/{part.path}" if part.path else "",
                resource=part.resource,
            )


RULE = Rule(
    id="SPT004",
    name="spot-one-market",
    severity="warning",
    judges=Pool,
    check=check,
    source="EC2 User Guide, spot best practices (be flexible about machines and zones)",
    page=__doc__ or "",
    cases=(),
)
