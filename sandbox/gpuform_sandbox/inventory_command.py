"""`gpuform sandbox inventory`: what exists in the stand-in cloud, and changes made behind the engine's back."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.home import Home
from gpuform_sandbox.provider.autoscaling import settled
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Inventory, Thing, with_outputs
from gpuform_sandbox.provider.tokens import GROUP

USAGE = """usage: gpuform sandbox inventory [--json]
       gpuform sandbox inventory delete ID          delete an object behind the stack's back
       gpuform sandbox inventory scale GROUP COUNT  let the autoscaler change a group's desired capacity"""


def run(home: Home, words: Sequence[str]) -> int:
    """Runs one inventory command. Raises SandboxError for wrong words or an unknown id."""
    inventory = Inventory(home.inventory)
    match list(words):
        case []:
            _listed(inventory)
        case ["--json"]:
            print(json.dumps({"version": 1, "objects": [_row(thing) for thing in inventory.all()]}, indent=2))
        case ["delete", thing_id]:
            inventory.remove(_found(inventory, thing_id))
            print(f"deleted {thing_id} behind the stack's back", file=sys.stderr)
        case ["scale", name, count] if count.isdecimal():
            _scaled(home, inventory, _found(inventory, name, GROUP), int(count))
        case _:
            raise SandboxError(f"these words are no inventory command: {' '.join(words)}\n{USAGE}")
    return 0


def _listed(inventory: Inventory) -> None:
    things = inventory.all()
    width = max((len(thing.id) for thing in things), default=0)
    for thing in things:
        whose = thing.urn.rpartition("::")[2] or f"of {thing.owner}"
        print(f"{thing.place.stack}  {thing.id:<{width}}  {thing.type.rpartition(':')[2]:<28}  {whose}")
    print(f"{len(things)} objects", file=sys.stderr)


def _row(thing: Thing) -> dict[str, object]:
    return {
        "project": thing.place.project,
        "stack": thing.place.stack,
        "id": thing.id,
        "type": thing.type,
        "urn": thing.urn,
        "owner": thing.owner,
        "outputs": thing.outputs,
    }


def _found(inventory: Inventory, thing_id: str, kind: str = "") -> Thing:
    thing = inventory.find(thing_id, kind)
    if thing is None:
        raise SandboxError(f"no object `{thing_id}` exists; `gpuform sandbox inventory` lists what does")
    return thing


def _scaled(home: Home, inventory: Inventory, group: Thing, count: int) -> None:
    low, high = group.value("minSize"), group.value("maxSize")
    if not low <= count <= high:
        raise SandboxError(f"{group.id} may have {low} to {high} instances, not {count}")
    changed = with_outputs(group, desiredCapacity=count)
    inventory.put(changed)
    settled(changed, Cloud(home, inventory, str(group.value("region") or "")))
    print(f"{group.id} now has {count} instances", file=sys.stderr)
