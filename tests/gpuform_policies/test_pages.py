"""Rule pages: whole, readable, and in `docs/rules/` as they are in the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from gpuform_policies.all_rules import RULES
from gpuform_policies.pages import block, index, is_yaml, page, pages, sections, write
from gpuform_policies.rule import Rule

DOCS = Path(__file__).parents[2] / "docs" / "rules"
STALE = "stale: run `python -m gpuform_policies.pages docs/rules`"


def test_folder_has_one_page_per_rule_and_the_index() -> None:
    assert sorted(path.name for path in DOCS.iterdir()) == sorted(["README.md", *(f"{rule.id}.md" for rule in RULES)])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_page_is_fresh(rule: Rule) -> None:
    assert (DOCS / f"{rule.id}.md").read_text(encoding="utf-8") == page(rule), STALE


def test_index_is_fresh() -> None:
    assert (DOCS / "README.md").read_text(encoding="utf-8") == index(), STALE


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_page_says_everything(rule: Rule) -> None:
    text = page(rule)
    expected = ["## What", "## Why", "## Example", "## Instead", "## Judges", "## Cases", "## Source"]
    wanted = [head for head in expected if head != "## Cases" or rule.cases]
    assert [line for line in text.splitlines() if line.startswith("## ")] == wanted
    assert text.startswith(f"# {rule.id} {rule.name}\n\n{rule.title}\n\nSeverity: ")
    assert text.endswith(f"## Source\n\n{rule.source}\n")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_example_is_yaml(rule: Rule) -> None:
    told = sections(rule)
    assert is_yaml(told["Example"]), told["Example"]
    for name in ("Example", "Instead"):
        if is_yaml(told[name]):
            assert isinstance(YAML(typ="safe", pure=True).load(told[name]), dict), told[name]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("    nodes: 8\n    fabric: none", "```yaml\nnodes: 8\nfabric: none\n```", id="keys"),
        pytest.param("    # why\n    nodes: 8", "```yaml\n# why\nnodes: 8\n```", id="a comment first"),
        pytest.param("    leave `nics` out: it is\n    laid out", "Leave `nics` out: it is laid out", id="words"),
        pytest.param("one line\nand another", "One line and another", id="a paragraph"),
    ],
)
def test_block(text: str, expected: str) -> None:
    assert block(text) == expected


def test_index_links_every_rule() -> None:
    assert all(f"| [{rule.id}]({rule.id}.md) | {rule.name} | {rule.severity} |" in index() for rule in RULES)


def test_writing_again_changes_nothing_and_drops_old_pages(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "OLD001.md").write_text("gone", encoding="utf-8")
    write(tmp_path)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == pages()
