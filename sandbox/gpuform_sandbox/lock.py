"""The stack's lock: one left by a run of ours that is dead is removed, one whose holder lives is waited for."""

from __future__ import annotations

import os
import socket
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gpuform_sandbox.errors import LockedError, SandboxError
from gpuform_sandbox.files import read_json
from gpuform_sandbox.stack import Stack

WAIT_VARIABLE = "GPUFORM_SANDBOX_LOCK_WAIT"
DEFAULT_WAIT = 600.0
"""Seconds: ten minutes."""
LOOK_EVERY = 0.5


@dataclass(frozen=True)
class Lock:
    """Who holds the stack."""

    file: Path
    pid: int
    host: str
    user: str
    since: str

    @property
    def is_dead(self) -> bool:
        """Whether the holder is a process of this machine that is gone. Of another machine nothing is known."""
        return self.host == socket.gethostname() and not _lives(self.pid)

    @property
    def age(self) -> str:
        try:
            began = datetime.fromisoformat(self.since.replace("Z", "+00:00"))
        except ValueError:
            return "an unknown time"
        return f"{max(0, int((datetime.now(UTC) - began).total_seconds()))} s"


def locks(stack: Stack) -> list[Lock]:
    """The locks on a stack; a file that is half gone is none."""
    found: list[Lock] = []
    for file in stack.locks:
        told = read_json(file) or {}
        if told.get("pid"):
            since = str(told.get("timestamp", ""))
            found.append(
                Lock(file, int(told["pid"]), str(told.get("hostname", "")), str(told.get("username", "")), since)
            )
    return found


def wait_for_lock(stack: Stack, *, waits: bool, limit: float | None = None) -> bool:
    """Removes dead locks, saying so; waits for living ones. Raises LockedError when the limit is over.

    The answer is whether the stack is free. A command that takes no lock does not wait, and may find another run at work.
    """
    limit = _limit() if limit is None else limit
    until, told = time.monotonic() + limit, False
    while True:
        living = [lock for lock in locks(stack) if not _removed(lock, stack)]
        if not living or not waits:
            return not living
        if not told and limit > 0:
            print(f"waiting up to {limit:g} s for {_holder(stack, living[0])}", file=sys.stderr)
            told = True
        if time.monotonic() >= until:
            raise LockedError(
                f"{_holder(stack, living[0])}\n  fix: let it end, or stop it with ctrl-C where it runs and try again; "
                f"{WAIT_VARIABLE}=seconds sets how long to wait"
            )
        time.sleep(min(LOOK_EVERY, max(0.0, until - time.monotonic())))


def _removed(lock: Lock, stack: Stack) -> bool:
    if not lock.is_dead:
        return False
    lock.file.unlink(missing_ok=True)
    print(f"removed a stale lock on stack {stack.name}: its process {lock.pid} on {lock.host} is gone", file=sys.stderr)
    return True


def _holder(stack: Stack, lock: Lock) -> str:
    run = lock.file.stem[:8]
    return f"stack {stack.name} is locked by {lock.user}, process {lock.pid} on {lock.host}, run {run}, for {lock.age}"


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """A process that has ended and waits only for its parent to notice holds nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


def _limit() -> float:
    told = os.environ.get(WAIT_VARIABLE)
    if told is None:
        return DEFAULT_WAIT
    try:
        return max(0.0, float(told))
    except ValueError:
        raise SandboxError(f"{WAIT_VARIABLE}={told!r} is no number of seconds") from None
