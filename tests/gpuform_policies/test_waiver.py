"""Waivers: what one covers, how long it holds, and what became of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gpuform_policies.finding import Finding
from gpuform_policies.waiver import Waiver, under, uses, waived

UNTIL = datetime(2027, 1, 1, tzinfo=UTC)


def waiver(rule: str = "STO002", at: str = "pools[train]", reason: str = "measured", until: datetime = UNTIL) -> Waiver:
    return Waiver("waivers[0]", rule, at, reason, until, "2026-12-31")


def finding(rule: str = "STO002", path: str = "pools[train].disks.root") -> Finding:
    return Finding(
        rule=rule,
        name="a-name",
        severity="error",
        message="Slow.",
        path=path,
        surface="spec",
        resource="",
        fix="mend it",
        usd_per_month=None,
        impact="",
        source="a test",
    )


@pytest.mark.parametrize(
    ("path", "at", "expected"),
    [
        pytest.param("pools[train]", "pools[train]", True, id="the place itself"),
        pytest.param("pools[train].zones", "pools[train]", True, id="a field below"),
        pytest.param("pools[train].nics[2].card", "pools[train].nics", True, id="a member's field below a list"),
        pytest.param("pools[train]", "pools", True, id="a member of the list"),
        pytest.param("pools[train2]", "pools[train]", False, id="a longer name is another place"),
        pytest.param("pools[train].zonesX", "pools[train].zones", False, id="a longer field is another place"),
        pytest.param("pools[train]", "pools[train].zones", False, id="above is not below"),
        pytest.param("pools[other].zones", "pools[train]", False, id="beside"),
        pytest.param("", "pools[train]", False, id="a finding without a place"),
    ],
)
def test_under(path: str, at: str, expected: bool) -> None:
    assert under(path, at) is expected


@pytest.mark.parametrize(
    ("given", "found", "expected"),
    [
        pytest.param(waiver(), finding(), True, id="its rule, below its place"),
        pytest.param(waiver(rule="STO001"), finding(), False, id="another rule"),
        pytest.param(waiver(at="pools[other]"), finding(), False, id="another place"),
    ],
)
def test_covers(given: Waiver, found: Finding, expected: bool) -> None:
    assert given.covers(found) is expected


@pytest.mark.parametrize(
    ("now", "holds"),
    [
        pytest.param(datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), True, id="the last second of its last day"),
        pytest.param(UNTIL, False, id="midnight after it"),
    ],
)
def test_it_holds_to_the_end_of_its_last_day(now: datetime, holds: bool) -> None:
    (marked,) = waived([finding()], [waiver()], now)
    assert (marked.waived is not None) is holds
    assert marked.blocks is not holds


def test_the_first_waiver_in_force_is_named() -> None:
    over = waiver(reason="over", until=datetime(2026, 1, 1, tzinfo=UTC))
    (marked,) = waived(
        [finding()], [over, waiver(reason="first"), waiver(reason="second")], datetime(2026, 12, 1, tzinfo=UTC)
    )
    assert marked.waived is not None
    assert marked.waived.reason == "first"


def test_all_else_of_a_finding_stays_and_others_are_untouched() -> None:
    first, second = finding(), finding(rule="ZON001")
    marked = waived([first, second], [waiver()], datetime(2026, 12, 1, tzinfo=UTC))
    assert marked[1] == second
    assert marked[0].to_json() | {"waived": None} == first.to_json()
    assert marked[0].to_json()["waived"] == {"reason": "measured", "until": "2026-12-31"}


def test_uses_count_what_each_took_away() -> None:
    findings = [finding(), finding(path="pools[train].disks.data[a]"), finding(rule="ZON001")]
    given = [waiver(), waiver(rule="ZON002"), waiver(rule="NIX001")]
    found = uses(findings, given, frozenset({"STO002", "ZON001", "ZON002"}))
    assert [(use.rule, use.matched, use.known_rule) for use in found] == [
        ("STO002", 2, True),
        ("ZON002", 0, True),
        ("NIX001", 0, False),
    ]
    assert (found[0].path, found[0].at, found[0].reason, found[0].until) == (
        "waivers[0]",
        "pools[train]",
        "measured",
        UNTIL,
    )


def test_an_expired_waiver_still_counts_what_it_would_take() -> None:
    (use,) = uses([finding()], [waiver(until=datetime(2026, 1, 1, tzinfo=UTC))], frozenset({"STO002"}))
    assert use.matched == 1
