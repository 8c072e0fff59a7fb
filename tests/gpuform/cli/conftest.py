"""The command line as a user calls it: one process, its exit code, and both its streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "tests" / "data" / "examples"


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def gpuform(tmp_path: Path) -> Callable[..., Run]:
    def call(*args: object, stdin: bytes | None = None, **env: str) -> Run:
        done = subprocess.run(
            [sys.executable, "-m", "gpuform.cli", *map(str, args)],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100", **env},
            check=False,
            timeout=60,
        )
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def example() -> Callable[[str], Path]:
    return lambda name: EXAMPLES / f"{name}.yaml"


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """An example with text replaced, in the folder the command runs in."""

    def make(name: str, *swaps: tuple[str, str]) -> Path:
        text = (EXAMPLES / f"{name}.yaml").read_text()
        for old, new in swaps:
            assert old in text, old
            text = text.replace(old, new, 1)
        path = tmp_path / "spec.yaml"
        path.write_text(text)
        return path

    return make
