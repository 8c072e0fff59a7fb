"""The clouds there are, against the folder; the ones to come say so."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gpuform_components
from gpuform.errors import MissingError
from gpuform_components.all_clouds import cluster

FOLDER = Path(gpuform_components.__file__).parent
FILES = {"access", "cluster", "network", "node_pool", "scaling", "storage"}
"""The same names in every cloud's folder."""


def imported() -> set[str]:
    tree = ast.parse((FOLDER / "all_clouds.py").read_text(encoding="utf-8"))
    inside = [
        node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
    ]
    return {
        name.name for node in inside if isinstance(node, ast.ImportFrom) and node.module == "gpuform_components" for name in node.names
    }  # fmt: skip


def test_every_folder_is_listed() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/cluster.py")}
    assert folders == imported()
    for folder in folders:
        assert {path.stem for path in (FOLDER / folder).glob("*.py")} >= FILES


@pytest.mark.parametrize("cloud", ["alibaba", "azure"])
def test_clouds_to_come_say_so(cloud: Any, examples: Any) -> None:
    plan = replace(examples["aws-l40s-batch-spot"], cloud=cloud)
    with pytest.raises(MissingError, match=cloud):
        cluster("mine", plan)
