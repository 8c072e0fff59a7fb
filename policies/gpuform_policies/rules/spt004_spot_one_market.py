"""Spot nodes depend on a single market.

What: all spot nodes of a pool are one machine in one zone.

Why: spot capacity is given per machine and zone. With one market, one shortage takes all nodes at once and none comes back until it
is over; two machines over three zones are six markets.

Example:
    workload: batch
    machine: g6e.4xlarge
    zones: [usw2-az1]
    capacity: [{spot: {}}]

Instead:
    workload: batch
    machine: [g6e.4xlarge, g6e.8xlarge]
    zones: [usw2-az1, usw2-az2, usw2-az3]
    capacity: [{spot: {}}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.trains_together or (pool.gang == "all" and pool.max > 1):
        return  # such nodes are one machine in one zone for good reasons; SPT001 speaks about them
    parts = [part for part in pool.slices if part.kind == "spot" and part.max > 0]
    machines = sorted({machine.name for part in parts for machine in part.machines})
    if len(machines) != 1:
        return
    zones = sorted({zone for part in parts for zone in part.zones})
    if len(zones) == 1:
        nodes = sum(part.max for part in parts)
        yield Found(
            f"All {nodes} spot nodes of {pool.name} come from 1 market: {machines[0]} in {zones[0]}.",
            fix="machine: a list of two or more, or more zones",
            at=absolute(parts[0].path),
            resource=parts[0].resource,
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
