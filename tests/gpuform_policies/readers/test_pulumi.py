"""Stacks that gpuform did not write: what the rules make of plain Pulumi resources, unknown values included."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from gpuform.catalog import load
from gpuform_policies.fact import World
from gpuform_policies.judge import Verdict, judge
from gpuform_policies.readers.pulumi import cluster_of, environment_of, plain, resource_of
from gpuform_policies.readers.resource import Resource

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""The engine's sentinel for an unknown text."""
CATALOG = load("aws")
GROUP, TEMPLATE = "aws:autoscaling/group:Group", "aws:ec2/launchTemplate:LaunchTemplate"
SUBNET, INSTANCE = "aws:ec2/subnet:Subnet", "aws:ec2/instance:Instance"
SECURITY_GROUP = "aws:ec2/securityGroup:SecurityGroup"
LABELS = [{"key": "owner", "value": "a", "propagateAtLaunch": True}, {"key": "environment", "value": "prod"}]


def urn(type_: str, name: str) -> str:
    return f"urn:pulumi:dev::theirs::{type_}::{name}"


def made(
    type_: str, name: str, props: Mapping[str, Any], depends: Mapping[str, list[str]] | None = None, parent: str = ""
) -> Resource:
    return resource_of(type_, name, urn(type_, name), props, parent, depends or {})


def region() -> Resource:
    return made("pulumi:providers:aws", "default", {"region": "us-east-1"})


def subnet(zone: str, **more: Any) -> Resource:
    return made(SUBNET, f"subnet-{zone}", {"availabilityZone": zone, "cidrBlock": "10.0.0.0/20", **more})


def template(**changes: Any) -> Resource:
    """Sound: two of everything a p4d wants, encrypted fast root, tokens required."""
    ebs = {"volumeSize": 500, "volumeType": "gp3", "iops": 16000, "throughput": 1000, "encrypted": "true"}
    nics = [{"networkCardIndex": 0, "deviceIndex": 0, "interfaceType": "interface"}]
    nics += [{"networkCardIndex": k, "deviceIndex": 1 if k == 0 else 0, "interfaceType": "efa-only"} for k in range(4)]
    props: dict[str, Any] = {
        "instanceType": "p4d.24xlarge",
        "blockDeviceMappings": [{"deviceName": "/dev/sda1", "ebs": ebs | changes.pop("ebs", {})}],
        "networkInterfaces": nics,
        "metadataOptions": {"httpTokens": "required", "httpPutResponseHopLimit": 2},
    }
    return made(TEMPLATE, "nodes", props | changes, {"networkInterfaces": [urn(SECURITY_GROUP, "nodes")]})


def group(*subnets: Resource, **changes: Any) -> Resource:
    props: dict[str, Any] = {
        "minSize": 4,
        "maxSize": 4,
        "vpcZoneIdentifiers": [UNKNOWN] * len(subnets),
        "launchTemplate": {"id": UNKNOWN, "version": UNKNOWN},
        "suspendedProcesses": ["AZRebalance"],
        "protectFromScaleIn": True,
        "tags": LABELS,
    }
    depends = {"launchTemplate": [urn(TEMPLATE, "nodes")], "vpcZoneIdentifiers": [one.address for one in subnets]}
    return made(GROUP, "nodes", props | changes, depends)


def security_group(*, to_itself: bool = True, ingress: list[dict[str, Any]] | None = None) -> Resource:
    own = {"protocol": "-1", "fromPort": 0, "toPort": 0, "self": True}
    everywhere = {"protocol": "-1", "fromPort": 0, "toPort": 0, "cidrBlocks": ["0.0.0.0/0"]}
    props = {"ingress": [own, *(ingress or [])], "egress": [everywhere, *([own] if to_itself else [])]}
    return made(SECURITY_GROUP, "nodes", props)


def verdict(*resources: Resource) -> Verdict:
    cluster = cluster_of([region(), *resources], CATALOG)
    world = World(CATALOG, datetime(2026, 12, 1, tzinfo=UTC), environment_of(resources), "pulumi")
    return judge(cluster, world)


def errors(*resources: Resource) -> set[str]:
    return {finding.rule for finding in verdict(*resources).findings if finding.severity == "error"}


def test_sound_foreign_gang_gives_no_error() -> None:
    one = subnet("us-east-1a")
    assert errors(one, security_group(), template(), group(one)) == set()


def test_cross_zone_gang_is_refused() -> None:
    zones = subnet("us-east-1a"), subnet("us-east-1b")
    found = verdict(*zones, security_group(), template(), group(*zones))
    (finding,) = [one for one in found.findings if one.rule == "ZON001"]
    assert finding.severity == "error"
    assert finding.resource == urn(GROUP, "nodes")
    assert "us-east-1a" in finding.message
    assert "us-east-1b" in finding.message


def test_gang_is_seen_without_fabric_when_the_number_of_direct_machines_is_fixed() -> None:
    zones = subnet("us-east-1a"), subnet("us-east-1b")
    assert "ZON001" in errors(*zones, security_group(), template(networkInterfaces=None), group(*zones))


def test_group_that_scales_without_fabric_is_no_gang() -> None:
    """An inference fleet over two zones is right."""
    zones = subnet("us-east-1a"), subnet("us-east-1b")
    loose = template(networkInterfaces=None, instanceType="g6e.4xlarge")
    fleet = group(*zones, minSize=1, maxSize=8, protectFromScaleIn=False)
    assert errors(*zones, security_group(), loose, fleet) == set()


@pytest.mark.parametrize(
    ("ebs", "refused"),
    [
        pytest.param({"iops": 3000, "throughput": 125}, True, id="bare gp3"),
        pytest.param({"iops": None, "throughput": None}, True, id="left to the default"),
        pytest.param({"iops": 4000, "throughput": 1000}, False, id="fast enough"),
    ],
)
def test_bare_root_is_refused(ebs: dict[str, Any], refused: bool) -> None:
    one = subnet("us-east-1a")
    assert ("STO002" in errors(one, security_group(), template(ebs=ebs), group(one))) is refused


def test_group_without_the_way_out_to_itself() -> None:
    one = subnet("us-east-1a")
    assert errors(one, security_group(to_itself=False), template(), group(one)) == {"FAB003"}


@pytest.mark.parametrize(
    ("rule", "refused"),
    [
        pytest.param({"protocol": "tcp", "fromPort": 22, "toPort": 22, "cidrBlocks": ["0.0.0.0/0"]}, True, id="ssh"),
        pytest.param({"protocol": "-1", "cidrBlocks": ["0.0.0.0/0"]}, True, id="all, ports left out"),
        pytest.param({"protocol": "tcp", "fromPort": 22, "toPort": 22, "ipv6CidrBlocks": ["::/0"]}, True, id="v6"),
        pytest.param(
            {"protocol": "tcp", "fromPort": 443, "toPort": 443, "cidrBlocks": ["0.0.0.0/0"]}, False, id="https"
        ),
        pytest.param({"protocol": "tcp", "fromPort": 22, "toPort": 22, "cidrBlocks": ["10.0.0.0/8"]}, False, id="own"),
    ],
)
def test_open_ingress_in_every_spelling(rule: dict[str, Any], refused: bool) -> None:
    one = subnet("us-east-1a")
    assert ("SEC002" in errors(one, security_group(ingress=[rule]), template(), group(one))) is refused


def test_rule_resources_beside_the_group_count() -> None:
    """The newer rule resources, with the ports left out."""
    one = subnet("us-east-1a")
    kind = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
    rule = made(
        kind, "open", {"ipProtocol": "-1", "cidrIpv4": "0.0.0.0/0", "securityGroupId": UNKNOWN},
        {"securityGroupId": [urn(SECURITY_GROUP, "nodes")]},
    )  # fmt: skip
    found = [f for f in verdict(one, security_group(), rule, template(), group(one)).findings if f.rule == "SEC002"]
    assert [finding.resource for finding in found] == [urn(kind, "open")]


def test_unknown_zone_is_told_once_and_blocks() -> None:
    """A subnet of another stack: its zone is not known, and that is not a pass."""
    theirs = group(vpcZoneIdentifiers=[UNKNOWN, UNKNOWN])
    found = verdict(security_group(), template(), theirs)
    told = [finding for finding in found.findings if finding.rule == "POL001" and "ZON001" in finding.message]
    assert len(told) == 1
    assert told[0].severity == "error"
    assert found.undecided > 0


def test_many_groups_share_one_note_per_rule_and_field() -> None:
    templates = template()
    groups = [made(GROUP, f"g{i}", dict(group().props), {"launchTemplate": [templates.address]}) for i in range(5)]
    notes = [f for f in verdict(security_group(), templates, *groups).findings if f.rule == "POL001"]
    assert len({finding.message for finding in notes}) == len(notes)
    assert any("5 times" in finding.message for finding in notes)


def test_loose_instances_of_one_kind_are_one_pool() -> None:
    nodes = [
        made(
            INSTANCE,
            f"node-{i}",
            {
                "instanceType": "p4d.24xlarge",
                "availabilityZone": zone,
                "metadataOptions": {"httpTokens": "required"},
                "rootBlockDevice": {
                    "volumeType": "gp3",
                    "volumeSize": 300,
                    "iops": 8000,
                    "throughput": 800,
                    "encrypted": True,
                },
                "tags": {"owner": "a", "environment": "prod"},
            },
        )
        for i, zone in enumerate(("us-east-1a", "us-east-1b"))
    ]
    assert "ZON001" in errors(*nodes)


@pytest.mark.parametrize(
    ("tags", "missing"),
    [
        pytest.param('{"tags": {"Owner": "a", "Environment": "prod"}}', False, id="as the engine carries them"),
        pytest.param({"tags": {"owner": "a", "environment": "prod"}}, False, id="plain"),
        pytest.param('{"tags": {"owner": "a"}}', True, id="one of two"),
        pytest.param("no json", True, id="rubbish"),
    ],
)
def test_default_tags_of_the_provider_count(tags: Any, missing: bool) -> None:
    one = subnet("us-east-1a")
    theirs = made("pulumi:providers:aws", "theirs", {"region": "us-east-1", "defaultTags": tags})
    found = verdict(theirs, one, security_group(), template(), group(one, tags=None))
    assert ("LAB001" in {finding.rule for finding in found.findings}) is missing


def test_what_the_cloud_fills_in_is_not_unknown() -> None:
    """In a preview the provider tells optional properties nobody wrote as unknown; a rule about them is decided all the same."""
    filled_in = dict.fromkeys(
        ("networkInterfaces", "associatePublicIpAddress", "placementGroup", "capacityReservationSpecification",
         "instanceMarketOptions", "subnetId", "vpcSecurityGroupIds", "launchTemplate", "hostId"), UNKNOWN
    )  # fmt: skip
    root = {"volumeType": "gp3", "volumeSize": 300, "iops": 8000, "throughput": 800, "encrypted": True}
    props = {"instanceType": "p4d.24xlarge", "rootBlockDevice": root, "metadataOptions": {"httpTokens": "required"},
             "availabilityZone": "us-east-1a", "tags": {"owner": "a", "environment": "prod"}}  # fmt: skip
    found = verdict(*[made(INSTANCE, f"n{i}", filled_in | props) for i in range(2)])
    assert found.undecided == 0
    assert {one.rule for one in found.findings if one.severity == "error"} == {"FAB005"}
    assert {one.path for one in found.findings} == {""}  # no spec of ours is behind it


def test_machines_without_accelerators_are_not_our_subject() -> None:
    one = made(INSTANCE, "web", {"instanceType": "t3.micro", "availabilityZone": "us-east-1a"})
    assert verdict(one).findings == ()


def test_component_says_job_zones_and_paths() -> None:
    """In a stack of ours findings lead back to the spec."""
    pool = made("gpuform:aws:NodePool", "train", {"workload": "training", "gang": "all", "zones": ["use1-az1", "use1-az6"],
                                                  "paths": {"nodes": "pools[train].capacity[0].onDemand"}})  # fmt: skip
    theirs = group()
    inside = Resource(theirs.type, theirs.name, theirs.address, theirs.props, pool.address, theirs.depends)
    found = verdict(pool, security_group(), template(), inside)
    (finding,) = [one for one in found.findings if one.rule == "ZON001"]
    assert finding.path == "pools[train].zones"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        pytest.param({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "x"}]}, id="plain"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_plain_keeps_plain_values(value: Any, wanted: Any) -> None:
    assert plain(value) == wanted


def test_plain_reads_through_the_sdks_proxies() -> None:
    from pulumi_policy import proxy

    wrapped = proxy.unknown_checking_proxy({"a": {"b": UNKNOWN, "c": [UNKNOWN, 2]}, "d": "x"})
    read = plain(wrapped)
    assert read["d"] == "x"
    assert repr(read["a"]["b"]) == "UNKNOWN"
    assert repr(read["a"]["c"][0]) == "UNKNOWN"
    assert read["a"]["c"][1] == 2
