"""The VPC, its subnets and ways out, and the security group of the nodes; or the existing ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pulumi
import pulumi_aws as aws

from gpuform.plan import ClusterPlan, PlannedRule, PlannedSubnet
from gpuform_components.base import child_of, tags

ZONE_ID = re.compile(r"^[a-z]+\d+-az\d+$")
"""`use1-az6`, the same place in every account; a name such as `us-east-1a` means another place in each."""
EVERYWHERE = "0.0.0.0/0"


class Network(pulumi.ComponentResource):
    """The network of one plan."""

    vpc_id: pulumi.Output[str]
    nodes_group_id: pulumi.Output[str]

    def __init__(self, name: str, plan: ClusterPlan, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("gpuform:aws:Network", name, {}, opts)
        self.name, self.plan = name, plan
        self.subnets: dict[str, list[pulumi.Output[str]]] = {}
        """Zone → ids of the subnets nodes start in."""
        self.zone_names: dict[str, pulumi.Output[str]] = {}
        """Zone → its name in this account, which some resources want instead of the id."""
        self.ready: list[pulumi.Resource] = []
        """Ways out and rules: what must be there before a first node starts, or its start goes wrong."""
        if plan.network.vpc is None:
            self._made()
        else:
            self._existing(plan.network.vpc)
        self.nodes_group_id = self._nodes_group()
        self.register_outputs(
            {
                "vpcId": self.vpc_id,
                "nodesGroupId": self.nodes_group_id,
                "subnetIds": dict(sorted(self.subnets.items())),
            }
        )

    def _tags(self, name: str) -> dict[str, str]:
        return tags(self.plan.labels, name)

    def _existing(self, vpc: str) -> None:
        self.vpc_id = pulumi.Output.from_input(vpc)
        for subnet in self.plan.network.subnets:
            assert subnet.id is not None
            self.subnets.setdefault(subnet.zone, []).append(pulumi.Output.from_input(subnet.id))
            self.zone_names.setdefault(subnet.zone, self._zone_name_of(subnet))

    def _zone_name_of(self, subnet: PlannedSubnet) -> pulumi.Output[str]:
        if not ZONE_ID.match(subnet.zone):
            return pulumi.Output.from_input(subnet.zone)
        if not any(part.reservation and part.reservation.new for pool in self.plan.pools for part in pool.slices):
            return pulumi.Output.from_input(subnet.zone)  # nobody asks, so nothing is looked up
        return aws.ec2.get_subnet_output(id=subnet.id, opts=pulumi.InvokeOutputOptions(parent=self)).availability_zone

    def _made(self) -> None:
        network = self.plan.network
        vpc = aws.ec2.Vpc(
            f"{self.name}-vpc",
            cidr_block=str(network.cidr),
            enable_dns_support=True,
            enable_dns_hostnames=True,
            tags=self._tags(self.name),
            opts=child_of(self),
        )
        self.vpc_id = vpc.id
        gateway = aws.ec2.InternetGateway(
            f"{self.name}-internet", vpc_id=vpc.id, tags=self._tags(self.name), opts=child_of(self)
        )
        public = self._route_table("public")
        self._route("public", public, gateway_id=gateway.id)
        tables = [public]
        for planned in network.subnets:
            subnet = self._subnet("nodes", planned, planned.cidr, public=planned.auto_public_ip)
            self.subnets[planned.zone] = [subnet.id]
            self.zone_names[planned.zone] = subnet.availability_zone
            if planned.nat_cidr is None:
                self._joined("nodes", planned.zone, subnet, public)
            else:
                tables.append(self._private(planned, subnet, public, gateway))
        self._s3_endpoint(tables)

    def _subnet(self, role: str, planned: PlannedSubnet, cidr: Any, *, public: bool) -> aws.ec2.Subnet:
        by_id = bool(ZONE_ID.match(planned.zone))
        return aws.ec2.Subnet(
            f"{self.name}-{role}-{planned.zone}",
            vpc_id=self.vpc_id,
            cidr_block=str(cidr),
            availability_zone_id=planned.zone if by_id else None,
            availability_zone=None if by_id else planned.zone,
            map_public_ip_on_launch=public,
            tags=self._tags(f"{self.name}-{role}-{planned.zone}"),
            opts=child_of(self),
        )

    def _private(
        self,
        planned: PlannedSubnet,
        subnet: aws.ec2.Subnet,
        public: aws.ec2.RouteTable,
        gateway: aws.ec2.InternetGateway,
    ) -> aws.ec2.RouteTable:
        """The zone's own way out: nodes with several interfaces can't have a public address (case C05), and traffic to
        another zone's gateway would be billed and would stop with that zone."""
        zone = planned.zone
        little = self._subnet("way-out", planned, planned.nat_cidr, public=False)
        self._joined("way-out", zone, little, public)
        address = aws.ec2.Eip(
            f"{self.name}-{zone}",
            domain="vpc",
            tags=self._tags(f"{self.name}-{zone}"),
            opts=child_of(self, depends_on=[gateway]),
        )
        nat = aws.ec2.NatGateway(
            f"{self.name}-{zone}",
            subnet_id=little.id,
            allocation_id=address.allocation_id,
            connectivity_type="public",
            tags=self._tags(f"{self.name}-{zone}"),
            opts=child_of(self, depends_on=[gateway]),
        )
        table = self._route_table(zone)
        self._route(zone, table, nat_gateway_id=nat.id)
        self._joined("nodes", zone, subnet, table)
        return table

    def _route_table(self, key: str) -> aws.ec2.RouteTable:
        return aws.ec2.RouteTable(
            f"{self.name}-{key}", vpc_id=self.vpc_id, tags=self._tags(f"{self.name}-{key}"), opts=child_of(self)
        )

    def _route(self, key: str, table: aws.ec2.RouteTable, **target: pulumi.Output[str]) -> None:
        route = aws.ec2.Route(
            f"{self.name}-{key}",
            route_table_id=table.id,
            destination_cidr_block=EVERYWHERE,
            opts=child_of(self),
            **target,
        )
        self.ready.append(route)

    def _joined(self, role: str, zone: str, subnet: aws.ec2.Subnet, table: aws.ec2.RouteTable) -> None:
        joined = aws.ec2.RouteTableAssociation(
            f"{self.name}-{role}-{zone}", subnet_id=subnet.id, route_table_id=table.id, opts=child_of(self)
        )
        self.ready.append(joined)

    def _s3_endpoint(self, tables: list[aws.ec2.RouteTable]) -> None:
        # free, and keeps data and checkpoints off the NAT gateway, which bills every GB
        endpoint = aws.ec2.VpcEndpoint(
            f"{self.name}-s3",
            vpc_id=self.vpc_id,
            service_name=f"com.amazonaws.{self.plan.region}.s3",
            vpc_endpoint_type="Gateway",
            route_table_ids=[table.id for table in tables],
            tags=self._tags(f"{self.name}-s3"),
            opts=child_of(self),
        )
        self.ready.append(endpoint)

    def _nodes_group(self) -> pulumi.Output[str]:
        planned = self.plan.network.nodes_group
        if planned.id is not None:
            return pulumi.Output.from_input(planned.id)
        group = security_group(f"{self.name}-nodes", "Nodes of the GPU cluster", self.vpc_id, self.plan.labels, self)
        self.ready += rules(
            f"{self.name}-nodes", group, planned.rules or (), self, {"self": group.id}, self.plan.labels
        )
        return group.id


def security_group(
    name: str, description: str, vpc: pulumi.Input[str], labels: Iterable[tuple[str, str]], parent: pulumi.Resource
) -> aws.ec2.SecurityGroup:
    """A group without rules of its own: rules are resources beside it, and the VPC's default group is never used."""
    return aws.ec2.SecurityGroup(
        name, description=description, vpc_id=vpc, tags=tags(labels, name), opts=child_of(parent)
    )


def rules(
    name: str,
    group: aws.ec2.SecurityGroup,
    planned: Iterable[PlannedRule],
    parent: pulumi.Resource,
    groups: dict[str, pulumi.Output[str]],
    labels: Iterable[tuple[str, str]],
) -> list[pulumi.Resource]:
    """One resource per rule, named by what it says, so that adding one moves no other. `groups`: word of the plan → id."""
    return [rule(name, group.id, one, parent, groups, labels) for one in dict.fromkeys(planned)]


def rule(
    name: str,
    group: pulumi.Input[str],
    planned: PlannedRule,
    parent: pulumi.Resource,
    groups: dict[str, pulumi.Output[str]],
    labels: Iterable[tuple[str, str]],
) -> pulumi.Resource:
    ports = f"{planned.from_port}-{planned.to_port}" if planned.protocol in ("tcp", "udp") else "all"
    kind = aws.vpc.SecurityGroupIngressRule if planned.direction == "ingress" else aws.vpc.SecurityGroupEgressRule
    key = f"{name}-{planned.direction}-{planned.protocol}-{ports}-{planned.peer.replace('/', '_')}"
    return kind(
        key,
        security_group_id=group,
        **protocol_of(planned),
        **peer_of(planned, groups),
        tags=tags(labels, name),
        opts=child_of(parent),
    )


def protocol_of(planned: PlannedRule) -> dict[str, Any]:
    """With `-1` the API wants no ports; ICMP's ports are type and code, -1 for any."""
    match planned.protocol:
        case "all":
            return {"ip_protocol": "-1"}
        case "icmp":
            return {"ip_protocol": "icmp", "from_port": -1, "to_port": -1}
        case _:
            return {"ip_protocol": planned.protocol, "from_port": planned.from_port, "to_port": planned.to_port}


def peer_of(planned: PlannedRule, groups: dict[str, pulumi.Output[str]]) -> dict[str, Any]:
    """The fabric's packets match only rules that name a group: a CIDR of everything is not the same (case C06)."""
    if planned.peer in groups:
        return {"referenced_security_group_id": groups[planned.peer]}
    if planned.peer.startswith("sg-"):
        return {"referenced_security_group_id": planned.peer}
    return {"cidr_ipv6": planned.peer} if ":" in planned.peer else {"cidr_ipv4": planned.peer}
