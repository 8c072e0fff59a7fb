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
    written: tuple[str, ...], machines: tuple[Machine, ...], path: str, region: str, catalog: Catalog, *, tight: bool
) -> tuple[tuple[str, ...], tuple[Chosen, ...]]:
    """Zones as written, or every zone that sells all machines. Raises Unresolved for a tight pool without zones."""
    if written:
        return written, ()
    selling = selling_all(machines, region, catalog)
    if tight:
        names = ", ".join(machine.name for machine in machines)
        where = f"{names} is sold in {', '.join(selling)}" if selling else f"{region} does not sell {names}"
        raise Unresolved(
            f"{path}.zones", f"its nodes start close together, so it needs one zone; {where}", "zones: [<one of them>]"
        )
    if not selling:
        raise Unresolved(
            f"{path}.zones",
            f"no zone of {region} is known to sell {', '.join(m.name for m in machines)}",
            "name the zones",
        )
    why = f"every zone of {region} that sells {', '.join(machine.name for machine in machines)}"
    return selling, (Chosen(f"{path}.zones", ", ".join(selling), why),)


def selling_all(machines: tuple[Machine, ...], region: str, catalog: Catalog) -> tuple[str, ...]:
    sets = [set(catalog.sold(machine.name, region)) for machine in machines]
    return tuple(sorted(set.intersection(*sets))) if sets else ()


def zone_number(zone: str) -> int:
    """The zone's own number, which never changes when others come or go: `use1-az6` → 6, `us-east-1c` → 3, `2` → 2."""
    digits = re.search(r"(\d+)$", zone)
    if digits and not re.search(r"-\d+$", zone):
        return int(digits[1])
    return ord(zone[-1].lower()) - ord("a") + 1 if zone[-1].isalpha() else int(zone[-1])
