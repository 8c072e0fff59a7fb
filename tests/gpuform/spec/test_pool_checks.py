"""Cross-field checks of a pool: the edges that the table of broken specs does not walk."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform.spec.pool_checks import (
    disk_problems,
    image_problems,
    node_problems,
    order_problems,
    reservation_problems,
    slice_problems,
    zone_problems,
)


@pytest.mark.parametrize(
    ("nodes", "paths"),
    [
        ({"min": 1, "max": 1, "start": 1}, []),
        ({"max": 0}, []),
        ({"min": 0, "max": 8}, []),
        ({"min": 2, "max": 1}, ["n"]),
        ({"min": 1, "max": 2, "start": 0}, ["n.start"]),
        ({"min": 1, "max": 2, "start": 3}, ["n.start"]),
        ({"min": "1", "max": 0}, []),
        ({"min": True, "max": 0}, []),
        ({"min": 5}, []),
    ],
)
def test_nodes(nodes, paths):
    assert [path for path, _, _ in node_problems(nodes, "n")] == paths


@pytest.mark.parametrize(
    ("reservation", "count"),
    [
        ({"id": "cr-1", "kind": "open"}, 0),
        ({"id": "cr-1"}, 1),
        ({"group": "g"}, 0),
        ({"new": True}, 0),
        ({"new": False}, 1),
        ({"new": False, "id": "cr-1", "kind": "open"}, 0),
        ({}, 1),
        ({"id": "cr-1", "new": True}, 2),
    ],
)
def test_reservation(reservation, count):
    assert len(list(reservation_problems(reservation, "r"))) == count


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [
        ("2027-01-01", "2027-01-02", 0),
        ("2027-01-01", "2027-01-01", 1),
        ("2027-01-01T10:00+02:00", "2027-01-01T08:01Z", 0),
        ("2027-01-01T10:00+02:00", "2027-01-01T08:00Z", 1),
        ("2027-01-02", "never", 0),
        (None, "2027-01-01", 0),
    ],
)
def test_order(start, end, count):
    assert len(list(order_problems({"start": start, "end": end}, "b"))) == count


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ({"onDemand": {}}, 0),
        ({"spot": {}, "block": {}}, 1),
        ({}, 1),
        ({"reservation": None}, 0),
        ({"spot": {"machines": ["a", "a"]}}, 1),
        ({"spot": {"machines": ["a", "b"]}}, 0),
    ],
)
def test_slice(part, count):
    assert len(list(slice_problems(part, "c"))) == count


@pytest.mark.parametrize(
    ("image", "root", "count"),
    [
        ({"id": "ami-1"}, {}, 0),
        ({"id": "ami-1"}, {"iops": 3000}, 0),
        ({"id": "ami-1"}, {"size": "1 TiB"}, 1),
        ({"id": "ami-1", "rootDevice": "/dev/xvda"}, {"size": "1 TiB"}, 0),
        ({"id": "ami-1"}, {"size": "1 TiB", "device": "/dev/xvda"}, 0),
        ({"family": "f"}, {"size": "1 TiB"}, 0),
        ({}, {}, 1),
        (None, {"size": "1 TiB"}, 0),
    ],
    ids=str,
)
def test_c40_root_size_needs_a_device(image, root, count):
    assert len(list(image_problems({"image": image, "disks": {"root": root}}, "p"))) == count


@pytest.mark.parametrize(
    ("disks", "shared", "count"),
    [
        pytest.param({"data": [{"name": "a", "mount": "/a"}, {"name": "b", "mount": "/b"}]}, [], 0, id="apart"),
        pytest.param(
            {"data": [{"name": "a", "mount": "/a"}, {"name": "b", "mount": "/a/"}]},
            [],
            1,
            id="same place, written otherwise",
        ),
        pytest.param({"data": [{"name": "a", "mount": "/a"}, {"name": "a", "mount": "/b"}]}, [], 1, id="same name"),
        pytest.param({"data": [{"name": "a", "mount": "/scratch"}]}, [], 0, id="default of local disks, without any"),
        pytest.param({"data": [{"name": "a", "mount": "/scratch"}], "local": {}}, [], 1, id="default of local disks"),
        pytest.param({"data": [{"name": "a", "mount": "/a"}]}, [{"name": "s", "mount": "/a"}], 1, id="a shared one"),
        pytest.param(
            {"data": [{"name": "a", "mount": "/a/b"}]}, [{"name": "s", "mount": "/a"}], 0, id="one below the other"
        ),
        pytest.param(
            {},
            [{"name": "s", "mount": "/a"}, {"name": "t", "mount": "/a"}],
            0,
            id="two shared ones: told once, of the cluster",
        ),
        pytest.param(
            {"root": {"device": "/dev/sdb"}, "data": [{"name": "a", "device": "/dev/sdb"}]}, [], 1, id="same device"
        ),
        pytest.param(
            {"root": {"device": "/dev/sda"}, "data": [{"name": "a", "device": "/dev/sdb"}]}, [], 0, id="two devices"
        ),
    ],
)
def test_disks(disks, shared, count):
    assert len(list(disk_problems({"disks": disks}, "p", {"sharedStorage": shared}))) == count


def test_zones():
    assert list(zone_problems({"zones": ["a"]}, "p", ["a", "b"])) == []
    assert list(zone_problems({"zones": ["a"]}, "p", [])) == []
    assert [path for path, _, _ in zone_problems({"zones": ["c", "c"]}, "p", ["a"])] == ["p.zones", "p.zones"]


def test_scripts_are_looked_for_beside_the_spec(told, tmp_path: Path):
    (tmp_path / "a.sh").write_text("echo\n")
    assert told(("gang: all", "boot: {script: a.sh}"), folder=tmp_path) == ()
    assert told(("gang: all", "boot: {script: ./b.sh}"), folder=tmp_path) != ()
