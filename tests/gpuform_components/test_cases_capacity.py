"""Reports of real clusters that went wrong, as tests of what is emitted: placement, reservations, blocks, spot. Named after the case."""

from __future__ import annotations

from typing import Any

import pytest

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
BLOCK = "block: {id: cr-0a1b2c3d4e5f60718, nodes: 4, start: 2027-01-10T11:30Z, end: 2027-01-20T11:30Z}"


def test_c21_no_group_around_a_reservation(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING))
    assert graph.of("PlacementGroup") == []
    assert not any("placementGroup" in one.inputs for one in graph.of("Group"))
    assert not any("placement" in one.inputs for one in graph.of("LaunchTemplate"))


def test_c21_twin_a_group_where_nothing_is_reserved(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "onDemand: {nodes: 4}")))
    made = graph.one("PlacementGroup")
    assert made.inputs["strategy"] == "cluster"
    assert all(one.depends["placementGroup"] == [made.urn] for one in graph.of("Group"))


def test_c21_never_for_a_block_even_when_asked(planned: Any, built: Any) -> None:
    plan = planned(PRETRAINING, (RESERVED, BLOCK), ("fabric: required", "fabric: required\n    placement: tight"))
    graph = built(plan)
    assert "placementGroup" not in graph.one("Group", "-block").inputs
    assert "placementGroup" in graph.one("Group", "-on-demand").inputs


def test_c21_new_reservation_is_made_in_the_group(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "reservation: {new: true, kind: targeted, nodes: 4}")))
    made = graph.one("CapacityReservation")
    assert made.depends["placementGroupArn"] == [graph.one("PlacementGroup").urn]
    assert made.inputs["instanceMatchCriteria"] == "targeted"
    assert made.inputs["availabilityZone"] == "us-east-1a"
    target = graph.one("LaunchTemplate", "-reserved").inputs["capacityReservationSpecification"]
    assert target == {"capacityReservationTarget": {"capacityReservationId": f"{made.name}-id"}}


TARGET_ID = {"capacityReservationTarget": {"capacityReservationId": "cr-0a1b2c3d4e5f60718"}}
ARN = "arn:aws:resource-groups:us-east-1:123456789012:group/gpus"


@pytest.mark.parametrize(
    ("written", "key", "specification", "market"),
    [
        pytest.param(RESERVED, "reserved", TARGET_ID, None, id="targeted"),
        pytest.param(BLOCK, "block", TARGET_ID, {"marketType": "capacity-block"}, id="block"),
        pytest.param(
            f"reservation: {{group: '{ARN}', kind: targeted, nodes: 4}}",
            "reserved",
            {"capacityReservationTarget": {"capacityReservationResourceGroupArn": ARN}},
            None,
            id="group",
        ),
        pytest.param(
            "reservation: {id: cr-0a1b2c3d4e5f60718, kind: open, nodes: 4}",
            "reserved",
            {"capacityReservationPreference": "open"},
            None,
            id="open",
        ),
    ],
)
def test_c22_c23_c24_each_kind_has_its_own_words(
    written: str, key: str, specification: Any, market: Any, planned: Any, built: Any
) -> None:
    """C22 kind, C23 nothing lost on the way, C24 never target and preference together."""
    template = built(planned(PRETRAINING, (RESERVED, written))).one("LaunchTemplate", f"-{key}")
    assert template.inputs["capacityReservationSpecification"] == specification
    assert template.inputs.get("instanceMarketOptions") == market


def test_c25_block_is_a_plain_group(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, BLOCK)))
    group = graph.one("Group", "-block")
    assert "mixedInstancesPolicy" not in group.inputs
    assert "launchTemplate" in group.inputs
    assert (group.inputs["minSize"], group.inputs["desiredCapacity"], group.inputs["maxSize"]) == (0, 0, 4)
    assert group.delete_first


def test_c27_block_wakes_at_its_start_and_sleeps_before_its_end(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, BLOCK)))
    found = {
        one.inputs["scheduledActionName"]: (one.inputs["startTime"], one.inputs["desiredCapacity"])
        for one in graph.of("Schedule")
    }
    assert found == {"block-start": ("2027-01-10T11:30:00Z", 4), "block-end": ("2027-01-20T11:00:00Z", 0)}
    assert all(one.inputs["minSize"] == one.inputs["maxSize"] == -1 for one in graph.of("Schedule"))
    assert graph.one("Group", "-block").ignored == ["desiredCapacity"]


def test_c27_block_that_runs_already_starts_at_once(planned: Any, built: Any) -> None:
    graph = built(planned(PRETRAINING, (RESERVED, "block: {id: cr-0a1b2c3d4e5f60718, nodes: 4}")))
    assert graph.of("Schedule") == []
    assert graph.one("Group", "-block").inputs["desiredCapacity"] == 4


def test_c29_spot_never_touches_a_reservation(planned: Any, built: Any) -> None:
    template = built(planned(BATCH)).one("LaunchTemplate", "-spot")
    assert "capacityReservationSpecification" not in template.inputs


def test_c30_open_reservation_is_left_to_those_it_is_for(planned: Any, built: Any) -> None:
    written = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: open, nodes: 4}"
    plan = planned(PRETRAINING, (RESERVED, written))
    template = built(plan).one("LaunchTemplate", "-on-demand")
    avoids = next(part for part in plan.pools[0].slices if part.kind == "onDemand").avoid_open_reservations
    said = template.inputs.get("capacityReservationSpecification")
    assert said == ({"capacityReservationPreference": "none"} if avoids else None)
    assert avoids


def test_c32_spot_is_said_by_the_group_alone(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH, ("strategy: price-capacity-optimized", "maxPrice: 2.50 USD/h")))
    assert not any("instanceMarketOptions" in one.inputs for one in graph.of("LaunchTemplate"))
    policy = graph.one("Group", "-spot").inputs["mixedInstancesPolicy"]
    assert [one["instanceType"] for one in policy["launchTemplate"]["overrides"]] == ["g6e.4xlarge", "g6e.8xlarge"]
    spread = policy["instancesDistribution"]
    assert spread["onDemandBaseCapacity"] == spread["onDemandPercentageAboveBaseCapacity"] == 0
    assert spread["spotMaxPrice"] == "2.5"
    assert spread["spotAllocationStrategy"] == "price-capacity-optimized"
    demand = graph.one("Group", "-on-demand").inputs["mixedInstancesPolicy"]["instancesDistribution"]
    assert demand["onDemandPercentageAboveBaseCapacity"] == 100
    assert not {"spotMaxPrice", "spotAllocationStrategy"} & set(demand)
