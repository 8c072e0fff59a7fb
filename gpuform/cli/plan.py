"""`gpuform plan`: the resolved plan, with everything the planner chose by itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gpuform.cli.options import CatalogDir, Spec


class Format(StrEnum):
    text = "text"
    json = "json"
    yaml = "yaml"


def plan(
    spec: Spec,
    format: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
    catalog: CatalogDir = None,
) -> None:
    """Print what a spec resolves to.

    Examples: gpuform plan stacks/prod.yaml · gpuform plan stacks/prod.yaml --format json | jq .plan.chosen
    """
    from gpuform.cli.loading import resolved
    from gpuform.plan import to_json, to_text

    planned = resolved(spec, catalog).plan
    match format:
        case Format.text:
            typer.echo(to_text(planned), nl=False)
        case Format.json:
            import json

            typer.echo(json.dumps({"version": 1, "plan": to_json(planned)}, indent=2, ensure_ascii=False))
        case Format.yaml:
            from gpuform.report.yaml_form import yaml_form

            typer.echo(yaml_form({"version": 1, "plan": to_json(planned)}), nl=False)
