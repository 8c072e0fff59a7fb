"""What the provider refuses while planning: both sides of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[[str, dict[str, Any]], list[str]]
ALARM = {"metricName": "m", "statistic": "Average", "comparisonOperator": "LessThanThreshold", "evaluationPeriods": 3}


@pytest.mark.parametrize(
    ("word", "inputs", "told"),
    [
        ("nat", {"subnetId": "subnet-01234567", "allocationId": "eipalloc-01234567"}, ""),
        (
            "nat",
            {"connectivityType": "private", "allocationId": "eipalloc-01234567"},
            'allocation_id is not supported with connectivity_type = "private"',
        ),
        ("nat", {"subnetId": "subnet-01234567"}, "needs an allocation id"),
        (
            "nat",
            {"allocationId": "eipalloc-01234567", "secondaryPrivateIpAddressCount": 2},
            'connectivity_type = "public"',
        ),
        ("placement", {"strategy": "cluster"}, ""),
        ("placement", {"strategy": "partition", "partitionCount": 3}, ""),
        (
            "placement",
            {"strategy": "cluster", "partitionCount": 3},
            'partition_count must not be set when strategy = "cluster"',
        ),
        ("placement", {"strategy": "cluster", "spreadLevel": "rack"}, "spread_level must not be set"),
        ("volume", {"type": "io2", "size": 100, "iops": 1000}, ""),
        ("volume", {"type": "io2", "size": 100}, "'iops' must be set when 'type' is 'io2'"),
        ("volume", {"type": "gp2", "size": 100, "iops": 1000}, "'iops' must not be set when 'type' is 'gp2'"),
        ("volume", {"type": "gp2", "size": 100, "throughput": 200}, "'throughput' must not be set"),
        ("volume", {"type": "gp3", "size": 100, "multiAttachEnabled": True}, "'multi_attach_enabled' must not be set"),
        ("volume", {"type": "gp3", "size": 100, "volumeInitializationRate": 200}, "unless 'snapshot_id' is set"),
        ("alarm", ALARM, ""),
        ("alarm", {**ALARM, "statistic": None}, "One of `statistic` or `extended_statistic`"),
        ("alarm", {**ALARM, "comparisonOperator": None}, "comparison_operator is required"),
        ("alarm", {**ALARM, "evaluationPeriods": None}, "evaluation_periods is required"),
        (
            "alarm",
            {"metricQueries": [{"expression": "a", "metric": {"metricName": "m"}}]},
            "both `expression` and a `metric`",
        ),
        ("fleet", {"type": "maintain", "spotOptions": {"maintenanceStrategies": {"capacityRebalance": {}}}}, ""),
        (
            "fleet",
            {"type": "request", "spotOptions": {"maintenanceStrategies": {"capacityRebalance": {}}}},
            "fleets of type maintain",
        ),
        (
            "lustre",
            {"storageType": "INTELLIGENT_TIERING", "deploymentType": "PERSISTENT_2"},
            "ThroughputCapacity is a required parameter",
        ),
        (
            "lustre",
            {"storageType": "INTELLIGENT_TIERING", "deploymentType": "PERSISTENT_2", "throughputCapacity": 4000},
            "",
        ),
    ],
)
def test_plan_check(refused: Refused, word: str, inputs: dict[str, Any], told: str) -> None:
    answers = refused(word, {name: value for name, value in inputs.items() if value is not None})
    assert answers == [] if not told else any(told in answer for answer in answers)
