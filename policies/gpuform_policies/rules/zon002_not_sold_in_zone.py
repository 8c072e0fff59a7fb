"""A machine is not offered where the pool wants it.

What: a machine that the region or the zone does not offer, by the dated list of offerings.

Why: the request is refused outright, usually after the network and the storage are built and billed.

Example:
    machine: p6-b200.48xlarge
    zones: [use1-az1]

Instead:
    zones: [use1-az6]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    wanted = {(machine.name, zone) for part in pool.slices for machine in part.machines for zone in part.zones}
    for machine, zone in sorted(wanted):
        yield from judged(machine, zone, pool, world)


def judged(machine: str, zone: str, pool: Pool, world: World) -> Iterator[Found]:
    region, catalog = pool.region, world.catalog
    offered = catalog.is_sold(machine, region, zone)
    selling = catalog.sold(machine, region)
    if not selling and catalog.zones(region):
        elsewhere = ", ".join(catalog.regions_selling(machine)[:6]) or "no region that is known"
        yield Found(
            f"{region} does not offer {machine}; offered in {elsewhere}.", fix="another region or machine", at="zones"
        )
    elif offered is False:
        yield Found(
            f"{zone} does not offer {machine}; in {region} it is offered in {', '.join(selling)}.",
            fix=f"zones: [{selling[0]}]",
            at="zones",
        )
    elif offered is None:
        yield Found(
            f"Whether {zone} offers {machine} can't be told: zone names mean another zone in each account.",
            fix=f"write a zone id: {', '.join(selling) or 'none is known here'}",
            at="zones",
            severity="info",
        )


RULE = Rule(
    id="ZON002",
    name="not-sold-in-zone",
    severity="error",
    judges=Pool,
    check=check,
    source="describe-instance-type-offerings by zone id (moto 5.2.5 dump of 2026-10-27), in offerings.csv",
    page=__doc__ or "",
    cases=("C17",),
)
