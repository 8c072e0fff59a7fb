"""The list of rules against the folder and the register, and what every rule's page and card must have."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import gpuform_policies.rules
from gpuform_policies.all_rules import RULES
from gpuform_policies.fact import Fact
from gpuform_policies.rule import SECTIONS, Rule

FOLDER = Path(next(iter(gpuform_policies.rules.__path__)))
REGISTER = Path(__file__).parents[1] / "data" / "register.csv"
TESTS = Path(__file__).parent / "rules"


def registered() -> dict[str, dict[str, str]]:
    with REGISTER.open(encoding="utf-8", newline="") as lines:
        return {row["id"]: row for row in csv.DictReader(lines)}


def file_of(rule: Rule) -> str:
    return f"{rule.id.lower()}_{rule.name.replace('-', '_')}"


def test_every_rule_file_is_listed_and_named_after_its_rule() -> None:
    on_disk = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
    assert on_disk == sorted(file_of(rule) for rule in RULES)


def test_the_list_is_sorted_without_repeats() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_it_is_in_the_register_under_that_name_and_severity(rule: Rule) -> None:
    row = registered()[rule.id]
    assert rule.name == row["name"]
    first = re.match(r"error\*?|warning|info", row["severity"])
    assert first is not None, row["severity"]
    assert rule.severity == first.group()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_its_page_has_a_title_and_the_four_sections_in_order(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z].*\.", rule.title), rule.title
    heads = [line.partition(":")[0] for line in rule.page.splitlines() if re.match(r"[A-Z][a-z]+:", line)]
    assert [head for head in heads if head in SECTIONS] == list(SECTIONS)
    for name in SECTIONS:
        after = rule.page.split(f"\n{name}:", 1)[1]
        assert after.split("\n\n")[0].strip(), f"{name} is empty"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_its_card_is_filled_in(rule: Rule) -> None:
    assert rule.source.strip()
    assert issubclass(rule.judges, Fact)
    assert all(re.fullmatch(r"C\d{2}", case) for case in rule.cases)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_it_has_a_test_of_its_own(rule: Rule) -> None:
    text = (TESTS / f"test_{file_of(rule)}.py").read_text(encoding="utf-8")
    assert f"from gpuform_policies.rules.{file_of(rule)} import RULE" in text
