"""Spec to plan to all rules in a warm process: how much a pool costs, and whether a thousand cost a thousand times as much."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

NOW = datetime(2026, 12, 1, tzinfo=UTC)
POOLS = (1, 100, 1000)
HEAD = """\
apiVersion: gpuform/v1
kind: GpuCluster
metadata: {name: bench, environment: dev, owner: bench}
cloud: aws
region: us-west-2
zones: [usw2-az1, usw2-az2]
network: {cidr: 10.0.0.0/16}
pools:
"""
POOL = """\
  - name: pool-%d
    workload: batch
    machine: [g6e.4xlarge, g6e.8xlarge]
    nodes: {min: 1, max: 4, start: 2}
    capacity: [{onDemand: {nodes: 1}}, {spot: {strategy: price-capacity-optimized}}]
    needs: {gpuMemory: 40 GiB, vcpus: 16, readThroughput: 200 MiB/s}
    image: {family: dlami-base-ubuntu-22.04}
"""


def spec_of(pools: int) -> str:
    return HEAD + "".join(POOL % number for number in range(pools))


def judged(file: Path) -> None:
    from gpuform.cli.each import result_of

    result = result_of(str(file), None, NOW)
    assert result.problems == (), result.problems[:3]
    assert result.plan is not None


@pytest.fixture(scope="module")
def per_pool() -> dict[int, float]:
    """Seconds per pool, by the number of pools; filled in the order of POOLS."""
    return {}


@pytest.mark.parametrize("pools", POOLS)
def test_spec_to_rules(
    benchmark: Any, figure: Callable[..., None], per_pool: dict[int, float], tmp_path: Path, pools: int
) -> None:
    file = tmp_path / "bench.yaml"
    file.write_text(spec_of(pools), encoding="utf-8")
    benchmark.pedantic(judged, args=(file,), rounds=3 if pools > 100 else 10, warmup_rounds=1)
    per_pool[pools] = benchmark.stats.stats.min / pools
    figure(f"spec, plan, all rules, warm, per pool of {pools:,}", per_pool[pools] * 1000, "ms", 20)
    if pools > 100 and 100 in per_pool:
        figure(f"  a pool of {pools:,} beside one of 100 (linear is 1)", per_pool[pools] / per_pool[100], "x", 1.3)
