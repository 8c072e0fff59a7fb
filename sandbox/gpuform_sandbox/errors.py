"""What the sandbox refuses to do, and the exit code it ends with.

SandboxError       2   wrong words on the command line
├── MissingError   5   a tool or a file is not there
└── LockedError   75   another run holds the stack; try again later
"""

from __future__ import annotations

from typing import ClassVar

TOLD_ALREADY = 32
"""The exit code of a program that has already told the user what went wrong."""


class SandboxError(Exception):
    """Base of all errors of the sandbox raised on purpose."""

    exit_code: ClassVar[int] = 2


class MissingError(SandboxError):
    """A tool or a file is not there or can't be read."""

    exit_code = 5


class LockedError(SandboxError):
    """Another run that is alive holds the stack's lock."""

    exit_code = 75
