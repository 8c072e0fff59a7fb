"""Trouble is gathered, not told one by one."""

from __future__ import annotations

import pytest

from gpuform.errors import SpecError
from gpuform.plan.unresolved import Gatherer, Unresolved


def refuse(path: str) -> int:
    raise Unresolved(path, "no", "yes")


def test_everything_is_told_at_once() -> None:
    gather = Gatherer()
    assert gather.made(int, "3") == 3
    assert gather.made(refuse, "b") is None
    assert gather.made(refuse, path="a") is None
    with pytest.raises(SpecError) as caught:
        gather.done()
    assert [(problem.line, problem.path, problem.hint) for problem in caught.value.problems] == [
        (0, "a", "yes"),
        (0, "b", "yes"),
    ]


def test_nothing_to_tell() -> None:
    Gatherer().done()


def test_other_errors_are_bugs_and_stay_so() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        Gatherer().made(int, "x")
