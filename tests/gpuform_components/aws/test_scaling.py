"""Alarms that see, policies that end the right nodes, a budget without its reserve."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.bootstrap import GPU_METRIC, METRICS_NAMESPACE
from gpuform_components.aws.scaling import period_of

BATCH, PRETRAINING = "aws-l40s-batch-spot", "aws-h100-pretraining"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"


@pytest.mark.parametrize(
    ("seconds", "period"),
    [(900, 300), (600, 300), (60, 60), (660, 60), (90, 60), (30, 60), (86_400, 300), (90_000, 3600)],
)
def test_longest_period_that_divides_the_window(seconds: int, period: int) -> None:
    assert period_of(seconds) == period


@pytest.mark.parametrize(("written", "seconds"), [("15 min", 900), ("20 min", 1200), ("11 min", 660), ("1 h", 3600)])
def test_the_alarm_waits_as_long_as_the_spec_says(written: str, seconds: int, planned: Any, built: Any) -> None:
    alarm = built(planned(BATCH, ("for: 15 min", f"for: {written}"))).one("MetricAlarm").inputs
    assert alarm["period"] * alarm["evaluationPeriods"] == seconds


def test_alarm_looks_where_the_agent_publishes(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    alarm, group = graph.one("MetricAlarm"), graph.one("Group", "-spot")
    assert (alarm.inputs["namespace"], alarm.inputs["metricName"]) == (METRICS_NAMESPACE, GPU_METRIC)
    assert alarm.depends["dimensions"] == [group.urn]
    assert list(alarm.inputs["dimensions"]) == ["AutoScalingGroupName"]
    assert alarm.inputs["threshold"] == 30
    assert alarm.inputs["comparisonOperator"] == "LessThanThreshold"
    assert alarm.inputs["treatMissingData"] == "notBreaching"
    script = graph.one("LaunchTemplate", "-spot").user_data
    assert '"aggregation_dimensions": [\n   [\n    "AutoScalingGroupName"\n   ]' in script


def test_lone_nodes_go_one_by_one(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    policy = graph.one("Policy")
    assert graph.one("MetricAlarm").depends["alarmActions"] == [policy.urn]
    assert graph.one("MetricAlarm").inputs["statistic"] == "Average"
    assert policy.inputs["adjustmentType"] == "ChangeInCapacity"
    assert policy.inputs["stepAdjustments"] == [{"scalingAdjustment": -1, "metricIntervalUpperBound": "0"}]


def test_c54_gang_goes_as_a_whole(planned: Any, built: Any) -> None:
    plan = planned(PRETRAINING, (RESERVED, "onDemand: {}"), ("      - onDemand: {}\n    needs", "    needs"), ("nodes: 8\n", "nodes: {min: 0, max: 8}\n"))  # fmt: skip
    graph = built(plan)
    policy, alarm = graph.one("Policy").inputs, graph.one("MetricAlarm").inputs
    assert policy["adjustmentType"] == "ExactCapacity"
    assert policy["stepAdjustments"][0]["scalingAdjustment"] == 0
    assert alarm["statistic"] == "Maximum"
    assert list(alarm["dimensions"]) == ["AutoScalingGroupName"]
    assert "gpuform-idle.service" in graph.one("LaunchTemplate").user_data


def test_c54_gang_over_two_groups_is_judged_together(planned: Any, built: Any) -> None:
    plan = planned(PRETRAINING, (RESERVED, "onDemand: {nodes: 4}"), ("nodes: 8\n", "nodes: {min: 0, max: 8}\n"))
    graph = built(plan)
    assert {str(one.inputs["dimensions"]) for one in graph.of("MetricAlarm")} == {
        "{'gpuform_pool': 'llm-pretrain/train'}"
    }
    assert all('"gpuform_pool": "llm-pretrain/train"' in one.user_data for one in graph.of("LaunchTemplate"))


@pytest.mark.parametrize(
    ("swap", "alarms"),
    [
        pytest.param(("action: scale-in", "action: scale-in"), 1, id="scale-in"),
        pytest.param(("action: scale-in", "action: none"), 0, id="none"),
        pytest.param(("nodes: {min: 2, max: 20, start: 4}", "nodes: 20"), 0, id="fixed count"),
    ],
)
def test_only_what_may_shrink_has_an_alarm(swap: Any, alarms: int, planned: Any, built: Any) -> None:
    graph = built(planned(BATCH, swap))
    assert len(graph.of("MetricAlarm")) == len(graph.of("Policy")) == alarms


def test_stop_keeps_nodes_stopped_where_a_group_can(planned: Any, built: Any) -> None:
    swaps = (("[g6e.4xlarge, g6e.8xlarge]", "g6e.4xlarge"), ("action: scale-in", "action: stop"), ("onDemand: {nodes: 2}", "onDemand: {nodes: 6}"))  # fmt: skip
    graph = built(planned(BATCH, *swaps))
    warm = graph.one("Group", "-on-demand").inputs["warmPool"]
    assert warm == {
        "poolState": "Stopped",
        "minSize": 0,
        "maxGroupPreparedCapacity": 4,
        "instanceReusePolicy": {"reuseOnScaleIn": True},
    }
    assert "warmPool" not in graph.one("Group", "-spot").inputs


@pytest.mark.parametrize(("reserve", "limit"), [("15%", "38250.00"), ("0%", "45000.00")])
def test_budget_without_its_reserve(reserve: str, limit: str, planned: Any, built: Any) -> None:
    made = built(planned(BATCH, ("reserve: 15%", f"reserve: {reserve}"))).one("Budget").inputs
    assert (made["limitAmount"], made["limitUnit"]) == (limit, "USD")
    assert made["costFilters"] == [{"name": "TagKeyValue", "values": ["user:gpuform:cluster$render-batch"]}]


def test_no_budget_where_none_is_written(planned: Any, built: Any) -> None:
    assert built(planned(BATCH, ("budget: {monthly: 45000 USD, reserve: 15%}", ""))).of("Budget") == []
