"""`gpuform check`: exit codes, every form, several files, waivers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PRETRAINING, BATCH, WRONG = "aws-h100-pretraining", "aws-l40s-batch-spot", "aws-everything-wrong"
Call = Callable[..., Any]


@pytest.mark.parametrize("name", [PRETRAINING, BATCH])
def test_good_examples_pass(gpuform: Call, example: Call, name: str) -> None:
    run = gpuform("check", example(name), "--format", "json")
    assert run.code == 0, run.out + run.err
    assert [one for one in run.json["specs"][0]["findings"] if one["severity"] == "error"] == []


def test_wrong_example_is_blocked_for_each_of_its_reasons(gpuform: Call, example: Call) -> None:
    run = gpuform("check", example(WRONG), "--format", "json")
    assert run.code == 4
    found = {one["rule"]: one for one in run.json["specs"][0]["findings"]}
    assert {"ZON001", "STO002", "FAB005", "SPT001", "SCL001", "SEC001", "SEC002"} <= set(found)
    assert all(one["path"] and one["line"] and one["fix"] and one["source"] for one in found.values())
    assert {one["surface"] for one in found.values()} == {"spec"}
    assert found["ZON001"]["line"] == 9  # where the zones are written, though the pool inherits them


def test_text_shows_the_line_the_caret_and_the_fix(gpuform: Call, changed: Call) -> None:
    changed(PRETRAINING, ("zones: [use1-az6]", "zones: [use1-az1, use1-az6]"))
    run = gpuform("check", "spec.yaml")
    assert run.code == 4
    assert run.out.startswith("spec.yaml  llm-pretrain  aws us-east-1  8 × p5.48xlarge (64 H100)\n")
    lines = run.out.splitlines()
    at = next(i for i, line in enumerate(lines) if "zones: [use1-az1, use1-az6]" in line)
    assert lines[at + 1].index("^") == lines[at].index("[")
    assert "fix: zones: [use1-az6]" in lines[at + 2]
    assert "reservation is there" in lines[at + 2]
    assert run.out.rstrip().endswith("explains")


def test_pipes_get_no_colour_and_a_forced_terminal_width_is_kept(gpuform: Call, example: Call) -> None:
    run = gpuform("check", example(WRONG), COLUMNS="90")
    assert "\x1b[" not in run.out + run.err
    written = example(WRONG).read_text().splitlines()
    longest = max(len(line) for line in run.out.splitlines() if line[9:].strip() not in map(str.strip, written))
    assert longest <= 130  # a path and a place may push one line past the width; sentences never


def test_several_files_one_bad_hides_no_other(gpuform: Call, example: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("apiVersion: gpuform/v1\nkind: GpuCluster\nclud: aws\n")
    run = gpuform("check", example(WRONG), "bad.yaml", "none.yaml", example(BATCH), "--format", "json")
    assert run.code == 5
    by_file = {Path(one["file"]).name: one for one in run.json["specs"]}
    assert by_file["bad.yaml"]["problems"]
    assert "does not exist" in by_file["none.yaml"]["problems"][0]["message"]
    assert by_file[f"{WRONG}.yaml"]["findings"]
    assert by_file[f"{BATCH}.yaml"]["problems"] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["check"], 2, id="no file"),
        pytest.param(["check", "--frmat", "json", "x"], 2, id="misspelt option"),
        pytest.param(["check", "x", "--format", "xml"], 2, id="unknown form"),
        pytest.param(["check", "."], 5, id="directory"),
        pytest.param(["check", "none.yaml"], 5, id="missing file"),
        pytest.param(["check", "none.yaml", "--now", "tomorrow"], 2, id="no date"),
        pytest.param(["chekc", "x"], 2, id="unknown command"),
        pytest.param(["rules", "ZON999"], 2, id="unknown rule"),
        pytest.param(["check", "none.yaml", "--catalog", "nowhere"], 5, id="no such overlay"),
    ],
)
def test_wrong_usage_has_its_code_and_no_traceback(gpuform: Call, arguments: list[str], code: int) -> None:
    run = gpuform(*arguments)
    assert run.code == code, run.out + run.err
    assert "Traceback" not in run.out + run.err
    assert run.err.strip() or run.out.strip()


def test_spec_from_standard_input(gpuform: Call, example: Call) -> None:
    run = gpuform("check", "-", stdin=example(BATCH).read_bytes())
    assert run.code == 0, run.err
    assert run.out.startswith("<stdin>") or run.out.startswith("-")


def test_sarif_has_rules_places_and_suppressions(gpuform: Call, example: Call) -> None:
    run = gpuform("check", example(WRONG), "--format", "sarif")
    assert run.code == 4
    sarif = json.loads(run.out)
    assert sarif["version"] == "2.1.0"
    ids = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
    for result in sarif["runs"][0]["results"]:
        assert result["ruleId"] in ids
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] > 0
        assert place["artifactLocation"]["uri"].endswith(".yaml")


def test_github_annotations_are_escaped(gpuform: Call, example: Call) -> None:
    run = gpuform("check", example(WRONG), "--format", "github")
    assert run.code == 4
    lines = run.out.splitlines()
    assert any(line.startswith("::error file=") and ",line=9," in line for line in lines)
    assert all(line.startswith("::") for line in lines)


BARE = ("iops: 16000, throughput: 1000 MiB/s", "iops: 3000, throughput: 125 MiB/s")


def with_waiver(path: Path, **fields: str) -> None:
    entry = {
        "rule": "STO002",
        "at": "'pools[train].disks.root'",
        "reason": "image is baked",
        "until": "2027-06-30",
    } | fields
    text = ", ".join(f"{key}: {value}" for key, value in entry.items() if value)
    path.write_text(path.read_text() + f"waivers:\n  - {{{text}}}\n")


def test_waiver_holds_to_its_last_day_and_is_told(gpuform: Call, changed: Call) -> None:
    path = changed(PRETRAINING, BARE)
    with_waiver(path, at="'pools[train]'")
    held = gpuform("check", path, "--now", "2027-06-30T23:59Z", "--format", "json")
    assert held.code == 0, held.out
    (waived,) = [one for one in held.json["specs"][0]["findings"] if one["rule"] == "STO002"]
    assert waived["waived"] == {"reason": "image is baked", "until": "2027-06-30"}
    late = gpuform("check", path, "--now", "2027-07-01", "--format", "json")
    assert late.code == 4
    assert {"STO002", "WAI001"} <= {one["rule"] for one in late.json["specs"][0]["findings"] if not one["waived"]}


def test_waiver_that_matches_nothing_is_a_finding(gpuform: Call, changed: Call) -> None:
    path = changed(PRETRAINING)
    with_waiver(path)
    run = gpuform("check", path, "--now", "2026-12-01", "--format", "json")
    assert run.code == 4
    assert "WAI001" in {one["rule"] for one in run.json["specs"][0]["findings"]}


@pytest.mark.parametrize("field", ["rule", "at", "reason", "until"])
def test_waiver_needs_all_four(gpuform: Call, changed: Call, field: str) -> None:
    path = changed(PRETRAINING, BARE)
    with_waiver(path, **{field: ""})
    assert gpuform("check", path).code == 3


def test_twenty_runs_give_the_same_bytes(gpuform: Call, example: Call) -> None:
    """Case C69: the same findings in the same order, whatever the hash seed."""
    runs = {gpuform("check", example(WRONG), "--now", "2026-12-01", PYTHONHASHSEED=str(seed)).out for seed in range(5)}
    assert len(runs) == 1


def test_configurations_of_stacks_are_passed_over(gpuform: Call, example: Call, tmp_path: Path) -> None:
    """`gpuform check stacks/*.yaml` brings them along."""
    (tmp_path / "Pulumi.dev.yaml").write_text("config:\n  aws:region: us-west-2\n")
    (tmp_path / "dev.yaml").write_text(example(BATCH).read_text())
    run = gpuform("check", "Pulumi.dev.yaml", "dev.yaml", "--format", "json")
    assert run.code == 0, run.err
    assert [one["file"] for one in run.json["specs"]] == ["dev.yaml"]
    assert "passed over" in run.err
    assert gpuform("check", "Pulumi.dev.yaml").code == 3
