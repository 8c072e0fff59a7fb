"""Records behave as frozen dataclasses do."""

from __future__ import annotations

import dataclasses
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import pytest

from gpuform.record import record


@record
class Base:
    a: int


@record
class Child(Base):
    b: str
    c: int = 3

    @property
    def twice(self) -> int:
        return self.a * 2


@dataclasses.dataclass(frozen=True)
class StandardBase:
    a: int


@dataclasses.dataclass(frozen=True)
class Standard(StandardBase):
    b: str
    c: int = 3


def test_made_by_place_and_by_name_with_defaults() -> None:
    assert Child(1, "x") == Child(a=1, b="x", c=3)
    assert Child(1, "x").twice == 2
    assert hash(Child(1, "x")) == hash(Child(1, b="x"))
    assert Child(1, "x") != Child(1, "y")
    assert Base(1) != Child(1, "x")


def test_shown_as_the_standard_one_is() -> None:
    assert repr(Child(1, "x")) == repr(Standard(1, "x")).replace("Standard", "Child")


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        pytest.param((), {}, id="nothing"),
        pytest.param((1,), {}, id="one missing"),
        pytest.param((1, "x", 3, 4), {}, id="too many"),
        pytest.param((1, "x"), {"d": 1}, id="unknown"),
        pytest.param((1, "x"), {"a": 1}, id="given twice"),
        pytest.param((1,), {"d": 1}, id="unknown instead of missing"),
    ],
)
def test_wrong_values_are_refused_as_the_standard_one_refuses(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    for kind in (Child, Standard):
        with pytest.raises(TypeError):
            kind(*args, **kwargs)


def test_nothing_can_be_changed() -> None:
    one = Child(1, "x")
    with pytest.raises(FrozenInstanceError):
        one.a = 2  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(FrozenInstanceError):
        del one.b


def test_standard_tools_work() -> None:
    assert is_dataclass(Child)
    assert replace(Child(1, "x"), b="y") == Child(1, "y")
    assert [field.name for field in fields(Child)] == ["a", "b", "c"]
