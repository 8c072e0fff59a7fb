"""Runs rules over facts: every rule on every fact it judges, in one stable order, nothing hidden by a rule that fails.

A rule that reads an unknown value is counted as not decidable and told once, as POL001. A rule that raises is itself a blocking
finding with the rule's name (case C69): it never stops the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gpuform.record import record
from gpuform_policies.all_rules import RULES
from gpuform_policies.fact import Cluster, Fact, Undecidable, Undecided, World
from gpuform_policies.finding import Finding
from gpuform_policies.rule import Found, Rule, effective
from gpuform_policies.waiver import Waiver, uses, waived


@record
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
    by_type: dict[type[Fact], list[Fact]] = defaultdict(list)
    for fact in cluster.facts():
        by_type[type(fact)].append(fact)
    undecided: list[Undecided] = []
    findings: list[Finding] = []
    for rule in rules:
        for fact in by_type[rule.judges]:
            findings += judged(rule, fact, world, undecided)
    # what was undecided is known only now, and what the waivers took away only after that
    findings += judged_all(rules, grouped(undecided, cluster), world)
    findings = unique(findings)
    about_waivers = uses(findings, waivers, frozenset(rule.id for rule in rules))
    findings = waived(findings, waivers, world.now)
    findings += unique(judged_all(rules, about_waivers, world))  # never waived: a waiver must not vouch for itself
    return Verdict(tuple(sorted(findings, key=lambda finding: finding.order)), len(undecided))


def judged_all(rules: Sequence[Rule], facts: Sequence[Fact], world: World) -> list[Finding]:
    """Facts about the judgement itself, in which nothing is unknown."""
    return [
        one
        for rule in rules
        for fact in facts
        if isinstance(fact, rule.judges)
        for one in judged(rule, fact, world, [])
    ]


def grouped(undecided: Sequence[Undecided], cluster: Cluster) -> list[Undecided]:
    """One per rule and field: people find a note per resource noisy. Nothing blocks where a spec is behind it, which decides."""
    ours = bool(cluster.pools) and all(pool.path for pool in cluster.pools)
    found: dict[tuple[str, str], Undecided] = {}
    for one in undecided:
        first = found.get((one.rule, one.field))
        blocks = (one.blocks and not (ours or one.path)) or (first is not None and first.blocks)
        count = 1 if first is None else first.count + 1
        found[one.rule, one.field] = replace(first or one, count=count, blocks=blocks)
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
        path=joined(fact.path, found.at) if fact.path or world.surface == "spec" or found.at.startswith("/") else "",
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
