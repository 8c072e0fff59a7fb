"""Sources of capacity on AWS: one scaling group (or instance) as `Slice` facts, a mixed group as two."""

from __future__ import annotations

import math
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from gpuform.record import record
from gpuform_policies.fact import UNKNOWN, Reservation, Slice
from gpuform_policies.readers.aws_network import zone_of
from gpuform_policies.readers.aws_types import BLOCK, RESERVATION, SCALING_GROUP, SPOT_REQUEST, SUBNET
from gpuform_policies.readers.resource import Graph, Resource, listed, truth, value_at, whole

if TYPE_CHECKING:
    from gpuform.catalog import Machine

TARGET = ("capacityReservationSpecification", "capacityReservationTarget")


@record
class Counted:
    """How many nodes one part of a group has, and how it is bought."""

    key: str
    kind: str
    min: Any
    max: Any


def slices_of(
    told: Resource,
    template: Resource,
    path: str,
    machines: tuple[Machine, ...],
    zones: Any,
    placement_group: Any,
    graph: Graph,
) -> tuple[Slice, ...]:
    """Every slice of a scaling group or instance."""
    mixed = told.get("mixedInstancesPolicy")
    reservation = reservation_of(template, graph)
    suspended = told.get("suspendedProcesses")
    return tuple(
        Slice(
            path=path,
            resource=told.address,
            key=part.key,
            kind=part.kind,  # pyright: ignore[reportArgumentType] - one of the four words
            asked_nodes=part.max,
            min=part.min,
            max=part.max,
            machines=machines,
            zones=zones,
            reservation=reservation if part.kind in ("reservation", "block") else None,
            market=market_of(template, part),
            preference=template.get("capacityReservationSpecification", "capacityReservationPreference") or None,
            targets=targets_of(template),
            mixed=mixed not in (None, []),
            max_price=max_price_of(told, template),
            strategy=value_at(mixed, "instancesDistribution", "spotAllocationStrategy"),
            placement_group=placement_group,
            rebalances_zones=UNKNOWN if suspended is UNKNOWN else rebalances(told, suspended),
            rebalances_capacity=truth(told.get("capacityRebalance"), default=False),
            protected=truth(told.get("protectFromScaleIn"), default=False),
        )
        for part in counted(told, template, mixed)
    )


def rebalances(told: Resource, suspended: Any) -> bool:
    """Only scaling groups even out their zones, unless the process is suspended."""
    return told.type == SCALING_GROUP and "AZRebalance" not in listed(suspended)


def counted(told: Resource, template: Resource, mixed: Any) -> list[Counted]:
    """The parts of a group by how they are bought. A mixed group: base and percentage on demand, the rest spot."""
    least, most = counts(told)
    if mixed in (None, []):
        kind = kind_of(told, template)
        return [Counted(kind, kind, least, most)]
    if mixed is UNKNOWN or UNKNOWN in (least, most):
        return [Counted("mixed", "onDemand", least, most)]
    spread = value_at(mixed, "instancesDistribution")
    base = whole(value_at(spread, "onDemandBaseCapacity"), 0)
    # 100 is the API's default: a mixed group buys no spot unless told to
    percent = whole(value_at(spread, "onDemandPercentageAboveBaseCapacity"), 100)
    if UNKNOWN in (base, percent):
        return [Counted("mixed", "onDemand", least, most)]
    demand_most = min(most, base + math.ceil(max(0, most - base) * percent / 100))
    demand_least = min(least, demand_most)
    parts = [
        Counted("on-demand", "onDemand", demand_least, demand_most),
        Counted("spot", "spot", least - demand_least, most - demand_most),
    ]
    return [part for part in parts if part.max > 0] or parts[:1]


def counts(told: Resource) -> tuple[Any, Any]:
    if told.type == SCALING_GROUP:
        return whole(told.get("minSize"), 0), whole(told.get("maxSize"), 0)
    return 1, 1


def kind_of(told: Resource, template: Resource) -> str:
    if told.type == SPOT_REQUEST:
        return "spot"
    market = template.get("instanceMarketOptions", "marketType")
    if market == "spot":
        return "spot"
    if market == "capacity-block":
        return "block"
    return "reservation" if targets_of(template) or preference_open(template) else "onDemand"


def preference_open(template: Resource) -> bool:
    return template.get("capacityReservationSpecification", "capacityReservationPreference") == "open"


def market_of(template: Resource, part: Counted) -> Any:
    market = template.get("instanceMarketOptions", "marketType") or None
    return "spot" if market is None and part.kind == "spot" else market


def targets_of(template: Resource) -> bool:
    target = template.get(*TARGET)
    if target is UNKNOWN or TARGET[0] in template.depends:
        return True  # it names something, whichever it will be
    keys = ("capacityReservationId", "capacityReservationResourceGroupArn")
    return any(value_at(target, key) not in (None, "") for key in keys)


def reservation_of(template: Resource, graph: Graph) -> Reservation | None:
    """The record behind the target where the stack makes it; else only its id is known."""
    if not targets_of(template):
        return None
    made = graph.joined(template, TARGET[0], RESERVATION, BLOCK)
    if not made:
        literal = template.get(*TARGET, "capacityReservationId") or template.get(
            *TARGET, "capacityReservationResourceGroupArn"
        )
        found = graph.named(literal, RESERVATION, BLOCK)
        made = [] if found is None else [found]
        if not made:
            return bare_reservation(template, literal)
    record = made[0]
    return Reservation(
        path="",
        resource=record.address,
        id=record.name,
        new=True,
        kind="targeted",
        block=record.type == BLOCK,
        machine=record.get("instanceType"),
        zone=reserved_zone(record, graph),
        nodes=whole(record.get("instanceCount")),
        starts=instant(record.get("startDate")),
        ends=instant(record.get("endDate")),
    )


def reserved_zone(record: Resource, graph: Graph) -> Any:
    """In the words of the subnet it was made for, where it was: a zone's id, while the record itself holds its name."""
    subnets = graph.joined(record, "availabilityZone", SUBNET)
    return zone_of(subnets[0]) if subnets else record.get("availabilityZone")


def bare_reservation(template: Resource, literal: Any) -> Reservation:
    return Reservation(
        path="",
        resource=template.address,
        id=literal,
        new=False,
        kind="targeted",
        block=None,
        machine=None,
        zone=None,
        nodes=None,
        starts=None,
        ends=None,
    )


def instant(value: Any) -> Any:
    if value is UNKNOWN or not value:
        return value or None
    return datetime.fromisoformat(str(value).replace("Z", "+00:00"))


def max_price_of(told: Resource, template: Resource) -> Any:
    """The user's cap, USD per node and hour."""
    for value in (
        value_at(told.get("mixedInstancesPolicy"), "instancesDistribution", "spotMaxPrice"),
        template.get("instanceMarketOptions", "spotOptions", "maxPrice"),
        told.get("spotPrice"),
    ):
        if value is UNKNOWN:
            return UNKNOWN
        if value not in (None, ""):
            return Decimal(str(value))
    return None
