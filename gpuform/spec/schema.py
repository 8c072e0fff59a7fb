"""The JSON Schema of the spec, for editors, generated from the models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gpuform.spec.field_words import FIELD_WORDS
from gpuform.spec.models import MAX_NODES, ClusterSpec

LABEL_PATTERN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
ONE_OF = {
    "Slice": ("reservation", "block", "onDemand", "spot"),
    "SharedStorage": ("lustre", "bucket"),
    "Pool": ("machine", "gpu"),
    "Rule": ("from", "to"),
}
"""Models of which exactly one of some fields is given."""


def json_schema() -> dict[str, Any]:
    """Draft 2020-12, with the short forms (`nodes: 8`, `machine: p5.48xlarge`) that the models read by themselves."""
    schema = ClusterSpec.model_json_schema(by_alias=True)
    models = {"ClusterSpec": schema, **schema["$defs"]}
    add_short_forms(models)
    for name, model in models.items():
        model.pop("description", None)
        tidy(model, FIELD_WORDS[name])
        if name in ONE_OF:
            model["oneOf"] = [{"required": [field]} for field in ONE_OF[name]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:gpuform:v1",
        **schema,
        "title": "gpuform/v1 GpuCluster",
    }


def add_short_forms(models: dict[str, Any]) -> None:
    pool = models["Pool"]["properties"]
    pool["nodes"] = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": MAX_NODES}, pool["nodes"]]}
    machines = next(form for form in pool["machine"]["anyOf"] if form.get("type") == "array")
    pool["machine"] = {"anyOf": [{"type": "string"}, {**machines, "minItems": 1, "uniqueItems": True}]}
    models["LocalDisks"]["properties"]["raid"] = {"enum": [0, "0", "none"], "default": "0"}
    models["Metadata"]["properties"]["name"]["pattern"] = LABEL_PATTERN
    for name in ("Pool", "DataDisk", "SharedStorage"):
        models[name]["properties"]["name"] |= {"pattern": LABEL_PATTERN, "maxLength": 63}


def tidy(model: dict[str, Any], words: dict[str, str]) -> None:
    """Our sentences in place of generated titles; `null` and its default out, since an empty value is an error."""
    for alias, written in model["properties"].items():
        forms = [form for form in written.get("anyOf", []) if form != {"type": "null"}]
        if len(forms) == 1:
            written |= forms[0]
        if forms:
            written["anyOf"] = forms
        if len(forms) == 1:
            del written["anyOf"]
        if written.get("default", "") is None:
            del written["default"]
        written.pop("title", None)
        written["description"] = words[alias]


def schema_text() -> str:
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def write_schema(folder: Path) -> Path:
    """`spec.schema.json` in the folder; whole or not at all."""
    target, draft = folder / "spec.schema.json", folder / ".spec.schema.json.new"
    draft.write_text(schema_text(), encoding="utf-8")
    return draft.replace(target)
