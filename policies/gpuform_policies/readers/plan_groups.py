"""Security groups of a resolved plan as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuform_policies.fact import SecurityGroup, SecurityRule

if TYPE_CHECKING:
    from gpuform.plan import ClusterPlan, PlannedRule, PlannedSecurityGroup

NODES_GROUP = "nodes"
"""The name of the nodes' own group on the spec surface."""


def security_groups_of(plan: ClusterPlan) -> list[SecurityGroup]:
    """The nodes' group, then one per Lustre file system."""
    nodes = plan.network.nodes_group
    fabric = any(pool.fabric != "none" for pool in plan.pools)
    ingress = {
        (rule.from_, rule.port): f"network.ingress[{index}]" for index, rule in enumerate(plan.spec.network.ingress)
    }
    groups = [
        security_group_of(nodes, NODES_GROUP, ingress, guards_fabric=fabric, guards_nodes=True, guards_lustre=False)
    ]
    groups += [
        security_group_of(
            part.security_group, part.name, {}, guards_fabric=False, guards_nodes=False, guards_lustre=True
        )
        for part in plan.lustre
    ]
    return groups


def security_group_of(
    group: PlannedSecurityGroup,
    name: str,
    written: dict[tuple[str, tuple[int, int]], str],
    *,
    guards_fabric: bool,
    guards_nodes: bool,
    guards_lustre: bool,
) -> SecurityGroup:
    rules = group.rules
    return SecurityGroup(
        path=group.path,
        resource="",
        name=name,
        rules=None if rules is None else tuple(security_rule_of(rule, group.path, written) for rule in rules),
        guards_fabric=guards_fabric,
        guards_nodes=guards_nodes,
        guards_lustre=guards_lustre,
    )


def security_rule_of(rule: PlannedRule, path: str, written: dict[tuple[str, tuple[int, int]], str]) -> SecurityRule:
    return SecurityRule(
        path=written.get((rule.peer, (rule.from_port, rule.to_port)), path),
        resource="",
        direction=rule.direction,
        protocol=rule.protocol,
        from_port=rule.from_port,
        to_port=rule.to_port,
        peer=rule.peer,
    )
