"""Results as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gpuform import __version__

if TYPE_CHECKING:
    from gpuform.errors import Problem
    from gpuform.report.result import Result
    from gpuform_policies.finding import Finding
    from gpuform_policies.rule import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
INVALID_SPEC = "SPEC000"
"""The id under which problems of the spec itself are listed: SARIF wants one."""


def sarif_form(results: Sequence[Result]) -> str:
    from gpuform_policies.all_rules import RULES

    found = [problem_result(one.file, problem) for one in results for problem in one.problems]
    found += [finding_result(finding) for one in results for finding in one.findings]
    driver = {
        "name": "gpuform",
        "version": __version__,
        "rules": [invalid_spec_rule(), *(rule_json(rule) for rule in RULES)],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": found}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def invalid_spec_rule() -> dict[str, Any]:
    return {
        "id": INVALID_SPEC,
        "name": "invalid-spec",
        "shortDescription": {"text": "The spec is invalid."},
        "defaultConfiguration": {"level": "error"},
    }


def rule_json(rule: Rule) -> dict[str, Any]:
    card: dict[str, Any] = {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.page.strip()},
        "help": {"text": rule.page.strip()},
        "defaultConfiguration": {"level": LEVELS[rule.severity.rstrip("*")]},
    }
    if rule.source.startswith("https://"):
        card["helpUri"] = rule.source.split()[0].rstrip(",;")
    return card


def problem_result(file: str, problem: Problem) -> dict[str, Any]:
    where = f"{problem.path}: " if problem.path else ""
    hint = f" ({problem.hint})" if problem.hint else ""
    return result_json(INVALID_SPEC, "error", f"{where}{problem.message}{hint}", file, problem.line)


def finding_result(finding: Finding) -> dict[str, Any]:
    made = result_json(
        finding.rule, LEVELS[finding.severity], f"{finding.message} Fix: {finding.fix}", finding.file, finding.line or 1
    )
    made["locations"][0]["logicalLocations"] = [{"fullyQualifiedName": finding.path}]
    if finding.waived is not None:
        made["suppressions"] = [{"kind": "inSource", "justification": finding.waived.reason}]
    return made


def result_json(rule: str, level: str, text: str, file: str, line: int) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": uri(file)}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


def uri(file: str) -> str:
    """A relative path stays relative, as code scanning wants it; an absolute one becomes a file address."""
    path = PurePath(file)
    return Path(path).as_uri() if path.is_absolute() else quote(path.as_posix())
