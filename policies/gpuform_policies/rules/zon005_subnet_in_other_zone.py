"""A pool wants a zone in which it has no subnet.

What: an existing network whose subnets do not cover every zone of a pool.

Why: nodes start where their subnet is. The cloud answers with "does not exist" or "not supported in your requested zone", which
says nothing of the real cause.

Example:
    network: {existing: {vpc: vpc-1, subnets: [{id: subnet-1, zone: use1-az1}]}}
    zones: [use1-az1, use1-az6]
    pools: [{name: train, zones: [use1-az6], …}]

Instead:
    subnets: [{id: subnet-6, zone: use1-az6}]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule
from gpuform_policies.telling import comparable


def check(pool: Pool, world: World) -> Iterator[Found]:
    if world.surface != "spec" and not pool.subnets:
        return  # subnets of the account that the stack only names: nobody told their zones
    have = sorted({subnet.zone for subnet in pool.subnets})
    missing = [zone for zone in pool.zones if zone not in have]
    if not missing or not comparable(missing, have):
        return
    yield Found(
        f"{pool.name} wants {', '.join(missing)}, and no subnet is there"
        f"{'; the subnets are in ' + ', '.join(have) if have else ''}.",
        fix="add a subnet of that zone to network.existing.subnets, its zone written as it is here; or change zones",
        at="zones",
    )


RULE = Rule(
    id="ZON005",
    name="subnet-in-other-zone",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide (an instance starts in its subnet's zone); https://github.com/alibaba/terraform-provider/issues/349",
    page=__doc__ or "",
    cases=("C18",),
)
