"""Decision: subnets, their ranges, and the security group of the nodes.

A zone's range follows from the zone's own number, never from its place in a list: adding, removing or reordering zones
moves nobody else's range. The network's range is cut in eight: part 0 for the little public subnets, part n for zone n.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from gpuform.plan.model import (
    Chosen,
    PlannedNetwork,
    PlannedPool,
    PlannedRule,
    PlannedSecurityGroup,
    PlannedSubnet,
)
from gpuform.plan.unresolved import Unresolved
from gpuform.plan.zones import zone_number

if TYPE_CHECKING:
    from gpuform.spec.models import ClusterSpec, ExistingNetwork, SecurityGroup
    from gpuform.spec.models import Rule as WrittenRule

DEFAULT_CIDR = "10.0.0.0/16"
PARTS = 3
"""Bits: eight parts."""
LEAST_PREFIX, MOST_PREFIX = 16, 28
"""Of a VPC and of a subnet (AWS VPC User Guide, subnet sizing)."""
ALL = (0, 65535)
EVERYWHERE = "0.0.0.0/0"


def planned_network(
    spec: ClusterSpec, zones: tuple[str, ...], pools: tuple[PlannedPool, ...]
) -> tuple[PlannedNetwork, tuple[Chosen, ...]]:
    """The network for all pools; `zones` are those any of them or a file system uses."""
    fabric = any(pool.fabric != "none" for pool in pools)
    if spec.network.existing is not None:
        return existing_network(spec, spec.network.existing, fabric=fabric), ()
    cidr = network_range(spec)
    refuse_same_number(zones)
    network = PlannedNetwork(
        path="network",
        vpc=None,
        cidr=cidr,
        public_ip=spec.network.public_ip,
        subnets=tuple(made_subnet(zone, cidr, public=spec.network.public_ip) for zone in zones),
        nodes_group=PlannedSecurityGroup("network", None, made_rules(spec, fabric=fabric)),
    )
    chosen = Chosen("network.cidr", str(cidr), "the default range") if spec.network.cidr is None else None
    return network, () if chosen is None else (chosen,)


def network_range(spec: ClusterSpec) -> IPv4Network:
    """Of the network to be made. Raises Unresolved for one that can't hold a subnet per zone."""
    cidr = IPv4Network(spec.network.cidr or DEFAULT_CIDR)
    # the little public subnets share one eighth, which is cut in eight once more
    most = MOST_PREFIX - (PARTS if spec.network.public_ip else 2 * PARTS)
    if not LEAST_PREFIX <= cidr.prefixlen <= most:
        why = f"each zone gets an eighth of it, and no subnet is smaller than /{MOST_PREFIX}"
        raise Unresolved(
            "network.cidr", f"`{cidr}` must be between /{LEAST_PREFIX} and /{most}: {why}", f"cidr: {DEFAULT_CIDR}"
        )
    return cidr


def refuse_same_number(zones: tuple[str, ...]) -> None:
    """Zones whose ranges would be one and the same: an id beside a name, or a local zone beside one of the region."""
    seen: dict[int, str] = {}
    for zone in zones:
        number = zone_number(zone)
        if number in seen:
            raise Unresolved(
                "zones",
                f"`{seen[number]}` and `{zone}` both have number {number}, and a zone's range follows from it",
                "write all zones as ids, or all as names; a local zone wants a network.existing",
            )
        if not 1 <= number < 2**PARTS:
            raise Unresolved("zones", f"`{zone}` has number {number}; the network is cut for zones 1 to {2**PARTS - 1}")
        seen[number] = zone


def made_subnet(zone: str, cidr: IPv4Network, *, public: bool) -> PlannedSubnet:
    parts = list(cidr.subnets(prefixlen_diff=PARTS))
    number = zone_number(zone)
    little = [] if public else list(parts[0].subnets(prefixlen_diff=PARTS))
    return PlannedSubnet(
        path="network",
        zone=zone,
        cidr=parts[number],
        id=None,
        auto_public_ip=public,
        nat_cidr=None if public else little[number],
    )


def existing_network(spec: ClusterSpec, existing: ExistingNetwork, *, fabric: bool) -> PlannedNetwork:
    path = "network.existing"
    group = existing.security_group
    return PlannedNetwork(
        path=path,
        vpc=existing.vpc,
        cidr=None,
        public_ip=spec.network.public_ip,
        subnets=tuple(sorted(existing_subnets(existing, path), key=lambda one: (one.zone, one.id or ""))),
        nodes_group=PlannedSecurityGroup("network", None, made_rules(spec, fabric=fabric))
        if group is None
        else told_group(group, f"{path}.securityGroup"),
    )


def existing_subnets(existing: ExistingNetwork, path: str) -> Iterator[PlannedSubnet]:
    for index, subnet in enumerate(existing.subnets):
        yield PlannedSubnet(
            path=f"{path}.subnets[{index}]",
            zone=subnet.zone,
            cidr=None if subnet.cidr is None else IPv4Network(subnet.cidr),
            id=subnet.id,
            auto_public_ip=subnet.auto_assign_public_ip,
            nat_cidr=None,
        )


def made_rules(spec: ClusterSpec, *, fabric: bool) -> tuple[PlannedRule, ...]:
    """The user's ingress, everything out, and for the fabric everything from and to the group itself (case C06)."""
    written = {PlannedRule("ingress", rule.protocol, *rule.port, rule.from_) for rule in spec.network.ingress}
    ingress = sorted(written, key=lambda rule: (rule.from_port, rule.to_port, rule.protocol, rule.peer))
    own = [PlannedRule("ingress", "all", *ALL, "self"), PlannedRule("egress", "all", *ALL, "self")] if fabric else []
    return (*ingress, PlannedRule("egress", "all", *ALL, EVERYWHERE), *own)


def told_group(group: SecurityGroup, path: str) -> PlannedSecurityGroup:
    rules = None if group.rules is None else tuple(told_rule(rule, group.id) for rule in group.rules)
    return PlannedSecurityGroup(path, group.id, rules)


def told_rule(rule: WrittenRule, own_id: str) -> PlannedRule:
    """A rule that names its own group by id means `self`."""
    ports = rule.port or ALL
    protocol = rule.protocol or ("all" if rule.port is None else "tcp")
    if rule.from_ is not None:
        return PlannedRule("ingress", protocol, *ports, "self" if rule.from_ == own_id else rule.from_)
    return PlannedRule("egress", protocol, *ports, "self" if rule.to == own_id else rule.to or EVERYWHERE)
