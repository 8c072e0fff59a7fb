"""A spec file, read: the model and the document it came from, or every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gpuform.errors import Problem, SpecError
from gpuform.record import record
from gpuform.spec.checks import checked
from gpuform.spec.document import Document, read
from gpuform.spec.fields import Known, Words
from gpuform.spec.kinds import is_list, is_map
from gpuform.spec.models import ClusterSpec
from gpuform.spec.scripts import script_text

CLOUDS = ("alibaba", "aws", "azure")


@record
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
    if not is_map(document.data):
        what = "a list" if is_list(document.data) else "a single value"
        problem = Problem(1, "", f"is {what}; a spec is a map of fields", "it starts with `apiVersion: gpuform/v1`")
        raise SpecError(document.file, (problem,))
    problems = checked(document)
    try:
        spec = ClusterSpec.model_validate(frozen(document.data), context=words_of(document.data, known))
    except ValidationError as error:
        from gpuform.spec.problems import problems_of

        problems += problems_of(error, ClusterSpec, document)
        raise SpecError(document.file, merged(document.problems, problems)) from None
    if problems or document.problems:
        raise SpecError(document.file, merged(document.problems, problems))
    return Loaded(spec, document, scripts_of(spec, Path(document.file).parent))


def frozen(value: Any) -> Any:
    """Lists as tuples: the models are strict and hold nothing that can change."""
    if is_list(value):
        return tuple(frozen(item) for item in value)
    if is_map(value):
        return {key: frozen(item) for key, item in value.items()}
    return value


def words_of(data: dict[str, Any], known: Known | None) -> Words | None:
    """The words of the cloud and region as written; nothing is known about a cloud or region that is itself misspelt."""
    cloud, region = data.get("cloud"), data.get("region")
    if known is None or not isinstance(cloud, str) or cloud not in CLOUDS:
        return None
    regions = known.regions(cloud)
    if not isinstance(region, str) or (regions and region not in regions):
        region = ""
    return Words(known, cloud, region)


def merged(written: tuple[Problem, ...], found: list[Problem]) -> tuple[Problem, ...]:
    """All problems; what only follows from an empty value is left out, because the empty value is told itself."""
    empty = {problem.path for problem in written if problem.message == "is empty"}
    return (*written, *(problem for problem in found if problem.path not in empty))


def scripts_of(spec: ClusterSpec, folder: Path) -> dict[str, str]:
    return {pool.name: script_text(folder, pool.boot.script) for pool in spec.pools if pool.boot.script is not None}
