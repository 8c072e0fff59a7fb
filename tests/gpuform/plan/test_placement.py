"""A placement group or none."""

from __future__ import annotations

from typing import Any

import pytest

RESERVED: dict[str, Any] = {"reservation": {"id": "cr-1", "kind": "targeted", "nodes": 4}}
OPEN: dict[str, Any] = {"reservation": {"id": "cr-1", "kind": "open", "nodes": 4}}
GROUP: dict[str, Any] = {"reservation": {"group": "arn:aws:resource-groups:us-east-1:1:group/g", "nodes": 4}}
NEW: dict[str, Any] = {"reservation": {"new": True, "nodes": 4}}
BLOCK: dict[str, Any] = {"block": {"id": "cr-2", "nodes": 4}}
REST: dict[str, Any] = {"onDemand": {}}


@pytest.mark.parametrize(
    ("pool", "kind"),
    [
        pytest.param({}, "tight", id="fabric and many nodes"),
        pytest.param({"nodes": 1}, "none", id="one node"),
        pytest.param({"fabric": "none"}, "none", id="no fabric"),
        pytest.param({"machine": "g6e.4xlarge"}, "none", id="machine without fabric"),
        pytest.param({"workload": "batch", "fabric": "required"}, "tight", id="fabric by hand"),
        pytest.param({"capacity": [NEW, REST]}, "tight", id="a reservation made with it"),
        pytest.param({"capacity": [{"spot": {}}]}, "tight", id="spot"),
    ],
)
def test_default(pool_of: Any, pool: dict[str, Any], kind: str) -> None:
    placement = pool_of(pool).placement
    assert (placement.kind, placement.group, placement.path) == (kind, None, "pools[train].placement")


@pytest.mark.parametrize(
    ("capacity", "says"),
    [
        pytest.param([RESERVED, REST], "reservation", id="reservation by id"),
        pytest.param([OPEN, REST], "reservation", id="open reservation"),
        pytest.param([GROUP, REST], "reservation", id="reservation by group"),
        pytest.param([BLOCK, REST], "block", id="block"),
        pytest.param([REST, {**BLOCK}], "block", id="block in second place"),
    ],
)
def test_case_c21_no_group_that_keeps_nodes_out_of_their_capacity(
    pool_of: Any, chosen_of: Any, capacity: list[Any], says: str
) -> None:
    assert pool_of({"capacity": capacity}).placement.kind == "none"
    chosen = chosen_of({"capacity": capacity})["placement"]
    assert chosen.value == "none"
    assert says in chosen.why


def test_case_c21_the_reservations_own_group_is_used(pool_of: Any) -> None:
    placement = pool_of({"capacity": [RESERVED, REST], "placementGroup": "bought-with-it"}).placement
    assert (placement.kind, placement.group) == ("tight", "bought-with-it")


def test_case_c21_a_group_against_the_reservation_stays_as_asked(pool_of: Any, chosen_of: Any) -> None:
    """CAP001 judges it."""
    pool = {"capacity": [RESERVED, REST], "placement": "tight"}
    assert pool_of(pool).placement.kind == "tight"
    assert "placement" not in chosen_of(pool)


@pytest.mark.parametrize("kind", ["tight", "spread", "none"])
def test_as_asked(pool_of: Any, kind: str) -> None:
    placement = pool_of({"placement": kind, "placementGroup": "mine"}).placement
    assert (placement.kind, placement.group) == (kind, "mine")


def test_case_c14_tight_over_two_zones_stays_as_asked(pool_of: Any) -> None:
    """ZON001 judges it."""
    pool = pool_of({"placement": "tight"}, zones=["use1-az1", "use1-az6"])
    assert (pool.placement.kind, len(pool.zones)) == ("tight", 2)
