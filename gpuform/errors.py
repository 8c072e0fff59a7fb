"""Every error raised on purpose, and the exit code it ends the command line with.

    GpuformError            1   a bug of ours, when nothing below fits
    ├── UsageError          2   wrong words on the command line
    ├── SpecError           3   the spec is invalid; carries every problem at once
    ├── CatalogError        5   a catalog or overlay file is broken; carries every problem at once
    └── MissingError        5   a file or a tool is not there, or can't be read

Exit code 4 is no error: the spec is fine and a rule blocks it (see `gpuform.cli`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

FINE, BUG, USAGE, INVALID, BLOCKED, MISSING = range(6)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with a file: where, what was got, what to do."""

    line: int
    """1-based line of the file; 1 when the file as a whole is meant."""
    path: str
    """Spec path such as `pools[train].disks.root.iops`; empty for the file as a whole."""
    message: str
    hint: str = ""


class GpuformError(Exception):
    """Base of all errors raised on purpose."""

    exit_code: ClassVar[int] = BUG


class UsageError(GpuformError):
    """The command line itself is wrong."""

    exit_code = USAGE


class MissingError(GpuformError):
    """A file or tool is missing or can't be read."""

    exit_code = MISSING


class _ProblemsError(GpuformError):
    """A file with problems, all told at once."""

    def __init__(self, file: str, problems: tuple[Problem, ...]) -> None:
        self.file = file
        self.problems = tuple(sorted(set(problems)))
        super().__init__(f"{file}: {len(self.problems)} problem(s), first: {self.problems[0].message}")


class SpecError(_ProblemsError):
    """The spec is invalid."""

    exit_code = INVALID


class CatalogError(_ProblemsError):
    """A data file of the catalog or an overlay is broken."""

    exit_code = MISSING
