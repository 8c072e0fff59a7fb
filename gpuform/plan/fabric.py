"""Decision: whether the nodes carry the fast fabric, and whether they stand and fall together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gpuform.plan.model import Chosen

if TYPE_CHECKING:
    from gpuform.catalog import FabricKind, Machine
    from gpuform.spec.models import Pool

Asked = Literal["required", "preferred", "none"]
Gang = Literal["all", "elastic"]
Mode = Literal["rolling", "replace", "manual"]


def planned_fabric(
    pool: Pool, path: str, machines: tuple[Machine, ...]
) -> tuple[tuple[Asked, FabricKind], tuple[Chosen, ...]]:
    """(asked, what the nodes carry). Required on a machine that has none stays asked: rule FAB001 judges it."""
    first = machines[0].fabric
    shared: FabricKind = first if all(machine.fabric == first for machine in machines) else "none"
    where = f"{path}.fabric"
    match pool.fabric:
        case "none":
            return ("none", "none"), ()
        case "required":
            return ("required", shared), ()
        case "preferred":
            have = "every machine has it" if shared != "none" else "not every machine has the same one"
            return ("preferred", shared), (Chosen(where, shared, f"preferred, and {have}"),)
        case None if trains_together(pool) and first != "none":
            have = "over it" if shared != "none" else "but not every machine has the same one"
            why = f"{pool.nodes.max} nodes train together, {have}"
            return ("required", shared), (Chosen(where, shared, why),)
        case None:
            return ("none", "none"), ()


def trains_together(pool: Pool) -> bool:
    return pool.workload == "training" and pool.nodes.max > 1


def planned_gang(pool: Pool, path: str) -> tuple[Gang, tuple[Chosen, ...]]:
    if pool.gang is not None:
        return pool.gang, ()
    if trains_together(pool):
        why = f"{pool.nodes.max} nodes train together: all of them or none"
        return "all", (Chosen(f"{path}.gang", "all", why),)
    return "elastic", ()


def planned_update(pool: Pool, path: str, gang: Gang) -> tuple[Mode, tuple[Chosen, ...]]:
    if pool.update.mode is not None:
        return pool.update.mode, ()
    if gang == "all":
        return "manual", (Chosen(f"{path}.update.mode", "manual", "a running gang is never rolled behind its back"),)
    return "rolling", (Chosen(f"{path}.update.mode", "rolling", "nodes work alone, so they can go one by one"),)
