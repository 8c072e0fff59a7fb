"""A network made, a network found, and the words for each rule."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.plan import PlannedRule
from gpuform_components.aws.network import peer_of, protocol_of

BATCH, PRETRAINING = "aws-l40s-batch-spot", "aws-h100-pretraining"
EXISTING = """network:
  existing:
    vpc: vpc-0aaa
    subnets: [{id: subnet-0aaa, zone: use1-az6}]
    securityGroup: {id: sg-0aaa}
"""


def test_each_zone_has_its_own_way_out(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    for zone in ("usw2-az1", "usw2-az2", "usw2-az3"):
        nat, little = graph.one("NatGateway", zone), graph.one("Subnet", f"way-out-{zone}")
        assert nat.depends["subnetId"] == [little.urn]
        table = graph.one("RouteTable", zone)
        route = next(one for one in graph.of("Route") if one.depends["routeTableId"] == [table.urn])
        assert route.depends["natGatewayId"] == [nat.urn]
        joined = next(one for one in graph.of("RouteTableAssociation") if one.depends["routeTableId"] == [table.urn])
        assert joined.depends["subnetId"] == [graph.one("Subnet", f"nodes-{zone}").urn]
    assert len(graph.one("VpcEndpoint").depends["routeTableIds"]) == 4


def test_zone_by_id_and_by_name(planned: Any, built: Any) -> None:
    by_id = built(planned(BATCH)).one("Subnet", "nodes-usw2-az1").inputs
    assert by_id["availabilityZoneId"] == "usw2-az1"
    assert "availabilityZone" not in by_id
    names = ("zones: [usw2-az1, usw2-az2, usw2-az3]", "zones: [us-west-2a]")
    by_name = built(planned(BATCH, names)).one("Subnet", "nodes-").inputs
    assert by_name["availabilityZone"] == "us-west-2a"
    assert "availabilityZoneId" not in by_name


def test_public_addresses_need_no_gateway_of_their_own(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH, ("pools:", "network: {publicIp: true}\npools:")))
    assert graph.of("NatGateway") == graph.of("Eip") == []
    assert all(one.inputs["mapPublicIpOnLaunch"] is True for one in graph.of("Subnet"))
    assert len(graph.of("RouteTable")) == 1


def test_nodes_wait_for_their_way_out(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    ways = {one.urn for kind in ("Route", "RouteTableAssociation", "VpcEndpoint") for one in graph.of(kind)}
    assert all(ways <= set(group.dependencies) for group in graph.of("Group"))


def test_existing_network_is_left_as_it_is(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, ("network:\n  cidr: 10.20.0.0/16\n", EXISTING)))
    for kind in ("Vpc", "Subnet", "NatGateway", "RouteTable", "VpcEndpoint", "InternetGateway"):
        assert graph.of(kind) == []
    assert all(group.inputs["vpcZoneIdentifiers"] == ["subnet-0aaa"] for group in graph.of("Group"))
    nics = graph.of("LaunchTemplate")[0].inputs["networkInterfaces"]
    assert {str(nic["securityGroups"]) for nic in nics} == {"['sg-0aaa']"}
    assert [one.name for one in graph.of("SecurityGroup")] == ["llm-pretrain-scratch"]
    # the user's group is the user's: nothing is added to it
    assert all(one.inputs["securityGroupId"] != "sg-0aaa" for one in graph.of("SecurityGroupIngressRule"))


def test_existing_vpc_without_a_group_gets_one(planned: Any, built: Any) -> None:
    told = EXISTING.replace("    securityGroup: {id: sg-0aaa}\n", "")
    graph = built(planned(PRETRAINING, ("network:\n  cidr: 10.20.0.0/16\n", told)))
    assert graph.one("SecurityGroup", "-nodes").inputs["vpcId"] == "vpc-0aaa"


def test_new_reservation_in_an_existing_network_asks_for_the_zone_name(planned: Any, built: Any) -> None:
    reserved = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
    new = "reservation: {new: true, kind: targeted, nodes: 4}"
    graph = built(planned(PRETRAINING, ("network:\n  cidr: 10.20.0.0/16\n", EXISTING), (reserved, new)))
    assert graph.one("CapacityReservation").inputs["availabilityZone"] == "us-east-1a"


@pytest.mark.parametrize(
    ("rule", "protocol", "peer"),
    [
        pytest.param(
            PlannedRule("ingress", "tcp", 22, 22, "10.1.0.0/16"),
            {"ip_protocol": "tcp", "from_port": 22, "to_port": 22},
            {"cidr_ipv4": "10.1.0.0/16"},
            id="tcp",
        ),
        pytest.param(
            PlannedRule("egress", "all", 0, 65535, "2001:db8::/32"),
            {"ip_protocol": "-1"},
            {"cidr_ipv6": "2001:db8::/32"},
            id="all, IPv6",
        ),
        pytest.param(
            PlannedRule("ingress", "icmp", 0, 65535, "sg-0aaa"),
            {"ip_protocol": "icmp", "from_port": -1, "to_port": -1},
            {"referenced_security_group_id": "sg-0aaa"},
            id="icmp from a group",
        ),
    ],
)
def test_words_of_a_rule(rule: PlannedRule, protocol: Any, peer: Any) -> None:
    assert protocol_of(rule) == protocol
    assert peer_of(rule, {}) == peer


def test_ingress_of_the_spec(planned: Any, built: Any) -> None:
    swap = ("cidr: 10.20.0.0/16", "ingress: [{from: 10.1.0.0/16, port: 22}, {from: 10.2.0.0/16, port: 22}]")
    graph = built(planned(PRETRAINING, swap))
    found = {one.inputs["cidrIpv4"] for one in graph.of("SecurityGroupIngressRule") if "cidrIpv4" in one.inputs}
    assert found == {"10.1.0.0/16", "10.2.0.0/16"}
