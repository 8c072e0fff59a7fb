"""What the provider writes into the inputs by itself: defaults of its schema, and a name where the program gives none."""

from __future__ import annotations

from typing import Any

from gpuform_sandbox.provider.naming import AUTO_NAMED, auto_name
from gpuform_sandbox.provider.tables import Property, ResourceType
from gpuform_sandbox.provider.values import DEFAULTS, Values

READERS = {"boolean": lambda text: text == "true", "integer": int, "number": float, "string": str}


def with_defaults(kind: ResourceType, given: Values, old: Values, urn: str, generation: int) -> Values:
    """The inputs completed. `__defaults` lists what was filled in, as the real bridge does."""
    told = {name: value for name, value in given.items() if name != DEFAULTS}
    filled = {
        name: READERS[row.kind](row.default)
        for name, row in kind.inside[""].items()
        if _fills(row) and told.get(name) is None and not _excluded(kind, name, told)
    }
    name = _kept_name(kind, told, old) or auto_name(kind.token, told, urn, generation)
    if name is not None:
        filled[name[0]] = name[1]
    return {**told, **filled, DEFAULTS: sorted(filled)}


def _fills(row: Property) -> bool:
    return bool(row.default) and row.is_input and row.kind in READERS


def _excluded(kind: ResourceType, name: str, told: Values) -> bool:
    """A default that would conflict with something given is left out."""
    rivals = {path for c in kind.conflicts if name in c.paths and c.kind != "requiredWith" for path in c.paths} - {name}
    return any(told.get(rival) is not None for rival in rivals)


def _kept_name(kind: ResourceType, told: Values, old: Values) -> tuple[str, Any] | None:
    """The name given by the provider the first time stays as long as the object lives."""
    name, _ = AUTO_NAMED.get(kind.token, ("", 0))
    prefixes = (f"{name}Prefix", "bucketPrefix")
    given = told.get(name) is not None or any(told.get(prefix) is not None for prefix in prefixes)
    return (name, old[name]) if name and not given and name in old.get(DEFAULTS, ()) and name in old else None
