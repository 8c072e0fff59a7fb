"""The whole resource graph of each AWS example, as a folder of files a reviewer can read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parents[1] / "golden" / "components"
EXAMPLES = ("aws-everything-wrong", "aws-h100-pretraining", "aws-l40s-batch-spot")


def snapshot(graph: Any) -> str:
    """User data has golden files of its own; here only its size counts."""
    resources: dict[str, Any] = {}
    for one in graph.all:
        inputs = dict(one.inputs)
        if "userData" in inputs:
            inputs["userData"] = f"{len(one.user_data.encode())} bytes"
        entry = {
            "parent": one.parent.split("::")[-1],
            "inputs": inputs,
            "dependsOn": sorted({urn.split("::", 2)[2] for urn in one.dependencies}),
            "ignoreChanges": one.ignored,
            "deleteBeforeReplace": one.delete_first,
        }
        resources[one.urn.split("::", 2)[2]] = {key: value for key, value in entry.items() if value}
    return json.dumps(resources, indent=1, sort_keys=True) + "\n"


@pytest.mark.parametrize("name", EXAMPLES)
def test_graph_of_the_example(name: str, examples: Any, built: Any, request: pytest.FixtureRequest) -> None:
    found = snapshot(built(examples[name]))
    file = GOLDEN / f"{name}.json"
    if request.config.getoption("--update-golden", default=False):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_every_aws_example_has_a_golden_graph(examples: Any) -> None:
    assert set(examples) == set(EXAMPLES) == {file.stem for file in GOLDEN.glob("*.json")}


@pytest.mark.parametrize("name", EXAMPLES)
def test_same_plan_same_graph(name: str, examples: Any, built: Any) -> None:
    assert snapshot(built(examples[name], fresh=True)) == snapshot(built(examples[name], fresh=True))
