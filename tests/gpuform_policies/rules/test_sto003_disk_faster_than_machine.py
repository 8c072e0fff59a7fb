"""STO003: no speed is paid that the machine can't use."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.sto003_disk_faster_than_machine import RULE

Row = Callable[[SimpleNamespace], Template]
ROOT = "pools[train].disks.root"


def bought(iops: int | None, mibps: int | None, *machines: str, **changes: Any) -> Row:
    return lambda make: make.template(machines=machines, root=make.disk(iops=iops, throughput_mibps=mibps), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(bought(15000, 417, "g5.xlarge"), [], id="exactly what the machine carries in bursts"),
        pytest.param(
            bought(15001, 417, "g5.xlarge"),
            [("warning", f"{ROOT}.iops", "15,001 IOPS", "g5.xlarge carries 15,000")],
            id="one IOPS more",
        ),
        pytest.param(
            bought(15000, 418, "g5.xlarge"),
            [("warning", f"{ROOT}.throughput", "418 MiB/s", "g5.xlarge carries 417")],
            id="one MiB/s more",
        ),
        pytest.param(
            bought(40000, 1000, "g5.xlarge"),
            [("warning", f"{ROOT}.iops"), ("warning", f"{ROOT}.throughput")],
            id="both",
        ),
        pytest.param(bought(3000, 125, "p2.xlarge"), [], id="what comes with the disk is not paid"),
        pytest.param(bought(None, None, "p2.xlarge"), [], id="nothing bought"),
        pytest.param(bought(16000, 1000, "p5.48xlarge"), [], id="a fast machine"),
        pytest.param(bought(40000, 1000, "g5.xlarge", "p5.48xlarge"), [], id="one machine of the list can use it"),
        pytest.param(bought(40000, 1000, "p6e-gb200.36xlarge"), [], id="unknown is not slow"),
        pytest.param(
            lambda make: make.template(
                machines=("p4d.24xlarge",),
                root=make.disk(iops=20000, throughput_mibps=500),
                data=(make.disk(role="data", iops=60001, throughput_mibps=1000),),
            ),
            [("warning", "pools[train].disks.data[data].iops", "80,001 IOPS", "p4d.24xlarge carries 80,000")],
            id="the sum of two disks, told at the larger",
        ),
        pytest.param(
            lambda make: make.template(
                machines=("p4d.24xlarge",),
                root=make.disk(iops=20000, throughput_mibps=500),
                data=(make.disk(role="data", iops=60000, throughput_mibps=1000),),
            ),
            [],
            id="the sum of two disks, exactly",
        ),
        pytest.param(lambda make: make.template(root=None), [], id="no disk set"),
        pytest.param(
            lambda make: make.template(
                path="",
                resource="urn:lt",
                machines=("g5.xlarge",),
                root=make.disk(path="", iops=40000, throughput_mibps=400),
            ),
            [("warning", "iops", "40,000")],
            id="somebody else's template",
        ),
        pytest.param(
            lambda make: make.template(
                machines=(make.machine("p2.xlarge", disk_max_iops=2000),),
                root=make.disk(iops=3000, throughput_mibps=125),
            ),
            [],
            id="what comes with the disk, even on a machine that carries less",
        ),
    ],
)
def test_speed(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_money_lost_is_of_all_nodes_above_what_is_of_use(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    iops, speed = findings(RULE, bought(40000, 1000, "g5.xlarge", nodes=10)(make))
    assert iops.usd_per_month == (40000 - 15000) * 10 * 5 // 1000
    assert speed.usd_per_month == 233, "583 MiB/s on 10 nodes at 0.04 USD: 233.20"
    assert "10" in iops.impact
    assert "us-east-1" in iops.impact


def test_no_price_no_money(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(
        RULE, make.template(machines=("g5.xlarge",), root=make.disk(type="io2", iops=40000, throughput_mibps=None))
    )
    assert found.usd_per_month is None
    (found,) = findings(RULE, bought(40000, 400, "g5.xlarge", nodes=UNKNOWN)(make))
    assert found.usd_per_month is None


def test_unknown_speed_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(root=make.disk(iops=UNKNOWN)), [], undecided=1)
