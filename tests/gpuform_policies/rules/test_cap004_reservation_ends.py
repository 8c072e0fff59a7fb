"""CAP004: a reservation runs while its nodes are wanted; a block ends its nodes early (case C27). Judged on 2026-12-01 00:00 UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.cap004_reservation_ends import RULE

Row = Callable[[SimpleNamespace], Pool]
AT = "pools[train].capacity[0]"


def day(number: int, hour: int = 0, minute: int = 0, month: int = 12) -> datetime:
    return datetime(2026, month, number, hour, minute, tzinfo=UTC)


def pool(make: SimpleNamespace, kind: str, least: int = 8, machine: str = "p5.48xlarge", **held: Any) -> Pool:
    part = make.slice_(
        path=f"{AT}.{kind}",
        kind=kind,
        reservation=make.reservation(block=kind == "block", **held),
        machines=(machine,),
        min=least,
    )
    return make.pool(machines=(machine,), slices=(part,))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make, "block"), [], id="no dates told"),
        pytest.param(lambda make: make.pool(), [], id="on demand"),
        pytest.param(
            lambda make: pool(make, "block", starts=day(20, month=11), ends=day(29, month=11)),
            [("error", f"{AT}.block.end", "block cr-1", "ended at 2026-11-29 00:00 UTC")],
            id="C27 a block that is over",
        ),
        pytest.param(
            lambda make: pool(make, "reservation", ends=day(1)),
            [("error", f"{AT}.reservation.end", "ended at 2026-12-01 00:00 UTC")],
            id="ends this very moment",
        ),
        pytest.param(
            lambda make: pool(make, "reservation", ends=day(1, minute=1)),
            [("warning", f"{AT}.reservation.end", "2026-12-01 00:01 UTC", "on-demand price")],
            id="ends in a minute, and its nodes go on",
        ),
        pytest.param(
            lambda make: pool(make, "block", ends=day(1, minute=30)),
            [("error", f"{AT}.block.end", "since 2026-12-01 00:00 UTC")],
            id="C27 the last 30 minutes of a block start no node",
        ),
        pytest.param(
            lambda make: pool(make, "block", ends=day(1, minute=31)),
            [("warning", f"{AT}.block.end", "8 nodes from 2026-12-01 00:01 UTC", "30 min")],
            id="C27 a minute before that",
        ),
        pytest.param(
            lambda make: pool(make, "block", machine="p6e-gb200.36xlarge", ends=day(3, 11, 30)),
            [("warning", f"{AT}.block.end", "from 2026-12-03 10:30 UTC", "60 min")],
            id="C27 an UltraServer ends an hour early",
        ),
        pytest.param(
            lambda make: pool(make, "block", ends=day(8)),
            [("warning", f"{AT}.block.end", "2026-12-07 23:30 UTC")],
            id="ends in 7 days",
        ),
        pytest.param(
            lambda make: pool(make, "block", ends=day(8, 0, 1)),
            [("info", f"{AT}.block.end", "2026-12-07 23:31 UTC")],
            id="ends later: only told",
        ),
        pytest.param(
            lambda make: pool(make, "block", ends=datetime(2026, 11, 29)),
            [("error", f"{AT}.block.end", "2026-11-29 00:00 UTC")],
            id="a time without a zone is UTC",
        ),
    ],
)
def test_end(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            lambda make: pool(make, "block", starts=day(3, 11, 30)),
            [("error", f"{AT}.block.start", "starts at 2026-12-03 11:30 UTC", "8 nodes")],
            id="C27 nodes wanted before the start",
        ),
        pytest.param(
            lambda make: pool(make, "block", least=0, starts=day(3, 11, 30)), [], id="C27 none wanted before the start"
        ),
        pytest.param(lambda make: pool(make, "block", starts=day(1)), [], id="starts this very moment"),
    ],
)
def test_start(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_end_hides_no_late_start(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = pool(make, "block", starts=day(3), ends=UNKNOWN)
    agrees(RULE, fact, [("error", f"{AT}.block.start", "2026-12-03")], undecided=1)


def test_somebody_elses_stack_has_no_path(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    held = make.reservation(ends=day(29, month=11), id=UNKNOWN)
    part = make.slice_(path="", resource="urn:g", kind="reservation", reservation=held)
    agrees(RULE, make.pool(path="", slices=(part,)), [("error", "", "not known yet", "2026-11-29")], surface="pulumi")
