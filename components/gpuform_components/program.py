"""What `stacks/__main__.py` does: find the stack's spec, resolve it, build it, export what people need."""

from __future__ import annotations

import os
from pathlib import Path

import pulumi

from gpuform.errors import GpuformError
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
        made = cluster(plan.name, plan)
    except GpuformError as error:
        raise pulumi.RunError(in_words(error)) from None
    for key, value in made.outputs.items():
        pulumi.export(key, value)
