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
    "owner": frozenset({"owner", "gpuform:owner", "team"}),
    "environment": frozenset({"environment", "gpuform:environment", "env"}),
}
"""Each with the spellings that count for it."""


def check(labelled: Labelled, world: World) -> Iterator[Found]:
    missing = [name for name, spellings in REQUIRED.items() if not spellings & labelled.labels]
    if missing:
        yield Found(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing on {labelled.kind}.",
            fix=f"metadata: {{{', '.join(f'{name}: …' for name in missing)}}}",
        )


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
