"""What can't be planned at all; gathered, so that every pool's trouble is told at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gpuform.errors import Problem, SpecError

T = TypeVar("T")


class Unresolved(Exception):
    """One part of the spec that leads to no plan."""

    def __init__(self, path: str, message: str, hint: str = "") -> None:
        self.problem = Problem(0, path, message, hint)
        super().__init__(message)


def gathered(makers: list[Callable[[], T]]) -> tuple[T, ...]:
    """Everything made, or SpecError with all that could not be; lines are filled in by whoever has the document."""
    made: list[T] = []
    problems: list[Problem] = []
    for make in makers:
        try:
            made.append(make())
        except Unresolved as unresolved:
            problems.append(unresolved.problem)
    if problems:
        raise SpecError("", tuple(problems))
    return tuple(made)
