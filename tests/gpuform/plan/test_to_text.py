"""The plan for a person."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.plan import to_text
from gpuform.plan.to_text import MARK


def line(text: str, start: str) -> str:
    return next(row for row in text.splitlines() if row.strip().startswith(start))


def test_pool_in_numbers_with_units(plan_of: Any) -> None:
    text = to_text(plan_of())
    assert line(text, "pool train").split() == (
        [
            "pool",
            "train",
            "8",
            "×",
            "p5.48xlarge",
            "in",
            "use1-az6",
            "64",
            "×",
            "H100",
            "80",
            "GiB,",
            "3,200",
            "Gbps",
            "EFA",
            "(1",
            "+",
            "32",
            "interfaces)",
        ]
    )
    assert "gp3 200 GiB, 16,000 IOPS, 1,000 MiB/s" in line(text, "root")
    assert "8 disks, 30,400 GB at /scratch" in line(text, "local")


@pytest.mark.parametrize(
    ("pool", "start", "chosen"),
    [
        pytest.param({}, "root", True, id="root left out"),
        pytest.param({"disks": {"root": {"iops": 3000, "throughput": "125 MiB/s"}}}, "root", False, id="root written"),
        pytest.param({}, "placement", True, id="placement left out"),
        pytest.param({"placement": "none"}, "placement", False, id="placement written"),
        pytest.param({}, "idle", True, id="idle left out"),
        pytest.param({"idle": {"action": "stop"}}, "idle", False, id="idle written"),
        pytest.param({"image": {"family": "dlami-base-al2023"}}, "image", False, id="image written"),
    ],
)
def test_what_was_chosen_is_marked(plan_of: Any, pool: dict[str, Any], start: str, chosen: bool) -> None:
    assert line(to_text(plan_of(pool)), start).endswith(MARK) is chosen


def test_every_choice_is_listed_with_its_reason(plan_of: Any) -> None:
    plan = plan_of()
    text = to_text(plan)
    for one in plan.chosen:
        assert f"  {one.path}: {one.value} ({one.why})" in text


@pytest.mark.parametrize(
    ("pool", "words"),
    [
        pytest.param({"nodes": {"min": 0, "max": 8}}, "whole gang to 0 below 30 % for 15 min", id="gang"),
        pytest.param({"nodes": {"min": 0, "max": 8}, "gang": "elastic"}, "one node at a time below 30 %", id="elastic"),
        pytest.param({}, "never ended for idleness", id="fixed"),
        pytest.param({"idle": {"action": "stop", "for": "1 h"}}, "stopped below 30 % for 60 min", id="stop"),
    ],
)
def test_idle_in_words(plan_of: Any, pool: dict[str, Any], words: str) -> None:
    assert words in line(to_text(plan_of(pool)), "idle")


def test_capacity_in_words(plan_of: Any) -> None:
    capacity = [
        {"reservation": {"id": "cr-1", "kind": "targeted", "nodes": 2}},
        {"reservation": {"new": True, "nodes": 1}},
        {"block": {"id": "cr-2", "nodes": 1}},
        {"spot": {"nodes": 1}},
        {"onDemand": {}},
    ]
    row = line(to_text(plan_of({"capacity": capacity})), "capacity")
    assert "2 reserved (cr-1), 1 reserved (new), 1 in a capacity block (cr-2), 1 spot, 3 on demand" in row


def test_network_and_storage_in_words(plan_of: Any) -> None:
    stores = [{"name": "fsx", "lustre": {"size": "1200 GiB"}}, {"name": "store", "bucket": {}}]
    text = to_text(plan_of(sharedStorage=stores))
    assert "10.0.0.0/16, private, each with its NAT gateway: use1-az6 10.0.192.0/19" in text
    assert "fsx: Lustre 1,200 GiB persistent-2, 250 MB/s/TiB in use1-az6 at /fsx" in text
    assert "store: bucket, kept for ever" in text
    existing = {"existing": {"vpc": "vpc-1", "subnets": [{"id": "subnet-1", "zone": "use1-az6"}]}}
    assert "existing vpc-1" in to_text(plan_of(network=existing))


def test_disk_without_encryption_is_told(plan_of: Any) -> None:
    assert "NOT encrypted" in to_text(plan_of({"disks": {"root": {"encrypted": False}}}))
    assert "NOT encrypted" not in to_text(plan_of())


def test_secrets_and_scripts_stay_out(plan_of: Any) -> None:
    boot = {"env": {"PASSWORD": "hunter2"}, "secrets": {"TOKEN": "arn:aws:secretsmanager:us-east-1:1:secret:t"}}
    assert "hunter2" not in to_text(plan_of({"boot": boot}))
