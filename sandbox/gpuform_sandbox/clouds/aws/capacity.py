"""Capacity reservations and capacity blocks.

Texts of CR-4, CR-6, CB-8 and CB-10 are not AWS's own: none was captured.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import LAUNCHING, TARGET, Check, Request, known
from gpuform_sandbox.provider.autoscaling import MIXED
from gpuform_sandbox.provider.machines import zones
from gpuform_sandbox.provider.tokens import GROUP, INSTANCE, RESERVATION
from gpuform_sandbox.provider.values import UNKNOWN, at

SPECIFICATION = "capacityReservationSpecification"
RESOURCE_GROUP = f"{SPECIFICATION}.capacityReservationTarget.capacityReservationResourceGroupArn"
POOL = "AWS::EC2::CapacityReservationPool"
LARGEST = 1000
MARKET = "InvalidParameterValue: The market type (purchasing) option is not valid. Choose a different market type and try again"
BLOCK = "capacity-block"


def market(request: Request) -> str:
    return str(known(request.launched, "instanceMarketOptions.marketType") or "")


def _cr_1(request: Request) -> Iterator[str]:
    """A targeted reservation of another machine or zone holds no room for the launch (also CB-7)."""
    told = request.reservation
    if not told:
        return
    zone = told.get("availabilityZoneId") or told.get("availabilityZone")
    here = request.zone_ids
    by_name = [zones(request.cloud.region).get(zone_id) for zone_id in here]
    other_machine = told.get("instanceType") not in (None, request.machine_name) and request.machine_name
    other_zone = zone and here and zone not in here and zone not in by_name
    if other_machine or (other_zone and request.token != RESERVATION):
        yield (
            f"InsufficientInstanceCapacity: The capacity reservation {told['id']} is for {told.get('instanceType')} in {zone}; "
            f"this launch asks for {request.machine_name} in {', '.join(here) or 'any zone'}."
        )


def _cr_2(request: Request) -> Iterator[str]:
    target = at(request.inputs, TARGET) or at(request.inputs, RESOURCE_GROUP)
    if target and request.get(f"{SPECIFICATION}.capacityReservationPreference"):
        yield (
            "InvalidParameterCombination: The request can include either a CapacityReservationId or a "
            "CapacityReservationPreference but not both"
        )


def _cr_3(request: Request) -> Iterator[str]:
    arn = request.get(RESOURCE_GROUP)
    for group in request.cloud.inventory.of_type("aws:resourcegroups/group:Group") if arn else ():
        kinds = [row.get("type") for row in group.value("configurations") or []]
        if group.value("arn") == arn and POOL not in kinds:
            yield f"InvalidParameterValue: The resource group {arn} is not of the type {POOL}."


def _cr_4(request: Request) -> Iterator[str]:
    kind, end = request.get("endDateType") or "unlimited", request.inputs.get("endDate")
    if kind == "unlimited" and end:
        yield "InvalidParameterCombination: EndDate is only allowed when EndDateType is limited."
    if kind == "limited" and not end:
        yield "MissingParameter: EndDateType limited needs an EndDate."


def _cr_6(request: Request) -> Iterator[str]:
    count = request.get("instanceCount")
    if isinstance(count, int) and not 1 <= count <= LARGEST:
        yield f"InvalidParameterValue: The instance count {count} is not between 1 and {LARGEST}."


def _cr_full(request: Request) -> Iterator[str]:
    told, wanted = request.reservation, request.get("desiredCapacity") or 0
    room = told.get("instanceCount") if told else None
    if isinstance(room, int) and wanted > room:
        yield (
            "ReservationCapacityExceeded: The requested reservation does not have sufficient compatible and available "
            f"capacity for this request: {wanted} asked of {told['id']}, which has {room}."
        )


def _cb_1(request: Request) -> Iterator[str]:
    machine = request.machine
    if market(request) == BLOCK and machine and machine.classes and BLOCK not in machine.classes:
        yield MARKET


def _cb_6(request: Request) -> Iterator[str]:
    """A block is launched from with all three: machine, market type and the block's id."""
    target = at(request.inputs, TARGET)
    if market(request) == BLOCK and (not request.inputs.get("instanceType") or not target):
        yield MARKET
    if request.reservation.get("type") == BLOCK and market(request) != BLOCK:
        yield MARKET


def _cb_8(request: Request) -> Iterator[str]:
    told = request.reservation
    wanted = request.get("desiredCapacity") or request.get("minSize") or 0
    if told and told.get("state", "active") != "active" and wanted:
        yield (
            f"InvalidCapacityReservationState: The capacity block {told['id']} is in the state {told['state']}, not active; "
            f"{wanted} instances can't be launched from it."
        )


def _cb_10(request: Request) -> Iterator[str]:
    if at(request.inputs, MIXED) not in (None, UNKNOWN) and market(request) == BLOCK:
        yield "InvalidQueryParameter: Incompatible launch template: a capacity block can't be used with a mixed instances policy."


CR_1 = Check("CR-1", (GROUP, INSTANCE), _cr_1)
CR_2 = Check("CR-2", LAUNCHING, _cr_2)
CR_3 = Check("CR-3", LAUNCHING, _cr_3)
CR_4 = Check("CR-4", (RESERVATION,), _cr_4)
CR_6 = Check("CR-6", (RESERVATION,), _cr_6)
CR_FULL = Check("CR-4b", (GROUP,), _cr_full)
CB_1 = Check("CB-1", LAUNCHING, _cb_1)
CB_6 = Check("CB-6", LAUNCHING, _cb_6)
CB_8 = Check("CB-8", (GROUP,), _cb_8)
CB_10 = Check("CB-10", (GROUP,), _cb_10)
