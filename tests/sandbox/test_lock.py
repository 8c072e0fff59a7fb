"""C80: a lock whose holder is dead is removed, one whose holder lives is waited for and then told whose it is."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gpuform_sandbox.errors import LockedError, SandboxError
from gpuform_sandbox.home import Home
from gpuform_sandbox.lock import WAIT_VARIABLE, wait_for_lock
from gpuform_sandbox.stack import Stack


@pytest.fixture
def stack(home: Home) -> Stack:
    return Stack(home, "trial", "organization/trial/dev")


def dead_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def lock(stack: Stack, pid: int, host: str | None = None, since: str = "2026-11-30T10:00:00.123456789Z") -> Path:
    file = stack.home.state / ".pulumi" / "locks" / "organization" / "trial" / "dev" / "1a2b3c4d-0000.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        json.dumps({"pid": pid, "username": "ada", "hostname": host or socket.gethostname(), "timestamp": since})
    )
    return file


def test_c80_dead_lock_is_removed_saying_so(stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
    pid = dead_process()
    file = lock(stack, pid)
    wait_for_lock(stack, waits=True, limit=0)
    assert not file.exists()
    assert (
        f"removed a stale lock on stack dev: its process {pid} on {socket.gethostname()} is gone"
        in capsys.readouterr().err
    )


def test_c80_living_lock_is_respected_and_named(stack: Stack) -> None:
    file = lock(stack, os.getpid())
    with pytest.raises(LockedError) as caught:
        wait_for_lock(stack, waits=True, limit=0)
    told = str(caught.value)
    for word in (
        "stack dev",
        "ada",
        f"process {os.getpid()}",
        socket.gethostname(),
        "run 1a2b3c4d",
        " s\n",
        WAIT_VARIABLE,
    ):
        assert word in told
    assert caught.value.exit_code == 75
    assert file.exists()


def test_c80_lock_of_another_machine_is_never_broken(stack: Stack) -> None:
    file = lock(stack, dead_process(), "elsewhere", since="no time")
    with pytest.raises(LockedError, match="on elsewhere, run 1a2b3c4d, for an unknown time"):
        wait_for_lock(stack, waits=True, limit=0)
    assert file.exists()


def test_c80_waits_until_the_holder_ends(stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
    holder = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    lock(stack, holder.pid)
    assert holder.stdin is not None
    holder.stdin.close()
    wait_for_lock(stack, waits=True, limit=60)
    holder.wait()
    assert "removed a stale lock" in capsys.readouterr().err


def test_a_preview_needs_no_lock(stack: Stack) -> None:
    assert wait_for_lock(stack, waits=False, limit=0)
    lock(stack, os.getpid())
    assert not wait_for_lock(stack, waits=False, limit=0)


@pytest.mark.parametrize(("told", "good"), [("0", True), ("1.5", True), ("ten", False)])
def test_how_long_to_wait(stack: Stack, monkeypatch: pytest.MonkeyPatch, told: str, good: bool) -> None:
    monkeypatch.setenv(WAIT_VARIABLE, told)
    if good:
        wait_for_lock(stack, waits=True)
    else:
        with pytest.raises(SandboxError, match="is no number of seconds"):
            wait_for_lock(stack, waits=True)
