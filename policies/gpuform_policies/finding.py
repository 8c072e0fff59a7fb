"""A finding: one rule broken at one place, as every output form shows it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from gpuform.record import record
from gpuform_policies.fact import Surface
from gpuform_policies.rule import Severity


@record
class Waived:
    reason: str
    until: str
    """ISO date."""


@record
class Finding:
    rule: str
    name: str
    severity: Severity
    message: str
    path: str
    surface: Surface
    resource: str
    fix: str
    usd_per_month: Decimal | None
    impact: str
    source: str
    waived: Waived | None = None
    file: str = ""
    line: int | None = None

    @property
    def blocks(self) -> bool:
        return self.severity == "error" and self.waived is None

    @property
    def order(self) -> tuple[int, str, str, str, str]:
        """Waived last, errors first, then by place, rule and text, so that output never depends on chance."""
        rank = {"error": 0, "warning": 1, "info": 2}[self.severity] + (3 if self.waived else 0)
        return (rank, self.path, self.rule, self.resource, self.message)

    def to_json(self) -> dict[str, Any]:
        """The stable form of DESIGN section 4."""
        money = None if self.usd_per_month is None else f"{self.usd_per_month:.2f}"
        return {
            "rule": self.rule,
            "name": self.name,
            "severity": self.severity,
            "message": self.message,
            "path": self.path,
            "file": self.file,
            "line": self.line,
            "surface": self.surface,
            "resource": self.resource or None,
            "fix": self.fix,
            "impact": {"usdPerMonth": money, "text": self.impact},
            "source": self.source,
            "waived": None if self.waived is None else {"reason": self.waived.reason, "until": self.waived.until},
        }
