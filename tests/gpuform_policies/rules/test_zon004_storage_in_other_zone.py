"""ZON004: a single-zone file system is where its readers are (case C42)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster
from gpuform_policies.rules.zon004_storage_in_other_zone import RULE

Row = Callable[[SimpleNamespace], Cluster]
ZONE = "sharedStorage[scratch].lustre.zone"


def told(zone: str, *zones: str, **changes: Any) -> Row:
    return lambda make: make.cluster(pools=(make.pool(zones=zones),), lustre=(make.lustre(zone=zone, **changes),))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(told("use1-az6", "use1-az6"), [], id="the same zone"),
        pytest.param(
            told("use1-az1", "use1-az6"),
            [("error", ZONE, "scratch is in use1-az1", "train", "use1-az6")],
            id="another zone",
        ),
        pytest.param(
            told("use1-az1", "use1-az2", "use1-az6"), [("error", ZONE, "use1-az2, use1-az6")], id="none of two zones"
        ),
        pytest.param(
            told("use1-az1", "use1-az1", "use1-az6"),
            [("warning", ZONE, "some nodes of train", "use1-az6")],
            id="one of two zones",
        ),
        pytest.param(told("use1-az1", "us-east-1a"), [], id="id and name can't be compared"),
        pytest.param(
            told("us-east-1b", "us-east-1a"), [("error", ZONE, "us-east-1b", "us-east-1a")], id="two names can"
        ),
        pytest.param(told("use1-az1", "use1-az6", read_by=()), [], id="nobody reads it"),
        pytest.param(told("use1-az1", "use1-az6", read_by=("other",)), [], id="read by a pool that is not here"),
        pytest.param(
            lambda make: make.cluster(
                pools=(make.pool(), make.pool(name="prep", path="pools[prep]", zones=("use1-az2",))),
                lustre=(make.lustre(read_by=("train", "prep")),),
            ),
            [("error", ZONE, "prep", "use1-az2")],
            id="one of two pools is away",
        ),
        pytest.param(
            told("use1-az1", "use1-az6", path="", resource="urn:fsx"),
            [("error", "", "use1-az1")],
            id="somebody else's stack",
        ),
    ],
)
def test_storage(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_traffic_is_priced_and_the_resource_named(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, told("use1-az1", "use1-az6", resource="urn:fsx")(make))
    assert "20 USD" in found.impact, "1,000 GB at 0.01 USD at each end"
    assert found.fix == "zone: use1-az6"
    assert found.resource == "urn:fsx"


def test_it_blocks_in_prod_only(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, told("use1-az1", "use1-az6")(make), [("warning", ZONE)], environment="dev")


def test_unknown_zone_is_counted_and_hides_nothing(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    unknown = make.lustre(name="first", zone=UNKNOWN)
    away = make.lustre(zone="use1-az1")
    agrees(RULE, make.cluster(pools=(make.pool(),), lustre=(unknown, away)), [("error", ZONE, "use1-az1")], undecided=1)
