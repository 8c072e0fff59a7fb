"""A public address is asked for on a node with several interfaces.

What: a public address by flag, on an interface or by the subnet's auto-assign, on a node that starts with more than one interface.

Why: a launch may ask for a public address only when it has exactly one interface; it is refused otherwise. A subnet that assigns
addresses does not help: the node then comes up without one and can't reach anything.

Example:
    network: {publicIp: true}
    pools: [{machine: p4d.24xlarge, fabric: required}]

Instead:
    network: {publicIp: false}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule


def check(template: Template, world: World) -> Iterator[Found]:
    count = len(template.nics)
    if count < 2:
        return
    assigning = [subnet for subnet in template.subnets if subnet.auto_public_ip]
    if not template.public_ip and not assigning:
        return
    how = "publicIp asks for one" if template.public_ip else f"the subnet {assigning[0].id} assigns one"
    yield Found(
        message=f"Its nodes start with {count} interfaces, and {how}: the launch is refused with more than one.",
        fix="publicIp: false and a private subnet with NAT, or an elastic IP on the primary interface after launch",
        at=("/network.publicIp" if template.public_ip else f"/{assigning[0].path}") if template.path else "",
    )


RULE = Rule(
    id="FAB004",
    name="public-ip-many-cards",
    severity="error",
    judges=Template,
    check=check,
    source="EC2 API: the associatePublicIPAddress parameter cannot be specified when launching with multiple network interfaces; https://github.com/aws/karpenter-provider-aws/pull/5666",
    page=__doc__ or "",
    cases=("C05",),
)
