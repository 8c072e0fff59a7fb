"""Nodes with a public address.

What: a public address for GPU nodes, by flag, on an interface, or because their subnet assigns one.

Why: a training node on the open internet is found within minutes. One leaked key is then enough to lose the weights, the data, and a
month's budget to somebody's mining.

Example:
    network: {publicIp: true}

Instead:
    # private subnets with NAT; reach a node through SSM
    network: {publicIp: false}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Subnet, Template, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(template: Template, world: World) -> Iterator[Found]:
    yield from all_of((flag_problems(template), *(subnet_problems(subnet, template) for subnet in template.subnets)))


def flag_problems(template: Template) -> Iterator[Found]:
    if template.public_ip:
        yield Found(
            f"Each of {nodes_of(template)} is asked a public address for.",
            fix="publicIp: false, and reach a node through SSM",
            at="/network.publicIp" if template.path else "",
        )


def subnet_problems(subnet: Subnet, template: Template) -> Iterator[Found]:
    if subnet.auto_public_ip and not (template.knows("public_ip") and template.public_ip):
        name = subnet.id if subnet.knows("id") else "(its id is not known yet)"
        yield Found(
            f"The subnet {name} assigns public addresses, and {nodes_of(template)} start in it.",
            fix="a subnet with autoAssignPublicIp: false, with NAT behind it",
            at=absolute(subnet.path) if template.path else "",
            resource=subnet.resource or None,
        )


def nodes_of(template: Template) -> str:
    """For telling only: one public node is as wrong as a hundred."""
    return (
        f"up to {template.nodes} nodes of {template.pool}"
        if template.knows("nodes")
        else f"the nodes of {template.pool}"
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
