"""What a command found out about one spec file; every form prints from this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuform.record import record

if TYPE_CHECKING:
    from gpuform.errors import Problem
    from gpuform.plan import ClusterPlan
    from gpuform.spec import Document
    from gpuform_policies.finding import Finding


@record
class Result:
    file: str
    exit_code: int
    problems: tuple[Problem, ...] = ()
    findings: tuple[Finding, ...] = ()
    document: Document | None = None
    """None where the file could not be read or is no valid spec."""
    plan: ClusterPlan | None = None
    undecided: int = 0
