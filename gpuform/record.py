"""Frozen records that are quick to define: what `dataclasses.dataclass(frozen=True)` gives, without compiling code per class.

The standard decorator writes and compiles six functions for each class, about half a millisecond; the core has some eighty
records, and every command would pay for all of them at start. Type checkers treat `record` as a frozen dataclass, and
`dataclasses.replace` and `fields` work on its instances.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
FIELDS: dict[type, tuple[str, ...]] = {}
"""The fields of each record, in order."""


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """The class with `__init__`, `__eq__`, `__hash__` and `__repr__` over its annotated fields, and no way to set one."""
    names = tuple(dict.fromkeys(name for base in reversed(cls.__mro__) for name in inspect.get_annotations(base)))
    defaults = {name: getattr(cls, name) for name in names if hasattr(cls, name)}
    methods: dict[str, Callable[..., Any]] = {
        "__init__": init_of(cls.__qualname__, names, defaults),
        "__eq__": equal,
        "__hash__": hashed,
        "__repr__": shown,
        "__setattr__": refuse,
        "__delattr__": refuse,
    }
    for name, method in methods.items():
        setattr(cls, name, method)
    FIELDS[cls] = names
    cls.__match_args__ = names  # pyright: ignore[reportAttributeAccessIssue]
    cls.__dataclass_fields__ = StandardFields(names, defaults)  # pyright: ignore[reportAttributeAccessIssue]
    return cls


def init_of(title: str, names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., None]:
    known = frozenset(names)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if len(args) > len(names):
            raise TypeError(f"{title}() takes {len(names)} values, got {len(args)}")
        values = {**defaults, **dict(zip(names, args, strict=False)), **kwargs}
        twice = kwargs.keys() & set(names[: len(args)])
        if len(values) != len(names) or twice or not kwargs.keys() <= known:
            missing = [name for name in names if name not in values]
            unknown = sorted(kwargs.keys() - known)
            raise TypeError(f"{title}(): missing {missing}, not known {unknown}, given twice {sorted(twice)}")
        object.__getattribute__(self, "__dict__").update(values)

    return __init__


def values_of(one: Any) -> tuple[Any, ...]:
    """Read past `__getattribute__`: a fact's unknown field raises when it is read as a field."""
    held = object.__getattribute__(one, "__dict__")
    return tuple(held[name] for name in names_of(one))


def names_of(one: Any) -> tuple[str, ...]:
    return FIELDS[type(one)]


def equal(self: Any, other: object) -> bool:
    return type(self) is type(other) and values_of(self) == values_of(other)


def hashed(self: Any) -> int:
    return hash(values_of(self))


def shown(self: Any) -> str:
    pairs = zip(names_of(self), values_of(self), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in pairs)})"


def refuse(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"{type(self).__qualname__}.{name} can't be changed")


class StandardFields:
    """`__dataclass_fields__`, made when somebody asks for it."""

    def __init__(self, names: tuple[str, ...], defaults: dict[str, Any]) -> None:
        self.names, self.defaults = names, defaults
        self.made: dict[str, dataclasses.Field[Any]] = {}

    def __get__(self, one: object, owner: type) -> dict[str, dataclasses.Field[Any]]:
        if self.made or not self.names:
            return self.made
        made: Any = dataclasses.make_dataclass(
            owner.__name__,
            [
                (name, Any, dataclasses.field(default=self.defaults[name])) if name in self.defaults else (name, Any)
                for name in self.names
            ],
            kw_only=True,
        )
        self.made = dict(made.__dataclass_fields__)
        return self.made
