"""What the findings of several rules share: where they stand, names that may not be known, prices, zones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpuform_policies.fact import Cluster, Pool, Reservation, Slice, World
from gpuform_policies.rule import CardSeverity, Found

if TYPE_CHECKING:
    from gpuform.catalog import Price

HOME = "us-east-1"
"""Where every item of the price list has a price; for facts that do not say their region."""
HOURS_PER_MONTH = 730
"""The clouds' own convention (365 × 24 / 12)."""
BETWEEN_ZONES = "cross-az-each-direction"


def absolute(path: str, field: str = "") -> str:
    """`Found.at` from the top of the spec: a fact's path, a field below it where one is named. Empty without a spec behind it."""
    return f"/{path}{'.' if field else ''}{field}" if path else ""


def on_slice(part: Slice, message: str, fix: str, field: str = "", severity: CardSeverity | None = None) -> Found:
    """A finding at the slice, by a rule that judges more than the slice."""
    return Found(message, fix, at=absolute(part.path, field), resource=part.resource, severity=severity)


def id_of(held: Reservation) -> str:
    """For telling only: which one it is changes no verdict."""
    return held.id if held.knows("id") else "(its id is not known yet)"


def comparable(zones: Sequence[str], others: Sequence[str]) -> bool:
    """A zone id and a zone name can't be held against each other: `use1-az6` is another letter in each account."""
    return all(("-az" in one) == ("-az" in other) for one in zones for other in others)


def price_between_zones(fact: Pool | Cluster, world: World) -> tuple[Price | None, bool]:
    """(price of a GB in one direction, whether it is the region's own rather than that of `HOME`)."""
    own = world.catalog.price(BETWEEN_ZONES, fact.region) if fact.knows("region") else None
    return (own, True) if own is not None else (world.catalog.price(BETWEEN_ZONES, HOME), False)
