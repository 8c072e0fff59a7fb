"""The real Pulumi engine against stand-in clouds: no account, no network, nothing costs money."""

from __future__ import annotations

from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Runs one sandbox command, as `gpuform sandbox …` does; returns its exit code."""
    # imported when asked: the stand-in's process imports this package too, and needs none of it
    from gpuform_sandbox.command import run as run_command

    return run_command(arguments)


__all__ = ["run"]
