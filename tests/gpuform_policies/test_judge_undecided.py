"""The judge and what it could not decide: counted, told once, hiding nothing beside it (case C68)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster, Fact, Pool, Undecided, World
from gpuform_policies.finding import Finding
from gpuform_policies.judge import judge
from gpuform_policies.rule import CardSeverity, Check, Found, Rule, all_of

Make = SimpleNamespace
Worlds = Callable[..., World]


def rule_of(check: Check, judges: type[Fact] = Pool, severity: CardSeverity = "error", id_: str = "TST001") -> Rule:
    return Rule(id=id_, name="test", severity=severity, judges=judges, check=check, source="a test", page="A title.")


def reads_max(pool: Pool, world: World) -> Iterator[Found]:
    if pool.max > 100:
        yield Found(f"{pool.max} nodes.", fix="fewer")


def beside(pool: Pool, world: World) -> Iterator[Found]:
    yield Found("Beside.", fix="mend it")


def about_undecided(undecided: Undecided, world: World) -> Iterator[Found]:
    severity: CardSeverity = "error" if undecided.blocks else "warning"
    yield Found(f"{undecided.rule} {undecided.field} {undecided.count}.", fix="say it", severity=severity)


UNDECIDED = rule_of(about_undecided, Undecided, "warning", "POL001")


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str, str, str]]:
    return [(one.rule, one.severity, one.path, one.message) for one in findings]


def test_an_unknown_value_is_counted_per_fact_and_told_once(make: Make, world: Worlds) -> None:
    pools = tuple(make.pool(name=name, path="", resource=f"urn:{name}", max=UNKNOWN) for name in ("a", "b"))
    verdict = judge(make.cluster(pools=pools), world(surface="pulumi"), rules=[rule_of(reads_max), UNDECIDED])
    assert verdict.undecided == 2
    assert told(verdict.findings) == [("POL001", "error", "", "TST001 max 2.")]
    assert verdict.findings[0].resource == "urn:a"


@pytest.mark.parametrize(
    ("severity", "environment", "path", "expected"),
    [
        pytest.param("error", "dev", "", "error", id="its rule blocks"),
        pytest.param("error*", "prod", "", "error", id="its rule blocks in prod"),
        pytest.param("error*", "dev", "", "warning", id="and not in dev"),
        pytest.param("warning", "prod", "", "warning", id="its rule only warns"),
        pytest.param("error", "prod", "pools[train]", "warning", id="a spec is behind it, which decides"),
    ],
)
def test_what_is_undecided_is_as_hard_as_its_rule(
    severity: CardSeverity, environment: str, path: str, expected: str, make: Make, world: Worlds
) -> None:
    cluster = make.cluster(pools=(make.pool(path=path, max=UNKNOWN),))
    verdict = judge(cluster, world(environment=environment), rules=[rule_of(reads_max, severity=severity), UNDECIDED])
    assert [one.severity for one in verdict.findings] == [expected]


def test_what_is_undecided_about_a_mixed_stack_is_as_hard_as_its_hardest_part(make: Make, world: Worlds) -> None:
    """One pool of ours beside one of somebody else's: the second has no spec that decides."""
    ours, theirs = make.pool(max=UNKNOWN), make.pool(path="", max=UNKNOWN)
    verdict = judge(make.cluster(pools=(ours, theirs)), world(), rules=[rule_of(reads_max), UNDECIDED])
    assert told(verdict.findings) == [("POL001", "error", "pools[train]", "TST001 max 2.")]


def test_what_is_undecided_about_a_whole_cluster_of_ours_only_warns(make: Make, world: Worlds) -> None:
    def check(cluster: Cluster, world: World) -> Iterator[Found]:
        yield Found(cluster.region, fix="say it")

    cluster = make.cluster(pools=(make.pool(),), region=UNKNOWN)
    rules = [rule_of(check, Cluster), UNDECIDED]
    assert [one.severity for one in judge(cluster, world(), rules=rules).findings] == ["warning"]
    nobodys = make.cluster(region=UNKNOWN)
    assert [one.severity for one in judge(nobodys, world(), rules=rules).findings] == ["error"]


def test_known_facts_are_judged_beside_unknown_ones(make: Make, world: Worlds) -> None:
    pools = (make.pool(max=UNKNOWN), make.pool(name="b", path="pools[b]", max=101))
    verdict = judge(make.cluster(pools=pools), world(), rules=[rule_of(reads_max)])
    assert told(verdict.findings) == [("TST001", "error", "pools[b]", "101 nodes.")]
    assert verdict.undecided == 1


def test_parts_of_a_rule_do_not_hide_each_other(make: Make, world: Worlds) -> None:
    def check(pool: Pool, world: World) -> Iterator[Found]:
        yield from all_of((reads_max(pool, world), beside(pool, world)))

    verdict = judge(make.cluster(pools=(make.pool(max=UNKNOWN),)), world(), rules=[rule_of(check)])
    assert [one.message for one in verdict.findings] == ["Beside."]
    assert verdict.undecided == 1
