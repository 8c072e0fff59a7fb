"""The JSON Schema: fresh on disk, complete, and of one mind with the loader."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from pydantic import BaseModel

from gpuform.spec import models, read
from gpuform.spec.field_words import FIELD_WORDS
from gpuform.spec.schema import json_schema, schema_text, write_schema

ROOT = Path(__file__).parents[3]
VALIDATOR = jsonschema.Draft202012Validator(json_schema())


def test_file_is_fresh():
    assert (ROOT / "docs" / "spec.schema.json").read_text(encoding="utf-8") == schema_text(), (
        "run gpuform.spec.schema.write_schema"
    )


def test_file_is_written_whole(tmp_path):
    assert write_schema(tmp_path).read_text(encoding="utf-8") == schema_text()
    assert [path.name for path in tmp_path.iterdir()] == ["spec.schema.json"]


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_field_has_words():
    written = {
        name: {info.alias or field for field, info in model.model_fields.items()}
        for name, model in vars(models).items()
        if isinstance(model, type) and issubclass(model, BaseModel) and model not in (BaseModel, models.Model)
    }
    assert {name: set(words) for name, words in FIELD_WORDS.items()} == written
    assert all(sentence.endswith(".") for words in FIELD_WORDS.values() for sentence in words.values())


@pytest.mark.parametrize(
    "name",
    [
        "alibaba-a100-erdma",
        "aws-everything-wrong",
        "aws-h100-pretraining",
        "aws-l40s-batch-spot",
        "azure-h100-infiniband",
    ],
)
def test_example_fits(name):
    document = read(str(ROOT / "tests" / "data" / "examples" / f"{name}.yaml"))
    assert [error.message for error in VALIDATOR.iter_errors(document.data)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("nodes: 8", "noeds: 8"),
        ("nodes: 8", "nodes: -1"),
        ("nodes: 8", "nodes: {min: 1}"),
        ("size: 500 GiB", "size: 500"),
        ("size: 500 GiB", "size: 500 Gib"),
        ("1000 MiB/s", "1000 MiB"),
        ("420000 USD", "420000 EUR"),
        ("cloud: aws", "cloud: awss"),
        ("gang: all", "gang: some"),
        ("name: llm-pretrain", "name: LLM"),
        ("machine: p5.48xlarge\n", "machine: []\n"),
        ("machine: p5.48xlarge\n", "machine: p5.48xlarge\n    gpu: {}\n"),
        ("- onDemand: {}", "- {}"),
        ("raid: 0", "raid: 5"),
        ("gang: all", "gang: null"),
    ],
)
def test_editor_sees_the_mistake_too(told, good, tmp_path, old, new):
    path = tmp_path / "x.yaml"
    path.write_text(good.replace(old, new, 1), encoding="utf-8")
    assert told((old, new))
    assert list(VALIDATOR.iter_errors(read(str(path)).data))
