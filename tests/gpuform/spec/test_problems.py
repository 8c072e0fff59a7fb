"""The models' errors in our words: no jargon, no secret, and a sentence of our own for each kind that can come."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from gpuform.spec import parse
from gpuform.spec.models import ClusterSpec
from gpuform.spec.problems import parted, problems_of

JARGON = (
    "pydantic",
    "input",
    "validat",
    "instance",
    "literal",
    "tuple",
    "dict",
    "str ",
    "NoneType",
    "type=",
    "ctx",
    "Value error",
)
SECRET = "hunter2hunter2"
WRONG = (SECRET, 7, 1.5, True, [SECRET], {SECRET: SECRET}, [], {}, [[SECRET]], float("nan"), float("inf"), 10**30, -1)


def said_of(data: object) -> list[str]:
    document = parse("a: 1\n")
    try:
        ClusterSpec.model_validate(data)
    except ValidationError as error:
        return [f"{one.message}; {one.hint}" for one in problems_of(error, ClusterSpec, document)]
    return []


def base() -> dict:
    pool = {"name": "train", "workload": "training", "machine": "p5.48xlarge", "nodes": 8}
    return {
        "apiVersion": "gpuform/v1",
        "kind": "GpuCluster",
        "metadata": {"name": "a"},
        "cloud": "aws",
        "region": "us-east-1",
        "pools": (pool,),
    }


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("field", sorted({info.alias or name for name, info in ClusterSpec.model_fields.items()}))
def test_no_jargon_in_any_field_of_the_spec(field, wrong):
    for sentence in said_of({**base(), field: wrong}):
        assert not any(word in sentence for word in JARGON), sentence
        assert "can't be used here" not in sentence, "a kind of error without words of its own"


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize(
    "field",
    [
        "disks",
        "needs",
        "image",
        "boot",
        "idle",
        "nodes",
        "capacity",
        "nics",
        "zones",
        "gpu",
        "update",
        "fabric",
        "machine",
    ],
)
def test_no_jargon_in_any_field_of_a_pool(field, wrong):
    data = base()
    for value in (
        wrong,
        {"size": wrong, "env": wrong, "root": wrong, "min": wrong, "for": wrong, "data": [wrong]},
        (wrong,),
    ):
        data["pools"] = ({**base()["pools"][0], field: value},)
        for sentence in said_of(data):
            assert not any(word in sentence for word in JARGON), sentence
            assert "can't be used here" not in sentence, "a kind of error without words of its own"


@pytest.mark.parametrize(
    "boot",
    [
        f"boot: {{env: {{PASSWORD: [{SECRET}]}}}}",
        f"boot: {{env: {{PASSWORD: {{a: {SECRET}}}}}}}",
        f"boot: {{env: {SECRET}}}",
        f"boot: {{env: [{SECRET}]}}",
        f"boot: {{secrets: [{SECRET}]}}",
        f"boot: {{secrets: {SECRET}}}",
        f"boot: {SECRET}",
        f"boot: [{SECRET}]",
        f"boot: {{password: {SECRET}}}",
        f'boot: {{env: {{A: "{SECRET}\\a"}}}}',
        f"bot: {{env: {{PASSWORD: {SECRET}}}}}",
    ],
)
def test_a_secret_in_the_wrong_form_is_never_shown(told, boot):
    problems = told(("gang: all", boot))
    assert problems
    assert SECRET not in str(problems)


def test_a_secret_read_as_a_number_is_never_shown(told):
    problems = told(("gang: all", "boot: {env: {PIN: 73019375}, secrets: {KEY: 73019375}}"))
    assert {problem.path for problem in problems} == {"pools[train].boot.env.PIN", "pools[train].boot.secrets.KEY"}
    assert all("quotes" in problem.hint for problem in problems)
    assert "73019375" not in str(problems)


def test_a_broken_member_does_not_make_the_list_empty(told):
    assert [problem.path for problem in told(("nodes: 8", "nodes: -1"))] == ["pools[train].nodes"]


def test_members_without_a_name_go_by_position(told):
    paths = [problem.path for problem in told(("- onDemand: {}", "- onDemand: {nodes: x}\n      - spot: {nodes: y}"))]
    assert paths == ["pools[train].capacity[1].onDemand.nodes", "pools[train].capacity[2].spot.nodes"]


@pytest.mark.parametrize(
    ("sentence", "message", "hint"),
    [
        ("`x` has no unit; write a size", "`x` has no unit", "write a size"),
        ("unknown zone; did you mean `a; write b`?", "unknown zone", "did you mean `a; write b`?"),
        ("is empty text", "is empty text", ""),
    ],
)
def test_parted(sentence, message, hint):
    assert parted(sentence) == (message, hint)
