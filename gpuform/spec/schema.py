"""The JSON Schema of the spec, for editors, generated from the models."""

from __future__ import annotations

from typing import Any

from gpuform.spec.models import ClusterSpec


def json_schema() -> dict[str, Any]:
    """Draft 2020-12. `nodes: 8` and `machine: p5.48xlarge` are short forms that the models read by themselves."""
    schema = ClusterSpec.model_json_schema(by_alias=True)
    pool = schema["$defs"]["Pool"]["properties"]
    pool["nodes"] = {"anyOf": [{"type": "integer", "minimum": 0}, pool["nodes"]]}
    machine = pool["machine"]["anyOf"][0]
    pool["machine"] = {"anyOf": [{"type": "string"}, {**machine, "minItems": 1}]}
    raid = schema["$defs"]["LocalDisks"]["properties"]["raid"]
    raid.pop("type", None)
    raid["enum"] = [0, "0", "none"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://gpuform.dev/schema/v1.json",
        "title": "gpuform/v1 GpuCluster",
        **{key: value for key, value in schema.items() if key != "title"},
    }
