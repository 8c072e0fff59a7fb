"""One stack's files in the engine's backend: its state, and the locks on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuform_sandbox.arguments import stack_name
from gpuform_sandbox.files import read_json
from gpuform_sandbox.home import Home

ORGANIZATION = "organization"
"""The one organization every file backend has."""


@dataclass(frozen=True)
class Stack:
    """A stack as the file backend keeps it. It is only read here; the engine alone writes it."""

    home: Home
    project: str
    named: str

    @property
    def name(self) -> str:
        return stack_name(self.named)

    @property
    def file(self) -> Path:
        return self.home.state / ".pulumi" / "stacks" / self.project / f"{self.name}.json"

    @property
    def locks(self) -> list[Path]:
        folder = self.home.state / ".pulumi" / "locks" / ORGANIZATION / self.project / self.name
        return sorted(folder.glob("*.json"))

    @property
    def exists(self) -> bool:
        return bool(self.name) and self.file.exists()

    @property
    def pending(self) -> list[dict[str, Any]]:
        """Operations that were begun and of which nobody knows how they ended."""
        checkpoint = read_json(self.file) or {}
        latest = (checkpoint.get("checkpoint") or {}).get("latest") or {}
        return latest.get("pending_operations") or []
