"""Results as GitHub workflow commands, which become annotations on the pull request's lines.

The form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions (read 2026-11)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuform.report.result import Result

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def github_form(results: Sequence[Result]) -> str:
    return "".join(f"{line}\n" for result in results for line in lines_of(result))


def lines_of(result: Result) -> Iterator[str]:
    for problem in result.problems:
        hint = f" ({problem.hint})" if problem.hint else ""
        where = f"{problem.path}: " if problem.path else ""
        yield command("error", result.file, problem.line, "invalid spec", f"{where}{problem.message}{hint}")
    for finding in result.findings:
        if finding.waived:
            level, title = "notice", f"{finding.rule} {finding.name} (waived until {finding.waived.until})"
        else:
            level, title = LEVELS[finding.severity], f"{finding.rule} {finding.name}"
        text = f"{finding.message} Fix: {finding.fix}"
        yield command(level, finding.file, finding.line or 1, title, text)


def command(level: str, file: str, line: int, title: str, message: str) -> str:
    return f"::{level} file={property_text(file)},line={line},title={property_text(title)}::{data_text(message)}"


def data_text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_text(text: str) -> str:
    return data_text(text).replace(":", "%3A").replace(",", "%2C")
