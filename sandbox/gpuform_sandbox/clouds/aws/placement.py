"""Placement groups, and where a machine is sold at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import LAUNCHING, Check, Request, known
from gpuform_sandbox.provider.machines import offerings, zones
from gpuform_sandbox.provider.tokens import GROUP, INSTANCE, PLACEMENT, SUBNET
from gpuform_sandbox.provider.values import UNKNOWN, Values

NEVER_CLUSTERED = re.compile(r"^(t\d|mac)")
"""Burstable and Mac machines (PG-3); the accelerator tables do not hold them."""


def group_name(request: Request) -> str:
    """The placement group the instances would go into: the request's own, else its template's."""
    own = request.get("placementGroup") if request.token in (GROUP, INSTANCE) else None
    inside = known(request.launched, "placement.groupName")
    return str(own or inside or "")


def strategy(request: Request) -> str:
    """The strategy of that group; "" when there is none or nobody knows."""
    name = group_name(request)
    return str(request.cloud.value(name, PLACEMENT, "strategy") or "") if name else ""


def _pg_1(request: Request) -> Iterator[str]:
    if strategy(request) != "cluster" or len(request.zone_ids) != 1:
        return
    wanted = zones(request.cloud.region).get(request.zone_ids[0])
    for instance in request.cloud.inventory.of_type(INSTANCE):
        there = instance.value("availabilityZone")
        if instance.value("placementGroup") == group_name(request) and wanted and there and there != wanted:
            yield (
                f"InvalidPlacementGroup.InUse: The placement group '{group_name(request)}' is in use in another "
                f"availability zone: {there}"
            )
            return


def _pg_2(request: Request) -> Iterator[str]:
    listed = request.get("availabilityZones") or []
    if strategy(request) == "cluster" and (len(request.zone_ids) > 1 or len(listed) > 1):
        yield "ValidationError: You cannot specify multiple Availability Zones and a cluster placement group."


def _pg_3(request: Request) -> Iterator[str]:
    wanted, machine = strategy(request), request.machine
    refused = wanted == "cluster" and NEVER_CLUSTERED.match(request.machine_name)
    if refused or (wanted and machine and machine.placement and wanted not in machine.placement):
        yield (
            f"InvalidParameterCombination: {wanted.capitalize()} placement groups are not supported by the "
            f"'{request.machine_name}' instance type. Specify a supported instance type or change the placement group "
            "strategy, and try again."
        )


def _pg_9(request: Request) -> Iterator[str]:
    if request.machine is None or not request.zone_ids:
        return
    sold = offerings().get(request.cloud.region, {})
    selling = sorted(zone for zone, names in sold.items() if request.machine_name in names)
    if not any(zone in selling for zone in request.zone_ids):
        names = zones(request.cloud.region)
        here = ", ".join(names.get(zone, zone) for zone in request.zone_ids)
        others = ", ".join(names[zone] for zone in selling) or "none in this region"
        yield (
            f"Unsupported: Your requested instance type ({request.machine_name}) is not supported in your requested "
            f"Availability Zone ({here}). Please retry your request by not specifying an Availability Zone or choosing {others}."
        )


def _zone(request: Request) -> Iterator[str]:
    """A subnet's zone exists in the region. Zones that sell no accelerator are not in the tables: only the form is judged."""
    known_zones: Values = dict(zones(request.cloud.region))
    zone_id, name = request.get("availabilityZoneId"), request.get("availabilityZone")
    prefix = next(iter(known_zones), "").rpartition("-")[0]
    if zone_id and prefix and not re.fullmatch(rf"{prefix}-az\d", str(zone_id)):
        yield f"InvalidParameterValue: Value ({zone_id}) for parameter availabilityZoneId is invalid."
    if name and name != UNKNOWN and not re.fullmatch(rf"{request.cloud.region}[a-z]", str(name)):
        yield f"InvalidParameterValue: Value ({name}) for parameter availabilityZone is invalid."


PG_1 = Check("PG-1", (GROUP, INSTANCE), _pg_1)
PG_2 = Check("PG-2", (GROUP,), _pg_2)
PG_3 = Check("PG-3", (GROUP, *LAUNCHING), _pg_3)
PG_9 = Check("PG-9", (GROUP, INSTANCE), _pg_9)
ZONE = Check("ZONE", (SUBNET,), _zone)
