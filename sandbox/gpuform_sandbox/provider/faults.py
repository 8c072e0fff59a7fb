"""Faults injected on purpose, from `faults.json` in the sandbox's home; docs/sandbox.md tells how to write one."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.files import read_json, write_json
from gpuform_sandbox.home import Home

KINDS = ("no-capacity", "throttle", "crash", "slow")
FIELDS = frozenset({"kind", "type", "name", "nth", "times", "seconds"})


@dataclass(frozen=True)
class Fault:
    """One fault: from the `nth` matching creation on it strikes `times` times."""

    index: int
    kind: str
    type: str = "*"
    name: str = ""
    """Part of the resource's logical name; empty for any."""
    nth: int = 1
    times: int = 1
    seconds: float = 1.0

    def meant(self, token: str, logical: str) -> bool:
        return self.type in ("*", token) and self.name in logical


def faults_of(home: Home) -> list[Fault]:
    """The faults written down, all of them sound. Raises SandboxError naming what is wrong."""
    try:
        told = read_json(home.faults) or {"faults": []}
        return [_fault(index, row) for index, row in enumerate(told["faults"])]
    except (ValueError, KeyError, TypeError) as problem:
        raise SandboxError(f'{home.faults}: {problem}; it holds {{"faults": [{{"kind": …, "type": …}}]}}') from None


def _fault(index: int, row: dict[str, Any]) -> Fault:
    if unknown := sorted(set(row) - FIELDS):
        raise ValueError(f"fault {index}: unknown field `{unknown[0]}`, known are {', '.join(sorted(FIELDS))}")
    if row.get("kind") not in KINDS:
        raise ValueError(f"fault {index}: kind `{row.get('kind')}` is none of {', '.join(KINDS)}")
    return Fault(index=index, **row)


class Faults:
    """The faults of a home, with a count on disk of what has struck, so that a second run finds the cloud healthy."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self._lock = threading.Lock()

    def strikes(self, kind: str, token: str, logical: str) -> Fault | None:
        """Counts one creation; the fault that strikes it, if one does."""
        with self._lock:
            for fault in faults_of(self.home):
                if fault.kind == kind and fault.meant(token, logical) and self._counted(fault):
                    return fault
        return None

    def _counted(self, fault: Fault) -> bool:
        seen = read_json(self.home.faults_seen) or {}
        count = int(seen.get(str(fault.index), 0)) + 1
        write_json(self.home.faults_seen, {**seen, str(fault.index): count})
        return fault.nth <= count < fault.nth + fault.times
