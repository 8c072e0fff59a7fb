"""Addresses and the security group of the nodes."""

from __future__ import annotations

from ipaddress import IPv4Network
from itertools import combinations
from typing import Any

import pytest

from gpuform.plan import PlannedRule

BATCH: dict[str, Any] = {"workload": "batch", "machine": "g6e.4xlarge", "nodes": 2}
ALL_ZONES = [f"use1-az{number}" for number in range(1, 7)]
OUT = PlannedRule("egress", "all", 0, 65535, "0.0.0.0/0")
SELF_IN, SELF_OUT = PlannedRule("ingress", "all", 0, 65535, "self"), PlannedRule("egress", "all", 0, 65535, "self")


def test_default_range_is_chosen_and_a_written_one_is_not(plan_of: Any) -> None:
    assert [one.value for one in plan_of().chosen if one.path == "network.cidr"] == ["10.0.0.0/16"]
    written = plan_of(network={"cidr": "10.20.0.0/16"})
    assert written.network.cidr == IPv4Network("10.20.0.0/16")
    assert not [one for one in written.chosen if one.path == "network.cidr"]


def test_a_zone_keeps_its_range_whoever_comes_or_goes(plan_of: Any) -> None:
    alone = {zone: plan_of(BATCH, zones=[zone]).network.subnets[0] for zone in ALL_ZONES}
    for few in combinations(ALL_ZONES, 3):
        assert [alone[zone] for zone in few] == list(plan_of(BATCH, zones=list(few)).network.subnets)


@pytest.mark.parametrize("public", [False, True])
def test_ranges_lie_in_the_network_and_apart(plan_of: Any, public: bool) -> None:
    network = plan_of(BATCH, zones=ALL_ZONES, network={"publicIp": public}).network
    ranges = [part for subnet in network.subnets for part in (subnet.cidr, subnet.nat_cidr) if part is not None]
    assert len(ranges) == (6 if public else 12)
    assert all(one.subnet_of(network.cidr) for one in ranges)
    assert not any(one.overlaps(other) for one, other in combinations(ranges, 2))
    assert all(subnet.auto_public_ip is public for subnet in network.subnets)


@pytest.mark.parametrize(("zone", "cidr"), [("use1-az6", "10.0.192.0/19"), ("us-east-1c", "10.0.96.0/19")])
def test_range_follows_from_the_zones_number(plan_of: Any, zone: str, cidr: str) -> None:
    assert str(plan_of(BATCH, zones=[zone]).network.subnets[0].cidr) == cidr


@pytest.mark.parametrize(
    ("cidr", "public", "fits"),
    [
        pytest.param("10.0.0.0/15", False, False, id="wider than a VPC may be"),
        pytest.param("10.0.0.0/16", False, True, id="the widest"),
        pytest.param("10.0.0.0/22", False, True, id="the narrowest with NAT"),
        pytest.param("10.0.0.0/23", False, False, id="too narrow for the little subnets"),
        pytest.param("10.0.0.0/25", True, True, id="the narrowest without NAT"),
        pytest.param("10.0.0.0/26", True, False, id="too narrow"),
    ],
)
def test_range_that_holds_a_subnet_per_zone(
    plan_of: Any, problems_of: Any, cidr: str, public: bool, fits: bool
) -> None:
    network = {"cidr": cidr, "publicIp": public}
    if fits:
        assert plan_of(BATCH, zones=ALL_ZONES, network=network).network.subnets[0].cidr.prefixlen <= 28
    else:
        (problem,) = problems_of(BATCH, zones=ALL_ZONES, network=network)
        assert problem.path == "network.cidr"
        assert problem.hint


def test_two_zones_of_one_number_are_told(problems_of: Any) -> None:
    (problem,) = problems_of(BATCH, zones=["use1-az1", "us-east-1a"])
    assert problem.path == "zones"
    assert "both have number 1" in problem.message


def test_lustre_in_another_zone_gets_a_subnet(plan_of: Any) -> None:
    store = {"name": "fsx", "lustre": {"size": "1200 GiB", "zone": "use1-az2"}}
    plan = plan_of(BATCH, zones=["use1-az6"], sharedStorage=[store])
    assert [subnet.zone for subnet in plan.network.subnets] == ["use1-az2", "use1-az6"]
    assert plan.zones == ("use1-az2", "use1-az6")


def test_unused_zones_get_no_subnet(plan_of: Any) -> None:
    plan = plan_of({**BATCH, "zones": ["use1-az2"]}, zones=["use1-az1", "use1-az2"])
    assert [subnet.zone for subnet in plan.network.subnets] == ["use1-az2"]


def test_rules_of_the_nodes(plan_of: Any) -> None:
    assert plan_of(BATCH).network.nodes_group.rules == (OUT,)


def test_fabric_brings_both_self_rules(plan_of: Any) -> None:
    """Case C06: egress to the whole world does not cover the fabric, which is not IP traffic."""
    rules = plan_of().network.nodes_group.rules
    assert {SELF_IN, SELF_OUT, OUT} == set(rules)


def test_ingress_as_written_in_any_order(plan_of: Any) -> None:
    doors = [{"from": "10.9.0.0/16", "port": 443}, {"from": "10.8.0.0/16", "port": 22}]
    one = plan_of(BATCH, network={"ingress": doors}).network
    assert one == plan_of(BATCH, network={"ingress": doors[::-1]}).network
    assert one.nodes_group.rules == (
        PlannedRule("ingress", "tcp", 22, 22, "10.8.0.0/16"),
        PlannedRule("ingress", "tcp", 443, 443, "10.9.0.0/16"),
        OUT,
    )


def test_existing_network_as_given(plan_of: Any) -> None:
    subnets = [
        {"id": "subnet-b", "zone": "use1-az6", "cidr": "10.1.0.0/24", "autoAssignPublicIp": True},
        {"id": "subnet-a", "zone": "use1-az2"},
    ]
    group = {"id": "sg-1", "rules": [{"from": "self"}, {"to": "10.0.0.0/8", "port": 443}]}
    existing = {"vpc": "vpc-1", "subnets": subnets, "securityGroup": group}
    network = plan_of(BATCH, zones=["use1-az2", "use1-az6"], network={"existing": existing}).network
    assert (network.vpc, network.cidr) == ("vpc-1", None)
    assert [(one.id, one.path, one.auto_public_ip) for one in network.subnets] == [
        ("subnet-a", "network.existing.subnets[1]", False),
        ("subnet-b", "network.existing.subnets[0]", True),
    ]
    assert all(one.nat_cidr is None for one in network.subnets)
    assert network.nodes_group.id == "sg-1"
    assert network.nodes_group.rules == (SELF_IN, PlannedRule("egress", "tcp", 443, 443, "10.0.0.0/8"))


@pytest.mark.parametrize(
    ("group", "rules"),
    [
        pytest.param({"id": "sg-1"}, None, id="nothing told"),
        pytest.param({"id": "sg-1", "rules": []}, (), id="told to be empty"),
    ],
)
def test_existing_group_about_which_little_is_told(plan_of: Any, group: dict[str, Any], rules: Any) -> None:
    subnets = [{"id": "subnet-a", "zone": "use1-az6"}]
    existing = {"vpc": "vpc-1", "subnets": subnets, "securityGroup": group}
    assert plan_of(network={"existing": existing}).network.nodes_group.rules == rules


def test_existing_network_with_a_group_of_ours(plan_of: Any) -> None:
    existing = {"vpc": "vpc-1", "subnets": [{"id": "subnet-a", "zone": "use1-az6"}]}
    group = plan_of(network={"existing": existing}).network.nodes_group
    assert group.id is None
    assert SELF_OUT in group.rules
