"""The stable keys of `plan --format json`."""

from __future__ import annotations

import json
from typing import Any

from gpuform.plan import to_json

POOL: dict[str, Any] = {
    "nodes": {"min": 0, "max": 8, "start": 8},
    "capacity": [
        {"reservation": {"id": "cr-1", "kind": "targeted", "nodes": 2, "end": "2027-01-01"}},
        {"block": {"id": "cr-2", "nodes": 2, "start": "2026-12-01", "end": "2026-12-08T11:30Z"}},
        {"spot": {"nodes": 2, "maxPrice": "20 USD/h"}},
        {"onDemand": {}},
    ],
    "disks": {"data": [{"name": "cache", "size": "1 TiB"}]},
}
STORES: list[dict[str, Any]] = [
    {"name": "fsx", "lustre": {"size": "1200 GiB"}},
    {"name": "store", "mount": "/store", "bucket": {"lifecycle": {"expireAfter": "30 d"}}},
]


def plan_json(plan_of: Any) -> dict[str, Any]:
    return to_json(plan_of(POOL, sharedStorage=STORES, budget={"monthly": "9 USD", "reserve": "12.5%"}))


def test_it_is_json(plan_of: Any) -> None:
    plan = plan_json(plan_of)
    assert json.loads(json.dumps(plan)) == plan


def test_keys_that_scripts_rely_on(plan_of: Any) -> None:
    plan = plan_json(plan_of)
    assert {"name", "cloud", "region", "zones", "labels", "catalogDate", "pools", "sharedStorage", "chosen"} <= set(
        plan
    )
    pool = plan["pools"][0]
    assert {"name", "workload", "machine", "zones", "nodes", "fabric", "gang", "placement", "nics", "slices"} <= set(
        pool
    )
    assert {"disks", "image", "idle"} <= set(pool)
    assert pool["nodes"] == {"min": 0, "start": 8, "max": 8}
    assert pool["placement"] == {"kind": "none", "group": None}
    assert pool["nics"][0] == {"card": 0, "device": 0, "type": "interface"}
    assert pool["idle"] == {"gpuBelowPercent": 30, "forSeconds": 900, "action": "scale-in"}
    assert set(plan["chosen"][0]) == {"path", "value", "why"}


def test_slices(plan_of: Any) -> None:
    slices = plan_json(plan_of)["pools"][0]["slices"]
    assert [(part["kind"], part["nodes"], part.get("id")) for part in slices] == [
        ("reservation", 2, "cr-1"),
        ("block", 2, "cr-2"),
        ("spot", 2, None),
        ("onDemand", 2, None),
    ]
    assert slices[1]["drains"] == "2026-12-08T11:00:00+00:00"
    assert slices[0]["ends"] == "2027-01-01T00:00:00+00:00"
    assert slices[2]["maxPrice"] == "20 USD/h"
    assert "maxPrice" not in slices[3]


def test_disks(plan_of: Any) -> None:
    disks = plan_json(plan_of)["pools"][0]["disks"]
    root = {"sizeGiB": 200, "type": "gp3", "iops": 16000, "throughputMiBps": 1000, "encrypted": True}
    assert disks["root"] == {**root, "device": "/dev/sda1"}
    assert (disks["data"][0]["name"], disks["data"][0]["mount"]) == ("cache", "/cache")
    assert disks["local"] == {"raid": "0", "mount": "/scratch", "disks": 8, "gb": 30400}


def test_shared_storage_and_budget(plan_of: Any) -> None:
    plan = plan_json(plan_of)
    assert [(one["name"], one["kind"], one["mount"]) for one in plan["sharedStorage"]] == [
        ("fsx", "lustre", "/fsx"),
        ("store", "bucket", "/store"),
    ]
    assert plan["sharedStorage"][1]["expireAfterDays"] == 30
    assert plan["budget"] == {"monthly": "9 USD", "reservePercent": 12.5}


def test_secrets_and_scripts_stay_out(plan_of: Any) -> None:
    boot = {"env": {"PASSWORD": "hunter2"}, "secrets": {"TOKEN": "arn:aws:secretsmanager:us-east-1:1:secret:t"}}
    text = json.dumps(to_json(plan_of({"boot": boot})))
    assert "hunter2" not in text
    assert "secretsmanager" not in text
