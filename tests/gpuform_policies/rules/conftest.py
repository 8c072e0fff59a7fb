"""More factories of facts, and what one rule says of one fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform.catalog import Catalog, Machine, load
from gpuform.spec.models import Checkpoint, Needs
from gpuform_policies.fact import (
    Bucket,
    Cluster,
    Disk,
    Fact,
    Labelled,
    Lustre,
    Pool,
    Reservation,
    SecurityGroup,
    Slice,
    Template,
    World,
)
from gpuform_policies.finding import Finding
from gpuform_policies.judge import Verdict, judge
from gpuform_policies.rule import Rule

CATALOG = load("aws")
TIB = 1024**4
PARTS: dict[type[Fact], str] = {
    Pool: "pools",
    Template: "templates",
    SecurityGroup: "security_groups",
    Lustre: "lustre",
    Bucket: "buckets",
    Labelled: "labelled",
}
RESERVED = Reservation(
    path="pools[train].capacity[0].reservation",
    resource="",
    id="cr-1",
    new=False,
    kind="targeted",
    block=False,
    machine="p5.48xlarge",
    zone="use1-az6",
    nodes=8,
    starts=None,
    ends=None,
)


@pytest.fixture
def make(
    make: SimpleNamespace,
    machine: Callable[..., Machine],
    needs: Callable[..., Needs],
    reservation: Callable[..., Reservation],
) -> SimpleNamespace:
    return SimpleNamespace(**vars(make), machine=machine, needs=needs, reservation=reservation)


@pytest.fixture
def catalog() -> Catalog:
    return CATALOG


@pytest.fixture
def machine() -> Callable[..., Machine]:
    """A machine of the catalog with fields changed: `machine("p5.48xlarge", gpu_direct=None)`."""

    def make(name: str = "p5.48xlarge", **changes: Any) -> Machine:
        found = CATALOG.machine(name)
        assert found is not None, name
        return replace(found, **changes)

    return make


@pytest.fixture
def needs() -> Callable[..., Needs]:
    """`needs(read_iops=30000, checkpoint={"to": "local"})` in base units, as the spec keeps them."""

    def make(**fields: Any) -> Needs:
        checkpoint: Any = fields.get("checkpoint")
        if checkpoint is not None:
            whole: dict[str, Any] = {"size": TIB, "every": 1800, "to": "scratch"} | checkpoint
            fields["checkpoint"] = Checkpoint.model_construct(**whole)
        return Needs.model_construct(**fields)

    return make


@pytest.fixture
def reservation() -> Callable[..., Reservation]:
    return lambda **changes: replace(RESERVED, **changes)


@pytest.fixture
def verdict(make: SimpleNamespace, world: Callable[..., World]) -> Callable[..., Verdict]:
    """What the judge says of one fact by one rule, as in a cluster that has only it."""

    def judged(rule: Rule, fact: Fact, **about: Any) -> Verdict:
        return judge(placed(fact, make), world(**about), rules=[rule])

    return judged


def placed(fact: Fact, make: SimpleNamespace) -> Cluster:
    if isinstance(fact, Cluster):
        return fact
    if isinstance(fact, Slice):
        return make.cluster(pools=(make.pool(slices=(fact,)),))
    if isinstance(fact, Disk):
        root = object.__getattribute__(fact, "role") == "root"
        return make.cluster(templates=(make.template(root=fact if root else None, data=() if root else (fact,)),))
    return make.cluster(**{PARTS[type(fact)]: (fact,)})


@pytest.fixture
def findings(verdict: Callable[..., Verdict]) -> Callable[..., tuple[Finding, ...]]:
    """The findings of a verdict in which nothing stayed undecided."""

    def told(rule: Rule, fact: Fact, **about: Any) -> tuple[Finding, ...]:
        found = verdict(rule, fact, **about)
        assert found.undecided == 0
        return found.findings

    return told


@pytest.fixture
def agrees(verdict: Callable[..., Verdict]) -> Callable[..., None]:
    """Asserts the rule's findings on a fact: one `(severity, path, words of the message …)` each, in the judge's order."""

    def check(rule: Rule, fact: Fact, expected: Sequence[tuple[str, ...]], undecided: int = 0, **about: Any) -> None:
        told = verdict(rule, fact, **about)
        found = told.findings
        assert [(one.rule, one.severity, one.path) for one in found] == [(rule.id, *row[:2]) for row in expected]
        for one, row in zip(found, expected, strict=True):
            assert [word for word in row[2:] if word not in one.message] == [], one.message
            assert one.message.endswith("."), one.message
            assert one.fix, one.message
        assert told.undecided == undecided

    return check
