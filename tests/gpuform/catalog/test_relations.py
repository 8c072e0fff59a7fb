"""What must hold between columns: failing row, passing twin, the edge itself."""

from __future__ import annotations

import pytest

from gpuform.catalog.forms import FORMS
from gpuform.catalog.read import shipped
from gpuform.catalog.relations import NOT_ABOVE, Names, names_of, near, wrong_in_row, wrong_offer, wrong_region

P5 = next(row for row in shipped("machines.csv") if row["name"] == "p5.48xlarge")
G5 = next(row for row in shipped("machines.csv") if row["name"] == "g5.xlarge")
NAMES = Names(
    machines=frozenset({("aws", "p5.48xlarge")}),
    zones={("aws", "us-east-1"): ("use1-az1", "use1-az2")},
    regions=frozenset({("aws", "us-east-1"), ("aws", "us-gov-west-1")}),
)
OFFER = {"cloud": "aws", "region": "us-east-1", "machine": "p5.48xlarge", "zones": "use1-az2"}


@pytest.mark.parametrize(
    ("row", "changes", "columns"),
    [
        pytest.param(P5, {}, [], id="as shipped"),
        pytest.param(P5, {"network_baseline_gbps": "3200"}, [], id="baseline equal to the aggregate"),
        pytest.param(P5, {"network_baseline_gbps": "3201"}, ["network_baseline_gbps"], id="baseline above it"),
        pytest.param(P5, {"network_gbps": ""}, [], id="unknown is above nothing"),
        pytest.param(P5, {"fabric_interfaces": "32"}, [], id="as many as cards"),
        pytest.param(P5, {"fabric_interfaces": "33"}, ["fabric_interfaces"], id="one more than cards"),
        pytest.param(P5, {"fabric_interfaces": "0"}, ["fabric_interfaces"], id="a fabric without interface"),
        pytest.param(P5, {"cards": "0-31:2:interface"}, ["fabric_interfaces"], id="cards that take none"),
        pytest.param(P5, {"fabric": "infiniband", "cards": "0:2:interface"}, [], id="InfiniBand is no interface type"),
        pytest.param(G5, {}, [], id="no fabric"),
        pytest.param(G5, {"fabric_gbps": "100"}, ["fabric_gbps"], id="speed of no fabric"),
        pytest.param(G5, {"fabric_interfaces": "1"}, ["fabric_interfaces"], id="interface of no fabric"),
    ],
)
def test_machine(row: dict[str, str], changes: dict[str, str], columns: list[str]) -> None:
    assert [column for column, _ in wrong_in_row("machines.csv", {**row, **changes})] == columns


def test_pairs_are_columns() -> None:
    for file, pairs in NOT_ABOVE.items():
        assert {column for pair in pairs for column in pair} <= set(FORMS[file])


@pytest.mark.parametrize(
    ("changes", "columns"),
    [
        pytest.param({}, [], id="right"),
        pytest.param({"machine": "p5.4xlarge"}, ["machine"], id="unknown machine"),
        pytest.param({"zones": "use1-az1 use1-az3"}, ["zones"], id="one zone unknown"),
        pytest.param({"region": "us-gov-west-1"}, ["region"], id="region without known zones"),
        pytest.param({"cloud": "azure"}, ["machine", "region"], id="known to another cloud only"),
    ],
)
def test_offer(changes: dict[str, str], columns: list[str]) -> None:
    assert [column for column, _ in wrong_offer({**OFFER, **changes}, NAMES)] == columns


def test_price_may_be_of_a_region_only_prices_know() -> None:
    assert list(wrong_region({**OFFER, "region": "us-gov-west-1"}, NAMES)) == []
    assert [column for column, _ in wrong_region({**OFFER, "region": "us-gov-east-1"}, NAMES)] == ["region"]


def test_names_are_gathered_from_all_files() -> None:
    zones = (
        {"cloud": "aws", "region": "us-east-1", "id": "use1-az1"},
        {"cloud": "aws", "region": "us-east-1", "id": "b"},
    )
    found = names_of(({"cloud": "aws", "name": "m"},), zones, ({"cloud": "aws", "region": "far"},))
    assert found.zones == {("aws", "us-east-1"): ("use1-az1", "b")}
    assert found.regions == {("aws", "us-east-1"), ("aws", "far")}


def test_near_word_is_of_the_same_cloud() -> None:
    assert near("p5.48xlrge", "aws", NAMES.machines) == "; did you mean `p5.48xlarge`?"
    assert near("p5.48xlrge", "azure", NAMES.machines) == ""
