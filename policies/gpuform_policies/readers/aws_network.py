"""Subnets and security groups of an AWS stack as facts, from every spelling the providers know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from typing import Any

from gpuform_policies.fact import UNKNOWN, SecurityGroup, SecurityRule, Subnet
from gpuform_policies.readers.aws_types import EGRESS, INGRESS, OLD_RULE, SECURITY_GROUP
from gpuform_policies.readers.resource import Graph, Resource, listed, truth, value_at, whole

ALL_PORTS = (0, 65535)


def zone_of(subnet: Resource) -> Any:
    """Zone id if told, else the zone's name."""
    by_id = subnet.get("availabilityZoneId")
    return by_id if isinstance(by_id, str) and by_id else subnet.get("availabilityZone") or UNKNOWN


def subnet_of(subnet: Resource) -> Subnet:
    cidr = subnet.get("cidrBlock")
    return Subnet(
        path="",
        resource=subnet.address,
        id=subnet.name,
        zone=zone_of(subnet),
        addresses=UNKNOWN if cidr is UNKNOWN else None if not cidr else ip_network(cidr, strict=False).num_addresses,
        auto_public_ip=truth(subnet.get("mapPublicIpOnLaunch"), default=False),
    )


def security_group_of(
    group: Resource, graph: Graph, *, path: str, fabric: bool, nodes: bool, lustre: bool
) -> SecurityGroup:
    """One group with the rules written inside it and beside it."""
    inline = [*inline_rules(group, "ingress"), *inline_rules(group, "egress")]
    beside = [*old_rules(group, graph), *rule_resources(group, graph)]
    return SecurityGroup(
        path=path,
        resource=group.address,
        name=group.name,
        rules=(*inline, *beside),
        guards_fabric=fabric,
        guards_nodes=nodes,
        guards_lustre=lustre,
    )


def inline_rules(group: Resource, direction: str) -> Iterator[SecurityRule]:
    blocks = group.get(direction)
    if blocks is UNKNOWN:
        yield rule(group, direction, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
        return
    for block in listed(blocks):
        ports = (value_at(block, "fromPort"), value_at(block, "toPort"))
        for peer in inline_peers(block):
            yield rule(group, direction, value_at(block, "protocol"), *ports, peer)


def inline_peers(block: Mapping[str, Any]) -> Iterator[Any]:
    if truth(value_at(block, "self"), default=False):
        yield "self"
    for key in ("cidrBlocks", "ipv6CidrBlocks", "prefixListIds", "securityGroups"):
        value = value_at(block, key)
        if value is UNKNOWN:
            yield UNKNOWN
        yield from listed(value)


def old_rules(group: Resource, graph: Graph) -> Iterator[SecurityRule]:
    for one in graph.pointing_at(group, "securityGroupId", OLD_RULE):
        ports = (one.get("fromPort"), one.get("toPort"))
        for peer in old_peers(one, group, graph):
            yield rule(one, str(one.get("type")), one.get("protocol"), *ports, peer)


def old_peers(one: Resource, group: Resource, graph: Graph) -> Iterator[Any]:
    if truth(one.get("self"), default=False):
        yield "self"
    source = one.get("sourceSecurityGroupId")
    if source is not None:
        yield peer_group(one, "sourceSecurityGroupId", source, group, graph)
    for key in ("cidrBlocks", "ipv6CidrBlocks", "prefixListIds"):
        value = one.get(key)
        if value is UNKNOWN:
            yield UNKNOWN
        yield from listed(value)


def rule_resources(group: Resource, graph: Graph) -> Iterator[SecurityRule]:
    for one in graph.pointing_at(group, "securityGroupId", INGRESS, EGRESS):
        direction = "ingress" if one.type == INGRESS else "egress"
        source = one.get("referencedSecurityGroupId")
        if source is not None:
            peer = peer_group(one, "referencedSecurityGroupId", source, group, graph)
        else:
            peer = next((v for k in ("cidrIpv4", "cidrIpv6", "prefixListId") if (v := one.get(k)) is not None), UNKNOWN)
        yield rule(one, direction, one.get("ipProtocol"), one.get("fromPort"), one.get("toPort"), peer)


def peer_group(one: Resource, prop: str, value: Any, group: Resource, graph: Graph) -> Any:
    """`self` when the rule names its own group, else the other group's name or id."""
    joined = graph.joined(one, prop, SECURITY_GROUP)
    if joined:
        return "self" if group in joined else joined[0].name
    return "self" if value is not UNKNOWN and value == group.get("id") else value


def rule(told_by: Resource, direction: str, protocol: Any, from_port: Any, to_port: Any, peer: Any) -> SecurityRule:
    word = "all" if str(protocol) in ("-1", "all") else protocol
    first, last = ports_of(word, whole(from_port), whole(to_port))
    return SecurityRule(
        path="",
        resource=told_by.address,
        direction="ingress" if direction == "ingress" else "egress",
        protocol=word if word is UNKNOWN else str(word).lower(),
        from_port=first,
        to_port=last,
        peer=peer,
    )


def ports_of(protocol: Any, first: Any, last: Any) -> tuple[Any, Any]:
    """All ports where the protocol is all, or none are named; one port where only the first is."""
    if protocol == "all" or (first is None and last is None) or first == -1:
        return ALL_PORTS
    return first, first if last is None else last
