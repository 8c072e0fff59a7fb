"""Decision: where a pool's nodes may start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen
from gpuform.plan.unresolved import Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine
    from gpuform.spec import ClusterSpec
    from gpuform.spec.models import Pool


def written_zones(pool: Pool, spec: ClusterSpec) -> tuple[str, ...]:
    """The pool's own, else the cluster's: sorted, without repeats, for their order means nothing."""
    return tuple(sorted(set(pool.zones if pool.zones is not None else spec.zones)))


def planned_zones(
    written: tuple[str, ...],
    machines: tuple[Machine, ...],
    path: str,
    spec: ClusterSpec,
    catalog: Catalog,
    *,
    together: bool,
) -> tuple[tuple[str, ...], tuple[Chosen, ...]]:
    """Zones as written, or every zone that sells all machines. Raises Unresolved for nodes that belong together."""
    if written:
        return written, ()
    names = ", ".join(machine.name for machine in machines)
    possible = possible_zones(machines, spec, catalog)
    if not possible:
        where = "no subnet of network.existing is in" if spec.network.existing is not None else "there is not"
        raise Unresolved(f"{path}.zones", f"{where} a zone of {spec.region} known to sell {names}", "name the zones")
    if together:
        raise Unresolved(
            f"{path}.zones",
            f"its nodes must start close together, so it needs one zone; {names} is sold in {', '.join(possible)}",
            f"zones: [{possible[0]}], or another of them",
        )
    which = "subnet's zone" if spec.network.existing is not None else "zone"
    why = f"every {which} of {spec.region} that sells {names}"
    return possible, (Chosen(f"{path}.zones", ", ".join(possible), why),)


def possible_zones(machines: tuple[Machine, ...], spec: ClusterSpec, catalog: Catalog) -> tuple[str, ...]:
    """Zones that sell all machines; of an existing network its own zones, where nothing says that they don't."""
    existing = spec.network.existing
    if existing is None:
        sets = [set(catalog.sold(machine.name, spec.region)) for machine in machines]
        return tuple(sorted(set[str].intersection(*sets)))
    return tuple(
        sorted(
            {
                subnet.zone
                for subnet in existing.subnets
                if all(catalog.is_sold(machine.name, spec.region, subnet.zone) is not False for machine in machines)
            }
        )
    )


def zone_number(zone: str) -> int:
    """The zone's own number, which never changes when others come or go: `use1-az6` → 6, `us-east-1c` → 3, `2` → 2."""
    digits = re.search(r"\d+$", zone)
    return int(digits[0]) if digits else ord(zone[-1].lower()) - ord("a") + 1
