"""`gpuform check`: every rule on every spec."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gpuform.cli.options import CatalogDir, Specs


class Format(StrEnum):
    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


def check(
    specs: Specs,
    now: Annotated[
        str | None, typer.Option("--now", metavar="DATE", help="Judge as of this ISO date; default: today.")
    ] = None,
    format: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
    catalog: CatalogDir = None,
) -> None:
    """Judge specs by all rules. Exits 4 when a rule blocks.

    Examples: gpuform check stacks/prod.yaml · gpuform check stacks/*.yaml --format sarif > findings.sarif
    """
    from gpuform.cli.each import each_spec, finish
    from gpuform.cli.loading import moment

    results = each_spec(specs, catalog, judged_at=moment(now))
    finish(results, format.value)
