"""`gpuform rules`: the list of rules, or the page of one."""

from __future__ import annotations

import difflib
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from gpuform.errors import UsageError

if TYPE_CHECKING:
    from gpuform_policies.rule import Rule


class Format(StrEnum):
    text = "text"
    json = "json"


def known_ids() -> list[str]:
    from gpuform_policies.all_rules import RULES

    return [rule.id for rule in RULES]


def rules(
    rule_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Explain this rule.", autocompletion=known_ids)
    ] = None,
    format: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
) -> None:
    """List all rules, or explain one.

    Examples: gpuform rules · gpuform rules ZON001 · gpuform rules --format json
    """
    from gpuform_policies.all_rules import RULES

    chosen = RULES if rule_id is None else (rule_named(rule_id, RULES),)
    if format is Format.json:
        import json

        typer.echo(json.dumps({"version": 1, "rules": [card(rule) for rule in chosen]}, indent=2, ensure_ascii=False))
    elif rule_id is None:
        wide = max(len(rule.name) for rule in RULES)
        for rule in RULES:
            typer.echo(f"{rule.id:8} {rule.name:{wide}}  {rule.severity:8} {rule.title}")
    else:
        from gpuform_policies.pages import page

        typer.echo(page(chosen[0]), nl=False)


def rule_named(rule_id: str, among: tuple[Rule, ...]) -> Rule:
    """The rule of that id or name, whatever its letter case. Raises UsageError with the nearest."""
    for rule in among:
        if rule_id.upper() == rule.id or rule_id.lower() == rule.name:
            return rule
    near = difflib.get_close_matches(rule_id.upper(), [rule.id for rule in among], n=1)
    hint = f"did you mean {near[0]}?" if near else "`gpuform rules` lists them"
    raise UsageError(f"there is no rule `{rule_id}`: {hint}")


def card(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity.rstrip("*"),
        "softerOutsideProd": rule.severity.endswith("*"),
        "title": rule.title,
        "judges": rule.judges.__name__,
        "source": rule.source,
        "cases": list(rule.cases),
    }
