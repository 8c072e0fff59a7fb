"""`gpuform validate`: spec and plan only, no rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gpuform.cli.options import CatalogDir, Specs


class Format(StrEnum):
    text = "text"
    json = "json"


def validate(
    specs: Specs,
    format: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
    catalog: CatalogDir = None,
) -> None:
    """Check that specs are well formed and can be planned; no rules are run.

    Example: gpuform validate stacks/*.yaml
    """
    from gpuform.cli.each import each_spec, finish

    results = each_spec(specs, catalog, judged_at=None)
    finish(results, format.value)
