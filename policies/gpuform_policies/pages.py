"""The page of a rule as Markdown, for `gpuform rules ID` and `docs/rules/`.

python -m gpuform_policies.pages docs/rules
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import dedent

from gpuform_policies.all_rules import RULES
from gpuform_policies.fact import Undecided, WaiverUse
from gpuform_policies.rule import SECTIONS, CardSeverity, Rule

SEVERITIES: dict[CardSeverity, str] = {
    "error": "error",
    "error*": "error in prod and where the environment is not told, else warning",
    "warning": "warning",
    "info": "info",
}
ABOUT_JUDGING = {
    WaiverUse: "Every waiver of the spec, after all other rules.",
    Undecided: "What the other rules could not decide on a Pulumi stack; on the spec every value is known.",
}
SURFACES = "from the spec and from Pulumi stacks, also other people's"
YAML = re.compile(r"(- )?[\w.$-]+:( |$)")


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
    parts = [f"# {rule.id} {rule.name}", rule.title, f"Severity: {SEVERITIES[rule.severity]}."]
    for name in SECTIONS:
        parts += [f"## {name}", block(told[name])]
    parts += ["## Judges", judges(rule)]
    if rule.cases:
        parts += ["## Cases", f"Seen in public reports: {', '.join(rule.cases)}."]
    parts += ["## Source", rule.source]
    return "\n\n".join(parts) + "\n"


def block(text: str) -> str:
    """YAML in a fence, words as one paragraph."""
    if is_yaml(text):
        return f"```yaml\n{dedent(text).rstrip()}\n```"
    words = " ".join(text.split())
    return words[:1].upper() + words[1:]


def is_yaml(text: str) -> bool:
    """Indented, and its first line that is no comment is a key or a list."""
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    return bool(lines) and lines[0].startswith("    ") and YAML.match(lines[0].strip()) is not None


def judges(rule: Rule) -> str:
    for fact, words in ABOUT_JUDGING.items():
        if rule.judges is fact:
            return words
    return f"`{rule.judges.__name__}` facts, {SURFACES}."


def index() -> str:
    rows = [f"| [{rule.id}]({rule.id}.md) | {rule.name} | {rule.severity} | {rule.title} |" for rule in RULES]
    head = [
        "# Rules",
        "",
        "`error*`: an error in prod and where the environment is not told, else a warning.",
        "",
        "| id | name | severity | finds |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


def pages() -> dict[str, str]:
    """File name → content of the whole folder."""
    return {"README.md": index(), **{f"{rule.id}.md": page(rule) for rule in RULES}}


def write(folder: Path) -> None:
    """The folder anew; a page of a rule that is gone goes too."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for old in folder.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
