"""CAP007: an open reservation is anybody's (case C30)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster, Slice
from gpuform_policies.rules.cap007_open_reservation import RULE

AT = "pools[train].capacity[0].reservation"
DEBUG = "pools[debug].capacity[0].onDemand"


def reserved(make: SimpleNamespace, kind: str = "open", **part: Any) -> Slice:
    held = make.reservation(kind=kind, nodes=4)
    return make.slice_(
        **{
            "path": AT,
            "kind": "reservation",
            "reservation": held,
            "preference": "open" if kind == "open" else None,
            "targets": kind == "targeted",
            "max": 4,
            **part,
        }
    )


def debug(make: SimpleNamespace, **part: Any) -> Slice:
    return make.slice_(**{"path": DEBUG, "max": 2, **part})


def cluster(make: SimpleNamespace, *parts: Slice) -> Cluster:
    return make.cluster(pools=tuple(make.pool(name=f"pool{index}", slices=(part,)) for index, part in enumerate(parts)))


OPEN = ("warning", f"{AT}.kind", "cr-1 is open", "4 places", "use1-az6")
EATEN = ("warning", DEBUG, "2 on-demand nodes of p5.48xlarge", "4 places")


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: cluster(make, reserved(make)), [OPEN], id="C30 open"),
        pytest.param(lambda make: cluster(make, reserved(make, "targeted")), [], id="C30 targeted"),
        pytest.param(
            lambda make: cluster(make, reserved(make, "targeted"), debug(make)),
            [],
            id="on demand beside a targeted one",
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make)),
            [EATEN, OPEN],
            id="C30 on demand beside an open one",
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make, preference="none")), [OPEN], id="C30 kept off it"
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make, machines=("g5.12xlarge",))),
            [OPEN],
            id="another machine",
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make, zones=("use1-az1",))), [OPEN], id="another zone"
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make, kind="spot", market="spot")),
            [OPEN],
            id="spot takes no reservation",
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make), debug(make, targets=True)),
            [OPEN],
            id="a launch that targets another one",
        ),
        pytest.param(
            lambda make: cluster(make, reserved(make, path="", resource="urn:g", reservation=None)),
            [("info", "", "p5.48xlarge")],
            id="somebody's launch that merely says open",
        ),
        pytest.param(
            lambda make: cluster(make, debug(make, kind="spot", market="spot", preference="open")),
            [],
            id="spot that says open",
        ),
    ],
)
def test_open(
    fact: Callable[[SimpleNamespace], Cluster], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_preference_beside_an_open_one(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, cluster(make, reserved(make), debug(make, preference=UNKNOWN)), [OPEN], undecided=1)


def test_unknown_preference_beside_none(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, cluster(make, debug(make, preference=UNKNOWN)), [])
