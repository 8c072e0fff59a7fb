"""Nobody can tell whose this is.

What: the owner or the environment is missing among the labels of something that costs money.

Why: a node without an owner is found on the bill, three weeks later, and nobody dares to end it.

Example:
    metadata: {name: train}

Instead:
    metadata: {name: train, owner: ml-platform, environment: prod}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Labelled, World
from gpuform_policies.rule import Found, Rule

REQUIRED = {
    "owner": frozenset({"owner", "team"}),
    "environment": frozenset({"environment", "env"}),
}
"""Each with the spellings that count for it, whatever their letter case and prefix: `Owner`, `gpuform:owner`, `acme/owner`."""


def check(labelled: Labelled, world: World) -> Iterator[Found]:
    present = {bare(label) for label in labelled.labels}
    missing = [name for name, spellings in REQUIRED.items() if not spellings & present]
    if missing:
        yield Found(
            f"{len(missing)} of {len(REQUIRED)} required labels missing on {labelled.kind}: {', '.join(missing)}.",
            fix=f"metadata: {{{', '.join(f'{name}: …' for name in missing)}}}",
        )


def bare(label: str) -> str:
    """Without the prefix of whoever gives it."""
    return label.lower().replace("/", ":").rsplit(":", 1)[-1]


RULE = Rule(
    id="LAB001",
    name="labels-missing",
    severity="error*",
    judges=Labelled,
    check=check,
    source="AWS Tagging Best Practices (mandatory tags for cost allocation)",
    page=__doc__ or "",
    cases=(),
)
