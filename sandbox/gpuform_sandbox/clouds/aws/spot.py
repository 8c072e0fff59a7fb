"""Spot: what can't be combined with it, its price, and how a group asks for it.

Texts of SP-1, SP-2 and SP-3 are not AWS's own: none was captured.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gpuform_sandbox.clouds.aws.capacity import RESOURCE_GROUP, SPECIFICATION, market
from gpuform_sandbox.clouds.aws.request import LAUNCHING, TARGET, Check, Request, known
from gpuform_sandbox.provider.autoscaling import MIXED
from gpuform_sandbox.provider.tokens import GROUP, INSTANCE, SPOT_REQUEST, TEMPLATE
from gpuform_sandbox.provider.values import UNKNOWN, at

OPTIONS = "instanceMarketOptions.spotOptions"
LOWEST_PRICE = 0.001
"""In USD per hour; a price must be above it."""


def _is_spot(request: Request) -> bool:
    return request.token == SPOT_REQUEST or market(request) == "spot"


def _option(request: Request, name: str) -> Any:
    """A spot option: inside the market options, or flat on a spot request."""
    flat = {"maxPrice": "spotPrice", "spotInstanceType": "spotType"}.get(name, name)
    return request.get(flat) if request.token == SPOT_REQUEST else known(request.inputs, f"{OPTIONS}.{name}")


def _sp_1(request: Request) -> Iterator[str]:
    preference = request.get(f"{SPECIFICATION}.capacityReservationPreference")
    target = at(request.inputs, TARGET) or at(request.inputs, RESOURCE_GROUP)
    if _is_spot(request) and (target or preference not in (None, "none")):
        yield "InvalidParameterCombination: Spot Instances can't use a capacity reservation."


def _sp_2(request: Request) -> Iterator[str]:
    distribution = "mixedInstancesPolicy.instancesDistribution.spotMaxPrice"
    price = request.get(distribution) if request.token == GROUP else _option(request, "maxPrice")
    if price not in (None, "", UNKNOWN) and not _is_price(price):
        yield f"InvalidParameterValue: The spot price {price} must be a number above {LOWEST_PRICE}."


def _is_price(price: object) -> bool:
    try:
        return float(str(price)) > LOWEST_PRICE
    except ValueError:
        return False


def _sp_3(request: Request) -> Iterator[str]:
    if not _is_spot(request):
        return
    persistent = _option(request, "spotInstanceType") == "persistent"
    if (
        persistent
        and request.token != SPOT_REQUEST
        and _option(request, "instanceInterruptionBehavior") not in ("stop", "hibernate")
    ):
        yield "InvalidParameterCombination: A persistent request needs the interruption behavior stop or hibernate."
    if _option(request, "validUntil") and not persistent and request.token != SPOT_REQUEST:
        yield "InvalidParameterCombination: ValidUntil is only allowed for a persistent request."


def _sp_4(request: Request) -> Iterator[str]:
    data = request.launched
    if request.get(MIXED) is not None:
        if known(data, "instanceMarketOptions") and market(request) != "capacity-block":
            yield (
                "InvalidQueryParameter: Incompatible launch template: You cannot use a launch template that is set to "
                "request Spot Instances (InstanceMarketOptions) when you configure an Auto Scaling group with a mixed "
                "instances policy. Add a different launch template to the group and try again."
            )
        return
    if market(request) == "spot" and any(
        (
            known(data, f"{OPTIONS}.spotInstanceType") == "persistent",
            known(data, f"{OPTIONS}.validUntil"),
            known(data, f"{OPTIONS}.instanceInterruptionBehavior"),
        )
    ):
        yield (
            "InvalidQueryParameter: Incompatible launch template: the spot request of a group must be one-time, without "
            "ValidUntil and without an interruption behavior."
        )


SP_1 = Check("SP-1", LAUNCHING, _sp_1)
SP_2 = Check("SP-2", (TEMPLATE, INSTANCE, SPOT_REQUEST, GROUP), _sp_2)
SP_3 = Check("SP-3", LAUNCHING, _sp_3)
SP_4 = Check("SP-4", (GROUP,), _sp_4)
