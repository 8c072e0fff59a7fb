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
from typing import TYPE_CHECKING

from gpuform_policies.fact import Pool, Slice, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

if TYPE_CHECKING:
    from gpuform.catalog import Machine


def check(pool: Pool, world: World) -> Iterator[Found]:
    machines = {machine.name: machine for part in pool.slices for machine in part.machines}
    absent = {
        name for name in machines if world.catalog.zones(pool.region) and not world.catalog.sold(name, pool.region)
    }
    for name in sorted(absent):
        yield not_in_region(machines[name], pool, world)
    yield from all_of(slice_problems(part, absent, pool, world) for part in pool.slices)


def slice_problems(part: Slice, absent: set[str], pool: Pool, world: World) -> Iterator[Found]:
    here = [machine for machine in part.machines if machine.name not in absent]
    for zone in part.zones if here else ():
        yield from zone_problems(here, zone, part, pool, world)


def not_in_region(machine: Machine, pool: Pool, world: World) -> Found:
    elsewhere = world.catalog.regions_selling(machine.name)
    if elsewhere:
        return Found(
            f"{pool.region} does not offer {machine.name}; offered in {', '.join(elsewhere[:6])}"
            f"{f' and {len(elsewhere) - 6} more' if len(elsewhere) > 6 else ''}.",
            fix="another region or machine",
            at="machine",
        )
    return Found(
        f"Whether {pool.region} offers {machine.name} ({machine.status}) can't be told: the list of offerings does not have it at all.",
        fix="look it up for your account before you apply",
        at="machine",
        severity="warning",
    )


def zone_problems(machines: list[Machine], zone: str, part: Slice, pool: Pool, world: World) -> Iterator[Found]:
    """An error where no machine of the list can start in the zone; a warning where only some can."""
    catalog, region = world.catalog, pool.region
    offered = {machine.name: catalog.is_sold(machine.name, region, zone) for machine in machines}
    missing = [name for name, sold in offered.items() if sold is False]
    at = place(zone, part, pool)
    if missing:
        name = missing[0]
        selling = catalog.sold(name, region)
        yield Found(
            f"{zone} does not offer {', '.join(missing)}; in {region} {name} is offered in {', '.join(selling)}.",
            fix=f"{at.rpartition('.')[2].strip('/')}: {selling[0] if at.endswith('.zone') else f'[{selling[0]}]'}",
            at=at,
            severity=None if len(missing) == len(machines) else "warning",
        )
    elif None in offered.values():
        name = machines[0].name
        ids = ", ".join(catalog.sold(name, region)) or "none is known here"
        yield Found(
            f"Whether {zone} offers {', '.join(offered)} can't be told: {unknown_zone(zone, region, world)}.",
            fix=f"write a zone id: {ids}",
            at=at,
            severity="info",
        )


def unknown_zone(zone: str, region: str, world: World) -> str:
    if not world.catalog.zones(region):
        return f"nothing is known about {region}"
    return (
        "the list of offerings does not have this zone"
        if "-az" in zone
        else "zone names mean another zone in each account"
    )


def place(zone: str, part: Slice, pool: Pool) -> str:
    """The reservation's own field where its zone is the one judged, else the pool's zones."""
    held = part.reservation
    if held is not None and held.path and held.zone == zone and part.zones != pool.zones:
        return absolute(held.path, "zone")
    return "zones"


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
