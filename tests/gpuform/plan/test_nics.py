"""Which interface sits on which card; held against the newest describe-instance-types dump that moto carries."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from gpuform.catalog import Card, Machine, load
from gpuform.plan.nics import planned_nics

Nics = list[tuple[int, int, str]]


def efa_rows() -> dict[str, dict[str, Any]]:
    packed = files("moto").joinpath("ec2/resources/instance_types.json.gz").read_bytes()
    data = json.loads(gzip.decompress(packed))
    listed = data.values() if isinstance(data, dict) else data
    return {row["InstanceType"]: row["NetworkInfo"] for row in listed if row["NetworkInfo"].get("EfaSupported")}


EFA = efa_rows()
IN_CATALOG = sorted(name for name in EFA if load("aws").machine(name) is not None)


def machine_of(name: str) -> Machine:
    """A machine with the cards of moto's dump, also where the catalog has none because it has no GPU."""
    info = EFA[name]
    cards = tuple(
        Card(card["NetworkCardIndex"], card["MaximumNetworkInterfaces"], frozenset(card["InterfaceTypes"]))
        for card in info["NetworkCards"]
    )
    model = load("aws").machine("p5.48xlarge")
    assert model is not None
    most = info["EfaInfo"]["MaximumEfaInterfaces"]
    return replace(model, name=name, cards=cards, fabric_interfaces=most, disputed=frozenset())


def obeys(nics: Nics, info: dict[str, Any]) -> None:
    """The invariants of case C01, and all the fabric interfaces the machine can have."""
    cards = {card["NetworkCardIndex"]: card for card in info["NetworkCards"]}
    fabric = [nic for nic in nics if nic[2] != "interface"]
    assert [kind for card, device, kind in nics if (card, device) == (0, 0)] in (["interface"], ["efa"])
    assert len({(card, device) for card, device, _ in nics}) == len(nics)
    assert all(device < cards[card]["MaximumNetworkInterfaces"] for card, device, _ in nics)
    assert all(kind in cards[card]["InterfaceTypes"] for card, _, kind in nics)
    assert len({card for card, _, _ in fabric}) == len(fabric)
    assert len(fabric) == info["EfaInfo"]["MaximumEfaInterfaces"]


def laid_out(spec_of: Any, machine: Machine, *, public_ip: bool = False, **pool: Any) -> Nics:
    nics, _ = planned_nics(spec_of(pool).pools[0], "pools[train]", machine, machine.fabric, public_ip=public_ip)
    return [(nic.card, nic.device, nic.type) for nic in nics]


def test_the_dump_has_the_machines_of_this_test() -> None:
    assert len(EFA) > 100
    assert {"p4d.24xlarge", "p5.48xlarge", "p5en.48xlarge", "p6-b300.48xlarge"} <= set(IN_CATALOG)


@pytest.mark.parametrize("name", sorted(EFA))
def test_case_c01_layout_from_the_dumps_cards(spec_of: Any, name: str) -> None:
    obeys(laid_out(spec_of, machine_of(name)), EFA[name])


@pytest.mark.parametrize("name", IN_CATALOG)
def test_case_c01_layout_from_the_catalogs_cards(spec_of: Any, catalog: Any, name: str) -> None:
    obeys(laid_out(spec_of, catalog.machine(name)), EFA[name])


@pytest.mark.parametrize(
    ("machine", "count"),
    [
        ("p4d.24xlarge", 5),
        ("p4de.24xlarge", 5),
        ("p5.48xlarge", 33),
        ("p5en.48xlarge", 17),
        ("p6-b200.48xlarge", 9),
        ("p6-b300.48xlarge", 17),
        ("g6e.48xlarge", 5),
        ("g5.48xlarge", 2),
        ("p5.4xlarge", 2),
        ("trn1.32xlarge", 9),
    ],
)
def test_case_c01_number_of_interfaces(spec_of: Any, catalog: Any, machine: str, count: int) -> None:
    assert len(laid_out(spec_of, catalog.machine(machine))) == count


def test_case_c01_layout_of_p5(pool_of: Any) -> None:
    nics = [(nic.card, nic.device, nic.type) for nic in pool_of().nics]
    assert nics == [(0, 0, "interface"), (0, 1, "efa-only"), *((card, 0, "efa-only") for card in range(1, 32))]


def test_case_c02_first_card_of_p6_b300_carries_no_fabric(pool_of: Any) -> None:
    nics = [(nic.card, nic.device, nic.type) for nic in pool_of({"machine": "p6-b300.48xlarge"}).nics]
    assert nics == [(0, 0, "interface"), *((card, 0, "efa-only") for card in range(1, 17))]


def test_gb200_uses_four_cards_and_says_that_sources_disagree(spec_of: Any, catalog: Any) -> None:
    machine = catalog.machine("p6e-gb200.36xlarge")
    nics, why = planned_nics(spec_of().pools[0], "pools[train]", machine, "efa", public_ip=False)
    assert [(nic.card, nic.device, nic.type) for nic in nics] == [
        (0, 0, "interface"),
        *((card, 0, "efa-only") for card in (1, 5, 9, 13)),
    ]
    assert "disagree" in why[0].why


def test_disputed_cards_are_told(chosen_of: Any) -> None:
    assert "disagree" in chosen_of({"machine": "p6-b200.48xlarge"})["nics"].why
    assert "disagree" not in chosen_of()["nics"].why


@pytest.mark.parametrize(
    "pool",
    [
        pytest.param({"fabric": "none"}, id="fabric switched off"),
        pytest.param({"machine": "g6e.4xlarge"}, id="machine without one"),
        pytest.param({"nodes": 1}, id="one node alone"),
    ],
)
def test_without_fabric_one_plain_interface(pool_of: Any, chosen_of: Any, pool: dict[str, Any]) -> None:
    assert [(nic.card, nic.device, nic.type) for nic in pool_of(pool).nics] == [(0, 0, "interface")]
    assert "nics" not in chosen_of(pool)


@pytest.mark.parametrize(
    ("machine", "public", "nics"),
    [
        pytest.param("g5.48xlarge", False, [(0, 0, "interface"), (0, 1, "efa-only")], id="one card, private"),
        pytest.param("g5.48xlarge", True, [(0, 0, "efa")], id="one card, public: both in one"),
    ],
)
def test_public_address_on_a_single_card(spec_of: Any, catalog: Any, machine: str, public: bool, nics: Nics) -> None:
    assert laid_out(spec_of, catalog.machine(machine), public_ip=public) == nics


def test_public_address_on_many_cards_stays_as_asked(pool_of: Any) -> None:
    """FAB004 judges it; the fabric is not taken away for it."""
    assert len(pool_of(network={"publicIp": True}).nics) == 33


def test_by_hand_as_written(pool_of: Any, chosen_of: Any) -> None:
    """FAB002 judges it, also where the layout is impossible."""
    pool = {"nics": [{"card": 2, "device": 2, "type": "efa"}]}
    planned = pool_of(pool)
    assert [(nic.card, nic.device, nic.type) for nic in planned.nics] == [(2, 2, "efa")]
    assert planned.nics_by_hand
    assert "nics" not in chosen_of(pool)


def test_list_of_machines_takes_the_firsts_layout(pool_of: Any) -> None:
    pool = pool_of({"machine": ["p5en.48xlarge", "p5.48xlarge"], "workload": "batch", "fabric": "required"})
    assert len(pool.nics) == 17
