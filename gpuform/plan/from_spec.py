"""From a spec that was read to its plan, with every problem at its line of the file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpuform.errors import SpecError
from gpuform.plan.resolve import resolve

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.plan.model import ClusterPlan
    from gpuform.spec import Loaded


def plan_of(spec: Loaded, catalog: Catalog) -> ClusterPlan:
    """`resolve`, which knows no lines. Raises SpecError with everything that leads to no plan."""
    try:
        return resolve(spec.spec, catalog, spec.scripts)
    except SpecError as error:
        document = spec.document
        placed = tuple(replace(one, line=document.place(one.path).line) for one in error.problems)
        raise SpecError(document.file, placed) from None
