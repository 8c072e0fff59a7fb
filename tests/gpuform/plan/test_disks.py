"""Size, type, device and mount of disks."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from gpuform.plan.disks import device_names

ONE_GPU: dict[str, Any] = {"machine": "g6e.4xlarge"}
BIG: dict[str, Any] = {
    "id": "ami-1",
    "os": "rocky-9",
    "arch": "x86_64",
    "rootDevice": "/dev/xvda",
    "rootSize": "300 GiB",
}


@pytest.mark.parametrize(
    ("pool", "size"),
    [
        pytest.param(ONE_GPU, 100, id="what CUDA images fill"),
        pytest.param({}, 200, id="eight GPUs"),
        pytest.param({"image": BIG}, 300, id="what the image needs"),
        pytest.param({"disks": {"root": {"size": "10 GiB"}}}, 10, id="as written, also where too small: STO004"),
        pytest.param({"disks": {"root": {"size": "100 GB"}}}, 94, id="100 GB are 93.1 GiB, rounded up"),
    ],
)
def test_size_of_the_root(pool_of: Any, pool: dict[str, Any], size: int) -> None:
    assert pool_of(pool).disks.root.size_gib == size


def test_root_where_nothing_is_written(pool_of: Any, chosen_of: Any) -> None:
    root = pool_of().disks.root
    assert (root.name, root.type, root.encrypted, root.device, root.mount) == ("root", "gp3", True, "/dev/sda1", None)
    assert root.path == "pools[train].disks.root"
    assert {"disks.root.size", "disks.root.type", "disks.root.iops", "disks.root.throughput"} <= set(chosen_of())


def test_written_is_never_chosen(chosen_of: Any) -> None:
    root = {"size": "500 GiB", "type": "gp3", "iops": 3000, "throughput": "125 MiB/s", "encrypted": False}
    assert not [path for path in chosen_of({"disks": {"root": root}}) if path.startswith("disks.root")]


def test_not_encrypted_stays_as_written(pool_of: Any) -> None:
    """SEC003 judges it."""
    assert not pool_of({"disks": {"root": {"encrypted": False}}}).disks.root.encrypted


@pytest.mark.parametrize(
    ("image", "device"),
    [
        pytest.param({"family": "dlami-base-al2023"}, "/dev/xvda", id="of the family"),
        pytest.param(BIG, "/dev/xvda", id="of the image told by id"),
    ],
)
def test_case_c40_root_device_is_the_images(pool_of: Any, image: dict[str, Any], device: str) -> None:
    assert pool_of({"image": image}).disks.root.device == device
    by_hand = {"image": image, "disks": {"root": {"device": "/dev/sdz"}}}
    assert pool_of(by_hand).disks.root.device == "/dev/sdz"


def test_data_disks_in_order_of_writing(pool_of: Any) -> None:
    data = [{"name": "b", "size": "1 TiB"}, {"name": "a", "size": "2 TiB", "mount": "/corpus"}]
    disks = pool_of({"disks": {"data": data}}).disks.data
    assert [(disk.name, disk.device, disk.mount, disk.size_gib) for disk in disks] == [
        ("b", "/dev/sdf", "/b", 1024),
        ("a", "/dev/sdg", "/corpus", 2048),
    ]
    assert disks[1].path == "pools[train].disks.data[a]"


def test_a_device_written_by_hand_is_not_given_twice(pool_of: Any) -> None:
    data = [{"name": "a", "size": "1 TiB"}, {"name": "b", "size": "1 TiB", "device": "/dev/sdf"}]
    disks = pool_of({"disks": {"data": data}}).disks.data
    assert [disk.device for disk in disks] == ["/dev/sdg", "/dev/sdf"]


def test_device_names_do_not_run_out() -> None:
    names = list(islice(device_names(), 64))
    assert names[:2] == ["/dev/sdf", "/dev/sdg"]
    assert len(set(names)) == 64
    assert all(name.isascii() and name[-1].isalpha() for name in names)


@pytest.mark.parametrize(
    ("pool", "size"),
    [
        pytest.param({}, 700, id="what eight H100 hold, rounded up to 100 GiB"),
        pytest.param(ONE_GPU, 100, id="no less than 100 GiB"),
        pytest.param(
            {"needs": {"checkpoint": {"size": "500 GiB", "every": "30 min", "to": "a"}}}, 1000, id="two checkpoints"
        ),
    ],
)
def test_size_of_a_data_disk_left_out(pool_of: Any, pool: dict[str, Any], size: int) -> None:
    assert pool_of({**pool, "disks": {"data": [{"name": "a"}]}}).disks.data[0].size_gib == size


@pytest.mark.parametrize(
    ("pool", "local"),
    [
        pytest.param({}, ("0", "/scratch", 8), id="the machine's own, unasked"),
        pytest.param({"disks": {"local": {"raid": "none", "mount": "/nvme"}}}, ("none", "/nvme", 8), id="as written"),
        pytest.param(
            {"machine": "g5g.16xlarge", "disks": {"local": {}}}, ("0", "/scratch", 0), id="asked, and there is none"
        ),
    ],
)
def test_local_disks(pool_of: Any, pool: dict[str, Any], local: tuple[str, str, int]) -> None:
    planned = pool_of(pool).disks.local
    assert (planned.raid, planned.mount, planned.disks) == local


def test_no_local_disks_and_none_asked(pool_of: Any, chosen_of: Any) -> None:
    assert pool_of({"machine": "g5g.16xlarge"}).disks.local is None
    assert "disks.local" not in chosen_of({"machine": "g5g.16xlarge"})
    assert "8 disks" in chosen_of()["disks.local"].why
