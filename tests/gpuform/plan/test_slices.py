"""Sources of capacity, in order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

REST: dict[str, Any] = {"onDemand": {}}
BATCH: dict[str, Any] = {"workload": "batch", "machine": ["g6e.4xlarge", "g6e.8xlarge"]}


def reserved(nodes: int | None, **more: Any) -> dict[str, Any]:
    held = {"id": "cr-1", "kind": "targeted", **more}
    return {"reservation": held if nodes is None else {**held, "nodes": nodes}}


def block(nodes: int, **more: Any) -> dict[str, Any]:
    return {"block": {"id": "cr-2", "nodes": nodes, **more}}


def test_default_is_all_on_demand(pool_of: Any, chosen_of: Any) -> None:
    (part,) = pool_of({"nodes": {"min": 1, "max": 5, "start": 2}}).slices
    assert (part.kind, part.key, part.min, part.start, part.max) == ("onDemand", "on-demand", 1, 2, 5)
    assert chosen_of()["capacity"].value == "all on demand"


@pytest.mark.parametrize(
    ("nodes", "capacity", "counts"),
    [
        pytest.param(8, [reserved(4), REST], [(4, 4, 4), (4, 4, 4)], id="the rest on demand"),
        pytest.param(8, [REST, reserved(4)], [(4, 4, 4), (4, 4, 4)], id="the rest first"),
        pytest.param(8, [reserved(4), {"onDemand": {"nodes": 4}}], [(4, 4, 4), (4, 4, 4)], id="all told"),
        pytest.param(8, [reserved(4)], [(4, 4, 4)], id="too few stay too few: CAP010"),
        pytest.param(8, [reserved(9), REST], [(8, 8, 8), (0, 0, 0)], id="too many: the rest is nothing"),
        pytest.param(8, [REST, {"spot": {}}], [(8, 8, 8), (0, 0, 0)], id="two rests: the first takes all"),
        pytest.param(
            {"min": 2, "max": 20, "start": 4},
            [{"onDemand": {"nodes": 2}}, {"spot": {}}],
            [(2, 2, 2), (0, 2, 18)],
            id="a floor on demand, the rest spot",
        ),
        pytest.param(
            {"min": 0, "max": 6, "start": 3},
            [reserved(2), block(2), REST],
            [(0, 2, 2), (0, 1, 2), (0, 0, 2)],
            id="start fills the first ones first",
        ),
    ],
)
def test_nodes_fill_slices_in_order(pool_of: Any, nodes: Any, capacity: list[Any], counts: list[Any]) -> None:
    pool = pool_of({"nodes": nodes, "capacity": capacity})
    assert [(part.min, part.start, part.max) for part in pool.slices] == counts


def test_asked_nodes_are_kept_beside_what_came_of_it(pool_of: Any) -> None:
    """CAP003 and CAP010 compare the two."""
    pool = pool_of({"capacity": [reserved(9), REST]})
    assert [part.asked_nodes for part in pool.slices] == [9, None]


def test_keys_are_numbered_when_repeated(pool_of: Any) -> None:
    capacity = [
        reserved(1),
        reserved(1, id="cr-9"),
        block(1),
        {"spot": {"nodes": 1}},
        REST,
        {"spot": {"nodes": 1}},
        {"onDemand": {"nodes": 1}},
    ]
    keys = [part.key for part in pool_of({"capacity": capacity}).slices]
    assert keys == ["reserved", "reserved-2", "block", "spot", "on-demand", "spot-2", "on-demand-2"]


def test_paths_lead_to_the_spec(pool_of: Any) -> None:
    parts = pool_of({"capacity": [reserved(4), REST]}).slices
    assert [part.path for part in parts] == [
        "pools[train].capacity[0].reservation",
        "pools[train].capacity[1].onDemand",
    ]
    assert parts[0].reservation.path == parts[0].path


@pytest.mark.parametrize(
    ("held", "zones"),
    [
        pytest.param({}, ("use1-az1", "use1-az6"), id="not told: the pool's"),
        pytest.param({"zone": "use1-az6"}, ("use1-az6",), id="told: only there"),
        pytest.param({"zone": "use1-az2"}, ("use1-az1", "use1-az6"), id="elsewhere: the pool's, and CAP002 judges it"),
    ],
)
def test_reservation_holds_nodes_in_its_zone(pool_of: Any, held: dict[str, str], zones: tuple[str, ...]) -> None:
    part = pool_of({"capacity": [reserved(4, **held), REST]}, zones=["use1-az1", "use1-az6"]).slices[0]
    assert part.zones == zones
    assert part.reservation.zone == held.get("zone")


def test_reservation_of_another_machine_stays_as_told(pool_of: Any) -> None:
    """CAP002 judges it."""
    part = pool_of({"capacity": [reserved(4, machine="p4d.24xlarge"), REST]}).slices[0]
    assert [machine.name for machine in part.machines] == ["p5.48xlarge"]
    assert part.reservation.machine == "p4d.24xlarge"


@pytest.mark.parametrize(
    ("capacity", "machines"),
    [
        pytest.param(reserved(2), ["g6e.4xlarge"], id="a reservation holds one machine"),
        pytest.param(block(2), ["g6e.4xlarge"], id="a block holds one machine"),
        pytest.param({"onDemand": {}}, ["g6e.4xlarge", "g6e.8xlarge"], id="on demand takes the list"),
        pytest.param({"spot": {}}, ["g6e.4xlarge", "g6e.8xlarge"], id="spot takes the list"),
        pytest.param({"spot": {"machines": ["g6.8xlarge"]}}, ["g6.8xlarge"], id="spot may have its own"),
    ],
)
def test_machines_of_a_slice(pool_of: Any, capacity: dict[str, Any], machines: list[str]) -> None:
    part = pool_of({**BATCH, "capacity": [capacity]}).slices[0]
    assert [machine.name for machine in part.machines] == machines


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        pytest.param({"new": True, "nodes": 2}, "targeted", id="new"),
        pytest.param({"group": "g", "nodes": 2}, "targeted", id="group"),
        pytest.param({"new": True, "kind": "open", "nodes": 2}, "open", id="new and open"),
        pytest.param({"id": "cr-1", "kind": "open", "nodes": 2}, "open", id="open"),
    ],
)
def test_kind_of_a_reservation(pool_of: Any, held: dict[str, Any], kind: str) -> None:
    assert pool_of({"capacity": [{"reservation": held}, REST]}).slices[0].reservation.kind == kind


def test_spot_strategy_and_price(pool_of: Any, chosen_of: Any) -> None:
    pool = {**BATCH, "capacity": [{"spot": {"maxPrice": "2.50 USD/h"}}]}
    (part,) = pool_of(pool).slices
    assert part.strategy == "price-capacity-optimized"
    assert str(part.max_price) == "2.5 USD/h"
    assert "capacity[0].spot.strategy" in chosen_of(pool)
    by_hand = {**BATCH, "capacity": [{"spot": {"strategy": "lowest-price"}}]}
    assert pool_of(by_hand).slices[0].strategy == "lowest-price"
    assert "capacity[0].spot.strategy" not in chosen_of(by_hand)


def test_strategy_is_of_spot_alone(pool_of: Any) -> None:
    assert [part.strategy for part in pool_of({"capacity": [reserved(4), REST]}).slices] == [None, None]


@pytest.mark.parametrize(
    ("machine", "minutes"),
    [pytest.param("p5.48xlarge", 30, id="a node"), pytest.param("p6e-gb200.36xlarge", 60, id="a rack")],
)
def test_case_c27_a_block_is_drained_before_its_forced_end(pool_of: Any, machine: str, minutes: int) -> None:
    held = block(8, start="2026-12-01", end="2026-12-08T11:30Z")
    (part,) = pool_of({"machine": machine, "capacity": [held]}).slices
    assert part.reservation.starts == datetime(2026, 12, 1, tzinfo=UTC)
    assert (part.reservation.ends - part.reservation.drains).total_seconds() == minutes * 60
    assert part.max == 8


def test_a_reservation_that_ends_is_not_drained(pool_of: Any) -> None:
    part = pool_of({"capacity": [reserved(4, end="2026-12-08"), REST]}).slices[0]
    assert part.reservation.ends == datetime(2026, 12, 8, tzinfo=UTC)
    assert part.reservation.drains is None


def test_case_c26_pools_share_a_reservation_and_nothing_is_lost(plan_of: Any) -> None:
    """Both pools keep what they ask for, so that the sum can be held against what is reserved."""
    pool = {"workload": "training", "machine": "p4d.24xlarge"}
    held = {"reservation": {"id": "cr-1", "kind": "targeted", "machine": "p4d.24xlarge", "zone": "use1-az6"}}
    pools = [
        {**pool, "name": "x", "nodes": 3, "capacity": [held]},
        {**pool, "name": "y", "nodes": {"min": 0, "max": 2}, "capacity": [held]},
    ]
    parts = [part for one in plan_of(pools=pools).pools for part in one.slices]
    assert [(part.reservation.id, part.max, part.asked_nodes) for part in parts] == [
        ("cr-1", 3, None),
        ("cr-1", 2, None),
    ]
    assert all(part.reservation.nodes is None for part in parts)


@pytest.mark.parametrize(
    ("kind", "machine", "guarded"),
    [
        pytest.param("open", "g5.12xlarge", True, id="open and the same machine"),
        pytest.param("targeted", "g5.12xlarge", False, id="targeted: nobody else gets in"),
        pytest.param("open", "g5.24xlarge", False, id="open but another machine"),
    ],
)
def test_case_c30_on_demand_nodes_stay_out_of_open_reservations(
    plan_of: Any, kind: str, machine: str, guarded: bool
) -> None:
    held = {"reservation": {"id": "cr-1", "kind": kind, "nodes": 4}}
    pools = [
        {"name": "train", "workload": "training", "machine": "g5.12xlarge", "nodes": 4, "capacity": [held]},
        {"name": "debug", "workload": "notebook", "machine": machine, "nodes": 1, "capacity": [{"onDemand": {}}]},
        {"name": "cheap", "workload": "batch", "machine": machine, "nodes": 1, "capacity": [{"spot": {}}]},
    ]
    plan = plan_of(pools=pools)
    avoids = {part.path: part.avoid_open_reservations for pool in plan.pools for part in pool.slices}
    assert avoids == {
        "pools[train].capacity[0].reservation": False,
        "pools[debug].capacity[0].onDemand": guarded,
        "pools[cheap].capacity[0].spot": False,
    }
    assert ("pools[debug].capacity[0].onDemand" in {one.path for one in plan.chosen}) is guarded


def test_case_c30_what_the_reservation_is_told_to_hold_counts(plan_of: Any) -> None:
    held = {"reservation": {"id": "cr-1", "kind": "open", "nodes": 4, "machine": "g5.24xlarge"}}
    pools = [
        {"name": "train", "workload": "training", "machine": "g5.12xlarge", "nodes": 4, "capacity": [held]},
        {"name": "debug", "workload": "notebook", "machine": "g5.24xlarge", "nodes": 1},
    ]
    assert plan_of(pools=pools).pools[1].slices[0].avoid_open_reservations
