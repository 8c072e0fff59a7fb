"""Least privilege: what the role may do, and on what."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gpuform_components.aws.access import ec2_may_assume, partition_of

FREE = {"Metrics", "OwnGroup", "WhoAmI"}
"""Statements on any resource: held by a condition, or lists without a finer form."""


def statements(graph: Any, name: str = "") -> dict[str, Any]:
    policy = json.loads(graph.one("RolePolicy", name).inputs["policy"])
    return {one["Sid"]: one for one in policy["Statement"]}


def test_only_lists_and_held_statements_are_on_everything(planned: Any, built: Any) -> None:
    found = statements(built(planned("aws-h100-pretraining")))
    assert {sid for sid, one in found.items() if one["Resource"] == "*"} == FREE
    assert "Condition" in found["Metrics"]
    assert found["OwnGroup"]["Condition"] == {
        "StringEquals": {"autoscaling:ResourceTag/gpuform:cluster": "llm-pretrain"}
    }
    assert all("Describe" in action for action in found["WhoAmI"]["Action"])
    assert not any("*" in action for one in found.values() for action in one["Action"])


def test_the_plan_s_buckets_and_no_others(planned: Any, built: Any) -> None:
    graph = built(planned("aws-h100-pretraining"))
    assert graph.one("RolePolicy").depends["policy"] == [graph.one("Bucket").urn]
    found = statements(graph)
    assert found["Buckets"]["Resource"] == ["arn:aws:any:us-east-1:123456789012:checkpoints"]
    assert found["Objects"]["Resource"] == ["arn:aws:any:us-east-1:123456789012:checkpoints/*"]


def test_no_secret_no_statement(planned: Any, built: Any) -> None:
    assert not {"Secrets", "Parameters"} & set(statements(built(planned("aws-h100-pretraining"))))


def test_session_manager_instead_of_a_key(planned: Any, built: Any) -> None:
    graph = built(planned("aws-l40s-batch-spot"))
    assert graph.one("RolePolicyAttachment").inputs["policyArn"].endswith(":policy/AmazonSSMManagedInstanceCore")
    assert not any("keyName" in one.inputs for one in graph.of("LaunchTemplate"))
    assert graph.of("KeyPair") == []


def test_profile_waits_for_what_its_role_may_do(planned: Any, built: Any) -> None:
    graph = built(planned("aws-l40s-batch-spot"))
    needed = {graph.one("RolePolicy").urn, graph.one("RolePolicyAttachment").urn}
    assert needed <= set(graph.one("InstanceProfile").dependencies)


def test_two_pools_do_not_share_their_secrets(planned: Any, built: Any) -> None:
    second = (
        "  - {name: debug, workload: notebook, machine: g6e.4xlarge, nodes: 1, boot: {secrets: {KEY: /debug/key}}}\n"
    )
    graph = built(planned("aws-l40s-batch-spot", ("sharedStorage:", f"{second}sharedStorage:")))
    assert "Parameters" in statements(graph, "-debug")
    assert "Parameters" not in statements(graph, "-batch-batch")


@pytest.mark.parametrize(
    ("region", "partition"), [("us-east-1", "aws"), ("cn-north-1", "aws-cn"), ("us-gov-west-1", "aws-us-gov")]
)
def test_partition(region: str, partition: str) -> None:
    assert partition_of(region) == partition


@pytest.mark.parametrize(
    ("region", "service"), [("eu-west-1", "ec2.amazonaws.com"), ("cn-north-1", "ec2.amazonaws.com.cn")]
)
def test_only_machines_may_take_the_role(region: str, service: str) -> None:
    (statement,) = json.loads(ec2_may_assume(region))["Statement"]
    assert statement["Principal"] == {"Service": service}
