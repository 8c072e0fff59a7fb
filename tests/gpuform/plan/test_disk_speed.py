"""IOPS and throughput: as written, else what the job needs, else the planner's own measure; never an illegal choice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

ONE_GPU: dict[str, Any] = {"machine": "g6e.4xlarge"}


def speed(pool_of: Any, root: dict[str, Any], **pool: Any) -> tuple[int | None, int | None]:
    disk = pool_of({**pool, "disks": {"root": root}}).disks.root
    return disk.iops, disk.throughput_mibps


@pytest.mark.parametrize(
    ("root", "pool", "figures"),
    [
        pytest.param({}, {}, (16000, 1000), id="eight GPUs"),
        pytest.param({}, ONE_GPU, (3000, 250), id="one GPU: the IOPS the type comes with"),
        pytest.param({}, {"machine": "g6e.12xlarge"}, (8000, 1000), id="four GPUs"),
        pytest.param({}, {"machine": "g6f.large"}, (3000, 250), id="part of a GPU counts as one"),
        pytest.param({"size": "500 GiB", "type": "gp3"}, {}, (16000, 1000), id="size and type written"),
        pytest.param({"iops": 3000}, {}, (3000, 750), id="IOPS written: the throughput they carry"),
        pytest.param({"iops": 3000, "throughput": "125 MiB/s"}, {}, (3000, 125), id="both written"),
        pytest.param({"iops": 3000, "throughput": "1000 MiB/s"}, {}, (3000, 1000), id="illegal stays: STO001"),
        pytest.param({"size": "4 GiB"}, {}, (3000, 750), id="a small disk: within its IOPS per GiB"),
        pytest.param({"type": "gp2"}, {}, (None, None), id="a type without knobs"),
        pytest.param({"type": "gp2", "iops": 100}, {}, (100, None), id="a knob it has not stays turned: STO001"),
        pytest.param({"type": "io2"}, {}, (16000, None), id="IOPS only"),
        pytest.param({"type": "io1", "size": "100 GiB"}, {}, (5000, None), id="within the IOPS per GiB of io1"),
        pytest.param({}, {"machine": "g4dn.xlarge"}, (3000, 250), id="within what a small machine carries"),
    ],
)
def test_root_nobody_reads_from(pool_of: Any, root: dict[str, Any], pool: dict[str, Any], figures: Any) -> None:
    assert speed(pool_of, root, **pool) == figures


@pytest.mark.parametrize(
    ("throughput", "iops"),
    [
        pytest.param("125 MiB/s", 3000, id="the baseline"),
        pytest.param("750 MiB/s", 3000, id="the most the baseline carries"),
        pytest.param("751 MiB/s", 3004, id="one more"),
        pytest.param("1000 MiB/s", 4000, id="1,000"),
        pytest.param("2000 MiB/s", 8000, id="2,000"),
    ],
)
def test_case_c37_throughput_alone_brings_its_iops(pool_of: Any, chosen_of: Any, throughput: str, iops: int) -> None:
    root = {"size": "500 GiB", "throughput": throughput}
    assert speed(pool_of, root)[0] == iops
    assert chosen_of({"disks": {"root": root}})["disks.root.iops"].value == str(iops)


@pytest.mark.parametrize(
    ("needs", "root", "figures"),
    [
        pytest.param({"readThroughput": "200 MiB/s"}, {}, (3000, 200), id="less than the measure"),
        pytest.param({"readThroughput": "1500 MiB/s"}, {}, (6000, 1500), id="more than the measure"),
        pytest.param({"readThroughput": "9000 MiB/s"}, {}, (8000, 2000), id="more than the type gives: STO002"),
        pytest.param({"readThroughput": "2000 MiB/s"}, {"iops": 3000}, (3000, 750), id="within the IOPS as written"),
        pytest.param({"readIops": 30000}, {}, (30000, 1000), id="IOPS"),
        pytest.param({"readIops": 1000}, {}, (4000, 1000), id="few IOPS: those of the throughput"),
        pytest.param({"readIops": 90000}, {"size": "1 TiB"}, (80000, 1000), id="more IOPS than the type gives: STO002"),
        pytest.param({"readIops": 30000}, {"size": "10 GiB"}, (5000, 1000), id="within the IOPS per GiB"),
        pytest.param({"readThroughput": "1000 MiB/s", "readIops": 20000}, {}, (20000, 1000), id="both"),
    ],
)
def test_root_the_job_reads_from(pool_of: Any, needs: dict[str, Any], root: dict[str, Any], figures: Any) -> None:
    assert speed(pool_of, root, needs=needs) == figures


def test_choice_says_why(chosen_of: Any) -> None:
    assert "per GPU" in chosen_of()["disks.root.throughput"].why
    needs = {"readThroughput": "9000 MiB/s"}
    assert "the most a gp3 gives" in chosen_of({"needs": needs})["disks.root.throughput"].why
    assert "needs.readIops" in chosen_of({"needs": {"readIops": 30000}})["disks.root.iops"].why


LUSTRE: dict[str, Any] = {"name": "fsx", "lustre": {"size": "1200 GiB", "zone": "use1-az6"}}


@pytest.mark.parametrize(
    ("pool", "top", "reader"),
    [
        pytest.param({}, {}, "root", id="root when there is nothing else"),
        pytest.param({"data": True}, {}, "a", id="the first data disk"),
        pytest.param({}, {"sharedStorage": [LUSTRE]}, "fsx", id="the first Lustre"),
        pytest.param({"data": True}, {"sharedStorage": [LUSTRE]}, "a", id="a data disk before Lustre"),
        pytest.param({"data": True, "from": "b"}, {}, "b", id="as written"),
        pytest.param({"data": True, "from": "root"}, {}, "root", id="root as written"),
    ],
)
def test_the_need_goes_to_the_disk_the_job_reads_from(
    pool_of: Any, pool: dict[str, Any], top: dict[str, Any], reader: str
) -> None:
    data = [{"name": name, "size": "1 TiB"} for name in ("a", "b")] if "data" in pool else []
    needs = {"readIops": 20000, **({"readFrom": pool["from"]} if "from" in pool else {})}
    disks = pool_of({"needs": needs, "disks": {"data": data}}, **top).disks
    assert {disk.name for disk in (disks.root, *disks.data) if disk.iops == 20000} == {reader} - {"fsx"}


@pytest.mark.parametrize(
    ("disk", "figures"),
    [
        pytest.param({}, (3000, 125), id="gp3: what it comes with"),
        pytest.param({"type": "io2"}, (3000, None), id="io2: as many as a gp3"),
        pytest.param({"type": "io1", "size": "20 GiB"}, (1000, None), id="io1: within its IOPS per GiB"),
        pytest.param({"type": "st1"}, (None, None), id="st1: no knob"),
        pytest.param({"throughput": "1000 MiB/s"}, (4000, 1000), id="a throughput alone"),
        pytest.param({"iops": 8000}, (8000, 125), id="IOPS alone"),
    ],
)
def test_data_disk_nobody_reads_from(pool_of: Any, disk: dict[str, Any], figures: Any) -> None:
    data = [{"name": "a", "size": "1 TiB", **disk}]
    planned = pool_of({"disks": {"data": data}, "needs": {"readFrom": "root"}}).disks.data[0]
    assert (planned.iops, planned.throughput_mibps) == figures


@given(
    machine=st.sampled_from(["p5.48xlarge", "g4dn.xlarge", "g6e.4xlarge", "p4d.24xlarge"]),
    size=st.integers(1, 16_384),
    kind=st.sampled_from(["gp3", "io1", "io2", "gp2"]),
    iops=st.none() | st.integers(3000, 80_000),
    throughput=st.none() | st.integers(125, 1000),
    needs=st.fixed_dictionaries(
        {}, optional={"readIops": st.integers(1, 300_000), "readThroughput": st.just("3 GiB/s")}
    ),
)
def test_what_is_chosen_is_legal(
    pool_of: Any,
    catalog: Any,
    machine: str,
    size: int,
    kind: str,
    iops: int | None,
    throughput: int | None,
    needs: dict[str, Any],
) -> None:
    """Whatever the spec leaves open, the planner's own figure never breaks a limit that the written ones keep."""
    root: dict[str, Any] = {"size": f"{size} GiB", "type": kind}
    root |= {} if iops is None else {"iops": iops}
    root |= {} if throughput is None else {"throughput": f"{throughput} MiB/s"}
    planned = pool_of({"machine": machine, "needs": needs, "disks": {"root": root}}).disks.root
    limits = catalog.disk(kind)
    if iops is None and planned.iops is not None:
        carrying = 0 if planned.throughput_mibps is None else 4 * planned.throughput_mibps
        assert limits.min_iops <= planned.iops <= limits.max_iops
        assert planned.iops <= max(limits.base_iops or limits.min_iops, carrying, int(limits.iops_per_gib * size))
    if throughput is None and planned.throughput_mibps is not None:
        assert limits.min_mibps <= planned.throughput_mibps <= limits.max_mibps
        assert planned.throughput_mibps <= planned.iops * limits.mibps_per_iops
    if throughput is not None:
        assert planned.throughput_mibps == throughput
    if iops is not None:
        assert planned.iops == iops
