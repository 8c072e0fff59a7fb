"""A whole pool: what is taken over, and which fields count as written."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.plan import resolve


@pytest.mark.parametrize(
    ("nodes", "counts", "told"),
    [
        pytest.param(8, (8, 8, 8), False, id="one number"),
        pytest.param({"min": 2, "max": 8}, (2, 2, 8), True, id="start left out: as few as allowed"),
        pytest.param({"min": 2, "max": 8, "start": 5}, (2, 5, 8), False, id="all written"),
        pytest.param({"min": 3, "max": 3}, (3, 3, 3), False, id="no other number possible"),
    ],
)
def test_nodes(pool_of: Any, chosen_of: Any, nodes: Any, counts: tuple[int, int, int], told: bool) -> None:
    pool = pool_of({"nodes": nodes})
    assert (pool.min, pool.start, pool.max) == counts
    assert ("nodes.start" in chosen_of({"nodes": nodes})) is told


def test_written_fields_are_known(pool_of: Any) -> None:
    asked = pool_of({"fabric": "required", "placementGroup": "g"}).asked_fields
    assert {"fabric", "placement_group", "machine"} <= asked
    assert not {"placement", "idle", "gang", "capacity", "nics", "image"} & asked


def test_boot_is_taken_over(spec_of: Any, catalog: Any) -> None:
    boot = {"env": {"B": "2", "A": "1"}, "secrets": {"TOKEN": "arn:aws:secretsmanager:us-east-1:1:secret:t"}}
    plan = resolve(spec_of({"boot": boot}), catalog, {"train": "echo hello\n", "other": "echo no\n"})
    planned = plan.pools[0].boot
    assert planned.script == "echo hello\n"
    assert planned.env == (("A", "1"), ("B", "2"))
    assert planned.secrets == (("TOKEN", "arn:aws:secretsmanager:us-east-1:1:secret:t"),)


def test_no_script(pool_of: Any) -> None:
    assert pool_of().boot.script is None


def test_surge_and_needs_as_written(pool_of: Any) -> None:
    pool = pool_of({"update": {"mode": "rolling", "surge": 3}, "needs": {"vcpus": 4}})
    assert (pool.update_mode, pool.surge, pool.needs.vcpus) == ("rolling", 3, 4)
