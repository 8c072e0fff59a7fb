"""Errors as a person reads them: every problem with its line, or a bug report ready to paste."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Iterable, Sequence

from gpuform.errors import CatalogError, GpuformError, Problem, SpecError


def told(error: GpuformError) -> str:
    """Any error raised on purpose, for stderr."""
    if isinstance(error, SpecError | CatalogError):
        return problems_text(error.file, error.problems)
    return f"gpuform: {error}\n"


def problems_text(file: str, problems: Iterable[Problem]) -> str:
    return "".join(f"{line}\n" for problem in problems for line in problem_lines(file, problem))


def problem_lines(file: str, problem: Problem) -> list[str]:
    where = f"{problem.path}: " if problem.path else ""
    lines = [f"{file}:{problem.line}: {where}{problem.message}"]
    if problem.hint:
        lines.append(f"    hint: {problem.hint}")
    return lines


def bug_report(bug: Exception, arguments: Sequence[str]) -> str:
    """A surprise is our fault; this is what we need to find it. Holds no value of the spec but what Python puts in the error."""
    from gpuform import __version__

    trace = "".join(traceback.format_exception(bug))
    return (
        "gpuform: this is a bug of ours, not of your spec. Please report what follows:\n\n"
        f"gpuform {__version__}, Python {platform.python_version()}, {platform.system()}\n"
        f"command: {' '.join(arguments[1:])}\n{trace}"
    )
