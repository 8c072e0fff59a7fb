"""Runs rules over facts: every rule on every fact it judges, in one stable order, nothing hidden by a rule that fails.

A rule that reads an unknown value is counted as not decidable and told once, as POL001. A rule that raises is itself a blocking
finding with the rule's name (case C69): it never stops the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gpuform_policies.all_rules import RULES
from gpuform_policies.fact import Cluster, Fact, Undecidable, Undecided, World
from gpuform_policies.finding import Finding
from gpuform_policies.rule import Found, Rule, effective
from gpuform_policies.waiver import Waiver, uses, waived


@dataclass(frozen=True)
class Verdict:
    findings: tuple[Finding, ...]
    """Sorted; waived ones included."""
    undecided: int
    """How many (rule, fact) pairs met an unknown value."""

    @property
    def blocked(self) -> bool:
        return any(finding.blocks for finding in self.findings)


def judge(cluster: Cluster, world: World, waivers: Sequence[Waiver] = (), rules: Sequence[Rule] = RULES) -> Verdict:
    """All findings of the rules on the cluster's facts, waivers applied."""
    ordinary = [rule for rule in rules if rule.id not in ("WAI001", "POL001")]
    last = [rule for rule in rules if rule.id in ("WAI001", "POL001")]
    by_type: dict[type[Fact], list[Fact]] = defaultdict(list)
    for fact in cluster.facts():
        by_type[type(fact)].append(fact)
    findings: list[Finding] = []
    undecided: list[Undecided] = []
    for rule in ordinary:
        for fact in by_type[rule.judges]:
            findings += judged(rule, fact, world, undecided)
    findings = unique(findings)
    about_waivers = uses(findings, waivers, frozenset(rule.id for rule in rules))
    findings = waived(findings, waivers, world.now)
    for rule in last:
        for fact in (*about_waivers, *grouped(undecided)):
            if isinstance(fact, rule.judges):
                findings += waived(judged(rule, fact, world, []), waivers, world.now)
    return Verdict(tuple(sorted(unique(findings), key=lambda finding: finding.order)), len(undecided))


def grouped(undecided: Sequence[Undecided]) -> list[Undecided]:
    """One per rule and field: people find a note per resource noisy."""
    found: dict[tuple[str, str], Undecided] = {}
    for one in undecided:
        first = found.get((one.rule, one.field))
        found[one.rule, one.field] = one if first is None else replace(first, count=first.count + 1)
    return list(found.values())


def judged(rule: Rule, fact: Fact, world: World, undecided: list[Undecided]) -> Iterator[Finding]:
    """One rule on one fact; what it could not decide goes to `undecided`."""
    try:
        for found in rule.check(fact, world):
            yield finding_of(rule, fact, found, world)
    except Undecidable as unknown:
        blocks = effective(rule.severity, world.environment) == "error"
        undecided.append(Undecided(fact.path, fact.resource, rule=rule.id, field=unknown.field, blocks=blocks, count=1))
    except Exception as bug:
        yield finding_of(rule, fact, broken(rule, bug), world)


def broken(rule: Rule, bug: Exception) -> Found:
    return Found(
        message=f"The rule {rule.id} itself failed with {type(bug).__name__}: {bug}. Nothing is known about what it judges.",
        fix="report it with the spec; waive the rule meanwhile",
        severity="error",
    )


def finding_of(rule: Rule, fact: Fact, found: Found, world: World) -> Finding:
    return Finding(
        rule=rule.id,
        name=rule.name,
        severity=effective(found.severity or rule.severity, world.environment),
        message=found.message,
        path=joined(fact.path, found.at),
        surface=world.surface,
        resource=found.resource if found.resource is not None else fact.resource,
        fix=found.fix,
        usd_per_month=found.usd_per_month,
        impact=found.impact,
        source=rule.source,
    )


def joined(path: str, at: str) -> str:
    """The finding's path: `at` below the fact's path, or `at` alone when it is absolute (`/sharedStorage[scratch].lustre`)."""
    if at.startswith("/"):
        return at[1:]
    if not at or not path:
        return path or at
    return f"{path}{at}" if at.startswith("[") else f"{path}.{at}"


def unique(findings: Iterable[Finding]) -> list[Finding]:
    """Without repeats: two slices of one pool often share one fault."""
    return list(dict.fromkeys(findings))
