"""What rules share: severities by environment, and findings that an unknown value beside them does not hide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gpuform_policies.fact import Undecidable
from gpuform_policies.rule import CardSeverity, Found, Severity, all_of, effective


def part(*words: str) -> Iterator[Found]:
    """Finds each word; `?name` meets an unknown value."""
    for word in words:
        if word.startswith("?"):
            raise Undecidable(word[1:])
        yield Found(word, fix="")


@pytest.mark.parametrize(
    ("parts", "found", "unknown"),
    [
        pytest.param([], [], None, id="nothing"),
        pytest.param([part("a"), part(), part("b", "c")], ["a", "b", "c"], None, id="all known"),
        pytest.param([part("?x"), part("a")], ["a"], "x", id="unknown first hides nothing"),
        pytest.param([part("a", "?x", "b"), part("c")], ["a", "c"], "x", id="what came before it in its part counts"),
        pytest.param([part("?x"), part("?y")], [], "x", id="the first unknown is told"),
    ],
)
def test_all_of(parts: list[Iterator[Found]], found: list[str], unknown: str | None) -> None:
    told: list[str] = []
    met: str | None = None
    try:
        for one in all_of(parts):
            told.append(one.message)  # one by one: an unknown value must not lose what came before it
    except Undecidable as undecidable:
        met = undecidable.field
    assert (told, met) == (found, unknown)


@pytest.mark.parametrize(
    ("card", "environment", "severity"),
    [
        pytest.param("error*", "prod", "error", id="prod"),
        pytest.param("error*", None, "error", id="not told"),
        pytest.param("error*", "dev", "warning", id="elsewhere"),
        pytest.param("error", "dev", "error", id="a plain error everywhere"),
        pytest.param("warning", "prod", "warning", id="a warning everywhere"),
        pytest.param("info", "prod", "info", id="an info everywhere"),
    ],
)
def test_effective(card: CardSeverity, environment: str | None, severity: Severity) -> None:
    assert effective(card, environment) == severity
