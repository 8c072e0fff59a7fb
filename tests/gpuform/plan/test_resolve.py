"""The whole plan: everything at once, nothing repaired, same input same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuform.catalog import Catalog, known
from gpuform.errors import Problem, SpecError
from gpuform.plan import resolve, to_json
from gpuform.spec import load

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES, GOLDEN = ROOT / "tests" / "data" / "examples", ROOT / "tests" / "golden" / "plan"
AWS = ["aws-everything-wrong", "aws-h100-pretraining", "aws-l40s-batch-spot"]


def text_of(name: str, catalog: Catalog) -> str:
    loaded = load(str(EXAMPLES / f"{name}.yaml"), known())
    return json.dumps(to_json(resolve(loaded.spec, catalog, loaded.scripts)), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", AWS)
def test_whole_plan_of_an_example(name: str, catalog: Catalog, request: pytest.FixtureRequest) -> None:
    """`--update-golden` writes the files anew; read the difference before you commit it."""
    golden, text = GOLDEN / f"{name}.json", text_of(name, catalog)
    if request.config.getoption("--update-golden", default=False):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_golden_plan_is_of_an_example() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == AWS


@pytest.mark.parametrize("name", AWS)
def test_same_input_same_plan(name: str, catalog: Catalog) -> None:
    loaded = load(str(EXAMPLES / f"{name}.yaml"), known())
    fresh = Catalog("aws")
    assert resolve(loaded.spec, catalog) == resolve(loaded.spec, fresh)


@pytest.mark.parametrize("name", AWS)
def test_every_choice_has_a_path_a_value_and_a_reason(name: str, catalog: Catalog) -> None:
    loaded = load(str(EXAMPLES / f"{name}.yaml"), known())
    chosen = resolve(loaded.spec, catalog).chosen
    assert chosen
    assert all(one.path and one.value and one.why for one in chosen)
    assert list(chosen) == sorted(chosen, key=lambda one: (one.path, one.value))
    assert len({one.path for one in chosen}) == len(chosen)
    tops = {one.path.split("[")[0].split(".")[0] for one in chosen}
    assert tops <= {"pools", "network", "sharedStorage"}


@pytest.mark.parametrize("cloud", ["azure", "alibaba"])
def test_other_clouds_are_not_yet_planned(spec_of: Any, catalog: Catalog, cloud: str) -> None:
    spec = spec_of().model_copy(update={"cloud": cloud})
    with pytest.raises(SpecError) as caught:
        resolve(spec, catalog)
    (problem,) = caught.value.problems
    assert problem.path == "cloud"
    assert problem.message.startswith("not yet")


def test_all_problems_at_once(problems_of: Any) -> None:
    pools: list[dict[str, Any]] = [
        {"name": "a", "workload": "training", "gpu": {"model": "H10O"}, "nodes": 2},
        {"name": "b", "workload": "training", "machine": "p5.48xlarge", "nodes": 2},
        {"name": "c", "workload": "batch", "machine": "g6e.4xlarge", "nodes": 2},
    ]
    problems: tuple[Problem, ...] = problems_of(pools=pools, zones=[], network={"cidr": "10.0.0.0/28"})
    assert [problem.path for problem in problems] == ["network.cidr", "pools[a].gpu", "pools[b].zones"]


def test_problems_of_what_is_shared_come_together(problems_of: Any) -> None:
    stores = [
        {"name": "fsx", "mount": "/fsx", "bucket": {"lifecycle": {"infrequentAfter": "3 d"}}},
        {"name": "b", "mount": "/b", "bucket": {"lifecycle": {"infrequentAfter": "4 d"}}},
    ]
    problems = problems_of(zones=["use1-az1", "us-east-1a"], sharedStorage=stores)
    assert [problem.path for problem in problems] == [
        "sharedStorage[b].bucket.lifecycle.infrequentAfter",
        "sharedStorage[fsx].bucket.lifecycle.infrequentAfter",
        "zones",
    ]


def test_budget(plan_of: Any) -> None:
    assert plan_of().budget is None
    plain = plan_of(budget={"monthly": "1000 USD"}).budget
    assert (plain.monthly.amount, plain.reserve_percent) == (1000, 0)
    assert plan_of(budget={"monthly": "1000 USD", "reserve": "15%"}).budget.reserve_percent == 15


def test_plan_knows_of_which_day_its_catalog_is(plan_of: Any, catalog: Catalog) -> None:
    assert plan_of().catalog_date == catalog.dated


ZONES = ["use1-az1", "use1-az2", "use1-az4", "use1-az6"]
DOORS = [{"from": f"10.{number}.0.0/16", "port": port} for number in (1, 2) for port in (22, 443)]
SUBNETS = [{"id": f"subnet-{zone}", "zone": zone} for zone in ZONES]
LABELS = {"cost-center": "4711", "team": "a", "app": "b"}


@given(
    zones=st.permutations(ZONES),
    doors=st.permutations(DOORS),
    subnets=st.permutations(SUBNETS),
    labels=st.permutations(list(LABELS.items())),
    env=st.permutations([("A", "1"), ("B", "2"), ("C", "3")]),
    existing=st.booleans(),
)
def test_case_c63_shuffled_input_is_the_same_plan(
    plan_of: Any, zones: Any, doors: Any, subnets: Any, labels: Any, env: Any, existing: bool
) -> None:
    def plan(zones: Any, doors: Any, subnets: Any, labels: Any, env: Any) -> str:
        pool = {"workload": "batch", "machine": "g6e.4xlarge", "zones": list(zones), "boot": {"env": dict(env)}}
        network = {"existing": {"vpc": "vpc-1", "subnets": list(subnets)}} if existing else {"ingress": list(doors)}
        meta = {"name": "c", "owner": "ml", "labels": dict(labels)}
        made = plan_of(pool, zones=list(zones), network=network, metadata=meta)
        # bytes, so that the order of keys counts as well
        return json.dumps(to_json(made)) + repr((made.labels, made.zones, made.pools, made.network.nodes_group))

    straight = plan(ZONES, DOORS, SUBNETS, LABELS.items(), [("A", "1"), ("B", "2"), ("C", "3")])
    shuffled = plan(zones, doors, subnets, labels, env)
    # the spec path of a subnet is its place in the list, and is nothing anybody builds from
    assert shuffled == straight


def test_plan_takes_nothing_from_one_pool_for_another(plan_of: Any) -> None:
    """A pool's plan is the same alone and among others."""
    one = {"name": "one", "workload": "training", "machine": "p5.48xlarge", "nodes": 8}
    two = {"name": "two", "workload": "batch", "machine": "g6e.4xlarge", "nodes": 2}
    both = plan_of(pools=[one, two]).pools
    assert both == (*plan_of(pools=[one]).pools, *plan_of(pools=[two]).pools)
