"""`gpuform:index:GpuCluster`, the cluster as programs in any language see it: one argument, the spec.

No `from __future__ import annotations` here: Pulumi reads the annotations at run time to derive the schema.
"""

from pathlib import Path
from typing import Any, Optional, TypedDict

import pulumi

from gpuform.errors import GpuformError
from gpuform.plan import ClusterPlan
from gpuform_components.all_clouds import cluster
from gpuform_components.planned import in_words, plan_of_file, plan_of_text


class GpuClusterArgs(TypedDict):
    """Arguments of the cluster."""

    spec: str
    """The spec itself as YAML text, or the path of its file."""


class GpuCluster(pulumi.ComponentResource):
    """A GPU cluster from one declarative spec, on the cloud the spec names."""

    group_names: pulumi.Output[dict[str, str]]
    """Scaling group of each `<pool>/<slice>`."""
    launch_templates: pulumi.Output[dict[str, str]]
    """Launch template of each `<pool>/<slice>`."""
    placement: pulumi.Output[dict[str, str]]
    """Placement group of each pool, or `none`."""
    how_to_reach: pulumi.Output[dict[str, str]]
    """A command that opens a shell on a node of each `<pool>/<slice>`."""
    mounts: pulumi.Output[dict[str, str]]
    """Where each shared storage is found."""

    # `Optional[X]`: the host's reader of annotations knows no other spelling in every release
    def __init__(self, name: str, args: GpuClusterArgs, opts: Optional[pulumi.ResourceOptions] = None) -> None:  # noqa: UP045
        super().__init__("gpuform:index:GpuCluster", name, {"spec": args["spec"]}, opts)
        try:
            plan = plan_of_argument(args["spec"])
            made = cluster(plan.name, plan, pulumi.ResourceOptions(parent=self))
        except GpuformError as error:
            raise pulumi.RunError(in_words(error)) from None
        outputs: dict[str, Any] = made.outputs
        self.group_names = outputs["groupNames"]
        self.launch_templates = outputs["launchTemplates"]
        self.placement = outputs["placement"]
        self.how_to_reach = outputs["howToReach"]
        self.mounts = outputs["mounts"]
        self.register_outputs(outputs)


def plan_of_argument(spec: str) -> ClusterPlan:
    """Text has lines; a path has none."""
    return plan_of_text(spec) if "\n" in spec else plan_of_file(Path(spec))
