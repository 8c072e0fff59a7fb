"""A preview of the dev stack on the real engine, in a sandbox of its own. Left out where no engine has been built yet (`make up`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = shutil.which("pulumi") or (ROOT / ".gpuform" / "bin" / "pulumi").is_file()


@pytest.mark.skipif(not ENGINE, reason="no Pulumi CLI yet: `make up` builds it")
def test_preview_of_the_dev_stack(benchmark: Any, figure: Callable[..., None], tmp_path: Path) -> None:
    gpuform = Path(sys.executable).with_name("gpuform")
    env = {**os.environ, "GPUFORM_SANDBOX_HOME": str(tmp_path / "home")}

    def preview() -> None:
        command = [gpuform, "sandbox", "preview", "--stack", "dev"]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    benchmark.pedantic(preview, rounds=3, warmup_rounds=1)
    figure("real-engine preview of the dev stack", benchmark.stats.stats.min, "s", 4)
