"""From a spec, as a file or as text, to its plan, with every problem at its line."""

from __future__ import annotations

from pathlib import Path

from gpuform.catalog import known, load
from gpuform.errors import GpuformError, SpecError
from gpuform.plan import ClusterPlan, plan_of
from gpuform.spec import Document, loaded, parse, read


def plan_of_file(file: Path) -> ClusterPlan:
    """Raises SpecError or MissingError with everything that is wrong."""
    return plan_of_document(read(str(file)))


def plan_of_text(text: str) -> ClusterPlan:
    """The spec itself, where a program holds it instead of a file."""
    return plan_of_document(parse(text))


def plan_of_document(document: Document) -> ClusterPlan:
    spec = loaded(document, known())
    return plan_of(spec, load(spec.spec.cloud))


def in_words(error: GpuformError) -> str:
    """For the engine's diagnostics: one line per problem and its hint."""
    if not isinstance(error, SpecError):
        return str(error)
    lines = [f"{error.file} can't be built:"]
    for problem in error.problems:
        where = f"{problem.path}: " if problem.path else ""
        lines.append(f"  line {problem.line}: {where}{problem.message}")
        if problem.hint:
            lines.append(f"      hint: {problem.hint}")
    return "\n".join(lines)
