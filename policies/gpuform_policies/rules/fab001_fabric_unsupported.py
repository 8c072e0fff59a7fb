"""A fabric is required on a machine that has none.

What: `fabric: required` on a pool where the machine, or one machine of a list, carries no fabric.

Why: one template serves every machine of a pool, so a fabric interface in it makes the machines without one unlaunchable; and
with the fabric left out the nodes talk over plain TCP while the bill says otherwise.

Example:
    machine: [p4d.24xlarge, g5.xlarge]
    fabric: required

Instead:
    machine: p4d.24xlarge
    fabric: required
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.fabric_asked != "required":
        return
    without = [machine.name for machine in pool.machines if machine.fabric == "none"]
    if not without:
        return
    having = [machine.name for machine in pool.machines if machine.fabric != "none"]
    only = f"; {', '.join(having)} {'has' if len(having) == 1 else 'have'} one" if having else ""
    yield Found(
        message=f"The fabric is required, but {', '.join(without)} {'has' if len(without) == 1 else 'have'} none{only}.",
        fix=f"machine: [{', '.join(having)}]"
        if having
        else f"a machine with a fabric, such as {with_fabric(pool, world)}, or fabric: none",
        at="machine" if "machine" in pool.asked else "fabric",
    )


def with_fabric(pool: Pool, world: World) -> str:
    """A current machine with a fabric that is sold in the pool's region."""
    found = sorted(
        name
        for name, machine in world.catalog.machines().items()
        if machine.fabric != "none" and machine.status == "current" and world.catalog.sold(name, pool.region)
    )
    same = [name for name in found if name.split(".")[0] == pool.machines[0].name.split(".")[0]]
    return (same or found or ["none sold in this region"])[0]


RULE = Rule(
    id="FAB001",
    name="fabric-unsupported",
    severity="error",
    judges=Pool,
    check=check,
    source="EfaSupported of describe-instance-types, in machines.csv; https://github.com/aws/aws-parallelcluster/pull/4304",
    page=__doc__ or "",
    cases=("C09",),
)
