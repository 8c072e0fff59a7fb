"""The package as other languages see it: its schema, and a construction over the wire's form of the arguments."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pulumi
import pytest
from pulumi.provider.experimental.component import ComponentProvider
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc

from gpuform_components.any_language import GpuCluster, plan_of_argument

COMPONENTS = Path(__file__).parents[2] / "components"
EXAMPLE = Path(__file__).parents[1] / "data" / "examples" / "aws-l40s-batch-spot.yaml"


def test_schema_has_the_one_component_with_the_one_argument() -> None:
    schema: dict[str, Any] = json.loads(ComponentProvider([GpuCluster], "gpuform", None, "1.0.0").schema)  # pyright: ignore[reportArgumentType]
    (token,) = schema["resources"]
    assert token == "gpuform:index:GpuCluster"
    component = schema["resources"][token]
    assert component["isComponent"] is True
    assert component["requiredInputs"] == ["spec"]
    assert component["inputProperties"]["spec"]["type"] == "string"
    assert component["inputProperties"]["spec"]["plain"] is True
    assert set(component["properties"]) == {"groupNames", "howToReach", "launchTemplates", "mounts", "placement"}
    assert all(one["description"] for one in component["properties"].values())


def test_folder_is_a_plugin() -> None:
    assert "name: python" in (COMPONENTS / "PulumiPlugin.yaml").read_text(encoding="utf-8")


def test_plugin_answers_as_the_engine_asks() -> None:
    """The real process: started with an engine's address, it says its port and then what it holds."""
    command = [sys.executable, str(COMPONENTS), "127.0.0.1:1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as plugin:
        try:
            assert plugin.stdout is not None
            port = int(plugin.stdout.readline())
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                asked = provider_pb2.GetSchemaRequest()
                answer = provider_pb2_grpc.ResourceProviderStub(channel).GetSchema(asked, timeout=60)
        finally:
            plugin.kill()
    assert set(json.loads(answer.schema)["resources"]) == {"gpuform:index:GpuCluster"}


def test_path_and_text_are_the_same_plan() -> None:
    assert plan_of_argument(str(EXAMPLE)) == plan_of_argument(EXAMPLE.read_text(encoding="utf-8"))


def test_built_from_its_one_argument(run: Any) -> None:
    graph = run(lambda: GpuCluster("mine", {"spec": EXAMPLE.read_text(encoding="utf-8")}))
    top = next(one for one in graph.all if one.type == "gpuform:index:GpuCluster")
    inner = next(one for one in graph.all if one.type == "gpuform:aws:GpuCluster")
    assert inner.parent == top.urn
    assert set(top.outputs["groupNames"]) == {"batch/on-demand", "batch/spot"}
    assert len(graph.of("Group")) == 2


def test_mistake_in_the_spec_is_told_in_words(run: Any) -> None:
    with pytest.raises(pulumi.RunError, match="line 2: kind: "):
        run(lambda: GpuCluster("mine", {"spec": "apiVersion: gpuform/v1\nkind: GpuClustr\n"}))
