"""A spec file, read: the model and the document it came from, or every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gpuform.errors import Problem, SpecError
from gpuform.spec.checks import checked
from gpuform.spec.document import Document, read
from gpuform.spec.fields import Known, Words
from gpuform.spec.models import ClusterSpec
from gpuform.spec.problems import problems_of


@dataclass(frozen=True)
class Loaded:
    spec: ClusterSpec
    document: Document
    scripts: Mapping[str, str]
    """Pool name → text of its `boot.script`."""


def load(file: str, known: Known | None) -> Loaded:
    """Read a spec file. Raises MissingError, or SpecError with every problem."""
    return loaded(read(file), known)


def loaded(document: Document, known: Known | None) -> Loaded:
    """The spec of a document. Raises SpecError with every problem."""
    if not isinstance(document.data, dict):
        what = "a list" if isinstance(document.data, list) else "a single value"
        problem = Problem(1, "", f"is {what}; a spec is a map that starts with `apiVersion: gpuform/v1`")
        raise SpecError(document.file, (problem,))
    problems: list[Problem] = []
    spec = None
    try:
        spec = ClusterSpec.model_validate(frozen(document.data), context=words_of(document.data, known))
    except ValidationError as error:
        problems += problems_of(error, ClusterSpec, document)
    problems += checked(document)
    if problems or spec is None:
        raise SpecError(document.file, one_per_place(problems))
    return Loaded(spec, document, scripts_of(spec, Path(document.file).parent))


def frozen(value: Any) -> Any:
    """Lists as tuples: the models are strict and hold nothing that can change."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def words_of(data: dict[str, Any], known: Known | None) -> Words | None:
    """The words of the cloud and region as written; nothing is known about a cloud that is itself misspelt."""
    cloud, region = data.get("cloud"), data.get("region")
    if known is None or not isinstance(cloud, str) or cloud not in ("alibaba", "aws", "azure"):
        return None
    return Words(known, cloud, region if isinstance(region, str) else "")


def one_per_place(problems: list[Problem]) -> tuple[Problem, ...]:
    """Without the zones' complaints that only follow from a misspelt region, and without repeats."""
    bad_region = any(problem.path == "region" for problem in problems)
    kept = [one for one in problems if not (bad_region and "zone of" in one.message)]
    return tuple(sorted(set(kept)))


def scripts_of(spec: ClusterSpec, folder: Path) -> dict[str, str]:
    return {
        pool.name: (folder / pool.boot.script).read_text(encoding="utf-8").replace("\r\n", "\n")
        for pool in spec.pools
        if pool.boot.script is not None
    }
