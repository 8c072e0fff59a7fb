"""Reports of real clusters that went wrong, as tests of what is emitted: interfaces, addresses, security groups, zones, Lustre. Named after the case."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.catalog import load

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
FABRIC_MACHINES = sorted(
    name
    for name, machine in load("aws").machines().items()
    if machine.fabric == "efa" and machine.vendor in ("NVIDIA", "AWS") and machine.gpus >= 1
)


def interfaces(template: Any) -> list[tuple[int, int, str]]:
    return [
        (int(nic["networkCardIndex"]), int(nic["deviceIndex"]), nic["interfaceType"])
        for nic in template.inputs["networkInterfaces"]
    ]


def on(planned: Any, machine: str) -> Any:
    """The pretraining example on another machine, in a zone by name, where nobody can tell what is sold."""
    return planned(
        PRETRAINING,
        (RESERVED, "onDemand: {nodes: 4}"),
        ("machine: p5.48xlarge\n", f"machine: {machine}\n"),
        ("zones: [use1-az6]", "zones: [us-east-1a]"),
        ("zone: use1-az6", "zone: us-east-1a"),
        ("fabric: required", "fabric: preferred"),
    )


@pytest.mark.parametrize("machine", FABRIC_MACHINES)
def test_c01_c04_interfaces_are_those_of_the_plan(machine: str, planned: Any, built: Any) -> None:
    """C01, C04: every interface with its card, also card 0, and device index counted within the card."""
    plan = on(planned, machine)
    cards = {card.index: card for card in plan.pools[0].machine.cards}
    for template in built(plan).of("LaunchTemplate"):
        found = interfaces(template)
        assert set(found) == {(nic.card, nic.device, nic.type) for nic in plan.pools[0].nics}
        assert len({nic[:2] for nic in found}) == len(found)
        assert [nic[2] for nic in found if nic[:2] == (0, 0)] in (["interface"], ["efa"])
        assert all(device < cards[card].devices and kind in cards[card].types for card, device, kind in found)


@pytest.mark.parametrize(
    ("machine", "count"),
    [("p4d.24xlarge", 5), ("p5.48xlarge", 33), ("p5en.48xlarge", 17), ("p6-b300.48xlarge", 17)],
)
def test_c01_counts(machine: str, count: int, planned: Any, built: Any) -> None:
    for template in built(on(planned, machine)).of("LaunchTemplate"):
        assert len(interfaces(template)) == count


def test_c02_first_card_without_fabric(planned: Any, built: Any) -> None:
    for template in built(on(planned, "p6-b300.48xlarge")).of("LaunchTemplate"):
        found = interfaces(template)
        assert found[0] == (0, 0, "interface")
        assert [nic for nic in found if nic[0] == 0] == [(0, 0, "interface")]
        assert {nic[2] for nic in found[1:]} == {"efa-only"}


@pytest.mark.parametrize(
    ("swaps", "said"),
    [
        pytest.param((), None, id="33 interfaces: nothing said"),
        pytest.param((("fabric: required", "fabric: none"),), "false", id="one interface: refused"),
        pytest.param(
            (("fabric: required", "fabric: none"), ("cidr: 10.20.0.0/16", "publicIp: true")), "true", id="asked for"
        ),
    ],
)
def test_c05_public_address(swaps: Any, said: str | None, planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, *swaps))
    for template in graph.of("LaunchTemplate"):
        assert {nic.get("associatePublicIpAddress") for nic in template.inputs["networkInterfaces"]} == {said}
    nats = graph.of("NatGateway")
    assert bool(nats) is (said != "true")


def test_c06_self_rules_beside_open_egress(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    own = graph.one("SecurityGroup", "-nodes")
    for kind in ("SecurityGroupIngressRule", "SecurityGroupEgressRule"):
        self_rules = [
            one.inputs
            for one in graph.of(kind)
            if one.depends["securityGroupId"] == [own.urn] and one.depends.get("referencedSecurityGroupId") == [own.urn]
        ]
        assert [rule["ipProtocol"] for rule in self_rules] == ["-1"]
        assert not {"fromPort", "toPort"} & set(self_rules[0])
    assert [one.inputs["cidrIpv4"] for one in graph.of("SecurityGroupEgressRule") if "cidrIpv4" in one.inputs] == [
        "0.0.0.0/0"
    ]
    assert "ingress" not in own.inputs
    assert "egress" not in own.inputs


def test_c06_without_a_fabric_no_self_rule(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    assert graph.of("SecurityGroupIngressRule") == []


def test_c08_subnets_belong_to_the_group(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    for template in graph.of("LaunchTemplate"):
        assert "vpcSecurityGroupIds" not in template.inputs
        for nic in template.inputs["networkInterfaces"]:
            assert "subnetId" not in nic
            assert nic["securityGroups"] == ["llm-pretrain-nodes-id"]
    assert all(group.inputs["vpcZoneIdentifiers"] for group in graph.of("Group"))


@pytest.mark.parametrize("group", ["tight", "none"])
def test_c14_c16_one_zone_for_a_gang(group: str, planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, ("fabric: required", f"fabric: required\n    placement: {group}")))
    for one in graph.of("Group"):
        assert len(one.inputs["vpcZoneIdentifiers"]) == 1


def test_c42_lustre_ports_come_first(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    system = graph.one("LustreFileSystem")
    rules = {one.urn: one for kind in ("SecurityGroupIngressRule", "SecurityGroupEgressRule") for one in graph.of(kind)}
    first = [rules[urn] for urn in system.dependencies if urn in rules]
    ports = {(one.kind, int(one.inputs["fromPort"]), int(one.inputs["toPort"])) for one in first}
    assert ports == {
        (kind, *pair)
        for kind in ("SecurityGroupIngressRule", "SecurityGroupEgressRule")
        for pair in ((988, 988), (1018, 1023))
    }
    servers, nodes = graph.one("SecurityGroup", "-scratch").urn, graph.one("SecurityGroup", "-nodes").urn
    pairs = {(one.depends["securityGroupId"][0], one.depends["referencedSecurityGroupId"][0]) for one in first}
    assert pairs == {(servers, servers), (servers, nodes), (nodes, servers)}
    assert all(one.inputs["ipProtocol"] == "tcp" for one in first)
