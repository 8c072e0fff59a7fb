"""What ends idle nodes on AWS: an alarm on a metric below a threshold that drives a scale-in policy of the group."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from gpuform_policies.fact import UNKNOWN, Idle
from gpuform_policies.readers.aws_types import ALARM, SCALING_POLICY
from gpuform_policies.readers.resource import Graph, Resource, value_at, whole

BELOW = ("LessThanThreshold", "LessThanOrEqualToThreshold")


def idle_of(groups: list[Resource], graph: Graph) -> Idle | None:
    """The first alarm below a threshold that drives a policy of any of the groups; target tracking counts as one too."""
    policies = {
        one.address: one for group in groups for one in graph.pointing_at(group, "autoscalingGroupName", SCALING_POLICY)
    }
    for _, policy in sorted(policies.items()):
        for alarm in graph.pointing_at(policy, "alarmActions", ALARM):
            if alarm.get("comparisonOperator") in BELOW:
                return idle_from(alarm)
        if policy.get("policyType") == "TargetTrackingScaling":
            return tracked(policy)
    return None


def idle_from(alarm: Resource) -> Idle:
    threshold = alarm.get("threshold")
    period, periods = whole(alarm.get("period"), 0), whole(alarm.get("evaluationPeriods"), 0)
    return Idle(
        path="",
        resource=alarm.address,
        gpu_below_percent=UNKNOWN if threshold is UNKNOWN else Decimal(str(threshold or 0)),
        for_seconds=UNKNOWN if UNKNOWN in (period, periods) else period * periods,
        action="scale-in",
        by_hand=True,
    )


def tracked(policy: Resource) -> Idle:
    target: Any = value_at(policy.get("targetTrackingConfiguration"), "targetValue")
    return Idle(
        path="",
        resource=policy.address,
        gpu_below_percent=UNKNOWN if target is UNKNOWN else Decimal(str(target or 0)),
        for_seconds=UNKNOWN,
        action="scale-in",
        by_hand=True,
    )
