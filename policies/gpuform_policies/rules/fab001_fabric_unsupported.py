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

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.fabric_asked == "required":
        yield from all_of((pool_problems(pool, world), *(slice_problems(part, pool) for part in pool.slices)))


def pool_problems(pool: Pool, world: World) -> Iterator[Found]:
    having = with_one(pool)
    without = [machine for machine in pool.machines if machine.fabric == "none"]
    if not without:
        return
    certain = any("fabric" not in machine.disputed for machine in without)
    yield Found(
        message=said([machine.name for machine in without], having),
        fix=f"machine: [{', '.join(having)}]"
        if having
        else f"a machine with a fabric, such as {with_fabric(pool, world)}, or fabric: none",
        at="machine" if "machine" in pool.asked else "fabric",
        severity=None if certain else "warning",
    )


def slice_problems(part: Slice, pool: Pool) -> Iterator[Found]:
    """Machines that only a slice lists: the pool's template serves them too."""
    plain = [one.name for one in part.machines if one.fabric == "none" and one not in pool.machines]
    if plain:
        yield Found(
            message=said(plain, with_one(pool)),
            fix="list only machines with a fabric here",
            at=absolute(part.path, "machines") or "machine",
            resource=part.resource,
        )


def with_one(pool: Pool) -> list[str]:
    return [machine.name for machine in pool.machines if machine.fabric != "none"]


def said(without: list[str], having: list[str]) -> str:
    only = f"; {', '.join(having)} {'has' if len(having) == 1 else 'have'} one" if having else ""
    return f"The fabric is required, but {', '.join(without)} {'has' if len(without) == 1 else 'have'} none{only}."


def with_fabric(pool: Pool, world: World) -> str:
    """A current machine with a fabric, of the same family if there is one, sold in the pool's region where that is known."""
    region = pool.region if pool.knows("region") else None
    found = sorted(
        name
        for name, machine in world.catalog.machines().items()
        if machine.fabric != "none"
        and machine.status == "current"
        and (region is None or world.catalog.sold(name, region))
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
