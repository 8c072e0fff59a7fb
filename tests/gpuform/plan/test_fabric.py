"""Whether nodes carry the fabric, stand and fall together, and how they are updated."""

from __future__ import annotations

from typing import Any

import pytest

MIXED = ["g6e.8xlarge", "g6e.4xlarge"]


@pytest.mark.parametrize(
    ("pool", "asked", "fabric"),
    [
        pytest.param({}, "required", "efa", id="many training nodes of a machine that has one"),
        pytest.param({"nodes": 1}, "none", "none", id="one node"),
        pytest.param({"nodes": {"min": 0, "max": 1}}, "none", "none", id="one node at most"),
        pytest.param({"nodes": {"min": 0, "max": 2}}, "required", "efa", id="two nodes at most"),
        pytest.param({"workload": "inference"}, "none", "none", id="no training"),
        pytest.param({"machine": "g6e.4xlarge"}, "none", "none", id="a machine without"),
        pytest.param({"machine": MIXED}, "required", "none", id="a list with one that has none: FAB010"),
        pytest.param({"fabric": "none"}, "none", "none", id="switched off: FAB005"),
        pytest.param({"fabric": "required", "machine": "g6e.4xlarge"}, "required", "none", id="not there: FAB001"),
        pytest.param({"fabric": "preferred"}, "preferred", "efa", id="preferred and there"),
        pytest.param({"fabric": "preferred", "machine": "g6e.4xlarge"}, "preferred", "none", id="preferred, not there"),
        pytest.param({"fabric": "required", "workload": "batch", "nodes": 1}, "required", "efa", id="by hand"),
    ],
)
def test_fabric(pool_of: Any, pool: dict[str, Any], asked: str, fabric: str) -> None:
    planned = pool_of(pool)
    assert (planned.fabric_asked, planned.fabric) == (asked, fabric)


@pytest.mark.parametrize(
    ("pool", "told"),
    [
        pytest.param({}, True, id="default"),
        pytest.param({"fabric": "preferred"}, True, id="preferred: somebody had to decide"),
        pytest.param({"fabric": "required"}, False, id="asked for"),
        pytest.param({"fabric": "none"}, False, id="asked to be none"),
        pytest.param({"nodes": 1}, False, id="nothing to decide"),
    ],
)
def test_choice_of_the_fabric_is_told(chosen_of: Any, pool: dict[str, Any], told: bool) -> None:
    assert ("fabric" in chosen_of(pool)) is told


@pytest.mark.parametrize(
    ("pool", "gang", "mode"),
    [
        pytest.param({}, "all", "manual", id="many training nodes"),
        pytest.param({"nodes": 1}, "elastic", "rolling", id="one training node"),
        pytest.param({"workload": "batch"}, "elastic", "rolling", id="no training"),
        pytest.param({"gang": "elastic"}, "elastic", "rolling", id="elastic by hand"),
        pytest.param({"workload": "batch", "gang": "all"}, "all", "manual", id="all by hand"),
        pytest.param({"update": {"mode": "replace"}}, "all", "replace", id="mode by hand"),
    ],
)
def test_gang_and_update(pool_of: Any, chosen_of: Any, pool: dict[str, Any], gang: str, mode: str) -> None:
    planned = pool_of(pool)
    assert (planned.gang, planned.update_mode) == (gang, mode)
    assert ("update.mode" in chosen_of(pool)) is ("update" not in pool)
