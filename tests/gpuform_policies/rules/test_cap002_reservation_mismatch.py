"""CAP002: a reservation is for the machine, zone and kind that the pool starts (cases C22, C24, C26)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.cap002_reservation_mismatch import RULE

Row = Callable[[SimpleNamespace], Pool]
AT = "pools[train].capacity[0].reservation"


def reserved(make: SimpleNamespace, held: dict[str, Any] | None = None, **part: Any) -> Any:
    return make.slice_(
        **{"path": AT, "kind": "reservation", "reservation": make.reservation(**(held or {})), "targets": True, **part}
    )


def block(make: SimpleNamespace, held: dict[str, Any] | None = None, **part: Any) -> Any:
    told = {"block": True, "machine": None, "zone": None, **(held or {})}
    return reserved(make, told, **{"kind": "block", "market": "capacity-block", **part})


def pool(make: SimpleNamespace, part: Any, **changes: Any) -> Pool:
    return make.pool(slices=(part,), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: pool(make, reserved(make)), [], id="the same machine and zone"),
        pytest.param(lambda make: pool(make, make.slice_()), [], id="no reservation"),
        pytest.param(
            lambda make: pool(make, reserved(make, {"machine": "p4d.24xlarge"})),
            [("error", f"{AT}.machine", "for p4d.24xlarge", "starts p5.48xlarge")],
            id="C26 another machine",
        ),
        pytest.param(lambda make: pool(make, reserved(make, {"machine": None, "zone": None})), [], id="nothing told"),
        pytest.param(
            lambda make: pool(make, reserved(make, {"zone": "use1-az1"})),
            [("error", f"{AT}.zone", "is in use1-az1", "use1-az6")],
            id="C26 another zone",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make), zones=("use1-az1", "use1-az6")),
            [],
            id="one of the pool's zones, and the slice keeps to it",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, zones=("use1-az1", "use1-az6"))),
            [("error", f"{AT}.zone", "may start in use1-az1")],
            id="a group over two zones on a reservation in one",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, {"zone": "us-east-1a"})),
            [],
            id="a zone's name says nothing about an id",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, {"zone": "us-east-1a"}, zones=("us-east-1b",))),
            [("error", f"{AT}.zone", "us-east-1a", "us-east-1b")],
            id="two names can be compared",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make), machines=("p5.48xlarge", "p5e.48xlarge")),
            [("error", f"{AT}.machine", "lists 2: p5.48xlarge, p5e.48xlarge")],
            id="C26 a list of machines for one reservation",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, {"machine": None}), machines=("p5.48xlarge", "p5e.48xlarge")),
            [("error", AT, "lists 2")],
            id="a list of machines, record's machine not told",
        ),
        pytest.param(
            lambda make: pool(
                make, reserved(make, {"machine": None, "id": "h100-pool"}), machines=("p5.48xlarge", "p5e.48xlarge")
            ),
            [],
            id="a resource group may hold several machines",
        ),
    ],
)
def test_record(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            lambda make: pool(make, reserved(make, preference="open")),
            [("error", AT, "`open`")],
            id="C24 target and preference open",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, preference="none")),
            [("error", AT, "`none`")],
            id="C24 target and preference none",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, preference="capacity-reservations-only")),
            [],
            id="C24 the one preference that may stand beside a target",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, {"kind": "open"}, targets=False, preference="open")),
            [],
            id="C22 an open reservation has a preference and no target",
        ),
        pytest.param(
            lambda make: pool(make, make.slice_(preference="none")), [], id="on demand kept off open reservations"
        ),
        pytest.param(lambda make: pool(make, block(make)), [], id="C22 block with its market type"),
        pytest.param(
            lambda make: pool(make, block(make, market=None)),
            [("error", AT, "not none")],
            id="C22 block without its market type",
        ),
        pytest.param(
            lambda make: pool(make, block(make, market="spot")), [("error", AT, "not spot")], id="block bought as spot"
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, market="capacity-block")),
            [("error", AT, "capacity-block")],
            id="C22 a targeted reservation started as a block",
        ),
        pytest.param(
            lambda make: pool(make, reserved(make, {"block": True}, path="", resource="urn:g"), path=""),
            [("error", "", "cr-1 is a capacity block", "market type none")],
            id="C22 the record is a block and the launch does not know",
        ),
        pytest.param(
            lambda make: pool(make, block(make, {"block": False})),
            [("error", AT, "cr-1 is a reservation")],
            id="C22 the record is no block",
        ),
        pytest.param(lambda make: pool(make, block(make, {"block": None})), [], id="C22 nobody told what the id is"),
    ],
)
def test_launch(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_machines_of_other_slices_do_not_count_in_a_stack(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    """There a pool's machines are those of all its groups, and only this group starts in the reservation."""
    fact = pool(make, reserved(make), machines=("p5.48xlarge", "p5e.48xlarge"))
    agrees(RULE, fact, [], surface="pulumi")


def test_unknown_zone_hides_no_wrong_machine(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = pool(make, reserved(make, {"machine": "p4d.24xlarge", "zone": UNKNOWN}))
    agrees(RULE, fact, [("error", f"{AT}.machine", "p4d.24xlarge")], undecided=1)


def test_unknown_preference_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, pool(make, reserved(make, preference=UNKNOWN)), [], undecided=1)
