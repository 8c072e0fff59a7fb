"""What `stacks/__main__.py` does: find the stack's spec, resolve it, build it, export what people need."""

from __future__ import annotations

import os
from pathlib import Path

import pulumi

from gpuform.errors import GpuformError, UsageError
from gpuform.plan import ClusterPlan
from gpuform_components.all_clouds import cluster
from gpuform_components.planned import in_words, plan_of_file


def spec_file() -> Path:
    """`GPUFORM_SPEC` where set; else `<stack>.yaml` beside the program, which is where the engine starts it."""
    named = os.environ.get("GPUFORM_SPEC")
    return Path(named) if named else Path(f"{pulumi.get_stack()}.yaml")


def build(file: Path) -> None:
    """The cluster of a spec file, with its outputs exported. A user's mistake ends the run in plain words."""
    try:
        plan = plan_of_file(file)
        refuse_other_region(plan)
        made = cluster(plan.name, plan)
    except GpuformError as error:
        raise pulumi.RunError(in_words(error)) from None
    for key, value in made.outputs.items():
        pulumi.export(key, value)


def refuse_other_region(plan: ClusterPlan) -> None:
    """The provider builds where the stack's configuration says; zones and prices are those of the spec."""
    configured = pulumi.Config("aws").get("region") if plan.cloud == "aws" else None
    if configured is not None and configured != plan.region:
        raise UsageError(
            f"the stack's aws:region is {configured}, the spec's region is {plan.region}: "
            f"pulumi config set aws:region {plan.region}, or change the spec"
        )
