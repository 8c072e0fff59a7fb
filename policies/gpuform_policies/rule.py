"""A rule is a page (its module's docstring), a pure check, and a card with its id, severity, what it judges, and its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any, Literal

from gpuform.record import record
from gpuform_policies.fact import Fact, Undecidable, World

Severity = Literal["error", "warning", "info"]
CardSeverity = Literal["error", "error*", "warning", "info"]
"""`error*`: an error in prod and where the environment isn't told, a warning in every other environment."""
SECTIONS = ("What", "Why", "Example", "Instead")
"""Each page has these, in this order, each opening a paragraph as `What: …`."""


@record
class Found:
    """What a check yields: one thing wrong with the fact it was given."""

    message: str
    """What is wrong, with the value seen and the limit, units included. Ends with a full stop."""
    fix: str
    """What to write instead, in the words of the spec where it can be written there."""
    at: str = ""
    """Where below the fact's path: `zones`, `disks.root.iops`; an absolute path when it starts with `/`, without that stroke."""
    severity: CardSeverity | None = None
    """Where it differs from the card's."""
    usd_per_month: Decimal | None = None
    """Damage in money, where it can be computed."""
    impact: str = ""
    """Damage in words: time lost, traffic, nodes."""
    resource: str | None = None
    """Where it differs from the fact's."""


Check = Callable[[Any, World], Iterator[Found]]


@record
class Rule:
    id: str
    name: str
    severity: CardSeverity
    judges: type[Fact]
    check: Check
    source: str
    """Where the limit or the damage is written down: a link, or a row of the catalog with its source."""
    page: str
    """The module's docstring: title, What, Why, Example, Instead."""
    cases: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.page.strip().splitlines()[0]

    @property
    def blocks(self) -> bool:
        """Whether it can end in an error at all."""
        return self.severity.startswith("error")


def effective(severity: CardSeverity, environment: str | None) -> Severity:
    """The severity in one environment."""
    if severity != "error*":
        return severity
    return "error" if environment in (None, "prod", "production") else "warning"


def all_of(parts: Iterable[Iterator[Found]]) -> Iterator[Found]:
    """The findings of every part. One that meets an unknown value is told last, so that it hides nothing certain beside it."""
    unknown: Undecidable | None = None
    for part in parts:
        try:
            yield from part
        except Undecidable as met:
            unknown = unknown or met
    if unknown is not None:
        raise unknown
