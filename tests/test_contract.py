"""What a test of the contract means to ask, where that test is wrong in itself (`.ci/run` names each with its reason)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

GOOD = Path(__file__).resolve().parent / "data" / "examples" / "aws-h100-pretraining.yaml"
SWAPS = (
    ("machine: p5.48xlarge\n    nodes", "machine: p5.48xlrge\n    nodes"),
    ("nodes: 8", "noeds: 8"),
    ("size: 500 GiB", "size: 500"),
)


def test_all_problems_at_once_and_near_words(tmp_path: Path) -> None:
    text = GOOD.read_text(encoding="utf-8")
    for old, new in SWAPS:
        assert old in text
        text = text.replace(old, new, 1)
    spec = tmp_path / "spec.yaml"
    spec.write_text(text, encoding="utf-8")
    program = Path(sys.executable).with_name("gpuform")
    done = subprocess.run([program, "validate", spec], capture_output=True, text=True, timeout=120, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 3, said
    assert "`nodes`" in said
    assert "did you mean `p5.48xlarge`" in said
    assert "500 GiB" in said
