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
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(template: Template, world: World) -> Iterator[Found]:
    if len(template.nics) > 1:
        yield from all_of((flag_problems(template), subnet_problems(template)))


def flag_problems(template: Template) -> Iterator[Found]:
    if template.public_ip:
        yield Found(
            message=f"Its nodes start with {len(template.nics)} interfaces, and publicIp asks for a public address: "
            "the launch is refused with more than one interface.",
            fix=f"publicIp: false, and a private subnet with NAT{one_interface(template)}",
            at="/network.publicIp" if template.path else "",
        )


def subnet_problems(template: Template) -> Iterator[Found]:
    if template.knows("public_ip") and template.public_ip:
        return  # told once
    for subnet in template.subnets:
        if subnet.auto_public_ip:
            yield Found(
                message=f"Its nodes start with {len(template.nics)} interfaces, and the subnet {subnet.id} assigns public "
                "addresses: with more than one interface a node gets none, or the launch is refused.",
                fix=f"a private subnet with NAT, or an elastic IP on the primary interface{one_interface(template)}",
                at=absolute(subnet.path, "autoAssignPublicIp") if template.path else "",
            )


def one_interface(template: Template) -> str:
    """The way to keep a public address where one fabric interface is all there is."""
    if all(machine.fabric_interfaces == 1 and "efa" in machine.cards[0].types for machine in template.machines):
        return "; or one combined interface: nics: [{card: 0, device: 0, type: efa}]"
    return ""


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
