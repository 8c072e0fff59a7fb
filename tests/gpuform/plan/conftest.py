"""Specs as plain data, planned with the shipped catalog: what every test of the plan starts from."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gpuform.catalog import Catalog, known, load
from gpuform.errors import Problem, SpecError
from gpuform.plan import Chosen, ClusterPlan, PlannedPool, resolve
from gpuform.spec import loaded, parse
from gpuform.spec.models import ClusterSpec

Make = Callable[..., Any]


def written(pool: dict[str, Any] | None, top: dict[str, Any]) -> dict[str, Any]:
    """A whole spec around one pool: eight training nodes of p5.48xlarge in one zone, where `pool` and `top` do not differ."""
    base: dict[str, Any] = {"name": "train", "workload": "training", "machine": "p5.48xlarge", "nodes": 8}
    if pool is not None and "gpu" in pool:
        del base["machine"]
    return {
        "apiVersion": "gpuform/v1",
        "kind": "GpuCluster",
        "metadata": {"name": "c"},
        "cloud": "aws",
        "region": "us-east-1",
        "zones": ["use1-az6"],
        "pools": [{**base, **(pool or {})}],
        **top,
    }


def spec_from(data: dict[str, Any]) -> ClusterSpec:
    return loaded(parse(json.dumps(data)), known()).spec


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load("aws")


@pytest.fixture(scope="session")
def spec_of() -> Make:
    """`spec_of(pool, **top)`: the spec, read as a file would be."""

    def make(pool: dict[str, Any] | None = None, **top: Any) -> ClusterSpec:
        return spec_from(written(pool, top))

    return make


@pytest.fixture(scope="session")
def plan_of(catalog: Catalog) -> Make:
    """`plan_of(pool, **top)`: the plan of that spec."""

    def make(pool: dict[str, Any] | None = None, **top: Any) -> ClusterPlan:
        return resolve(spec_from(written(pool, top)), catalog)

    return make


@pytest.fixture(scope="session")
def pool_of(plan_of: Make) -> Make:
    """`pool_of(pool, **top)`: the first planned pool."""

    def make(pool: dict[str, Any] | None = None, **top: Any) -> PlannedPool:
        return plan_of(pool, **top).pools[0]

    return make


@pytest.fixture(scope="session")
def problems_of(plan_of: Make) -> Make:
    """`problems_of(pool, **top)`: what leads to no plan."""

    def make(pool: dict[str, Any] | None = None, **top: Any) -> tuple[Problem, ...]:
        with pytest.raises(SpecError) as caught:
            plan_of(pool, **top)
        # a problem of the spec itself has a line; one of the plan gets its line from whoever has the document
        assert all(problem.line == 0 for problem in caught.value.problems), caught.value.problems
        return caught.value.problems

    return make


@pytest.fixture(scope="session")
def chosen_of(plan_of: Make) -> Make:
    """`chosen_of(pool, **top)`: spec path below the pool → what the planner chose there."""

    def make(pool: dict[str, Any] | None = None, **top: Any) -> dict[str, Chosen]:
        return {one.path.removeprefix("pools[train]."): one for one in plan_of(pool, **top).chosen}

    return make
