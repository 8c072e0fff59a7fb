"""The life of a small stack on the real engine: built, unchanged, changed in place, drifted, mended, gone."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytestmark = pytest.mark.slow
KEPT = 'group("nodes", name_prefix="nodes-", opts=pulumi.ResourceOptions(ignore_changes=["desiredCapacity"]))\n'
LABELLED = KEPT.replace("opts=", 'tags=[{"key": "team", "value": "vision", "propagate_at_launch": True}], opts=')


def steps(world: Any, *words: str) -> dict[str, dict[str, Any]]:
    """Logical name → what a preview would do to it."""
    done = world.run("preview", "--json", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)["steps"]
    return {step["urn"].rpartition("::")[2]: step for step in told if step["op"] != "same"}


def test_built_unchanged_labelled_and_gone(world: Any, network: str) -> None:
    world.program(network + KEPT)
    assert "+ 5 created" in world.good("up")
    assert len(world.objects("instance:Instance")) == 2
    world.good("preview", "--expect-no-changes")
    template = world.recorded(":LaunchTemplate")
    instances = [thing["id"] for thing in world.objects("instance:Instance")]

    world.program(network + LABELLED)
    planned = steps(world)
    assert {name: step["op"] for name, step in planned.items()} == {"nodes": "update"}
    assert list(planned["nodes"]["detailedDiff"]) == ["tags"]
    world.good("up")
    assert world.recorded(":LaunchTemplate") == template
    assert [thing["id"] for thing in world.objects("instance:Instance")] == instances

    world.good("destroy")
    assert world.objects() == []
    exported = world.call("stack", "export", "--stack", "dev")
    assert json.loads(exported.stdout)["deployment"].get("resources", []) == []


def test_what_the_autoscaler_did_is_kept_and_a_lost_node_comes_back(world: Any, network: str) -> None:
    world.program(network + KEPT)
    world.good("up")
    (group,) = world.recorded(":Group")
    assert world.call("inventory", "scale", group, "5").returncode == 0
    lost = world.objects("instance:Instance")[0]["id"]
    assert world.call("inventory", "delete", lost).returncode == 0
    assert len(world.objects("instance:Instance")) == 4

    world.good("refresh")
    running = [thing["id"] for thing in world.objects("instance:Instance")]
    assert len(running) == 5
    assert lost not in running
    world.good("preview", "--expect-no-changes")


def test_deleted_behind_the_back_is_built_again_and_nothing_twice(world: Any, network: str) -> None:
    world.program(network + 'group("nodes")\n')
    world.good("up")
    (subnet,) = world.recorded(":Subnet")
    assert world.call("inventory", "delete", subnet).returncode == 0
    world.good("up", "--refresh")
    assert world.recorded(":Subnet") != [subnet]
    assert len(world.objects(":Subnet")) == len(world.objects("autoscaling/group:Group")) == 1


def test_another_name_prefix_shows_a_replacement_with_its_reason(world: Any, network: str) -> None:
    world.program(network + 'group("nodes", name_prefix="g6e.4xlarge-")\n')
    world.good("up")
    world.program(network.replace("g6e.4xlarge", "g6e.8xlarge") + 'group("nodes", name_prefix="g6e.8xlarge-")\n')
    planned = steps(world, "--diff")
    assert planned["nodes"]["replaceReasons"] == ["namePrefix"]
    assert planned["lt"]["op"] == "update"
    world.good("up")
    assert [thing["outputs"]["name"][:11] for thing in world.objects("autoscaling/group:Group")] == ["g6e.8xlarge"]


def test_the_cloud_refuses_before_anything_is_built(world: Any, network: str) -> None:
    world.program(
        network + 'aws.ec2.Subnet("typo", opts=None, vpc_id="vpc-0123456789abcdef0", cidr_block="10.0.0.0/99")\n'
    )
    assert '"cidr_block" (10.0.0.0/99) must be a valid network CIDR' in world.bad("preview")
    world.program(network + 'aws.ec2.FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL")\n')
    assert "does not know the resource type `aws:ec2/flowLog:FlowLog`" in world.bad("preview")
    assert world.objects() == []


def test_a_user_s_mistake_is_told_without_a_traceback(world: Any) -> None:
    world.program('import pulumi\nraise pulumi.RunError("line 3: no machine is called p9")\n')
    assert "line 3: no machine is called p9" in world.bad("preview")


def test_a_policy_pack_stops_a_preview(world: Any, network: str) -> None:
    pack = world.folder / "pack"
    pack.mkdir()
    (pack / "PulumiPolicy.yaml").write_text("runtime: python\nversion: 1.0.0\n")
    (pack / "__main__.py").write_text(PACK)
    world.program(network)
    assert "no network is called net" in world.bad("preview", "--policy-pack", str(pack))


PACK = """
from pulumi_policy import EnforcementLevel, PolicyPack, ResourceValidationPolicy

def judge(args, report):
    if args.name == "net":
        report("no network is called net")

PolicyPack("trial", [ResourceValidationPolicy("names", "names", judge, EnforcementLevel.MANDATORY)])
"""
