"""From a spec, as a file or as text, to its plan, with every problem at its line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuform.catalog import known, load
from gpuform.errors import GpuformError, SpecError
from gpuform.plan import ClusterPlan, resolve
from gpuform.spec import Document, Loaded, loaded, parse, read


def plan_of_file(file: Path) -> ClusterPlan:
    """Raises SpecError or MissingError with everything that is wrong."""
    return plan_of(read(str(file)))


def plan_of_text(text: str) -> ClusterPlan:
    """The spec itself, where a program holds it instead of a file."""
    return plan_of(parse(text))


def plan_of(document: Document) -> ClusterPlan:
    spec: Loaded = loaded(document, known())
    try:
        return resolve(spec.spec, load(spec.spec.cloud), spec.scripts)
    except SpecError as error:
        placed = tuple(replace(one, line=document.place(one.path).line) for one in error.problems)
        raise SpecError(document.file, placed) from None


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
