"""Nodes with a public address.

What: a public address for GPU nodes, by flag, on an interface, or because the subnet assigns one.

Why: a training node on the open internet is found within minutes. One leaked key is then enough to lose the weights, the data, and a
month's budget to somebody's mining.

Example:
    network: {publicIp: true}

Instead:
    network: {publicIp: false}   (private subnets with NAT; reach a node through SSM)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule


def check(template: Template, world: World) -> Iterator[Found]:
    if template.public_ip:
        yield Found(
            f"Each of up to {template.nodes} nodes of {template.pool} gets a public address.",
            fix="publicIp: false, and reach a node through SSM",
            at="/network.publicIp" if template.path else "",
        )
        return
    for subnet in template.subnets:
        if subnet.auto_public_ip:
            yield Found(
                f"The subnet {subnet.id} gives each of up to {template.nodes} nodes of {template.pool} a public address.",
                fix="a subnet with autoAssignPublicIp: false",
                at=f"/{subnet.path}" if subnet.path else "",
                resource=subnet.resource or template.resource,
            )


RULE = Rule(
    id="SEC001",
    name="public-node",
    severity="error",
    judges=Template,
    check=check,
    source="https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html (EC2.9, EC2.25)",
    page=__doc__ or "",
    cases=("C71",),
)
