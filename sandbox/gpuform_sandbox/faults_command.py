"""`gpuform sandbox faults`: the faults written down for the stand-in cloud, and how often each has been met."""

from __future__ import annotations

from collections.abc import Sequence

from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.files import read_json
from gpuform_sandbox.home import Home
from gpuform_sandbox.provider.faults import faults_of

USAGE = "usage: gpuform sandbox faults [reset]"


def run(home: Home, words: Sequence[str]) -> int:
    """Lists the faults, or forgets how often they were met. Raises SandboxError for wrong words or a broken file."""
    match list(words):
        case []:
            _listed(home)
        case ["reset"]:
            home.faults_seen.unlink(missing_ok=True)
        case _:
            raise SandboxError(f"these words are no faults command: {' '.join(words)}\n{USAGE}")
    return 0


def _listed(home: Home) -> None:
    seen = read_json(home.faults_seen) or {}
    for fault in faults_of(home):
        met = seen.get(str(fault.index), 0)
        print(
            f"{fault.index}  {fault.kind}  {fault.type}  {fault.name or '*'}  from {fault.nth}, {fault.times} times  met {met}"
        )
