"""Waivers: which findings one takes away, and what a waiver that is over, or matches nothing, is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from gpuform.record import record
from gpuform_policies.fact import WaiverUse
from gpuform_policies.finding import Finding, Waived


@record
class Waiver:
    """One entry of the spec's `waivers`: this rule, at this path and below, for this reason, up to and including this day."""

    path: str
    rule: str
    at: str
    reason: str
    until: datetime
    """Midnight UTC after the last day it holds."""
    last_day: str
    """ISO date as written."""

    def covers(self, finding: Finding) -> bool:
        return finding.rule == self.rule and under(finding.path, self.at)


def under(path: str, at: str) -> bool:
    """Whether `path` is `at` or lies below it."""
    return path == at or path.startswith((f"{at}.", f"{at}["))


def waived(findings: Iterable[Finding], waivers: Sequence[Waiver], now: datetime) -> list[Finding]:
    """The findings, each marked with the first waiver in force that covers it."""
    marked: list[Finding] = []
    for finding in findings:
        waiver = next((one for one in waivers if now < one.until and one.covers(finding)), None)
        mark = None if waiver is None else Waived(waiver.reason, waiver.last_day)
        marked.append(replace(finding, waived=mark))
    return marked


def uses(findings: Sequence[Finding], waivers: Sequence[Waiver], known_rules: frozenset[str]) -> list[WaiverUse]:
    """What became of each waiver, for WAI001."""
    return [
        WaiverUse(
            path=waiver.path,
            resource="",
            rule=waiver.rule,
            at=waiver.at,
            reason=waiver.reason,
            until=waiver.until,
            matched=sum(waiver.covers(finding) for finding in findings),
            known_rule=waiver.rule in known_rules,
        )
        for waiver in waivers
    ]
