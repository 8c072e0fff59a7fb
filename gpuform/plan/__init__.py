"""The plan: every decision taken once, each part knowing the spec path it came from."""

from gpuform.plan.from_spec import plan_of
from gpuform.plan.labels import CLUSTER_LABEL
from gpuform.plan.model import (
    Chosen,
    ClusterPlan,
    PlannedBoot,
    PlannedBucket,
    PlannedBudget,
    PlannedDisk,
    PlannedDisks,
    PlannedIdle,
    PlannedImage,
    PlannedLocal,
    PlannedLustre,
    PlannedNetwork,
    PlannedNic,
    PlannedPlacement,
    PlannedPool,
    PlannedReservation,
    PlannedRule,
    PlannedSecurityGroup,
    PlannedSlice,
    PlannedSubnet,
)
from gpuform.plan.resolve import resolve
from gpuform.plan.to_json import to_json
from gpuform.plan.to_text import to_text

__all__ = [
    "CLUSTER_LABEL",
    "Chosen",
    "ClusterPlan",
    "PlannedBoot",
    "PlannedBucket",
    "PlannedBudget",
    "PlannedDisk",
    "PlannedDisks",
    "PlannedIdle",
    "PlannedImage",
    "PlannedLocal",
    "PlannedLustre",
    "PlannedNetwork",
    "PlannedNic",
    "PlannedPlacement",
    "PlannedPool",
    "PlannedReservation",
    "PlannedRule",
    "PlannedSecurityGroup",
    "PlannedSlice",
    "PlannedSubnet",
    "plan_of",
    "resolve",
    "to_json",
    "to_text",
]
