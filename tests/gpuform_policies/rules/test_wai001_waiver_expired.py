"""WAI001: a waiver has a reason and a date, and takes something away while it lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import World
from gpuform_policies.finding import Finding
from gpuform_policies.judge import judge
from gpuform_policies.rules import pol001_not_decidable, sec004_metadata_service
from gpuform_policies.rules.wai001_waiver_expired import RULE
from gpuform_policies.waiver import Waiver

RULES = (pol001_not_decidable.RULE, sec004_metadata_service.RULE, RULE)
LAST_DAY = datetime(2027, 3, 31, tzinfo=UTC)
WAIVER = Waiver(
    path="waivers[0]",
    rule="SEC004",
    at="pools[train]",
    reason="image is replaced in April",
    until=LAST_DAY + timedelta(days=1),
    last_day="2027-03-31",
)


def judged(make: SimpleNamespace, world: World, waiver: Waiver, **template: Any) -> tuple[Finding, ...]:
    fact = make.template(**{"tokens_required": False, **template})
    return judge(make.cluster(templates=(fact,)), world, (waiver,), RULES).findings


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="in force"),
        pytest.param({"at": "pools[other]"}, [("waivers[0].at", "2027-03-31", "0 findings")], id="another place"),
        pytest.param({"at": "pools[tra"}, [("waivers[0].at", "0 findings")], id="half a name is no place"),
        pytest.param({"rule": "POL001"}, [("waivers[0].at", "0 findings")], id="another rule"),
        pytest.param({"rule": "SEC999"}, [("waivers[0].rule", "SEC999", "2027-03-31")], id="no such rule"),
        pytest.param({"reason": " "}, [("waivers[0].reason", "2027-03-31", "no reason")], id="no reason"),
        pytest.param(
            {"reason": "", "rule": "SEC999"},
            [("waivers[0].reason", "no reason"), ("waivers[0].rule", "SEC999")],
            id="two faults",
        ),
    ],
)
def test_waiver(
    changes: dict[str, Any],
    expected: list[tuple[str, ...]],
    make: SimpleNamespace,
    world: Callable[..., World],
) -> None:
    found = [one for one in judged(make, world(), replace(WAIVER, **changes)) if one.rule == "WAI001"]
    assert [(one.severity, one.path) for one in found] == [("error", row[0]) for row in expected]
    for one, row in zip(found, expected, strict=True):
        assert [word for word in row[1:] if word not in one.message] == [], one.message


@pytest.mark.parametrize(
    ("now", "over"),
    [
        pytest.param(LAST_DAY, False, id="morning of the last day"),
        pytest.param(LAST_DAY + timedelta(hours=23, minutes=59), False, id="its last minute"),
        pytest.param(LAST_DAY + timedelta(days=1), True, id="midnight after it"),
    ],
)
def test_last_day(now: datetime, over: bool, make: SimpleNamespace, world: Callable[..., World]) -> None:
    found = {one.rule: one for one in judged(make, world(now=now), WAIVER)}
    assert (found["SEC004"].waived is None) is over
    assert ("WAI001" in found) is over
    if over:
        assert found["WAI001"].path == "waivers[0].until"
        assert "2027-03-31" in found["WAI001"].message


def test_over_and_matching_nothing_is_one_finding(make: SimpleNamespace, world: Callable[..., World]) -> None:
    found = judged(make, world(now=WAIVER.until), WAIVER, tokens_required=True)
    assert [(one.rule, one.path) for one in found] == [("WAI001", "waivers[0].until")]


def test_a_waiver_does_not_vouch_for_itself(make: SimpleNamespace, world: Callable[..., World]) -> None:
    waiver = replace(WAIVER, rule="WAI001", at="waivers[0]")
    found = [one for one in judged(make, world(), waiver) if one.rule == "WAI001"]
    assert [(one.path, one.waived) for one in found] == [("waivers[0].at", None)]
