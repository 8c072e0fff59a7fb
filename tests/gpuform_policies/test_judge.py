"""The judge: every rule on every fact, a stable order, and nothing hidden by what fails or is unknown (cases C68, C69)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.all_rules import RULES
from gpuform_policies.fact import UNKNOWN, Cluster, Disk, Fact, Pool, Template, Undecided, WaiverUse, World
from gpuform_policies.finding import Finding
from gpuform_policies.judge import joined, judge
from gpuform_policies.rule import CardSeverity, Check, Found, Rule, effective
from gpuform_policies.waiver import Waiver

Make = SimpleNamespace
Worlds = Callable[..., World]


def rule_of(check: Check, judges: type[Fact] = Pool, severity: CardSeverity = "error", id_: str = "TST001") -> Rule:
    return Rule(
        id=id_,
        name="test",
        severity=severity,
        judges=judges,
        check=check,
        source="a test",
        page="A title.\n",
    )


def always(message: str = "Wrong.", **found: Any) -> Check:
    def check(fact: Fact, world: World) -> Iterator[Found]:
        yield Found(message, fix="mend it", **found)

    return check


def reads_max(pool: Pool, world: World) -> Iterator[Found]:
    if pool.max > 100:
        yield Found(f"{pool.max} nodes.", fix="fewer")


def breaks(pool: Pool, world: World) -> Iterator[Found]:
    yield Found("Seen before the slip.", fix="mend it")
    raise ValueError("slip of the pen")


def about_undecided(undecided: Undecided, world: World) -> Iterator[Found]:
    severity: CardSeverity = "error" if undecided.blocks else "warning"
    yield Found(f"{undecided.rule} {undecided.field} {undecided.count}.", fix="say it", severity=severity)


def about_waivers(use: WaiverUse, world: World) -> Iterator[Found]:
    if use.matched == 0 or world.now >= use.until:
        yield Found(f"{use.rule} {use.matched}.", fix="remove it")


UNDECIDED = rule_of(about_undecided, Undecided, "warning", "POL001")
WAIVERS = rule_of(about_waivers, WaiverUse, "error", "WAI001")


def waiver(rule: str, at: str, until: datetime = datetime(2027, 1, 1, tzinfo=UTC), index: int = 0) -> Waiver:
    return Waiver(f"waivers[{index}]", rule, at, "a reason", until, "2026-12-31")


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str, str, str]]:
    return [(one.rule, one.severity, one.path, one.message) for one in findings]


def test_a_rule_judges_every_fact_of_its_kind_and_no_other(make: Make, world: Worlds) -> None:
    cluster = make.cluster(
        pools=(make.pool(), make.pool(name="b", path="pools[b]")),
        templates=(make.template(data=(make.disk(role="data"),)),),
        lustre=(make.lustre(),),
        buckets=(make.bucket(),),
        security_groups=(make.security_group(),),
        labelled=(make.labelled(),),
    )
    seen: list[str] = []

    def see(fact: Fact, _: World) -> Iterator[Found]:
        seen.append(fact.path)
        yield from ()

    for judges in (Pool, Template, Disk, Cluster):
        judge(cluster, world(), rules=[rule_of(see, judges)])
    assert seen == [
        "pools[train]",
        "pools[b]",
        "pools[train]",
        "pools[train].disks.root",
        "pools[train].disks.data[data]",
        "",
    ]


def test_a_finding_carries_the_card_the_fact_and_the_surface(make: Make, world: Worlds) -> None:
    check = always(at="zones", usd_per_month=Decimal(7), impact="slow")
    (found,) = judge(
        make.cluster(pools=(make.pool(resource="urn:a"),)), world(surface="pulumi"), rules=[rule_of(check)]
    ).findings
    assert found == Finding(
        rule="TST001",
        name="test",
        severity="error",
        message="Wrong.",
        path="pools[train].zones",
        surface="pulumi",
        resource="urn:a",
        fix="mend it",
        usd_per_month=Decimal(7),
        impact="slow",
        source="a test",
    )
    assert found.to_json()["impact"] == {"usdPerMonth": "7.00", "text": "slow"}


@pytest.mark.parametrize(("resource", "expected"), [(None, "urn:a"), ("urn:b", "urn:b"), ("", "")])
def test_a_rule_may_name_another_resource(resource: str | None, expected: str, make: Make, world: Worlds) -> None:
    cluster = make.cluster(pools=(make.pool(resource="urn:a"),))
    (found,) = judge(cluster, world(), rules=[rule_of(always(resource=resource))]).findings
    assert found.resource == expected


@pytest.mark.parametrize(
    ("path", "at", "expected"),
    [
        pytest.param("pools[a]", "", "pools[a]", id="the fact itself"),
        pytest.param("pools[a]", "zones", "pools[a].zones", id="a field below it"),
        pytest.param("pools[a].nics", "[2]", "pools[a].nics[2]", id="a member"),
        pytest.param("pools[a]", "/network.publicIp", "network.publicIp", id="an absolute path"),
        pytest.param("", "zones", "zones", id="no spec behind it"),
        pytest.param("", "", "", id="nothing at all"),
    ],
)
def test_path_of_a_finding(path: str, at: str, expected: str) -> None:
    assert joined(path, at) == expected


@pytest.mark.parametrize(
    ("card", "own", "environment", "expected"),
    [
        pytest.param("error", None, "dev", "error", id="error everywhere"),
        pytest.param("error*", None, "prod", "error", id="starred in prod"),
        pytest.param("error*", None, "production", "error", id="starred in production"),
        pytest.param("error*", None, None, "error", id="starred, environment not told"),
        pytest.param("error*", None, "dev", "warning", id="starred in dev"),
        pytest.param("error", "info", "prod", "info", id="the finding's own comes first"),
        pytest.param("warning", "error*", "dev", "warning", id="the finding's own may be starred"),
        pytest.param("warning", "error*", "prod", "error", id="and blocks in prod"),
    ],
)
def test_severity(
    card: CardSeverity, own: CardSeverity | None, environment: str | None, expected: str, make: Make, world: Worlds
) -> None:
    cluster = make.cluster(pools=(make.pool(),))
    rule = rule_of(always(severity=own), severity=card)
    verdict = judge(cluster, world(environment=environment), rules=[rule])
    assert [one.severity for one in verdict.findings] == [expected]
    assert verdict.blocked == (expected == "error")
    assert effective(own or card, environment) == expected


def test_errors_first_then_by_place_rule_and_text(make: Make, world: Worlds) -> None:
    pools = tuple(make.pool(name=name, path=f"pools[{name}]") for name in ("b", "a"))
    rules = [
        rule_of(always("Later."), severity="warning", id_="TST003"),
        rule_of(always("Second."), id_="TST002"),
        rule_of(always("First."), id_="TST001"),
    ]
    once = judge(make.cluster(pools=pools), world(), rules=rules)
    assert [(one.path, one.rule) for one in once.findings] == [
        ("pools[a]", "TST001"),
        ("pools[a]", "TST002"),
        ("pools[b]", "TST001"),
        ("pools[b]", "TST002"),
        ("pools[a]", "TST003"),
        ("pools[b]", "TST003"),
    ]
    shuffled = make.cluster(pools=tuple(reversed(pools)))
    assert judge(shuffled, world(), rules=list(reversed(rules))) == once


def test_repeats_are_told_once(make: Make, world: Worlds) -> None:
    same = (make.slice_(), make.slice_())
    verdict = judge(make.cluster(pools=(make.pool(), make.pool(slices=same))), world(), rules=[rule_of(always())])
    assert len(verdict.findings) == 1


def test_a_rule_that_fails_blocks_under_its_own_name_and_stops_no_other(make: Make, world: Worlds) -> None:
    rules = [rule_of(breaks, severity="warning", id_="TST001"), rule_of(always("Other."), id_="TST002")]
    verdict = judge(make.cluster(pools=(make.pool(),)), world(), rules=rules)
    assert [(one.rule, one.severity) for one in verdict.findings] == [
        ("TST001", "error"),
        ("TST002", "error"),
        ("TST001", "warning"),
    ]
    assert "TST001 itself failed with ValueError: slip of the pen" in verdict.findings[0].message
    assert verdict.findings[2].message == "Seen before the slip."
    assert verdict.undecided == 0


def test_a_waiver_in_force_marks_and_unblocks(make: Make, world: Worlds) -> None:
    cluster = make.cluster(pools=(make.pool(),))
    verdict = judge(cluster, world(), [waiver("TST001", "pools[train]")], [rule_of(always(at="zones")), WAIVERS])
    (found,) = verdict.findings
    assert found.waived is not None
    assert (found.waived.reason, found.waived.until) == ("a reason", "2026-12-31")
    assert not verdict.blocked


def test_waived_findings_come_last(make: Make, world: Worlds) -> None:
    rules = [rule_of(always(), id_="TST001"), rule_of(always(), severity="warning", id_="TST002")]
    verdict = judge(make.cluster(pools=(make.pool(),)), world(), [waiver("TST001", "pools[train]")], rules)
    assert [one.rule for one in verdict.findings] == ["TST002", "TST001"]


def test_a_waiver_of_what_is_undecided_is_not_idle(make: Make, world: Worlds) -> None:
    cluster = make.cluster(pools=(make.pool(max=UNKNOWN),))
    rules = [rule_of(reads_max), UNDECIDED, WAIVERS]
    verdict = judge(cluster, world(), [waiver("POL001", "pools[train]")], rules)
    assert [(one.rule, one.waived is not None) for one in verdict.findings] == [("POL001", True)]
    assert not verdict.blocked


def test_no_waiver_vouches_for_a_waiver(make: Make, world: Worlds) -> None:
    over = waiver("TST001", "pools[train]", until=datetime(2026, 12, 1, tzinfo=UTC), index=0)
    guard = waiver("WAI001", "waivers", index=1)
    cluster = make.cluster(pools=(make.pool(),))
    verdict = judge(cluster, world(), [over, guard], [rule_of(always()), WAIVERS])
    assert told(verdict.findings) == [
        ("TST001", "error", "pools[train]", "Wrong."),
        ("WAI001", "error", "waivers[0]", "TST001 1."),
        ("WAI001", "error", "waivers[1]", "WAI001 0."),
    ]
    assert all(one.waived is None for one in verdict.findings)


def test_five_planted_faults_are_five_findings_the_same_each_time(make: Make, world: Worlds) -> None:
    """Case C69, with the real rules: a public address, two zones, a ratio, a small root, a lost self rule."""
    rules = [rule for rule in RULES if rule.id in ("FAB003", "FAB004", "STO001", "STO004", "ZON001")]
    group = make.security_group()
    cluster = make.cluster(
        pools=(make.pool(zones=("use1-az1", "use1-az6")),),
        templates=(make.template(public_ip=True, root=make.disk(size_gib=50, iops=3000, throughput_mibps=1000)),),
        security_groups=(replace(group, rules=group.rules[:2]),),
    )
    verdict = judge(cluster, world(), rules=rules)
    assert [one.rule for one in verdict.findings] == ["FAB003", "FAB004", "STO001", "STO004", "ZON001"]
    assert all(judge(cluster, world(), rules=rules) == verdict for _ in range(20))


def test_a_sound_cluster_has_no_finding_at_all(make: Make, world: Worlds, idle: Callable[..., Any]) -> None:
    """Every rule of the product on a sound cluster of eight nodes that may shrink to none."""
    part = make.slice_(min=0)
    cluster = make.cluster(
        pools=(make.pool(min=0, start=0, slices=(part,), idle=idle()),),
        templates=(make.template(),),
        security_groups=(make.security_group(),),
        lustre=(make.lustre(),),
        buckets=(make.bucket(),),
        labelled=(make.labelled(),),
    )
    verdict = judge(cluster, world())
    assert told(verdict.findings) == []
    assert verdict.undecided == 0
