"""Cases from public reports, run through the whole way: text, spec, plan, facts, rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from ruamel.yaml import YAML

from gpuform.catalog import known, load
from gpuform.plan import ClusterPlan, resolve
from gpuform.spec import loaded, parse
from gpuform_policies.finding import Finding
from gpuform_policies.judge import judge
from gpuform_policies.readers.plan import cluster_of, waivers_of, world_of

NOW = datetime(2026, 12, 1, tzinfo=UTC)
Pools = list[dict[str, Any]]


def spec_text(*pools: dict[str, Any], **top: Any) -> str:
    """A sound spec in us-east-1; each pool is eight p5.48xlarge that train, changed as told (None takes a field out)."""
    from io import StringIO

    sound = {"name": "train", "workload": "training", "machine": "p5.48xlarge", "nodes": 8}
    sound["needs"] = {"checkpoint": {"size": "1 TiB", "every": "30 min", "to": "scratch"}}
    whole: dict[str, Any] = {
        "apiVersion": "gpuform/v1",
        "kind": "GpuCluster",
        "metadata": {"name": "case", "environment": "prod", "owner": "team"},
        "cloud": "aws",
        "region": "us-east-1",
        "zones": ["use1-az6"],
        "pools": [{k: v for k, v in (sound | pool).items() if v is not None} for pool in pools or ({},)],
        "sharedStorage": [{"name": "scratch", "lustre": {"size": "4800 GiB", "zone": "use1-az6"}}],
    }
    out = StringIO()
    YAML(typ="safe", pure=True).dump({k: v for k, v in (whole | top).items() if v is not None}, out)
    return out.getvalue()


def plan_of(text: str) -> ClusterPlan:
    one = loaded(parse(text), known())
    return resolve(one.spec, load("aws"), one.scripts)


@pytest.fixture
def plan() -> Callable[..., ClusterPlan]:
    return lambda *pools, **top: plan_of(spec_text(*pools, **top))


@pytest.fixture
def findings() -> Callable[..., list[Finding]]:
    def judged(*pools: dict[str, Any], now: datetime = NOW, **top: Any) -> list[Finding]:
        made = plan_of(spec_text(*pools, **top))
        catalog = load("aws")
        return list(judge(cluster_of(made, catalog), world_of(made, catalog, now), waivers_of(made)).findings)

    return judged


@pytest.fixture
def errors(findings: Callable[..., list[Finding]]) -> Callable[..., set[str]]:
    return lambda *pools, **more: {one.rule for one in findings(*pools, **more) if one.severity == "error"}
