"""Runs over several specs: one bad file never hides another, and the exit code is the worst of all."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gpuform.cli.loading import Resolved, resolved
from gpuform.cli.options import colour, width
from gpuform.errors import BLOCKED, FINE, INVALID, MISSING, MissingError, Problem, SpecError
from gpuform.report.place import place_of
from gpuform.report.result import Result

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from gpuform_policies.finding import Finding

STACK_CONFIG = re.compile(r"Pulumi(\..+)?\.ya?ml")
SLOW = 20
"""From so many files on, a terminal is shown a progress bar."""


def each_spec(files: Sequence[str], catalog: Path | None, judged_at: datetime | None) -> list[Result]:
    """Each file's problems, or its findings when `judged_at` is given."""
    with progress(specs_among(files)) as watched:
        return [result_of(file, catalog, judged_at) for file in watched]


def specs_among(files: Sequence[str]) -> Sequence[str]:
    """Without the stacks' configurations that a `stacks/*.yaml` brings along; a file named alone is always taken at its word."""
    if len(files) == 1:
        return files
    specs = [file for file in files if not STACK_CONFIG.fullmatch(Path(file).name)]
    for file in files:
        if file not in specs:
            typer.echo(f"{file} is a Pulumi stack's configuration, not a spec: passed over", err=True)
    return specs


def progress(files: Sequence[str]) -> AbstractContextManager[Iterable[str]]:
    if len(files) < SLOW or not sys.stderr.isatty():
        return nullcontext(files)
    return typer.progressbar(files, label="checking", file=sys.stderr)


def result_of(file: str, catalog: Path | None, judged_at: datetime | None) -> Result:
    try:
        found = resolved(file, catalog)
    except SpecError as error:
        return Result(file, exit_code=INVALID, problems=error.problems)
    except MissingError as error:
        return Result(file, exit_code=MISSING, problems=(Problem(1, "", str(error)),))
    if judged_at is None:
        return Result(file, exit_code=FINE, document=found.document, plan=found.plan)
    return judged(found, judged_at)


def judged(found: Resolved, now: datetime) -> Result:
    from gpuform_policies.judge import judge
    from gpuform_policies.readers.plan import cluster_of, waivers_of, world_of

    verdict = judge(
        cluster_of(found.plan, found.catalog),
        world_of(found.plan, found.catalog, now),
        waivers_of(found.plan),
    )
    return Result(
        found.file,
        exit_code=BLOCKED if verdict.blocked else FINE,
        document=found.document,
        plan=found.plan,
        findings=tuple(placed(finding, found) for finding in verdict.findings),
        undecided=verdict.undecided,
    )


def placed(finding: Finding, found: Resolved) -> Finding:
    """The finding at its line of the user's file."""
    return replace(finding, file=found.file, line=place_of(found.document, finding.path).line)


def finish(results: Sequence[Result], form: str) -> None:
    """Print all results in one form and end with the worst exit code."""
    match form:
        case "json":
            from gpuform.report.json_form import json_form

            typer.echo(json_form(results))
        case "sarif":
            from gpuform.report.sarif import sarif_form

            typer.echo(sarif_form(results))
        case "github":
            from gpuform.report.github import github_form

            typer.echo(github_form(results), nl=False)
        case _:
            from gpuform.report.text import text_form

            typer.echo(text_form(results, width=width(), colour=colour()), nl=False, color=True)
    raise typer.Exit(worst(results))


def worst(results: Sequence[Result]) -> int:
    """A file that isn't there outweighs an invalid one, that outweighs a blocked one."""
    codes = {result.exit_code for result in results}
    return next((code for code in (MISSING, INVALID, BLOCKED) if code in codes), FINE)
