"""Reports of real clusters that went wrong, as tests of what is emitted: what may change, and what a change does to nodes. Named after the case."""

from __future__ import annotations

from typing import Any

import pytest

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"


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


def test_c48_another_architecture_is_another_template(planned: Any, built: Any) -> None:
    """The image looked up once is left alone, so a machine of another architecture must not keep it."""
    x86 = built(planned(BATCH)).one("LaunchTemplate", "-spot")
    arm = built(planned(BATCH, ("[g6e.4xlarge, g6e.8xlarge]", "g5g.4xlarge"))).one("LaunchTemplate", "-spot")
    assert (x86.name.split("-")[-1], arm.name.split("-")[-1]) == ("x86_64", "arm64")


@pytest.mark.parametrize(
    ("update", "least", "most"),
    [
        pytest.param("{mode: rolling}", 94, 100, id="one by one"),
        pytest.param("{mode: rolling, surge: 2}", 100, 112, id="two more first"),
        pytest.param("{mode: replace}", 0, 100, id="all at once"),
    ],
)
def test_c56_an_update_says_its_strategy(update: str, least: int, most: int, planned: Any, built: Any) -> None:
    group = built(planned(BATCH, ("idle:", f"update: {update}\n    idle:"))).one("Group", "-spot")
    found = group.inputs["instanceRefresh"]["preferences"]
    assert (found["minHealthyPercentage"], found["maxHealthyPercentage"]) == (least, most)


def test_c56_manual_update_leaves_running_nodes(planned: Any, built: Any) -> None:
    for group in built(planned(BATCH, ("idle:", "update: {mode: manual}\n    idle:"))).of("Group"):
        assert "instanceRefresh" not in group.inputs


def test_c56_rolling_gang_waits_for_its_job(planned: Any, built: Any) -> None:
    for group in built(planned(PRETRAINING, ("gang: all", "gang: all\n    update: {mode: rolling}"))).of("Group"):
        assert group.inputs["instanceRefresh"]["preferences"]["scaleInProtectedInstances"] == "Wait"
