"""Each component in a user's own program, without `GpuCluster`."""

from __future__ import annotations

from typing import Any

import pulumi

from gpuform.bootstrap import Mount
from gpuform_components import aws
from gpuform_components.aws.launch_template import Surroundings


def test_network_alone(planned: Any, run: Any) -> None:
    plan = planned("aws-h100-pretraining")
    graph = run(lambda: aws.Network("mine", plan))
    assert graph.one("Network").outputs["vpcId"] == "mine-vpc-id"
    assert graph.one("Network").type == "gpuform:aws:Network"
    assert graph.of("Group") == []


def test_access_alone(planned: Any, run: Any) -> None:
    plan = planned("aws-l40s-batch-spot")
    arns = {"assets": pulumi.Output.from_input("arn:aws:s3:::theirs")}
    graph = run(lambda: aws.Access("mine", plan, arns))
    assert "arn:aws:s3:::theirs/*" in graph.one("RolePolicy").inputs["policy"]


def test_node_pool_alone(planned: Any, run: Any) -> None:
    plan = planned("aws-l40s-batch-spot")

    def program() -> None:
        around = Surroundings(
            pulumi.Output.from_input("sg-0theirs"),
            pulumi.Output.from_input("arn:aws:iam::123456789012:instance-profile/theirs"),
            {"assets": pulumi.Output.from_input(Mount("bucket", "their-bucket", "/assets"))},
        )
        aws.NodePool("batch", plan, plan.pools[0], aws.Network("mine", plan), around)

    graph = run(program)
    assert len(graph.of("Group")) == len(graph.of("LaunchTemplate")) == 2
    assert "their-bucket" in graph.of("LaunchTemplate")[0].user_data


def test_scaling_alone(planned: Any, run: Any) -> None:
    plan = planned("aws-l40s-batch-spot")
    graph = run(lambda: aws.Scaling("batch", plan, plan.pools[0], {"spot": "their-group"}))
    assert graph.one("MetricAlarm").inputs["dimensions"] == {"AutoScalingGroupName": "their-group"}


def test_storage_alone(planned: Any, run: Any) -> None:
    plan = planned("aws-h100-pretraining")
    graph = run(lambda: aws.SharedStorage("mine", plan, aws.Network("mine", plan)))
    assert set(graph.one("SharedStorage").outputs["sources"]) == {"scratch", "checkpoints"}


def test_options_of_the_user_reach_the_component(planned: Any, run: Any) -> None:
    plan = planned("aws-l40s-batch-spot")
    graph = run(lambda: aws.GpuCluster("mine", plan, pulumi.ResourceOptions(protect=True)))
    assert graph.one("Network").parent == graph.one("GpuCluster").urn
