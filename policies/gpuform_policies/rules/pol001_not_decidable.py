"""A rule could not be decided here.

What: a rule met a value that is not known before the change is applied: an error where that rule could have blocked and no spec is
behind the resource, else a warning. Told once per rule and field, with how often.

Why: "unknown" is not "fine". What can't be decided on this surface must be decided on another: `gpuform check` on the spec knows
every value.

Example:
    # a scaling group whose subnets come from the output of another stack
    vpcZoneIdentifiers: ${network.subnetIds}

Instead:
    # a value the preview can know; or `gpuform check` on the spec behind it
    vpcZoneIdentifiers: [subnet-0a1b2c3d]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Undecided, World
from gpuform_policies.rule import Found, Rule


def check(undecided: Undecided, world: World) -> Iterator[Found]:
    more = f" ({undecided.count} times)" if undecided.count > 1 else ""
    yield Found(
        f"{undecided.rule} could not be decided: {undecided.field} is not known before apply{more}.",
        fix="gpuform check on the spec decides it; or give the value literally",
        severity="error" if undecided.blocks else "warning",
    )


RULE = Rule(
    id="POL001",
    name="not-decidable",
    severity="warning",
    judges=Undecided,
    check=check,
    source="https://github.com/pulumi/pulumi-policy/issues/258",
    page=__doc__ or "",
    cases=("C68",),
)
