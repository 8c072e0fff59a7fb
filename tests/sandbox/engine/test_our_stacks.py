"""Our own stacks on the real engine, and the policy pack on them and on a program that knows nothing of gpuform."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "tests" / "data" / "examples"
PACK = ("--policy-pack", str(ROOT / "policies"))
OURS = "from gpuform_components.program import build\n\nbuild('spec.yaml')\n"
THEIRS = """
import pulumi_aws as aws

vpc = aws.ec2.Vpc("net", cidr_block="10.0.0.0/16")
subnets = [
    aws.ec2.Subnet(f"sub-{zone}", vpc_id=vpc.id, cidr_block=f"10.0.{zone}.0/24", availability_zone_id=f"use1-az{zone}")
    for zone in ZONES
]
nodes = aws.ec2.SecurityGroup("nodes", vpc_id=vpc.id, description="theirs")
for kind, name in ((aws.vpc.SecurityGroupIngressRule, "in"), (aws.vpc.SecurityGroupEgressRule, "out")):
    kind(name, security_group_id=nodes.id, ip_protocol="-1", referenced_security_group_id=nodes.id)
efa = [{"network_card_index": k, "device_index": 1 if k == 0 else 0, "interface_type": "efa-only", "security_groups": [nodes.id]} for k in range(4)]
template = aws.ec2.LaunchTemplate(
    "lt",
    instance_type="p4d.24xlarge",
    image_id="ami-0123456789abcdef0",
    network_interfaces=[{"network_card_index": 0, "device_index": 0, "interface_type": "interface", "security_groups": [nodes.id]}, *efa],
    block_device_mappings=[
        {"device_name": "/dev/sda1", "ebs": {"volume_size": 500, "volume_type": "gp3", "iops": IOPS, "throughput": SPEED, "encrypted": "true"}}
    ],
    metadata_options={"http_tokens": "required"},
)
aws.autoscaling.Group(
    "gang",
    min_size=4,
    max_size=4,
    vpc_zone_identifiers=[subnet.id for subnet in subnets],
    launch_template={"id": template.id, "version": template.latest_version.apply(lambda v: str(int(v)))},
    suspended_processes=["AZRebalance"],
    protect_from_scale_in=True,
    wait_for_capacity_timeout="0",
    tags=[{"key": k, "value": v, "propagate_at_launch": True} for k, v in {"owner": "a", "environment": "prod"}.items()],
)
"""


def ours(world: Any, name: str, *swaps: tuple[str, str]) -> None:
    """An example, changed, as the stack's spec."""
    text = (EXAMPLES / f"{name}.yaml").read_text()
    # the trial project's region is us-east-1
    text = text.replace("us-west-2", "us-east-1").replace("usw2-az3", "use1-az4").replace("usw2-", "use1-")
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new, 1)
    world.program(OURS)
    (world.folder / "stacks" / "spec.yaml").write_text(text)


def theirs(world: Any, *, zones: str = "(1,)", iops: int = 16000, speed: int = 1000) -> None:
    world.program(THEIRS.replace("ZONES", zones).replace("IOPS", str(iops)).replace("SPEED", str(speed)))


def steps(world: Any) -> dict[str, dict[str, Any]]:
    """Logical name and type → what a preview would do; what stays is left out."""
    done = world.run("preview", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = [step for step in json.loads(done.stdout)["steps"] if step["op"] != "same"]
    return {
        f"{step['urn'].split('::')[2].rpartition(':')[2]} {step['urn'].rpartition('::')[2]} {step['op']}": step
        for step in found
    }


@pytest.mark.parametrize("name", ["aws-h100-pretraining", "aws-l40s-batch-spot"])
def test_good_example_passes_the_pack_comes_up_stays_and_goes(world: Any, name: str) -> None:
    ours(world, name)
    assert "[mandatory]" not in world.good("up", *PACK)
    assert world.recorded(":LaunchTemplate")
    world.good("preview", "--expect-no-changes")
    world.good("destroy")
    assert world.objects() == []


def test_wrong_example_is_refused_by_the_pack(world: Any) -> None:
    ours(world, "aws-everything-wrong")
    told = world.bad("preview", *PACK)
    for rule in ("ZON001", "STO002", "FAB005", "SPT001", "SEC001", "SEC002"):
        assert rule in told, rule


def test_broken_spec_is_told_plainly(world: Any) -> None:
    ours(world, "aws-l40s-batch-spot", ("nodes: {min", "noeds: {min"))
    told = world.bad("preview")
    assert "noeds" in told
    assert "did you mean" in told


def test_stack_of_another_region_is_told_so(world: Any) -> None:
    ours(
        world,
        "aws-l40s-batch-spot",
        ("region: us-east-1", "region: us-east-2"),
        ("[use1-az1, use1-az2, use1-az4]", "[use2-az1]"),
    )
    told = world.bad("preview")
    assert "aws:region is us-east-1" in told
    assert "us-east-2" in told


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        pytest.param({"zones": "(1, 6)"}, "ZON001", id="gang over two zones"),
        pytest.param({"iops": 3000, "speed": 125}, "STO002", id="bare root"),
        pytest.param({}, "", id="sound"),
    ],
)
def test_program_that_knows_nothing_of_us_is_judged(world: Any, changes: dict[str, Any], rule: str) -> None:
    theirs(world, **changes)
    if rule:
        told = world.bad("preview", *PACK)
        assert rule in told
        assert "[mandatory]" in told
    else:
        assert "[mandatory]" not in world.good("preview", *PACK)


def test_changes_roll_only_what_they_must(world: Any) -> None:
    """A label rolls no node, the order of zones changes nothing, another machine is another group and the preview says why."""
    batch = "aws-l40s-batch-spot"
    ours(world, batch)
    world.good("up")
    instances = [thing["id"] for thing in world.objects("instance:Instance")]

    ours(world, batch, ("[use1-az1, use1-az2, use1-az4]", "[use1-az4, use1-az1, use1-az2]"))
    world.good("preview", "--expect-no-changes")

    ours(world, batch, ('cost-center: "0815"', 'cost-center: "0816"'))
    planned = steps(world)
    assert planned
    assert {key.rpartition(" ")[2] for key in planned} == {"update"}
    templates = [step for key, step in planned.items() if key.startswith("LaunchTemplate")]
    assert all(set(step["detailedDiff"]) == {"tags.cost-center"} for step in templates)
    world.good("up")
    assert [thing["id"] for thing in world.objects("instance:Instance")] == instances

    (group,) = [name for name in world.recorded(":Group") if "-spot-" in name]
    assert world.call("inventory", "scale", group, "7").returncode == 0
    ours(world, batch, ('cost-center: "0815"', 'cost-center: "0816"'))
    world.good("refresh")
    world.good("preview", "--expect-no-changes")

    ours(world, batch, ("machine: [g6e.4xlarge, g6e.8xlarge]", "machine: [g6e.12xlarge, g6e.8xlarge]"))
    replaced = [step for key, step in steps(world).items() if key.startswith("Group") and key.endswith(" replace")]
    assert replaced
    assert all("namePrefix" in step["replaceReasons"] for step in replaced)


def test_no_room_for_the_last_group_is_healed_by_the_next_run(world: Any) -> None:
    """Three groups, the third gets no capacity: said plainly, the others stay, and nothing is built twice."""
    two = "  - name: more\n    workload: batch\n    machine: g6e.4xlarge\n    nodes: {min: 0, max: 2}\n    idle: {action: scale-in}\n"
    ours(world, "aws-l40s-batch-spot", ("sharedStorage:", f"{two}sharedStorage:"))
    world.faults({"kind": "no-capacity", "type": "aws:autoscaling/group:Group", "nth": 3})
    told = world.bad("up")
    assert "InsufficientInstanceCapacity" in told
    kept = world.recorded(":Group")
    assert len(kept) == 2
    world.faults()
    world.good("up")
    assert set(kept) < set(world.recorded(":Group"))
    assert len(world.recorded(":Group")) == 3
    assert len(world.objects("group:Group")) == 3
