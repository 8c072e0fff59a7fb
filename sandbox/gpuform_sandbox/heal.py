"""What a killed run left open: creations begun and not recorded are looked up in the inventory and taken up or dropped."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.provider.inventory import Inventory, Thing
from gpuform_sandbox.stack import Stack

Call = Callable[..., subprocess.CompletedProcess[str]]


@dataclass(frozen=True)
class Outcome:
    """What became of one open operation."""

    told: str
    resource: dict[str, Any] | None = None
    """The resource to enter into the state, when the object proves to exist."""


def healed(stack: Stack, call: Call) -> None:
    """Closes the open operations of a stack by what the inventory proves, one line each. Nothing is built or deleted."""
    if not stack.pending:
        return
    exported = json.loads(call("stack", "export", "--stack", stack.name).stdout)
    deployment = exported["deployment"]
    inventory = Inventory(stack.home.inventory)
    known = {resource.get("id") for resource in deployment.get("resources") or []}
    outcomes = [
        outcome_of(operation, inventory, known) for operation in deployment.pop("pending_operations", None) or []
    ]
    taken = [outcome.resource for outcome in outcomes if outcome.resource is not None]
    deployment["resources"] = [*(deployment.get("resources") or []), *taken]
    _imported(call, stack, exported)
    for outcome in outcomes:
        print(outcome.told, file=sys.stderr)


def outcome_of(operation: dict[str, Any], inventory: Inventory, known: set[Any]) -> Outcome:
    """What the inventory proves about one operation that was begun."""
    resource, what = operation["resource"], operation["type"]
    name = resource["urn"].rpartition("::")[2]
    if what != "creating":
        return Outcome(f"{what} {name} was cut short: it is looked at again")
    thing = next((thing for thing in inventory.of_urn(resource["urn"]) if thing.id not in known), None)
    if thing is None:
        return Outcome(f"{name} was begun and never built: it is built now")
    return Outcome(f"{name} was built before the run was killed: took up {thing.id}", _adopted(resource, thing))


def _adopted(resource: dict[str, Any], thing: Thing) -> dict[str, Any]:
    """The resource as the state would hold it, had the run not been killed. Secrets stay sealed as the inputs have them."""
    inputs = resource.get("inputs") or {}
    secret = {name: inputs[name] for name in thing.sealed if name in inputs}
    return {**resource, "id": thing.id, "outputs": {**thing.outputs, **secret}}


def _imported(call: Call, stack: Stack, exported: dict[str, Any]) -> None:
    """Hands the mended state to the engine, which checks it before it takes it."""
    file = stack.home.folder / f"mended-{stack.name}.json"
    file.write_text(json.dumps(exported), encoding="utf-8")
    try:
        call("stack", "import", "--stack", stack.name, "--file", str(file))
    finally:
        file.unlink(missing_ok=True)
