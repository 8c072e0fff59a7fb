"""FAB011: the network between nodes that train together."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Pool
from gpuform_policies.rules.fab011_interconnect_too_slow import RULE

Row = Callable[[SimpleNamespace], Pool]
MACHINE, ASKED = "pools[train].machine", "pools[train].needs.interconnect"
GBPS = 10**9


def plain(machine: str, **changes: Any) -> Row:
    return lambda make: make.pool(machines=(machine,), fabric="none", fabric_asked="none", **changes)


def asking(gbps: int, **changes: Any) -> Row:
    return lambda make: make.pool(needs=make.needs(interconnect=gbps * GBPS), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: make.pool(), [], id="p5 over its fabric"),
        pytest.param(
            plain("g5.xlarge", max=4),
            [("error", MACHINE, "4 nodes of g5.xlarge", "2.5 Gbps", "below 25 Gbps")],
            id="burst figure is not the baseline",
        ),
        pytest.param(plain("g6e.4xlarge"), [("error", MACHINE, "20 Gbps", "below 25 Gbps")], id="just below"),
        pytest.param(plain("g5.8xlarge"), [], id="25 Gbps, and the unused fabric is FAB005's"),
        pytest.param(
            plain("g5g.16xlarge"),
            [("error", MACHINE, "25 Gbps of plain TCP", "50 microseconds")],
            id="25 Gbps, and no fabric to switch on",
        ),
        pytest.param(plain("g5.xlarge", max=1), [], id="one node"),
        pytest.param(plain("g5.xlarge", workload="batch"), [], id="batch"),
        pytest.param(plain("g5.xlarge", workload="inference"), [], id="inference"),
        pytest.param(asking(3200), [], id="asks for exactly what the fabric carries"),
        pytest.param(
            asking(3201), [("error", ASKED, "3,201 Gbps", "3,200 Gbps", "p5.48xlarge")], id="asks for one more"
        ),
        pytest.param(
            lambda make: make.pool(machines=("p4d.24xlarge",), needs=make.needs(interconnect=3200 * GBPS)),
            [("error", ASKED, "3,200 Gbps", "400 Gbps", "p4d.24xlarge")],
            id="asks for more than p4d's fabric",
        ),
        pytest.param(asking(400, workload="batch"), [], id="a need of a job that does not train together"),
        pytest.param(plain("p6e-gb200.36xlarge"), [], id="unknown baseline is not slow"),
        pytest.param(
            lambda make: make.pool(
                machines=(make.machine("g5.xlarge", disputed=frozenset({"network_baseline_gbps"})),), fabric="none"
            ),
            [("warning", MACHINE, "2.5 Gbps")],
            id="disputed is never an error",
        ),
        pytest.param(
            plain("g5.48xlarge", gang="elastic", zones=("use1-az1", "use1-az6")),
            [("warning", "pools[train].zones", "use1-az1 and use1-az6", "300 microseconds", "50")],
            id="elastic over two zones",
        ),
        pytest.param(plain("g5.48xlarge", zones=("use1-az1", "use1-az6")), [], id="a gang over two zones is ZON001's"),
        pytest.param(
            plain("g5.xlarge", path="", resource="urn:group"),
            [("error", "machine", "2.5 Gbps")],
            id="somebody else's stack",
        ),
        pytest.param(plain("g5.48xlarge", gang="elastic"), [], id="elastic in one zone"),
        pytest.param(
            lambda make: make.pool(gang="elastic", zones=("use1-az1", "use1-az6")),
            [],
            id="a fabric over zones is ZON001's",
        ),
    ],
)
def test_interconnect(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_time_lost_and_way_out(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, plain("g5.xlarge")(make))
    assert "89.6 s" in found.impact, "28 GB at 2.5 Gbps"
    assert "fabric: required" in found.fix
    assert "USD/h" in found.fix


@pytest.mark.parametrize(("environment", "severity"), [("prod", "error"), ("dev", "warning")])
def test_it_blocks_in_prod_only(
    environment: str, severity: str, make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, plain("g5.xlarge")(make), [(severity, MACHINE)], environment=environment)


def test_unknown_region_costs_the_advice_only(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, plain("g5.xlarge", region=UNKNOWN)(make), [("error", MACHINE, "2.5 Gbps")])


def test_unknown_fabric_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.pool(fabric=UNKNOWN), [], undecided=1)


def test_the_machine_advised_is_sold_there_and_no_smaller(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    told = plain("g6e.4xlarge", region="us-west-2", zones=("usw2-az1",))(make)
    (found,) = findings(RULE, told)
    name = found.fix.removeprefix("machine: ").split(" ")[0]
    advised, first = make.machine(name), told.machines[0]
    assert advised.fabric_gbps >= 25
    assert advised.vendor == first.vendor
    assert advised.node_gpu_memory_gib >= first.node_gpu_memory_gib
