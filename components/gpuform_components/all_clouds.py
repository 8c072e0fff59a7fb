"""The clouds there are. Each is imported only when asked for: it brings its own SDK, an optional extra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from gpuform.errors import MissingError

if TYPE_CHECKING:
    import pulumi

    from gpuform.plan import ClusterPlan


class Cluster(Protocol):
    """What every cloud's `GpuCluster` gives back, by `<pool>/<slice>` or by name."""

    outputs: dict[str, pulumi.Output[object]]


def cluster(name: str, plan: ClusterPlan, opts: pulumi.ResourceOptions | None = None) -> Cluster:
    """The plan as the `GpuCluster` of its cloud."""
    match plan.cloud:
        case "aws":
            from gpuform_components import aws

            return aws.GpuCluster(name, plan, opts)
        case "alibaba" | "azure":
            raise MissingError(f"there are no components for `{plan.cloud}` yet; today: aws")
