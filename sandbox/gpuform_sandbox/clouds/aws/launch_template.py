"""Launch templates and the groups that use them: user data, completeness, sizes, zones."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.autoscaling import MIXED
from gpuform_sandbox.provider.tokens import GROUP, INSTANCE, TEMPLATE
from gpuform_sandbox.provider.values import UNKNOWN

LARGEST_USER_DATA = 16_384
"""Bytes, before base64 (EC2 user guide)."""
INCOMPLETE = (
    "ValidationError: You must use a valid fully-formed launch template. The request must contain the parameter {}"
)


def _user_data(request: Request) -> Iterator[str]:
    plain = request.get("userData") if request.token == INSTANCE else None
    coded = request.get("userDataBase64") if request.token == INSTANCE else request.get("userData")
    try:
        size = len(base64.b64decode(coded, validate=True)) if coded else len(str(plain or "").encode())
    except (binascii.Error, ValueError):
        yield "InvalidUserData.Malformed: Invalid BASE64 encoding of user data."
        return
    if size > LARGEST_USER_DATA:
        yield f"InvalidParameterValue: User data is limited to {LARGEST_USER_DATA} bytes"


def _complete(request: Request) -> Iterator[str]:
    """AWS tries the template when a group is made with it."""
    launch = request.launch
    if launch.template is None:
        return
    if not launch.machine and not launch.data.get("instanceRequirements"):
        yield INCOMPLETE.format("InstanceType")
    if not launch.data.get("imageId"):
        yield INCOMPLETE.format("ImageId")


def _one_template(request: Request) -> Iterator[str]:
    given = [
        name for name in ("launchTemplate", "mixedInstancesPolicy", "launchConfiguration") if request.inputs.get(name)
    ]
    if len(given) > 1:
        yield f"ValidationError: Valid requests must contain either {' or '.join(given)}, not both"


def _zones(request: Request) -> Iterator[str]:
    if not request.inputs.get("vpcZoneIdentifiers") and not request.inputs.get("availabilityZones"):
        yield "ValidationError: At least one Availability Zone or VPC Subnet is required."


def _sizes(request: Request) -> Iterator[str]:
    low, high, wanted = request.get("minSize"), request.get("maxSize"), request.get("desiredCapacity")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        yield f"ValidationError: Max bound, {high}, must be greater than or equal to min bound, {low}"
    elif isinstance(low, int) and isinstance(high, int) and isinstance(wanted, int) and not low <= wanted <= high:
        yield f"ValidationError: Desired capacity:{wanted} must be between the specified min size:{low} and max size:{high}"


def _overrides(request: Request) -> Iterator[str]:
    rows = request.get(f"{MIXED}.overrides") or []
    if len(rows) > LARGEST_OVERRIDES:
        yield f"ValidationError: a mixed instances policy takes {LARGEST_OVERRIDES} overrides at most, got {len(rows)}"
    names = [row.get("instanceType") for row in rows if row.get("instanceType") != UNKNOWN]
    for name in sorted({name for name in names if name and names.count(name) > 1}):
        yield f"ValidationError: The instance type {name} is in the overrides more than once"


LARGEST_OVERRIDES = 40
"""CreateAutoScalingGroup in botocore 1.44.8."""

USER_DATA = Check("LT-USER-DATA", (TEMPLATE, INSTANCE), _user_data)
COMPLETE = Check("LT-COMPLETE", (GROUP,), _complete)
ONE_TEMPLATE = Check("ASG-TEMPLATE", (GROUP,), _one_template)
ZONES = Check("ASG-ZONES", (GROUP,), _zones)
SIZES = Check("ASG-SIZES", (GROUP,), _sizes)
OVERRIDES = Check("ASG-OVERRIDES", (GROUP,), _overrides)
