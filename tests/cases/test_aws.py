"""AWS: network cards, placement, capacity, spot and disks. Each case with its passing twin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from gpuform.errors import SpecError

Made = Callable[..., Any]
RESERVED = {"reservation": {"id": "cr-1", "kind": "targeted", "nodes": 8}}


def only(**changes: Any) -> dict[str, Any]:
    """One part of a reservation changed."""
    return {"reservation": RESERVED["reservation"] | changes}


def test_sound_spec_gives_no_error(errors: Made) -> None:
    assert errors() == set()


def test_c01_device_index_counts_inside_a_card(plan: Made, errors: Made) -> None:
    nics = plan().pools[0].nics
    assert len(nics) == 33
    assert max(nic.device for nic in nics) == 1
    assert errors(
        {"nics": [{"card": 0, "device": 0, "type": "interface"}, {"card": 2, "device": 2, "type": "efa"}]}
    ) == {"FAB002"}
    assert (
        errors({"nics": [{"card": 0, "device": 0, "type": "interface"}, {"card": 2, "device": 0, "type": "efa"}]})
        == set()
    )


def test_c02_first_card_without_fabric(plan: Made, errors: Made) -> None:
    b300 = {"machine": "p6-b300.48xlarge"}
    nics = plan(b300).pools[0].nics
    assert len(nics) == 17
    assert [nic.type for nic in nics if nic.card == 0] == ["interface"]
    by_hand = [{"card": 0, "device": 0, "type": "interface"}, {"card": 0, "device": 1, "type": "efa-only"}]
    assert errors(b300 | {"nics": by_hand}) == {"FAB002"}
    assert errors(b300) == set()


def test_c05_public_address_with_several_interfaces(errors: Made) -> None:
    assert "FAB004" in errors(network={"publicIp": True})
    assert "FAB004" not in errors({"machine": "g5.48xlarge", "nodes": 1}, network={"publicIp": True})
    subnets = [{"id": "subnet-1", "zone": "use1-az6", "cidr": "10.0.0.0/20", "autoAssignPublicIp": True}]
    assert "FAB004" in errors(network={"existing": {"vpc": "vpc-1", "subnets": subnets}})
    private = [subnets[0] | {"autoAssignPublicIp": False}]
    assert "FAB004" not in errors(network={"existing": {"vpc": "vpc-1", "subnets": private}})


SUBNETS = [{"id": "subnet-1", "zone": "use1-az6", "cidr": "10.0.0.0/20"}]


@pytest.mark.parametrize(
    ("rules", "refused"),
    [
        pytest.param(
            [{"from": "self", "protocol": "all"}, {"to": "0.0.0.0/0", "protocol": "all"}], True, id="no way out"
        ),
        pytest.param([{"to": "self", "protocol": "all"}], True, id="no way in"),
        pytest.param([{"from": "self", "protocol": "all"}, {"to": "self", "protocol": "all"}], False, id="both"),
        pytest.param([{"from": "self", "port": 988}, {"to": "self", "protocol": "all"}], True, id="one port only"),
        pytest.param(
            [{"from": "sg-1", "protocol": "all"}, {"to": "sg-1", "protocol": "all"}], False, id="by its own id"
        ),
    ],
)
def test_c06_fabric_group_needs_both_directions(errors: Made, rules: list[dict[str, Any]], refused: bool) -> None:
    existing = {"vpc": "vpc-1", "subnets": SUBNETS, "securityGroup": {"id": "sg-1", "rules": rules}}
    found = errors(network={"existing": existing})
    assert ("FAB003" in found) is refused
    assert "SEC002" not in found  # the self rules are nobody's hole


def test_c08_interfaces_carry_no_subnet_of_their_own(plan: Made) -> None:
    """Subnets belong to the group: the spec has no such field, and says so."""
    with pytest.raises(SpecError) as refused:
        plan({"nics": [{"card": 0, "device": 0, "type": "interface", "subnet": "s-a"}]})
    assert "subnet" in refused.value.problems[0].path


def test_c09_fabric_on_a_size_that_has_none(errors: Made) -> None:
    assert "FAB001" in errors({"machine": ["p4d.24xlarge", "g5.xlarge"], "fabric": "required"})
    assert "FAB001" in errors({"machine": "g5.xlarge", "fabric": "required"})
    assert "FAB001" not in errors({"machine": "p4d.24xlarge", "fabric": "required"})
    assert "FAB005" in errors({"fabric": "none"})
    assert "FAB005" not in errors({"fabric": "none", "nodes": 1})


def test_c14_tight_group_over_several_zones(errors: Made) -> None:
    batch = {"workload": "batch", "machine": "p4d.24xlarge", "placement": "tight", "needs": None}
    zones = ["use1-az1", "use1-az6"]
    assert "ZON001" in errors(batch, zones=zones)
    assert "ZON001" not in errors(batch)
    assert "ZON001" not in errors(batch | {"placement": "none"}, zones=zones, sharedStorage=None)


def test_c16_fabric_job_over_zones_without_a_group(errors: Made) -> None:
    zones = ["use1-az1", "use1-az6"]
    assert "ZON001" in errors({"placement": "none"}, zones=zones)
    one = {"name": "a", "zones": ["use1-az1"], "placement": "none"}
    two = {"name": "b", "zones": ["use1-az6"], "placement": "none"}
    assert "ZON001" not in errors(one, two, zones=zones)


def test_c18_subnet_in_another_zone(errors: Made) -> None:
    def existing(zone: str) -> dict[str, Any]:
        return {"existing": {"vpc": "vpc-1", "subnets": [SUBNETS[0] | {"zone": zone}]}}

    assert "ZON005" in errors(network=existing("use1-az1"))
    assert "ZON005" not in errors(network=existing("use1-az6"))


def test_c21_no_group_beside_a_reservation(plan: Made, errors: Made) -> None:
    reserved = {"capacity": [RESERVED]}
    assert plan(reserved).pools[0].placement.kind == "none"
    assert plan().pools[0].placement.kind == "tight"
    assert errors(reserved) == set()
    assert "CAP001" in errors(reserved | {"placement": "tight"})
    block = {"capacity": [{"block": {"id": "cr-1", "nodes": 8}}]}
    assert errors(block) == set()
    assert "CAP001" in errors(block | {"placement": "tight"})


def test_c22_kind_of_a_reservation_is_never_guessed(plan: Made) -> None:
    with pytest.raises(SpecError, match="problem"):
        plan({"capacity": [{"reservation": {"id": "cr-1", "nodes": 8}}]})
    (part,) = plan({"capacity": [{"block": {"id": "cr-1", "nodes": 8}}]}).pools[0].slices
    assert part.kind == "block"


def test_c23_every_reservation_field_reaches_the_plan(plan: Made) -> None:
    (part,) = plan({"capacity": [only(machine="p5.48xlarge", zone="use1-az6", end="2027-01-31")]}).pools[0].slices
    held = part.reservation
    assert held is not None
    assert (held.id, held.kind, held.nodes, held.machine, held.zone) == (
        "cr-1",
        "targeted",
        8,
        "p5.48xlarge",
        "use1-az6",
    )
    assert held.ends == datetime(2027, 1, 31, tzinfo=UTC)
    with pytest.raises(SpecError):
        plan({"capacity": [{"reservation": {"GroupArn": "arn-x", "kind": "targeted", "nodes": 8}}]})


def test_c24_target_or_preference_never_both(plan: Made) -> None:
    """The spec has no field for a preference; a launch that sets both is CAP002's (see the readers' tests)."""
    with pytest.raises(SpecError):
        plan({"capacity": [only(preference="open")]})


def test_c25_block_is_one_machine(errors: Made) -> None:
    block = {"capacity": [{"block": {"id": "cr-1", "nodes": 8}}]}
    assert "CAP009" in errors(block | {"machine": ["p5.48xlarge", "p5en.48xlarge"]})
    assert "CAP009" in errors(block | {"machine": "g5.48xlarge"}, zones=["use1-az6"])
    assert "CAP009" not in errors(block)


def test_c26_pools_share_one_reservation(errors: Made) -> None:
    def pool(name: str, nodes: int) -> dict[str, Any]:
        return {"name": name, "nodes": nodes, "capacity": [only(nodes=nodes)]}

    assert "CAP003" in errors(pool("x", 4), pool("y", 4))  # both say that it holds 4
    assert "CAP003" not in errors(pool("x", 4))
    assert "CAP002" in errors({"capacity": [only(machine="p4d.24xlarge")]})
    assert "CAP002" in errors({"capacity": [only(zone="use1-az1")]})
    assert "CAP002" not in errors({"capacity": [only(machine="p5.48xlarge", zone="use1-az6")]})


def test_c27_reservation_over_or_not_there_yet(errors: Made, findings: Made) -> None:
    def block(**dates: str) -> dict[str, Any]:
        return {"capacity": [{"block": {"id": "cr-1", "nodes": 8, **dates}}]}

    assert "CAP004" in errors(block(start="2026-11-20", end="2026-11-29"))
    assert "CAP004" in errors(block(start="2026-12-20", end="2026-12-29"))
    assert "CAP004" not in errors(block(start="2026-12-20", end="2026-12-29") | {"nodes": {"min": 0, "max": 8}})
    assert "CAP004" not in errors(block(start="2026-11-20", end="2026-12-29"))
    (soon,) = [one for one in findings(block(start="2026-11-20", end="2026-12-03T11:30Z")) if one.rule == "CAP004"]
    assert soon.severity == "warning"
    assert "11:00" in soon.message  # half an hour before the block's end


def test_c29_spot_never_uses_a_reservation(plan: Made, errors: Made) -> None:
    with pytest.raises(SpecError):
        plan({"capacity": [{"spot": {}, "reservation": {"id": "cr-1", "kind": "targeted"}}]})
    beside = {"capacity": [only(nodes=4), {"spot": {}}]}
    assert "CAP006" not in errors(beside)


def test_c30_open_reservation_is_guarded(plan: Made, findings: Made) -> None:
    debug = {"name": "debug", "workload": "notebook", "nodes": 1, "fabric": "none"}
    opened = {"name": "train", "capacity": [only(kind="open")]}
    pools = plan(opened, debug).pools
    assert pools[1].slices[0].avoid_open_reservations
    assert not plan({"capacity": [RESERVED]}, debug).pools[1].slices[0].avoid_open_reservations
    assert [one.severity for one in findings(opened, debug) if one.rule == "CAP007"] == ["warning"]


def test_c33_price_caps_that_never_launch(findings: Made) -> None:
    def severities(price: str) -> list[str]:
        pool = {"workload": "batch", "machine": "g5.12xlarge", "nodes": {"min": 0, "max": 8}, "needs": None}
        pool["capacity"] = [{"spot": {"maxPrice": price}}]
        return [one.severity for one in findings(pool, sharedStorage=None) if one.rule == "SPT002"]

    assert severities("0 USD/h") == ["error"]
    assert severities("-1 USD/h") == ["error"]
    assert severities("0.01 USD/h") == ["warning"]
    assert severities("99 USD/h") == ["warning"]
    assert severities("3 USD/h") == []


@pytest.mark.parametrize(
    ("root", "wanted"),
    [
        pytest.param(
            {"type": "gp3", "size": "500 GiB", "throughput": "1000 MiB/s", "iops": 3000}, {"STO001"}, id="c37 ratio"
        ),
        pytest.param(
            {"type": "gp3", "size": "500 GiB", "throughput": "1000 MiB/s", "iops": 4000}, set(), id="c37 edge"
        ),
        pytest.param(
            {"type": "gp3", "size": "500 GiB", "throughput": "2000 MiB/s", "iops": 7999},
            {"STO001"},
            id="c37 just under",
        ),
        pytest.param(
            {"type": "gp3", "size": "2000 GiB", "iops": 80000, "throughput": "2000 MiB/s"},
            set(),
            id="c38 today's limit",
        ),
        pytest.param(
            {"type": "gp3", "size": "2000 GiB", "iops": 80001, "throughput": "2000 MiB/s"},
            {"STO001"},
            id="c38 one over",
        ),
        pytest.param(
            {"type": "gp3", "size": "160 GiB", "iops": 80000, "throughput": "2000 MiB/s"}, set(), id="c38 500 per GiB"
        ),
        pytest.param(
            {"type": "gp3", "size": "159 GiB", "iops": 80000, "throughput": "2000 MiB/s"}, {"STO001"}, id="c38 over 500"
        ),
        pytest.param(
            {"type": "io2", "size": "500 GiB", "iops": 16000, "throughput": "500 MiB/s"},
            {"STO001"},
            id="c37 not for io2",
        ),
        pytest.param({"type": "io2", "size": "500 GiB", "iops": 16000}, set(), id="io2"),
    ],
)
def test_c37_c38_disk_limits(errors: Made, root: dict[str, Any], wanted: set[str]) -> None:
    assert errors({"disks": {"root": root}}) == wanted


def test_c37_throughput_alone_brings_its_iops(plan: Made) -> None:
    root = plan({"disks": {"root": {"size": "500 GiB", "throughput": "1000 MiB/s"}}}).pools[0].disks.root
    assert (root.throughput_mibps, root.iops) == (1000, 4000)


def test_c38_small_gp3_with_the_free_iops_is_legal(errors: Made) -> None:
    tiny = {"name": "tiny", "size": "1 GiB", "type": "gp3", "iops": 3000, "throughput": "125 MiB/s", "mount": "/tiny"}
    assert "STO001" not in errors({"disks": {"data": [tiny]}})
    assert "STO001" in errors({"disks": {"data": [tiny | {"iops": 3001}]}})


def test_c40_root_smaller_than_the_image_or_another_device(plan: Made, errors: Made) -> None:
    assert "STO004" in errors({"disks": {"root": {"size": "60 GiB", "type": "gp3"}}})
    assert "STO004" not in errors({"disks": {"root": {"size": "100 GiB", "type": "gp3"}}})
    wrong = {"size": "200 GiB", "type": "gp3", "device": "/dev/xvda"}
    assert "STO004" in errors({"disks": {"root": wrong}, "image": {"family": "dlami-base-ubuntu-24.04"}})
    assert "STO004" not in errors({"disks": {"root": wrong}, "image": {"family": "dlami-base-al2023"}})
    with pytest.raises(SpecError):
        plan({"disks": {"root": {"size": "200 GiB"}}, "image": {"id": "ami-0123456789abcdef0"}})
