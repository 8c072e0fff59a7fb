"""The page of a rule as Markdown, for `gpuform rules ID` and `docs/rules/`.

python -m gpuform_policies.pages docs/rules
"""

from __future__ import annotations

import sys
from pathlib import Path

from gpuform_policies.all_rules import RULES
from gpuform_policies.rule import SECTIONS, Rule

SEVERITIES = {
    "error": "error",
    "error*": "error in prod and where the environment is not told, else warning",
    "warning": "warning",
    "info": "info",
}


def sections(rule: Rule) -> dict[str, str]:
    """What, Why, Example, Instead of the rule's docstring. Raises KeyError where one is missing."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in rule.page.strip().splitlines()[1:]:
        head, colon, rest = line.partition(":")
        if colon and head in SECTIONS:
            name = head
            found[name] = [rest.strip()] if rest.strip() else []
        elif name:
            found[name].append(line)
    return {each: "\n".join(found[each]).strip("\n") for each in SECTIONS}


def page(rule: Rule) -> str:
    told = sections(rule)
    parts = [f"# {rule.id} {rule.name}", "", rule.title, "", f"Severity: {SEVERITIES[rule.severity]}.", ""]
    for name in SECTIONS:
        text = told[name]
        indented = text.startswith("    ") or "\n    " in text
        body = (
            f"```yaml\n{dedented(text)}\n```" if indented and name in ("Example", "Instead") else " ".join(text.split())
        )
        parts += [f"## {name}", "", body, ""]
    parts += ["## Judges", "", f"{rule.judges.__name__} facts, from the spec and from Pulumi stacks.", ""]
    if rule.cases:
        parts += ["## Cases", "", f"Seen in public reports: {', '.join(rule.cases)}.", ""]
    parts += ["## Source", "", rule.source, ""]
    return "\n".join(parts)


def dedented(text: str) -> str:
    return "\n".join(line.removeprefix("    ") for line in text.splitlines())


def index() -> str:
    rows = [f"| [{rule.id}]({rule.id}.md) | {rule.name} | {rule.severity} | {rule.title} |" for rule in RULES]
    head = [
        "# Rules",
        "",
        "`*`: an error in prod, a warning elsewhere.",
        "",
        "| id | name | severity | finds |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for rule in RULES:
        (folder / f"{rule.id}.md").write_text(page(rule), encoding="utf-8")
    (folder / "README.md").write_text(index(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
