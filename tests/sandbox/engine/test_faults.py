"""Faults on the real engine: each ends with a clear message and a sound state, and the next `up` builds nothing twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
GROUP = "aws:autoscaling/group:Group"
THREE = 'group("one")\ngroup("two")\ngroup("three")\n'


def built_once(world: Any, count: int) -> bool:
    """Every group in the cloud is in the state, and the other way round."""
    groups = sorted(thing["id"] for thing in world.objects(GROUP))
    return len(groups) == count and groups == world.recorded(GROUP) and not world.state().get("pending_operations")


def nobody_left(world: Any) -> bool:
    """Whether the program, the host and the stand-in of a killed engine end by themselves. Looked up where there is /proc."""
    here = str(world.home.folder).encode()
    until = time.monotonic() + 30
    while time.monotonic() < until:
        environments = [file for file in Path("/proc").glob("[0-9]*/environ") if here in _content(file)]
        if not environments:
            return True
        time.sleep(0.1)
    return False


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def test_no_capacity_for_the_third_group(world: Any, network: str) -> None:
    world.program(network + THREE)
    world.faults({"kind": "no-capacity", "type": GROUP, "nth": 3})
    told = world.bad("up")
    assert "InsufficientInstanceCapacity: We currently do not have sufficient g6e.4xlarge capacity" in told
    assert built_once(world, 2)
    assert "+ 1 created" in world.good("up")
    assert built_once(world, 3)


def test_a_group_that_waits_in_vain_is_finished_by_the_next_run(world: Any, network: str) -> None:
    world.program(network + 'group("nodes", wait_for_capacity_timeout="10m")\n')
    world.faults({"kind": "no-capacity", "type": GROUP})
    assert "capacity satisfied: Launching a new EC2 instance" in world.bad("up")
    assert built_once(world, 1)
    assert world.objects("instance:Instance") == []
    world.good("up")
    assert built_once(world, 1)
    assert len(world.objects("instance:Instance")) == 2


def test_throttling_is_tried_again_and_then_told(world: Any, network: str) -> None:
    world.program(network)
    world.faults({"kind": "throttle", "type": "aws:ec2/vpc:Vpc", "times": 6})
    assert "Throttling: Rate exceeded" in world.bad("up")
    assert world.objects(":Vpc") == world.recorded(":Vpc") == []
    # two strikes are left: fewer than the provider's tries
    world.good("up")
    assert len(world.recorded(":Vpc")) == 1


def test_an_engine_killed_between_create_and_save_is_mended(world: Any, network: str) -> None:
    world.program(network + 'group("nodes")\n')
    world.faults({"kind": "crash", "type": GROUP})
    killed = world.run("up")
    assert killed.returncode == 128 + signal.SIGKILL
    assert "the engine was killed (signal 9)" in killed.stderr
    assert nobody_left(world)
    (group,) = world.objects(GROUP)
    assert world.recorded(GROUP) == []

    told = world.good("up")
    assert "removed a stale lock on stack dev" in told
    assert f"nodes was built before the run was killed: took up {group['id']}" in told
    assert built_once(world, 1)
    assert len(world.objects("instance:Instance")) == 2
    world.good("preview", "--expect-no-changes")


def test_interrupted_during_a_slow_creation(world: Any, network: str) -> None:
    """Ctrl-C: the creation under way is finished and saved, the rest is left, and nobody prints a traceback."""
    world.program(network + 'group("nodes")\n')
    world.faults({"kind": "slow", "type": "aws:ec2/vpc:Vpc", "seconds": 3})
    words = ["up", "--stack", "dev", "--yes", "--skip-preview", "--color", "never"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gpuform_sandbox", *words],
        cwd=world.folder,
        env=world.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not world.home.faults_seen.exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in told
    assert len(world.objects(":Vpc")) == 1
    world.good("up")
    assert len(world.objects(":Vpc")) == 1
