"""The other commands: plan, validate, schema, rules, help, and what no command may import."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from ruamel.yaml import YAML

from gpuform.cli import main

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
Call = Callable[..., Any]
COMMANDS = ["validate", "plan", "check", "schema", "rules", "sandbox"]


def test_plan_json_has_the_keys_scripts_rely_on(gpuform: Call, example: Call) -> None:
    run = gpuform("plan", example(PRETRAINING), "--format", "json")
    assert run.code == 0, run.err
    assert run.json["version"] == 1
    plan = run.json["plan"]
    assert {"name", "cloud", "region", "zones", "labels", "catalogDate", "pools", "sharedStorage", "chosen"} <= set(
        plan
    )
    (pool,) = plan["pools"]
    assert {"name", "workload", "machine", "zones", "nodes", "fabric", "gang", "placement", "nics", "slices", "disks", "image",
            "idle"} <= set(pool)  # fmt: skip
    assert pool["nodes"] == {"min": 8, "start": 8, "max": 8}
    assert len(pool["nics"]) == 33
    assert [(part["kind"], part["nodes"]) for part in pool["slices"]] == [("reservation", 4), ("onDemand", 4)]
    assert pool["slices"][0]["id"] == "cr-0a1b2c3d4e5f60718"
    root = pool["disks"]["root"]
    assert (root["sizeGiB"], root["type"], root["iops"], root["throughputMiBps"]) == (500, "gp3", 16000, 1000)
    assert root["encrypted"] is True
    assert pool["idle"]["gpuBelowPercent"] == 30
    assert all({"path", "value", "why"} <= set(one) for one in plan["chosen"])


def test_plan_yaml_reads_back_to_the_json(gpuform: Call, example: Call) -> None:
    as_json = gpuform("plan", example(BATCH), "--format", "json").json
    as_yaml = gpuform("plan", example(BATCH), "--format", "yaml").out
    assert YAML(typ="safe", pure=True).load(as_yaml) == as_json


def test_plan_is_the_same_whatever_the_seed_and_the_clock(gpuform: Call, example: Call) -> None:
    runs = {
        gpuform("plan", example(BATCH), "--format", "json", PYTHONHASHSEED=str(seed), TZ=zone).out
        for seed, zone in ((0, "UTC"), (1, "Asia/Tokyo"))
    }
    assert len(runs) == 1


def test_plan_text_marks_what_was_chosen(gpuform: Call, example: Call) -> None:
    out = gpuform("plan", example(PRETRAINING)).out
    assert "8 × p5.48xlarge in use1-az6" in out
    assert "64 × H100" in out
    assert "← chosen" in out


def test_plan_of_a_broken_spec_tells_all_on_stderr(gpuform: Call, changed: Call) -> None:
    changed(PRETRAINING, ("nodes: 8", "noeds: 8"), ("size: 500 GiB", "size: 500"))
    run = gpuform("plan", "spec.yaml")
    assert run.code == 3
    assert run.out == ""
    assert "spec.yaml:18: pools[train].noeds" in run.err
    assert "GiB" in run.err


def test_validate_runs_no_rule(gpuform: Call, example: Call) -> None:
    assert gpuform("validate", example("aws-everything-wrong")).code == 0


def test_schema_is_json_schema(gpuform: Call) -> None:
    schema = gpuform("schema").json
    assert schema["$schema"].endswith("2020-12/schema")


def test_rules_lists_and_explains(gpuform: Call) -> None:
    listed = gpuform("rules", "--format", "json").json
    assert listed["version"] == 1
    cards = {card["id"]: card for card in listed["rules"]}
    assert cards["ZON001"]["name"] == "cross-zone-training"
    assert cards["ZON001"]["severity"] == "error"
    page = gpuform("rules", "zon001").out
    assert all(word in page for word in ("What", "Why", "Example", "Instead", "Source"))
    assert "did you mean ZON001" in gpuform("rules", "ZON01").err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(gpuform: Call, command: str) -> None:
    run = gpuform(command, "--help")
    assert run.code == 0
    assert f"gpuform {command}" in run.out


def test_help_names_every_command_and_exit_code(gpuform: Call) -> None:
    run = gpuform("--help")
    assert run.code == 0
    assert all(command in run.out for command in COMMANDS)
    assert "4 blocked by a rule" in " ".join(run.out.split())


def test_version(gpuform: Call) -> None:
    assert gpuform("--version").out.startswith("gpuform ")


def test_a_bug_of_ours_says_so_and_ends_with_1(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("gpuform.cli.app.app", broken)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "bug of ours" in told.err
    assert "planted" in told.err


def test_checking_needs_no_cloud_sdk(example: Call) -> None:
    code = (
        f"import sys; sys.argv = ['gpuform', 'check', {str(example(PRETRAINING))!r}]\n"
        "from gpuform.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'pulumi', 'pulumi_aws', 'pulumi_policy', 'boto3', 'botocore', 'grpc', 'jinja2', 'rich'}\n"
        "import json; print(json.dumps(sorted(heavy & {name.split('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout.splitlines()[-1]) == []
