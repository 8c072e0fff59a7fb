"""The policy pack: every rule in one pass over the stack, errors told by a mandatory policy, warnings by an advisory one.

The engine gives a policy one level, so there are two; both tell from the same verdict, which is worked out once per analysis.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pulumi_policy import (
    EnforcementLevel,
    PolicyResource,
    ReportViolation,
    StackValidationArgs,
    StackValidationPolicy,
)

from gpuform.catalog import load
from gpuform_policies.fact import World
from gpuform_policies.judge import Verdict, judge
from gpuform_policies.readers.pulumi import cluster_of, environment_of, resource_of

if TYPE_CHECKING:
    from gpuform_policies.finding import Finding
    from gpuform_policies.readers.resource import Resource


def resources_of(args: StackValidationArgs) -> list[Resource]:
    return [neutral(resource) for resource in args.resources]


def neutral(told: PolicyResource) -> Resource:
    depends = {key: [one.urn for one in many] for key, many in told.property_dependencies.items()}
    parent = told.parent.urn if told.parent is not None else ""
    return resource_of(told.resource_type, told.name, told.urn, told.props, parent, depends)


def verdict_of(resources: list[Resource]) -> Verdict:
    catalog = load("aws")
    world = World(catalog=catalog, now=datetime.now(UTC), environment=environment_of(resources), surface="pulumi")
    return judge(cluster_of(resources, catalog), world)


class Pass:
    """One analysis of one stack: the first policy works it out, the second only tells."""

    def __init__(self) -> None:
        self._verdict: Verdict | None = None

    def errors(self, args: StackValidationArgs, report: ReportViolation) -> None:
        self._verdict = verdict_of(resources_of(args))
        tell([one for one in self._verdict.findings if one.severity == "error"], report)

    def warnings(self, args: StackValidationArgs, report: ReportViolation) -> None:
        verdict = self._verdict or verdict_of(resources_of(args))
        self._verdict = None
        tell([one for one in verdict.findings if one.severity != "error"], report)


def tell(findings: list[Finding], report: ReportViolation) -> None:
    for finding in findings:
        report(message_of(finding), finding.resource or None)


def message_of(finding: Finding) -> str:
    where = f" [{finding.path}]" if finding.path else ""
    return f"{finding.rule} {finding.name}{where}: {finding.message} Fix: {finding.fix}"


def policies() -> list[StackValidationPolicy]:
    """The two policies over one pass."""
    one_pass = Pass()
    return [
        StackValidationPolicy(
            name="gpuform-rules",
            description="GPU cluster rules that block.",
            enforcement_level=EnforcementLevel.MANDATORY,
            validate=one_pass.errors,
        ),
        StackValidationPolicy(
            name="gpuform-advice",
            description="GPU cluster rules that warn.",
            enforcement_level=EnforcementLevel.ADVISORY,
            validate=one_pass.warnings,
        ),
    ]
