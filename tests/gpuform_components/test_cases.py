"""Reports of real clusters that went wrong, as tests of what is emitted. Named after the case."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.catalog import load

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
BLOCK = "block: {id: cr-0a1b2c3d4e5f60718, nodes: 4, start: 2027-01-10T11:30Z, end: 2027-01-20T11:30Z}"
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


def test_c21_no_group_around_a_reservation(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    assert graph.of("PlacementGroup") == []
    assert not any("placementGroup" in one.inputs for one in graph.of("Group"))
    assert not any("placement" in one.inputs for one in graph.of("LaunchTemplate"))


def test_c21_twin_a_group_where_nothing_is_reserved(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "onDemand: {nodes: 4}")))
    made = graph.one("PlacementGroup")
    assert made.inputs["strategy"] == "cluster"
    assert all(one.depends["placementGroup"] == [made.urn] for one in graph.of("Group"))


def test_c21_never_for_a_block_even_when_asked(planned: Any, built: Any) -> None:
    plan = planned(PRETRAINING, (RESERVED, BLOCK), ("fabric: required", "fabric: required\n    placement: tight"))
    graph = built(plan)
    assert "placementGroup" not in graph.one("Group", "-block").inputs
    assert "placementGroup" in graph.one("Group", "-on-demand").inputs


def test_c21_new_reservation_is_made_in_the_group(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "reservation: {new: true, kind: targeted, nodes: 4}")))
    made = graph.one("CapacityReservation")
    assert made.depends["placementGroupArn"] == [graph.one("PlacementGroup").urn]
    assert made.inputs["instanceMatchCriteria"] == "targeted"
    assert made.inputs["availabilityZone"] == "us-east-1a"
    target = graph.one("LaunchTemplate", "-reserved").inputs["capacityReservationSpecification"]
    assert target == {"capacityReservationTarget": {"capacityReservationId": f"{made.name}-id"}}


TARGET_ID = {"capacityReservationTarget": {"capacityReservationId": "cr-0a1b2c3d4e5f60718"}}
ARN = "arn:aws:resource-groups:us-east-1:123456789012:group/gpus"


@pytest.mark.parametrize(
    ("written", "key", "specification", "market"),
    [
        pytest.param(RESERVED, "reserved", TARGET_ID, None, id="targeted"),
        pytest.param(BLOCK, "block", TARGET_ID, {"marketType": "capacity-block"}, id="block"),
        pytest.param(
            f"reservation: {{group: '{ARN}', kind: targeted, nodes: 4}}",
            "reserved",
            {"capacityReservationTarget": {"capacityReservationResourceGroupArn": ARN}},
            None,
            id="group",
        ),
        pytest.param(
            "reservation: {id: cr-0a1b2c3d4e5f60718, kind: open, nodes: 4}",
            "reserved",
            {"capacityReservationPreference": "open"},
            None,
            id="open",
        ),
    ],
)
def test_c22_c23_c24_each_kind_has_its_own_words(
    written: str, key: str, specification: Any, market: Any, planned: Any, built: Any
) -> None:
    """C22 kind, C23 nothing lost on the way, C24 never target and preference together."""
    template = built(planned(PRETRAINING, (RESERVED, written))).one("LaunchTemplate", f"-{key}")
    assert template.inputs["capacityReservationSpecification"] == specification
    assert template.inputs.get("instanceMarketOptions") == market


def test_c25_block_is_a_plain_group(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, BLOCK)))
    group = graph.one("Group", "-block")
    assert "mixedInstancesPolicy" not in group.inputs
    assert "launchTemplate" in group.inputs
    assert (group.inputs["minSize"], group.inputs["desiredCapacity"], group.inputs["maxSize"]) == (0, 0, 4)
    assert group.delete_first


def test_c27_block_wakes_at_its_start_and_sleeps_before_its_end(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, BLOCK)))
    found = {
        one.inputs["scheduledActionName"]: (one.inputs["startTime"], one.inputs["desiredCapacity"])
        for one in graph.of("Schedule")
    }
    assert found == {"block-start": ("2027-01-10T11:30:00Z", 4), "block-end": ("2027-01-20T11:00:00Z", 0)}
    assert all(one.inputs["minSize"] == one.inputs["maxSize"] == -1 for one in graph.of("Schedule"))
    assert graph.one("Group", "-block").ignored == ["desiredCapacity"]


def test_c27_block_that_runs_already_starts_at_once(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "block: {id: cr-0a1b2c3d4e5f60718, nodes: 4}")))
    assert graph.of("Schedule") == []
    assert graph.one("Group", "-block").inputs["desiredCapacity"] == 4


def test_c29_spot_never_touches_a_reservation(planned: Any, built: Any) -> None:
    template = built(planned(BATCH)).one("LaunchTemplate", "-spot")
    assert "capacityReservationSpecification" not in template.inputs


def test_c30_open_reservation_is_left_to_those_it_is_for(planned: Any, built: Any) -> None:
    written = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: open, nodes: 4}"
    plan = planned(PRETRAINING, (RESERVED, written))
    template = built(plan).one("LaunchTemplate", "-on-demand")
    avoids = next(part for part in plan.pools[0].slices if part.kind == "onDemand").avoid_open_reservations
    said = template.inputs.get("capacityReservationSpecification")
    assert said == ({"capacityReservationPreference": "none"} if avoids else None)
    assert avoids


def test_c32_spot_is_said_by_the_group_alone(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH, ("strategy: price-capacity-optimized", "maxPrice: 2.50 USD/h")))
    assert not any("instanceMarketOptions" in one.inputs for one in graph.of("LaunchTemplate"))
    policy = graph.one("Group", "-spot").inputs["mixedInstancesPolicy"]
    assert [one["instanceType"] for one in policy["launchTemplate"]["overrides"]] == ["g6e.4xlarge", "g6e.8xlarge"]
    spread = policy["instancesDistribution"]
    assert spread["onDemandBaseCapacity"] == spread["onDemandPercentageAboveBaseCapacity"] == 0
    assert spread["spotMaxPrice"] == "2.5"
    assert spread["spotAllocationStrategy"] == "price-capacity-optimized"
    demand = graph.one("Group", "-on-demand").inputs["mixedInstancesPolicy"]["instancesDistribution"]
    assert demand["onDemandPercentageAboveBaseCapacity"] == 100
    assert not {"spotMaxPrice", "spotAllocationStrategy"} & set(demand)


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


@pytest.mark.parametrize(("example", "protected"), [(PRETRAINING, True), (BATCH, False)])
def test_c52_zones_are_not_evened_out(example: str, protected: bool, planned: Any, built: Any) -> None:
    for group in built(planned(example)).of("Group"):
        assert group.inputs["suspendedProcesses"] == ["AZRebalance"]
        assert group.inputs["protectFromScaleIn"] is protected
        if protected:
            assert group.inputs["capacityRebalance"] is False


def test_c53_count_of_an_autoscaler_is_left_alone(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    assert graph.one("Group", "-spot").ignored == ["desiredCapacity"]
    assert graph.one("Group", "-on-demand").ignored == []


def test_c58_label_change_leaves_templates_alone(planned: Any, built: Any) -> None:
    before, after = (
        {one.urn: one.inputs for one in built(planned(BATCH, *swaps)).of("LaunchTemplate")}
        for swaps in ((), (('cost-center: "0815"', 'cost-center: "4711"'), ("owner: media-tools", "owner: others")))
    )
    assert before == after


def test_c58_twin_the_label_reaches_the_group(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH, ('cost-center: "0815"', 'cost-center: "4711"')))
    for group in graph.of("Group"):
        assert {"key": "cost-center", "value": "4711", "propagateAtLaunch": True} in group.inputs["tags"]


def test_c62_image_is_looked_up_once(planned: Any, built: Any) -> None:
    found = built(planned(BATCH)).of("LaunchTemplate")
    other = built(planned(BATCH, ("ubuntu-22.04", "ubuntu-24.04"))).of("LaunchTemplate")
    assert all(one.ignored == ["imageId"] for one in found)
    assert not {one.urn for one in found} & {one.urn for one in other}
    by_id = "{id: ami-0aaaaaaaaaaaaaaaa, rootDevice: /dev/sda1, rootSize: 50 GiB}"
    fixed = built(planned(BATCH, ("{family: dlami-base-ubuntu-22.04}", by_id))).of("LaunchTemplate")
    assert all(one.ignored == [] and one.inputs["imageId"] == "ami-0aaaaaaaaaaaaaaaa" for one in fixed)


def test_c63_order_of_zones_means_nothing(planned: Any, built: Any) -> None:
    zones = ("[usw2-az1, usw2-az2, usw2-az3]", "[usw2-az3, usw2-az1, usw2-az2]")
    before, after = ({one.urn: one.inputs for one in built(planned(BATCH, *s)).all} for s in ((), (zones,)))
    assert before == after


def test_c63_one_zone_more_moves_no_other(planned: Any, built: Any) -> None:
    more = ("[usw2-az1, usw2-az2, usw2-az3]", "[usw2-az1, usw2-az2, usw2-az3, usw2-az4]")
    before, after = ({o.urn: o.inputs for o in built(planned(BATCH, *s)).of("Subnet")} for s in ((), (more,)))
    assert before.items() <= after.items()
    assert len(after) == len(before) + 2


def test_c65_another_machine_is_another_group(planned: Any, built: Any) -> None:
    """The name's prefix forces the replacement, and the preview shows both machines in it."""
    one = built(planned(PRETRAINING)).one("Group", "-reserved")
    other = built(
        planned(PRETRAINING, ("machine: p5.48xlarge\n", "machine: p5en.48xlarge\n"), ("machine: p5.48xlarge,", "machine: p5en.48xlarge,"))
    ).one("Group", "-reserved")  # fmt: skip
    assert one.urn == other.urn
    assert one.inputs["namePrefix"] == "llm-pretrain-train-reserved-p5.48xlarge-"
    assert other.inputs["namePrefix"] == "llm-pretrain-train-reserved-p5en.48xlarge-"
    assert "name" not in one.inputs


def test_c65_reserved_nodes_go_first(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    assert graph.one("Group", "-reserved").delete_first
    assert not graph.one("Group", "-on-demand").delete_first


def test_c66_version_is_a_number(planned: Any, built: Any) -> None:
    for group in built(planned(PRETRAINING)).of("Group"):
        assert group.inputs["launchTemplate"]["version"] == "1"
        assert "instanceRefresh" not in group.inputs  # a gang is never rolled behind its back
    for group in built(planned(BATCH)).of("Group"):
        template = group.inputs["mixedInstancesPolicy"]["launchTemplate"]["launchTemplateSpecification"]
        assert template["version"] == "1"
        assert group.inputs["instanceRefresh"]["strategy"] == "Rolling"


def test_c70_safety_fields_are_said_even_when_nobody_asked(planned: Any, built: Any) -> None:
    for template in built(planned(BATCH)).of("LaunchTemplate"):
        for block in template.inputs["blockDeviceMappings"]:
            assert block["ebs"]["encrypted"] == "true"
        assert template.inputs["metadataOptions"]["httpTokens"] == "required"


def test_c76_containers_reach_the_metadata_service(planned: Any, built: Any) -> None:
    for template in built(planned(BATCH)).of("LaunchTemplate"):
        assert template.inputs["metadataOptions"] == {
            "httpEndpoint": "enabled",
            "httpTokens": "required",
            "httpPutResponseHopLimit": 2,
        }


def test_c74_secrets_are_references_and_the_role_reads_just_those(planned: Any, built: Any) -> None:
    boot = (
        "boot: {secrets: {TOKEN: 'arn:aws:secretsmanager:us-west-2:123456789012:secret:hub-AbCdEf', KEY: /render/key}}"
    )
    graph = built(planned(BATCH, ("idle:", f"{boot}\n    idle:")))
    policy = graph.one("RolePolicy").inputs["policy"]
    assert "arn:aws:secretsmanager:us-west-2:123456789012:secret:hub-AbCdEf" in policy
    assert "arn:aws:ssm:us-west-2:*:parameter/render/key" in policy
    for template in graph.of("LaunchTemplate"):
        assert "aws secretsmanager get-secret-value --region us-west-2" in template.user_data
