"""STO001: disks that the cloud sells; both sides of every edge (cases C37, C38)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.rules.sto001_disk_limits import RULE

ROOT = "pools[train].disks.root"


def plain(type_: str, size: int | None, iops: int | None = None, mibps: int | None = None) -> dict[str, Any]:
    return {"type": type_, "size_gib": size, "iops": iops, "throughput_mibps": mibps}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(plain("gp3", 1, 3000), id="gp3: 1 GiB comes with 3,000 IOPS"),
        pytest.param(plain("gp3", 5, 3000), id="gp3: the baseline is free of the ratio"),
        pytest.param(plain("gp3", 7, 3500), id="gp3: 500 IOPS per GiB, exactly"),
        pytest.param(plain("gp3", 160, 80000), id="gp3: most IOPS on the least size"),
        pytest.param(plain("gp3", 65536, 80000, 2000), id="gp3: everything at its maximum"),
        pytest.param(plain("gp3", 2000, 80000, 2000), id="gp3: above the limits of before September 2025"),
        pytest.param(plain("gp3", 16, 8000, 2000), id="gp3: 2,000 MiB/s on 8,000 IOPS"),
        pytest.param(plain("gp3", 500, 3000, 750), id="gp3: 750 MiB/s on the baseline"),
        pytest.param(plain("gp3", 500, None, 750), id="gp3: the same, IOPS left out"),
        pytest.param(plain("gp3", 500, 4000, 1000), id="gp3: 1,000 MiB/s on 4,000 IOPS"),
        pytest.param(plain("gp3", 500, 3000, 125), id="gp3: bare"),
        pytest.param(plain("gp3", 500), id="gp3: all left out"),
        pytest.param(plain("gp3", None, 16000, 1000), id="size left to the image"),
        pytest.param(plain("io1", 4, 200), id="io1: 50 IOPS per GiB, exactly"),
        pytest.param(plain("io2", 256, 256000), id="io2: 1,000 IOPS per GiB, and its maximum"),
        pytest.param(plain("io2", 65536, 100), id="io2: least IOPS, largest size"),
        pytest.param(plain("gp2", 16384), id="gp2: largest"),
        pytest.param(plain("st1", 125) | {"role": "data"}, id="st1: smallest, as a data disk"),
    ],
)
def test_sold(changes: dict[str, Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.disk(**changes), [])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(plain("gp9", 500), [("error", f"{ROOT}.type", "gp9")], id="no such type"),
        pytest.param(plain("gp3", 0), [("error", f"{ROOT}.size", "0 GiB", "1 GiB")], id="gp3: nothing"),
        pytest.param(
            plain("gp3", 65537),
            [("error", f"{ROOT}.size", "65,537 GiB", "65,536 GiB", "2026-11-30")],
            id="gp3: one GiB too many",
        ),
        pytest.param(plain("gp3", 500, 2999), [("error", f"{ROOT}.iops", "2,999", "3,000")], id="gp3: one IOPS below"),
        pytest.param(
            plain("gp3", 500, 80001), [("error", f"{ROOT}.iops", "80,001", "80,000")], id="gp3: one IOPS above"
        ),
        pytest.param(
            plain("gp3", 7, 3501),
            [("error", f"{ROOT}.iops", "3,501 IOPS", "7 GiB", "500 per GiB", "3,500 here")],
            id="gp3: one over the ratio",
        ),
        pytest.param(
            plain("gp3", 1, 3001),
            [("error", f"{ROOT}.iops", "3,000 here")],
            id="gp3: small, one above the free baseline",
        ),
        pytest.param(
            plain("gp3", 159, 80000),
            [("error", f"{ROOT}.iops", "79,500 here")],
            id="gp3: one GiB too small for its IOPS",
        ),
        pytest.param(
            plain("gp3", 500, 3000, 124), [("error", f"{ROOT}.throughput", "124", "125")], id="gp3: one MiB/s below"
        ),
        pytest.param(
            plain("gp3", 500, 16000, 2001),
            [("error", f"{ROOT}.throughput", "2,001", "2,000")],
            id="gp3: one MiB/s above",
        ),
        pytest.param(
            plain("gp3", 500, 3000, 1000),
            [("error", f"{ROOT}.iops", "1,000 MiB/s", "3,000 IOPS", "0.25", "750 here")],
            id="gp3: throughput over a quarter of the IOPS",
        ),
        pytest.param(
            plain("gp3", 500, 3000, 751), [("error", f"{ROOT}.iops", "751 MiB/s")], id="gp3: one MiB/s over the ratio"
        ),
        pytest.param(
            plain("gp3", 500, None, 751),
            [("error", f"{ROOT}.throughput", "751 MiB/s", "3,000 IOPS")],
            id="gp3: the same, IOPS left out",
        ),
        pytest.param(
            plain("gp3", 500, 7999, 2000),
            [("error", f"{ROOT}.iops", "7,999 IOPS")],
            id="gp3: one IOPS too few for 2,000 MiB/s",
        ),
        pytest.param(plain("gp2", 500, 4000), [("error", f"{ROOT}.iops", "gp2", "4,000")], id="gp2: takes no IOPS"),
        pytest.param(
            plain("gp2", 500, None, 250), [("error", f"{ROOT}.throughput", "gp2", "250")], id="gp2: takes no throughput"
        ),
        pytest.param(
            plain("io1", 500, 4000, 500), [("error", f"{ROOT}.throughput", "io1", "500")], id="io1: takes no throughput"
        ),
        pytest.param(
            plain("io1", 4, 201),
            [("error", f"{ROOT}.iops", "201 IOPS", "50 per GiB", "200 here")],
            id="io1: one over the ratio",
        ),
        pytest.param(
            plain("io2", 500), [("error", f"{ROOT}.iops", "io2", "100 to 256,000")], id="io2: IOPS left out are refused"
        ),
        pytest.param(plain("io2", 3, 100), [("error", f"{ROOT}.size", "3 GiB", "4 GiB")], id="io2: one GiB too small"),
        pytest.param(
            plain("io2", 500, 256001), [("error", f"{ROOT}.iops", "256,001", "256,000")], id="io2: one IOPS above"
        ),
        pytest.param(plain("st1", 500), [("error", f"{ROOT}.type", "st1", "system")], id="st1: no root"),
        pytest.param(
            plain("gp3", 65537, 80001, 2001),
            [("error", f"{ROOT}.iops"), ("error", f"{ROOT}.size"), ("error", f"{ROOT}.throughput")],
            id="all problems at once",
        ),
        pytest.param(
            plain("st1", 124) | {"role": "data", "name": "ckpt"},
            [("error", "pools[train].disks.data[ckpt].size", "124 GiB", "125 GiB")],
            id="st1: one GiB too small, as a data disk",
        ),
        pytest.param(
            plain("gp3", 500, 2999) | {"path": "", "resource": "urn:lt"},
            [("error", "iops", "2,999")],
            id="somebody else's template",
        ),
    ],
)
def test_not_sold(
    changes: dict[str, Any], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, make.disk(**changes), expected)


@pytest.mark.parametrize(
    ("now", "severity"),
    [
        pytest.param(datetime(2027, 11, 29, tzinfo=UTC), "error", id="eleven months"),
        pytest.param(datetime(2027, 11, 30, tzinfo=UTC), "warning", id="twelve months"),
    ],
)
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (plain("gp3", 65537), "size"),
        (plain("gp3", 500, 80001), "iops"),
        (plain("gp3", 7, 3501), "iops"),
        (plain("gp3", 500, 16000, 2001), "throughput"),
        (plain("gp3", 500, 3000, 751), "iops"),
    ],
    ids=["size", "iops", "iops per GiB", "throughput", "throughput per IOPS"],
)
def test_an_old_limit_is_doubted_before_the_user(
    changes: dict[str, Any],
    field: str,
    now: datetime,
    severity: str,
    make: SimpleNamespace,
    agrees: Callable[..., None],
) -> None:
    agrees(RULE, make.disk(**changes), [(severity, f"{ROOT}.{field}")], now=now)


def test_fixes_are_sold(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, make.disk(**plain("gp3", 500, 3000, 1000)))
    assert found.fix == "iops: 4000"
    (found,) = findings(RULE, make.disk(**plain("gp3", 7, 4000)))
    assert found.fix == "size: 8 GiB, or iops: 3500"


@pytest.mark.parametrize("field", ["iops", "size_gib", "throughput_mibps", "limits"])
def test_unknown_is_not_decidable(field: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.disk(**{field: UNKNOWN}), [], undecided=1)


def test_unknown_speed_hides_no_other(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    told = make.disk(iops=UNKNOWN, throughput_mibps=124, size_gib=65537)
    agrees(RULE, told, [("error", f"{ROOT}.size"), ("error", f"{ROOT}.throughput")], undecided=1)
