"""STO002: a disk as fast as the job that reads from it, and no bare root under GPUs."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.sto002_disk_too_slow import RULE

Row = Callable[[SimpleNamespace], Template]
ROOT, DATA = "pools[train].disks.root", "pools[train].disks.data[data]"
MIB = 1024**2


def reading(root: dict[str, Any] | None = None, machine: str = "p5.48xlarge", **needs: Any) -> Row:
    return lambda make: make.template(machines=(machine,), root=make.disk(**(root or {})), needs=make.needs(**needs))


def sized(type_: str, gib: int, **needs: Any) -> Row:
    return reading({"type": type_, "size_gib": gib, "iops": None, "throughput_mibps": None}, **needs)


def bare(machine: str, iops: int | None = 3000, mibps: int | None = 125, **changes: Any) -> Row:
    return lambda make: make.template(machines=(machine,), root=make.disk(iops=iops, throughput_mibps=mibps), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(reading(read_iops=16000), [], id="exactly the IOPS"),
        pytest.param(
            reading(read_iops=16001),
            [("error", f"{ROOT}.iops", "16,001 IOPS", "gp3 of 16,000 IOPS")],
            id="one IOPS short",
        ),
        pytest.param(reading({"iops": None}, read_iops=3000), [], id="IOPS left out: the baseline is enough"),
        pytest.param(
            reading({"iops": None}, read_iops=3001),
            [("error", f"{ROOT}.iops", "3,001", "3,000")],
            id="IOPS left out: one short",
        ),
        pytest.param(reading(read_throughput=1000 * MIB), [], id="exactly the throughput"),
        pytest.param(
            reading(read_throughput=1001 * MIB),
            [("error", f"{ROOT}.throughput", "1,001 MiB/s", "1,000 MiB/s")],
            id="one MiB/s short",
        ),
        pytest.param(
            reading(read_throughput=1000 * MIB + 1),
            [("error", f"{ROOT}.throughput", "1,001 MiB/s")],
            id="one byte short",
        ),
        pytest.param(
            reading({"iops": 3000, "throughput_mibps": 125}, read_iops=30000, read_throughput=500 * MIB),
            [("error", f"{ROOT}.iops", "30,000", "3,000"), ("error", f"{ROOT}.throughput", "500", "125")],
            id="both short",
        ),
        pytest.param(
            reading({"iops": 80000, "throughput_mibps": 1000, "type": "gp3"}, "p4d.24xlarge", read_iops=80000),
            [],
            id="exactly what the machine carries",
        ),
        pytest.param(
            reading({"iops": 80000}, "g5.48xlarge", read_iops=80001),
            [
                ("error", f"{ROOT}.iops", "80,001", "80,000 IOPS"),
                ("error", f"{ROOT}.iops", "g5.48xlarge carries 80,000"),
            ],
            id="the disk and the machine are both one short",
        ),
        pytest.param(
            reading({"throughput_mibps": 2000, "iops": 32000}, "g6e.4xlarge", read_throughput=1500 * MIB),
            [("error", f"{ROOT}.throughput", "g6e.4xlarge carries 954", "1,500 MiB/s")],
            id="only the machine is too slow",
        ),
        pytest.param(
            reading({"throughput_mibps": 400}, "g5.xlarge", read_throughput=400 * MIB),
            [("warning", f"{ROOT}.throughput", "g5.xlarge carries 83", "all day", "417 in bursts")],
            id="fast enough in bursts only",
        ),
        pytest.param(sized("gp2", 500, read_iops=1500), [], id="gp2: 3 IOPS per GiB, exactly"),
        pytest.param(
            sized("gp2", 500, read_iops=1501),
            [("error", f"{ROOT}.iops", "1,501", "gp2 of 1,500 IOPS")],
            id="gp2: one short",
        ),
        pytest.param(sized("gp2", 16384, read_iops=16000), [], id="gp2: its most"),
        pytest.param(
            sized("gp2", 16384, read_iops=16001),
            [("error", f"{ROOT}.iops", "16,001", "gp2 of 16,000")],
            id="gp2: above its most",
        ),
        pytest.param(
            sized("gp2", 500, read_throughput=200 * MIB),
            [("info", f"{ROOT}.type", "200 MiB/s", "gp2", "does not know")],
            id="gp2: throughput can't be told",
        ),
        pytest.param(
            sized("gp2", 500, read_throughput=251 * MIB),
            [("error", f"{ROOT}.throughput", "251", "250")],
            id="gp2: above its most",
        ),
        pytest.param(
            sized("standard", 500, read_iops=500),
            [("info", f"{ROOT}.type", "500 IOPS", "standard")],
            id="standard: can't be told",
        ),
        pytest.param(
            lambda make: make.template(
                root=make.disk(),
                data=(make.disk(role="data", iops=3000, throughput_mibps=125),),
                needs=make.needs(read_iops=10000),
            ),
            [("error", f"{DATA}.iops", "from data", "3,000")],
            id="the first data disk is read by default",
        ),
        pytest.param(
            lambda make: make.template(
                root=make.disk(),
                data=(make.disk(role="data", iops=3000, throughput_mibps=125),),
                needs=make.needs(read_iops=10000, read_from="root"),
            ),
            [],
            id="read from the root as written",
        ),
        pytest.param(
            lambda make: make.template(
                data=(make.disk(role="data", iops=40000), make.disk(role="data", name="slow", iops=3000)),
                needs=make.needs(read_iops=10000, read_from="slow"),
            ),
            [("error", "pools[train].disks.data[slow].iops", "from slow")],
            id="read from the second data disk as written",
        ),
        pytest.param(
            lambda make: make.template(needs=make.needs(read_iops=200000), reads_lustre=True),
            [],
            id="reads from Lustre by default",
        ),
        pytest.param(reading(read_iops=200000, read_from="scratch"), [], id="reads from shared storage as written"),
        pytest.param(reading(read_iops=200000, read_from="local"), [], id="reads from the machine's own disks"),
    ],
)
def test_needs(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.template(), [], id="fast root"),
        pytest.param(
            bare("p5.48xlarge"),
            [("error", ROOT, "p5.48xlarge (8 × H100)", "3,000 IOPS", "125 MiB/s", "9,537 MiB/s")],
            id="bare root under eight H100",
        ),
        pytest.param(
            bare("p5.48xlarge", None, None), [("error", ROOT, "3,000 IOPS", "125 MiB/s")], id="left out is bare too"
        ),
        pytest.param(bare("p5.48xlarge", 3001), [], id="one IOPS above bare"),
        pytest.param(bare("p5.48xlarge", 3000, 126), [], id="one MiB/s above bare"),
        pytest.param(bare("g6e.4xlarge"), [("error", ROOT, "g6e.4xlarge (1 × L40S)", "954 MiB/s")], id="one GPU"),
        pytest.param(bare("g5.xlarge"), [("warning", ROOT, "417 MiB/s")], id="a machine that is faster in bursts only"),
        pytest.param(bare("p2.xlarge"), [], id="a machine that carries no more"),
        pytest.param(bare("p6e-gb200.36xlarge"), [], id="a machine of unknown speed"),
        pytest.param(
            bare("p5.48xlarge", reads_lustre=True),
            [("error", ROOT, "bare gp3")],
            id="reads from Lustre, starts from the root",
        ),
        pytest.param(
            lambda make: make.template(
                root=make.disk(iops=3000, throughput_mibps=125), needs=make.needs(read_throughput=100 * MIB)
            ),
            [],
            id="the job says that bare is enough",
        ),
        pytest.param(
            lambda make: make.template(
                root=make.disk(iops=3000, throughput_mibps=125),
                data=(make.disk(role="data"),),
                needs=make.needs(read_throughput=100 * MIB),
            ),
            [("error", ROOT, "bare gp3")],
            id="it says so of the data disk, not of the root",
        ),
        pytest.param(
            lambda make: make.template(root=make.disk(type="gp2", iops=None, throughput_mibps=None)),
            [],
            id="gp2 is STO011's",
        ),
        pytest.param(
            lambda make: make.template(root=make.disk(type="io2", iops=3000, throughput_mibps=None)),
            [],
            id="io2 has no bare default",
        ),
        pytest.param(
            lambda make: make.template(path="", resource="urn:lt", root=None),
            [("warning", "", "left to the image", "125 MiB/s", "9,537 MiB/s")],
            id="leaving the disk out is no way round",
        ),
        pytest.param(
            lambda make: make.template(root=None, machines=("p2.xlarge",)), [], id="left out on a slow machine"
        ),
        pytest.param(
            lambda make: make.template(
                path="", resource="urn:lt", root=make.disk(path="", resource="urn:lt", iops=None, throughput_mibps=None)
            ),
            [("error", "", "bare gp3")],
            id="somebody else's template",
        ),
    ],
)
def test_bare_root(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_time_lost_is_told(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, bare("p5.48xlarge")(make))
    assert found.impact == "Filling the GPUs' memory once takes 87 min at 125 MiB/s, 5 min at 2,000."
    (found,) = findings(RULE, reading({"iops": 3000}, read_iops=30000)(make))
    assert found.impact.startswith("Reads take 10.0 times as long")


def test_it_blocks_in_prod_only(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, bare("p5.48xlarge")(make), [("warning", ROOT)], environment="dev")


@pytest.mark.parametrize("field", ["iops", "throughput_mibps"])
def test_unknown_speed_is_not_decidable(field: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(
        RULE, make.template(root=make.disk(**{"iops": 3000, "throughput_mibps": 125, field: UNKNOWN})), [], undecided=1
    )


def test_unknown_speed_hides_no_other(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    root = make.disk(iops=UNKNOWN, throughput_mibps=125)
    needs = make.needs(read_iops=1, read_throughput=500 * MIB)
    agrees(RULE, make.template(root=root, needs=needs), [("error", f"{ROOT}.throughput", "500", "125")], undecided=1)


def test_fix_says_where_no_disk_of_the_type_is_enough(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    enough, past = reading(read_iops=80000)(make), reading(read_iops=80001)(make)
    assert [one.fix for one in findings(RULE, enough)] == ["iops: 80000 on root"]
    assert [one.fix for one in findings(RULE, past)] == ["iops: 80001 on root (a gp3 gives 80,000 at most)"]
