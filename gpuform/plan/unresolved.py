"""What can't be planned at all; gathered, so that every pool's trouble is told at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from gpuform.errors import Problem, SpecError

P = ParamSpec("P")
T = TypeVar("T")


class Unresolved(Exception):
    """One part of the spec that leads to no plan."""

    def __init__(self, path: str, message: str, hint: str = "") -> None:
        self.problem = Problem(0, path, message, hint)
        super().__init__(message)


class Gatherer:
    """Makes one part after the other and keeps what could not be made."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def made(self, make: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
        """The part; None where it leads to no plan, which `done` tells."""
        try:
            return make(*args, **named)
        except Unresolved as unresolved:
            self.problems.append(unresolved.problem)
            return None

    def done(self) -> None:
        """Raises SpecError with every problem so far; lines are filled in by whoever has the document."""
        if self.problems:
            raise SpecError("", tuple(self.problems))
