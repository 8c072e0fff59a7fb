"""A cold `gpuform check`: a new process each time, beside one that only imports the libraries it needs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROUNDS = 15
KIB_PER_MB = 1024 if sys.platform == "linux" else 1024 * 1024  # what ru_maxrss counts in
PEER = (sys.executable, "-c", "import pydantic, ruamel.yaml, typer, jinja2")


@dataclass(frozen=True)
class Run:
    seconds: float
    peak_mb: float


def run(*command: str | Path) -> Run:
    """One process from start to end, which must succeed."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    assert process.returncode == 0, command
    return Run(seconds, used.ru_maxrss / KIB_PER_MB)


def test_cold_check(benchmark: Any, figure: Callable[..., None], eight_nodes: Path) -> None:
    check = (Path(sys.executable).with_name("gpuform"), "check", eight_nodes)
    run(*check)  # byte code and file cache
    ours: list[Run] = []
    peer: list[Run] = []

    def pair() -> None:  # side by side, so that a busy moment hits both
        peer.append(run(*PEER))
        ours.append(run(*check))

    benchmark.pedantic(pair, rounds=ROUNDS)
    cold, floor = min(one.seconds for one in ours), min(one.seconds for one in peer)
    figure("cold gpuform check, 8 nodes", cold * 1000, "ms", 200)
    figure("  the four libraries imported, nothing else", floor * 1000, "ms", None)
    figure("  ratio", cold / floor, "x", None)
    figure("  peak memory", max(one.peak_mb for one in ours), "MB", 80)
