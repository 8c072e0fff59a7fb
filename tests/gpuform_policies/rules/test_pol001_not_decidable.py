"""POL001: what can't be decided is told once per rule and field, and is never a pass (cases C68, C70)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from gpuform_policies.fact import UNKNOWN, Template, World
from gpuform_policies.judge import Verdict, judge
from gpuform_policies.rule import Rule
from gpuform_policies.rules import sec004_metadata_service, spt004_spot_one_market
from gpuform_policies.rules.pol001_not_decidable import RULE

SEC004, SPT004 = sec004_metadata_service.RULE, spt004_spot_one_market.RULE


def judged(make: SimpleNamespace, world: World, *templates: Template, path: str = "", rule: Rule = SEC004) -> Verdict:
    spot = make.slice_(path=path, kind="spot", zones=UNKNOWN)
    pool = make.pool(path=path, workload="batch", gang="elastic", slices=(spot,))
    return judge(make.cluster(templates=templates, pools=(pool,)), world, rules=(rule, RULE))


def told(verdict: Verdict) -> list[tuple[str, str, str]]:
    return [(one.rule, one.severity, one.message) for one in verdict.findings]


def test_known_values_leave_nothing_undecided(make: SimpleNamespace, world: Callable[..., World]) -> None:
    assert judged(make, world(), make.template(path="")) == Verdict((), 0)


def test_a_rule_that_blocks_blocks(make: SimpleNamespace, world: Callable[..., World]) -> None:
    verdict = judged(make, world(), make.template(path="", resource="urn:t", tokens_required=UNKNOWN))
    message = "SEC004 could not be decided: tokens_required is not known before apply."
    assert told(verdict) == [("POL001", "error", message)]
    assert verdict.undecided == 1
    assert verdict.findings[0].resource == "urn:t"
    assert verdict.blocked


def test_a_rule_that_warns_warns(make: SimpleNamespace, world: Callable[..., World]) -> None:
    verdict = judged(make, world(), rule=SPT004)
    assert told(verdict) == [("POL001", "warning", "SPT004 could not be decided: zones is not known before apply.")]
    assert not verdict.blocked


def test_where_a_spec_is_behind_it_nothing_blocks(make: SimpleNamespace, world: Callable[..., World]) -> None:
    """`gpuform check` on that spec decides; here it is only said."""
    template = make.template(tokens_required=UNKNOWN)
    verdict = judged(make, world(surface="pulumi"), template, path="pools[train]")
    assert [(rule, severity) for rule, severity, _ in told(verdict)] == [("POL001", "warning")]


def test_a_spec_behind_some_excuses_no_others(make: SimpleNamespace, world: Callable[..., World]) -> None:
    ours, theirs = make.template(tokens_required=UNKNOWN), make.template(path="", tokens_required=UNKNOWN)
    for templates in ((ours, theirs), (theirs, ours)):
        verdict = judged(make, world(), *templates)
        assert [(severity, "(2 times)" in message) for _, severity, message in told(verdict)] == [("error", True)]


@pytest.mark.parametrize("count", [2, 5])
def test_many_resources_are_told_once(count: int, make: SimpleNamespace, world: Callable[..., World]) -> None:
    templates = [make.template(path="", resource=f"urn:{index}", tokens_required=UNKNOWN) for index in range(count)]
    verdict = judged(make, world(), *templates)
    assert [(severity, f"({count} times)" in message) for _, severity, message in told(verdict)] == [("error", True)]
    assert verdict.undecided == count


def test_two_fields_are_two_notes(make: SimpleNamespace, world: Callable[..., World]) -> None:
    templates = (
        make.template(path="", tokens_required=UNKNOWN),
        make.template(path="", hop_limit=UNKNOWN),
    )
    messages = " ".join(message for _, _, message in told(judged(make, world(), *templates)))
    assert "tokens_required" in messages
    assert "hop_limit" in messages
