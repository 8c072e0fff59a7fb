"""What the stacks' program does: which spec it takes, what it exports, and how it tells a mistake."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pulumi
import pytest

from gpuform_components.program import build, spec_file

STACKS = Path(__file__).parents[2] / "stacks"
EXAMPLES = Path(__file__).parents[1] / "data" / "examples"


def test_named_file_wins(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    found: list[Path] = []
    monkeypatch.delenv("GPUFORM_SPEC", raising=False)
    run(lambda: found.append(spec_file()))
    monkeypatch.setenv("GPUFORM_SPEC", "/any/where.yaml")
    run(lambda: found.append(spec_file()))
    assert found == [Path("test.yaml"), Path("/any/where.yaml")]


@pytest.mark.parametrize("stack", ["dev", "prod"])
def test_program_of_the_stacks(stack: str, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    monkeypatch.setenv("GPUFORM_SPEC", str(STACKS / f"{stack}.yaml"))
    graph = run(lambda: runpy.run_path(str(STACKS / "__main__.py"), run_name="__main__") and None)
    assert graph.one("GpuCluster").name == {"dev": "render-batch", "prod": "llm-pretrain"}[stack]
    assert graph.of("Group")


@pytest.mark.parametrize(("stack", "example"), [("dev", "aws-l40s-batch-spot"), ("prod", "aws-h100-pretraining")])
def test_stacks_are_the_examples(stack: str, example: str, examples: Any) -> None:
    from gpuform_components.planned import plan_of_file

    plan = plan_of_file(STACKS / f"{stack}.yaml")
    assert plan == examples[example]
    region = f"aws:region: {plan.region}"
    assert region in (STACKS / f"Pulumi.{stack}.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("kind: GpuCluster\nnoeds: 8\n", r"can't be built:\n  line ", id="invalid"),
        pytest.param(
            (EXAMPLES / "azure-h100-infiniband.yaml").read_text(encoding="utf-8"), r"line \d+: cloud: ", id="not yet"
        ),
    ],
)
def test_mistake_is_told_with_its_line(text: str, said: str, tmp_path: Path, run: Any) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(pulumi.RunError, match=said):
        run(lambda: build(file))


def test_missing_file_is_told(tmp_path: Path, run: Any) -> None:
    with pytest.raises(pulumi.RunError, match=r"none\.yaml does not exist"):
        run(lambda: build(tmp_path / "none.yaml"))
