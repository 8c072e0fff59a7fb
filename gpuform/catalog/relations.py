"""What must hold between the columns of a row, and between the files: each said as (column, what is wrong)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from gpuform.catalog.read import Row, Table, cards

Wrong = tuple[str, str]

NOT_ABOVE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "machines.csv": (
        ("network_baseline_gbps", "network_gbps"),
        ("disk_baseline_iops", "disk_max_iops"),
        ("disk_baseline_mibps", "disk_max_mibps"),
    ),
    "disks.csv": (
        ("min_gib", "max_gib"),
        ("min_iops", "max_iops"),
        ("base_iops", "max_iops"),
        ("min_mibps", "max_mibps"),
        ("base_mibps", "max_mibps"),
    ),
    "prices.csv": (("low", "high"),),
}
"""By file: the first column is never above the second, where both are given."""


def wrong_in_row(file: str, row: Row) -> Iterator[Wrong]:
    """Of a row whose columns are right each for itself."""
    for less, more in NOT_ABOVE.get(file, ()):
        if row[less] and row[more] and Decimal(row[less]) > Decimal(row[more]):
            yield less, f"{row[less]} is above the {row[more]} of {more}"
    if file == "machines.csv":
        yield from wrong_fabric(row)


def wrong_fabric(row: Row) -> Iterator[Wrong]:
    count = int(row["fabric_interfaces"])
    able = sum(card.fabric for card in cards(row["cards"]))
    if (row["fabric"] == "none") != (count == 0):
        yield "fabric_interfaces", f"{count} does not go with the fabric `{row['fabric']}`"
    elif row["fabric"] == "none" and row["fabric_gbps"]:
        yield "fabric_gbps", f"{row['fabric_gbps']} is given for a machine without fabric"
    # of the three fabrics only EFA is an interface type of a card; InfiniBand and eRDMA have devices of their own
    if row["fabric"] == "efa" and count > able:
        yield "fabric_interfaces", f"{count} is more than the {able} cards that take a fabric interface"


@dataclass(frozen=True)
class Names:
    """What rows may point at, of all files together."""

    machines: frozenset[tuple[str, str]]
    """(cloud, name)"""
    zones: Mapping[tuple[str, str], tuple[str, ...]]
    """(cloud, region) → ids"""
    regions: frozenset[tuple[str, str]]
    """(cloud, region), also those that only shipped prices know: local zones, government regions."""


def names_of(machines: Table, zones: Table, prices: Table) -> Names:
    found: dict[tuple[str, str], list[str]] = {}
    for row in zones:
        found.setdefault((row["cloud"], row["region"]), []).append(row["id"])
    return Names(
        machines=frozenset((row["cloud"], row["name"]) for row in machines),
        zones={place: tuple(ids) for place, ids in found.items()},
        regions=frozenset(found) | frozenset((row["cloud"], row["region"]) for row in prices),
    )


def wrong_offer(row: Row, names: Names) -> Iterator[Wrong]:
    cloud, region, machine = row["cloud"], row["region"], row["machine"]
    if (cloud, machine) not in names.machines:
        yield "machine", f"no machine `{machine}` in machines.csv{near(machine, cloud, names.machines)}"
    here = names.zones.get((cloud, region), ())
    if not here:
        yield "region", f"no region `{region}` of {cloud} in zones.csv{near(region, cloud, names.zones)}"
    for zone in row["zones"].split() if here else ():
        if zone not in here:
            yield "zones", f"no zone `{zone}` of {region} in zones.csv: {', '.join(here)}"


def wrong_region(row: Row, names: Names) -> Iterator[Wrong]:
    cloud, region = row["cloud"], row["region"]
    if (cloud, region) not in names.regions:
        yield "region", f"no region `{region}` of {cloud} in zones.csv{near(region, cloud, names.regions)}"


def near(word: str, cloud: str, known: Iterable[tuple[str, str]]) -> str:
    close = difflib.get_close_matches(word, sorted(name for owner, name in known if owner == cloud), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


BETWEEN_FILES: Mapping[str, Callable[[Row, Names], Iterator[Wrong]]] = {
    "offerings.csv": wrong_offer,
    "prices.csv": wrong_region,
}
