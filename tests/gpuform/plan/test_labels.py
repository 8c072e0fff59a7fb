"""Labels of the cluster, and the few that may sit in a launch template."""

from __future__ import annotations

from typing import Any

META: dict[str, Any] = {"name": "c", "environment": "prod", "owner": "ml", "labels": {"z": "1", "cost-center": "4711"}}


def test_cluster_labels_are_the_users_and_ours_sorted(plan_of: Any) -> None:
    assert plan_of(metadata=META).labels == (
        ("cost-center", "4711"),
        ("environment", "prod"),
        ("gpuform:cluster", "c"),
        ("owner", "ml"),
        ("z", "1"),
    )


def test_what_is_not_written_is_no_label(plan_of: Any) -> None:
    """LAB001 judges what is missing; an empty label would hide it."""
    assert plan_of().labels == (("gpuform:cluster", "c"),)


def test_order_of_labels_means_nothing(plan_of: Any) -> None:
    turned = {**META, "labels": dict(reversed(META["labels"].items()))}
    assert plan_of(metadata=META).labels == plan_of(metadata=turned).labels


def test_case_c58_pool_labels_never_change(pool_of: Any) -> None:
    """They sit in the launch template: a label of the user's there would roll every node."""
    stable = (("gpuform:cluster", "c"), ("gpuform:pool", "train"), ("gpuform:workload", "training"))
    assert pool_of().labels == stable
    assert pool_of(metadata=META).labels == stable
