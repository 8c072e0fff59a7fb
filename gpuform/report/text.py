"""Results for a terminal: what it means, where, the fix; the source line with a caret under the place."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

from gpuform.report.place import place_of
from gpuform.report.problems import problem_lines

if TYPE_CHECKING:
    from gpuform.plan import ClusterPlan
    from gpuform.report.result import Result
    from gpuform.spec import Document
    from gpuform_policies.finding import Finding

INDENT = 9
"""Columns before the text of a finding: the widest severity word and one space."""
COLOURS = {"error": "31", "warning": "33", "info": "36", "waived": "2", "bold": "1", "dim": "2"}


def text_form(results: Sequence[Result], *, width: int, colour: bool) -> str:
    return "\n".join("".join(f"{line}\n" for line in lines_of(result, width, colour)) for result in results)


def lines_of(result: Result, width: int, colour: bool) -> Iterator[str]:
    if result.problems:
        for problem in result.problems:
            yield from problem_lines(result.file, problem)
        return
    plan = result.plan
    yield paint(result.file, "bold", colour) + ("" if plan is None else f"  {headline(plan)}")
    for finding in result.findings:
        yield ""
        yield from finding_lines(finding, result.document, width, colour)
    yield ""
    yield summary(result)


def headline(plan: ClusterPlan) -> str:
    """`llm-pretrain  aws us-east-1  8 × p5.48xlarge (64 H100)`."""
    pools = ", ".join(
        f"{pool.max} × {pool.machine.name} ({number(pool.max * pool.machine.gpus)} {pool.machine.gpu})"
        for pool in plan.pools[:4]
    )
    more = f", and {len(plan.pools) - 4} more pools" if len(plan.pools) > 4 else ""
    return f"{plan.name}  {plan.cloud} {plan.region}  {pools}{more}"


def number(value: Decimal) -> str:
    return f"{value.normalize():f}"


def finding_lines(finding: Finding, document: Document | None, width: int, colour: bool) -> Iterator[str]:
    word = "waived" if finding.waived else finding.severity
    left = f"{word:{INDENT - 1}} {finding.rule} {finding.name}"
    right = f"{finding.path}, line {finding.line}" if finding.line else finding.path
    gap = max(2, width - len(left) - len(right))
    yield paint(f"{word:{INDENT - 1}}", word, colour) + left[INDENT - 1 :] + " " * gap + paint(right, "dim", colour)
    pad = " " * INDENT
    yield from textwrap.wrap(finding.message, width, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False)
    damage = damage_of(finding)
    if damage:
        yield from textwrap.wrap(damage, width, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False)
    if finding.waived:
        yield f"{pad}waived until {finding.waived.until}: {finding.waived.reason}"
        return
    if document is not None and finding.line:
        yield from source_lines(finding.path, document, width, colour)
    yield from textwrap.wrap(
        f"fix: {finding.fix}", width, initial_indent=pad, subsequent_indent=pad + "     ", break_on_hyphens=False
    )


def damage_of(finding: Finding) -> str:
    money = (
        ""
        if finding.usd_per_month is None or finding.usd_per_month < 1
        else f"About {finding.usd_per_month:,.0f} USD a month. "
    )
    return f"{money}{finding.impact}".strip()


def source_lines(path: str, document: Document, width: int, colour: bool) -> Iterator[str]:
    """The line of the user's file and a caret under the value."""
    place = place_of(document, path)
    text = masked(document.source_line(place.line), document)
    gutter = f"{place.line:>{INDENT - 3}} │ "
    room = width - len(gutter)
    start = place.column - 1
    cut = max(0, start - room // 2) if len(text) > room else 0
    shown = text[cut : cut + room]
    length = max(1, min(place.end_column - place.column, len(shown) - (start - cut)))
    yield paint(gutter, "dim", colour) + shown
    carets = " " * max(0, start - cut) + "^" * length
    yield paint(f"{'':{INDENT - 3}} │ ", "dim", colour) + paint(carets, "error", colour)


def masked(line: str, document: Document) -> str:
    """The line with every value of a `boot.env` blotted out, as long as it was: somebody may have put a secret there."""
    for value in [one for pool in members(document.data, "pools") for one in texts_of(below(pool, "boot", "env"))]:
        line = line.replace(value, "•" * len(value))
    return line


def below(value: Any, *keys: str) -> Any:
    """What lies under these keys of plain data; None where it doesn't."""
    for key in keys:
        value = cast("dict[str, Any]", value).get(key) if isinstance(value, dict) else None
    return value


def members(value: Any, key: str) -> list[Any]:
    found = below(value, key)
    return cast("list[Any]", found) if isinstance(found, list) else []


def texts_of(value: Any) -> list[str]:
    return [str(one) for one in cast("dict[str, Any]", value).values()] if isinstance(value, dict) else []


def summary(result: Result) -> str:
    waived = [finding for finding in result.findings if finding.waived]
    counts = Counter(finding.severity for finding in result.findings if not finding.waived)
    if not result.findings:
        return "no findings"
    parts = [counted(counts[word], word) for word in ("error", "warning", "info") if counts[word]]
    if waived:
        until = ", ".join(dict.fromkeys(f"{one.rule} until {one.waived.until}" for one in waived if one.waived))
        parts.append(f"{len(waived)} waived ({until})")
    first = next((finding.rule for finding in result.findings if not finding.waived), result.findings[0].rule)
    return f"{', '.join(parts)}    gpuform rules {first} explains"


def counted(count: int, word: str) -> str:
    plural = "" if count == 1 or word == "info" else "s"
    return f"{count} {word}{plural}"


def paint(text: str, what: str, colour: bool) -> str:
    return f"\x1b[{COLOURS[what]}m{text}\x1b[0m" if colour else text
