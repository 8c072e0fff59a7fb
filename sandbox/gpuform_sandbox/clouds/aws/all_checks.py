"""The registry of AWS rules."""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_sandbox.clouds.aws import capacity, ebs, efa, launch_template, lustre, placement, plan_checks, s3, spot
from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.tokens import GROUP

CHECKS: tuple[Check, ...] = (
    efa.EFA_1,
    efa.EFA_5,
    efa.EFA_6,
    efa.EFA_9,
    efa.EFA_10,
    efa.EFA_12,
    efa.EFA_14,
    efa.EFA_15,
    placement.PG_1,
    placement.PG_2,
    placement.PG_3,
    placement.PG_9,
    placement.ZONE,
    capacity.CR_1,
    capacity.CR_2,
    capacity.CR_3,
    capacity.CR_4,
    capacity.CR_6,
    capacity.CR_FULL,
    capacity.CB_1,
    capacity.CB_6,
    capacity.CB_8,
    capacity.CB_10,
    spot.SP_1,
    spot.SP_2,
    spot.SP_3,
    spot.SP_4,
    ebs.EBS,
    ebs.EBS_BOOT,
    lustre.ONE_SUBNET,
    lustre.THROUGHPUT,
    lustre.CAPACITY,
    lustre.FABRIC,
    lustre.PORT_988,
    s3.LIFECYCLE,
    launch_template.USER_DATA,
    launch_template.COMPLETE,
    launch_template.ONE_TEMPLATE,
    launch_template.ZONES,
    launch_template.SIZES,
    launch_template.OVERRIDES,
    plan_checks.NAT_GATEWAY,
    plan_checks.PLACEMENT_GROUP,
    plan_checks.EBS_VOLUME,
    plan_checks.EC2_FLEET,
    plan_checks.METRIC_ALARM,
    plan_checks.FILE_SYSTEM,
)
BY_TYPE: dict[str, tuple[Check, ...]] = {
    token: tuple(check for check in CHECKS if token in check.types) for check in CHECKS for token in check.types
}
LAUNCH_CODES = ("InvalidParameter", "Unsupported", "InvalidPlacementGroup", "InsufficientInstanceCapacity")
"""Answers of EC2 itself; a group passes them on when it tries its template."""


def refusals(request: Request) -> Iterator[str]:
    """Every answer with which AWS would refuse the request, each beginning with AWS's own code where one is known."""
    for check in BY_TYPE.get(request.token, ()):
        for told in check.refusals(request):
            passed_on = request.token == GROUP and told.startswith(LAUNCH_CODES)
            yield f"ValidationError: You must use a valid fully-formed launch template. {told}" if passed_on else told
