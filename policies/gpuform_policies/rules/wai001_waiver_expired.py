"""A waiver that no longer holds.

What: a waiver past its date, without a reason, for a rule that does not exist, or that takes nothing away.

Why: a waiver is a loan with a date. Past it, the finding is back; and one that matches nothing hides the next fault at that place,
which nobody has decided about.

Example:
    # judged on 2026-12-01
    disks: {root: {size: 500 GiB, type: gp3, iops: 3000, throughput: 125 MiB/s}}
    waivers: [{rule: STO002, at: "pools[train].disks.root", reason: image is baked, until: 2026-06-30}]

Instead:
    # renewed, with a reason; better, the cause mended and no waiver
    disks: {root: {size: 500 GiB, type: gp3, iops: 3000, throughput: 125 MiB/s}}
    waivers: [{rule: STO002, at: "pools[train].disks.root", reason: the image is baked anew in January, until: 2027-01-31}]
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from gpuform_policies.fact import WaiverUse, World
from gpuform_policies.rule import Found, Rule


def check(use: WaiverUse, world: World) -> Iterator[Found]:
    last = f"{use.until - timedelta(days=1):%Y-%m-%d}"
    if not use.known_rule:
        yield Found(
            f"The waiver until {last} is for {use.rule}, and there is no such rule.",
            fix="`gpuform rules` lists them",
            at="rule",
        )
    elif world.now >= use.until:
        yield Found(
            f"The waiver of {use.rule} at {use.at} ended with {last}.",
            fix="mend the cause, or renew it with a reason",
            at="until",
        )
    elif use.matched == 0:
        yield Found(
            f"The waiver of {use.rule} at {use.at}, until {last}, takes 0 findings away.",
            fix="remove it, or correct its path",
            at="at",
        )
    if not use.reason.strip():
        yield Found(
            f"The waiver of {use.rule} at {use.at}, until {last}, gives no reason.",
            fix="say why it is right to go on",
            at="reason",
        )


RULE = Rule(
    id="WAI001",
    name="waiver-expired",
    severity="error",
    judges=WaiverUse,
    check=check,
    source="DESIGN of the waivers: rule, place, reason and last day are all required",
    page=__doc__ or "",
    cases=(),
)
