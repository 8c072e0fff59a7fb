"""Results as the stable, versioned JSON of DESIGN section 4."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpuform.errors import Problem
    from gpuform.report.result import Result

VERSION = 1


def json_form(results: Sequence[Result]) -> str:
    specs = [
        {
            "file": result.file,
            "problems": [problem_json(problem) for problem in result.problems],
            "findings": [finding.to_json() for finding in result.findings],
            "notDecidable": result.undecided,
        }
        for result in results
    ]
    return json.dumps({"version": VERSION, "specs": specs}, indent=2, ensure_ascii=False)


def problem_json(problem: Problem) -> dict[str, Any]:
    return {"line": problem.line, "path": problem.path, "message": problem.message, "hint": problem.hint}
