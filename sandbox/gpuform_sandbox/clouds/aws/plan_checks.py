"""What the provider refuses while planning with code of its own (CustomizeDiff), in its own words."""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.tokens import ALARM, LUSTRE, NAT, PLACEMENT, VOLUME

FLEET = "aws:ec2/fleet:Fleet"
PROVISIONED = ("io1", "io2")
PRIVATE_NAT = {"allocationId": "allocation_id", "secondaryAllocationIds": "secondary_allocation_ids"}


def _nat(request: Request) -> Iterator[str]:
    kind = request.get("connectivityType") or "public"
    for name, told in PRIVATE_NAT.items():
        if kind == "private" and request.inputs.get(name):
            yield f'{told} is not supported with connectivity_type = "private"'
    if kind == "public" and request.inputs.get("secondaryPrivateIpAddressCount"):
        yield 'secondary_private_ip_address_count is not supported with connectivity_type = "public"'
    if kind == "public" and request.get("availabilityMode") != "regional" and not request.inputs.get("allocationId"):
        yield "MissingParameter: a public NAT gateway needs an allocation id"


def _placement(request: Request) -> Iterator[str]:
    strategy = request.get("strategy")
    if request.inputs.get("partitionCount") and strategy != "partition":
        yield f'partition_count must not be set when strategy = "{strategy}"'
    if request.inputs.get("spreadLevel") and strategy != "spread":
        yield f'spread_level must not be set when strategy = "{strategy}"'


def _volume(request: Request) -> Iterator[str]:
    kind = request.get("type") or "gp2"
    if kind in PROVISIONED and request.inputs.get("iops") is None:
        yield f"'iops' must be set when 'type' is '{kind}'"
    if kind not in (*PROVISIONED, "gp3") and request.inputs.get("iops"):
        yield f"'iops' must not be set when 'type' is '{kind}'"
    if kind != "gp3" and request.inputs.get("throughput"):
        yield f"'throughput' must not be set when 'type' is '{kind}'"
    if kind not in PROVISIONED and request.get("multiAttachEnabled"):
        yield f"'multi_attach_enabled' must not be set when 'type' is '{kind}'"
    if request.inputs.get("volumeInitializationRate") and not request.inputs.get("snapshotId"):
        yield "'volume_initialization_rate' must not be set unless 'snapshot_id' is set"


def _fleet(request: Request) -> Iterator[str]:
    if request.get("spotOptions.maintenanceStrategies") and request.get("type") not in (None, "maintain"):
        yield (
            "EC2 Fleet has an invalid configuration and can not be created. Capacity Rebalance maintenance strategies "
            "can only be specified for fleets of type maintain."
        )


def _alarm(request: Request) -> Iterator[str]:
    if request.inputs.get("metricName"):
        if not request.inputs.get("statistic") and not request.inputs.get("extendedStatistic"):
            yield "One of `statistic` or `extended_statistic` must be set for a cloudwatch metric alarm"
        for name, told in (("comparisonOperator", "comparison_operator"), ("evaluationPeriods", "evaluation_periods")):
            if request.inputs.get(name) is None:
                yield f"{told} is required for traditional metric alarms"
    for row in request.get("metricQueries") or []:
        if row.get("expression") and row.get("metric"):
            yield "No metric_query may have both `expression` and a `metric` specified"


def _lustre(request: Request) -> Iterator[str]:
    if request.inputs.get("metadataConfiguration") and request.get("deploymentType") not in ("PERSISTENT_2",):
        yield "metadata_configuration can only be set when deployment type is PERSISTENT_2"
    if request.get("storageType") == "INTELLIGENT_TIERING" and request.inputs.get("throughputCapacity") is None:
        yield (
            "Validation Error: ThroughputCapacity is a required parameter for Lustre file systems with StorageType  "
            "INTELLIGENT_TIERING"
        )


NAT_GATEWAY = Check("PLAN-NAT", (NAT,), _nat)
PLACEMENT_GROUP = Check("PLAN-PLACEMENT", (PLACEMENT,), _placement)
EBS_VOLUME = Check("PLAN-VOLUME", (VOLUME,), _volume)
EC2_FLEET = Check("PLAN-FLEET", (FLEET,), _fleet)
METRIC_ALARM = Check("PLAN-ALARM", (ALARM,), _alarm)
FILE_SYSTEM = Check("PLAN-LUSTRE", (LUSTRE,), _lustre)
