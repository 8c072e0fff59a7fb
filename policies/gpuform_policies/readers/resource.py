"""A stack as readers see it: resources with plain property values and who depends on whom, whatever tool told it.

Property names are Pulumi's (`camelCase`); a value not known yet is `UNKNOWN`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from gpuform_policies.fact import UNKNOWN


@dataclass(frozen=True)
class Resource:
    type: str
    name: str
    address: str
    """URN or Terraform address."""
    props: Mapping[str, Any]
    parent: str = ""
    """Address of the parent; empty at the top."""
    depends: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Top-level property → addresses of the resources its value comes from."""

    def get(self, *path: str | int) -> Any:
        """The value at a path of the properties: None when it isn't set, UNKNOWN when it or a part above it isn't known.

        What nobody wrote and the cloud will fill in is unknown in a preview too, but it is not set: a value that was
        written and isn't known comes from another resource, which `depends` names.
        """
        if path and path[0] not in self.depends and self.props.get(str(path[0])) is UNKNOWN:
            return None
        return value_at(self.props, *path)


def value_at(value: Any, *path: str | int) -> Any:
    """As `Resource.get`, on any plain value. A list of one stands for its member where a key is asked of it (block style)."""
    for step in path:
        if value is UNKNOWN or value is None:
            return value
        if isinstance(step, str):
            if is_list(value) and len(value) == 1:
                value = value[0]
            value = value.get(step) if is_map(value) else None
        else:
            value = value[step] if is_list(value) and step < len(value) else None
    return value


def is_map(value: Any) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(value, Mapping)


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


class Graph:
    """Resources by address, type and parent; joins by dependency, else by a literal id or name."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self.all = tuple(sorted(resources, key=lambda one: one.address))
        self.by_address = {one.address: one for one in self.all}
        self._by_type: dict[str, list[Resource]] = defaultdict(list)
        self._names: dict[str, dict[str, Resource]] = {}
        self._pointers: dict[tuple[str, tuple[str, ...]], dict[str, list[Resource]]] = {}
        for one in self.all:
            self._by_type[one.type].append(one)

    def of(self, *types: str) -> Iterator[Resource]:
        for name in types:
            yield from self._by_type.get(name, ())

    def joined(self, resource: Resource, prop: str, *types: str) -> list[Resource]:
        """The resources of these types that a property's value comes from."""
        found = (self.by_address.get(address) for address in resource.depends.get(prop, ()))
        return [one for one in found if one is not None and one.type in types]

    def named(self, literal: Any, *types: str) -> Resource | None:
        """The resource of these types whose id or physical name is this literal."""
        if not isinstance(literal, str) or not literal:
            return None
        found = (self._named(type_).get(literal) for type_ in types)
        return next((one for one in found if one is not None), None)

    def _named(self, type_: str) -> dict[str, Resource]:
        """Id or physical name → resource, for one type; made when first asked for."""
        if type_ not in self._names:
            pairs = (
                (value, one)
                for one in reversed(self._by_type.get(type_, []))
                for value in (one.get("name"), one.get("id"))
            )
            self._names[type_] = {value: one for value, one in pairs if isinstance(value, str)}
        return self._names[type_]

    def pointing_at(self, target: Resource, prop: str, *types: str) -> list[Resource]:
        """The resources of these types whose property names this one: by dependency, by its id or physical name."""
        key = (prop, types)
        if key not in self._pointers:
            found: dict[str, list[Resource]] = defaultdict(list)
            for one in self.of(*types):
                literal = one.get(prop)
                for word in {*one.depends.get(prop, ()), *([literal] if isinstance(literal, str) else ())}:
                    found[word].append(one)
            self._pointers[key] = found
        words = (word for word in (target.address, target.get("id"), target.get("name")) if isinstance(word, str))
        return list({one.address: one for word in words for one in self._pointers[key].get(word, ())}.values())

    def component(self, resource: Resource, suffix: str) -> Resource | None:
        """The nearest parent whose type ends so (`:NodePool`)."""
        at = self.by_address.get(resource.parent)
        while at is not None and not at.type.endswith(suffix):
            at = self.by_address.get(at.parent)
        return at


def whole(value: Any, default: int | None = None) -> Any:
    """A count: numbers arrive as floats or text. UNKNOWN stays."""
    if value is UNKNOWN:
        return UNKNOWN
    if value is None or value == "":
        return default
    return int(float(value))


def truth(value: Any, default: bool | None = None) -> Any:
    """A flag: some booleans are text in the SDKs, where empty text means unset. UNKNOWN stays."""
    if value is UNKNOWN:
        return UNKNOWN
    if value is None or value == "":
        return default
    return value if isinstance(value, bool) else str(value).lower() == "true"


def listed(value: Any) -> tuple[Any, ...]:
    """A list property as a tuple; a single block as one member; unset as none. UNKNOWN is for the caller to look at first."""
    if value is None or value is UNKNOWN:
        return ()
    return tuple(value) if is_list(value) else (value,)
