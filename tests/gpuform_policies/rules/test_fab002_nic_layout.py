"""FAB002: the interfaces must fit the machine's network cards (cases C01, C02, C04)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.fab002_nic_layout import RULE

Row = Callable[[SimpleNamespace], Template]
NICS = "pools[train].nics"


def one_nic(layout: str, machine: str = "p5.48xlarge", **changes: Any) -> Row:
    """A template with these interfaces beside nothing else, its fabric only preferred so that using few of them is fine."""
    return lambda make: make.template(
        nics=make.nics(layout), machines=(machine,), **({"fabric_asked": "preferred"} | changes)
    )


def layout(cards: range, device: int, kind: str, first: str) -> str:
    return ", ".join([first, *(f"{card}/{device} {kind}" for card in cards)])


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(lambda make: make.template(), id="p5: 1 + 32 as AWS advises"),
        pytest.param(
            one_nic(layout(range(1, 32), 1, "efa", "0/0 efa"), fabric_asked="required"),
            id="p5: older layout, efa at k/1",
        ),
        pytest.param(
            one_nic("0/0 efa, 1/1 efa, 2/2 efa, 3/3 efa", "p4d.24xlarge", fabric_asked="required"),
            id="p4d: 2020 layout, k/k",
        ),
        pytest.param(
            one_nic(layout(range(1, 17), 0, "efa-only", "0/0 interface"), "p6-b300.48xlarge", fabric_asked="required"),
            id="p6-b300: card 0 plain, 16 with fabric",
        ),
        pytest.param(one_nic("0/0 interface", fabric_asked="none"), id="one plain interface"),
        pytest.param(one_nic("0/0 interface, 1/1 interface"), id="two plain interfaces"),
        pytest.param(one_nic("0/0 interface, 0/1 efa-only"), id="last device of a p5 card"),
        pytest.param(one_nic("0/0 interface, 31/0 efa-only"), id="last card of a p5"),
        pytest.param(one_nic("0/0 interface, 0/14 efa-only", "p4d.24xlarge"), id="last device of a p4d card"),
        pytest.param(one_nic("0/0 efa", "g5.48xlarge", fabric_asked="required"), id="g5: one combined interface"),
        pytest.param(
            one_nic(
                "0/0 interface, 1/0 efa-only, 5/0 efa-only, 9/0 efa-only, 13/0 efa-only",
                "p6e-gb200.36xlarge",
                fabric_asked="required",
            ),
            id="p6e: four links of 400",
        ),
        pytest.param(lambda make: make.template(nics=(), fabric="none"), id="none told"),
    ],
)
def test_sound_layouts(fact: Row, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), [])


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(
            one_nic("0/0 interface, 2/2 efa"),
            [("error", f"{NICS}[1]", "Card 2 of p5.48xlarge", "device index 2", "0 to 1")],
            id="device past a p5 card",
        ),
        pytest.param(
            one_nic("0/0 interface, 0/15 efa-only", "p4d.24xlarge"),
            [("error", f"{NICS}[1]", "device index 15", "0 to 14")],
            id="device just past a p4d card",
        ),
        pytest.param(
            one_nic("0/0 interface, 32/0 efa-only"),
            [("error", f"{NICS}[1]", "cards 0 to 31", "no card 32")],
            id="card just past a p5",
        ),
        pytest.param(
            one_nic("0/0 interface, 0/1 efa-only", "p6-b300.48xlarge"),
            [("error", f"{NICS}[1]", "Card 0 of p6-b300.48xlarge carries interface, not efa-only")],
            id="fabric on card 0 of p6-b300",
        ),
        pytest.param(
            one_nic("0/0 interface, 1/0 efa-only", "dl1.24xlarge"),
            [("error", f"{NICS}[1]", "carries efa, interface, not efa-only")],
            id="type the card does not know",
        ),
        pytest.param(one_nic("0/1 interface"), [("error", NICS, "card 0, device 0")], id="no primary interface"),
        pytest.param(
            one_nic("0/0 efa-only"), [("error", f"{NICS}[0]", "efa-only", "no IP address")], id="primary efa-only"
        ),
        pytest.param(
            one_nic("0/0 interface, 0/0 efa"),
            [("error", NICS, "2 interfaces sit at card 0, device 0")],
            id="twice in one place",
        ),
        pytest.param(
            one_nic("0/0 efa, 0/1 efa-only"),
            [("error", NICS, "2 fabric interfaces sit on card 0", "carries 1")],
            id="two on one card",
        ),
        pytest.param(
            one_nic("0/0 efa, 0/1 efa, 0/2 efa, 0/3 efa", "p4d.24xlarge", fabric_asked="required"),
            [("error", NICS, "4 fabric interfaces sit on card 0")],
            id="card index lost on the way: all on card 0",
        ),
        pytest.param(
            one_nic("0/0 efa", "g5.xlarge"),
            [
                ("error", NICS, "1 fabric interfaces", "g5.xlarge allows 0"),
                ("error", f"{NICS}[0]", "carries interface, not efa"),
            ],
            id="fabric on a machine without",
        ),
        pytest.param(
            lambda make: make.template(
                machines=("p5.48xlarge", "p5en.48xlarge"),
                nics=make.nics("0/0 interface, 16/0 efa-only"),
                fabric_asked="preferred",
            ),
            [("error", f"{NICS}[1]", "p5en.48xlarge", "no card 16")],
            id="fits the first machine of the list, not the second",
        ),
        pytest.param(
            one_nic("0/0 interface, 0/1 efa-only, 1/0 efa-only", "p4d.24xlarge", fabric_asked="required"),
            [("warning", NICS, "2 of the 4", "50 %")],
            id="half of a required fabric left unused",
        ),
        pytest.param(
            one_nic("0/0 interface, 8/0 efa-only", "p6-b200.48xlarge"),
            [("warning", f"{NICS}[1]", "no card 8", "dispute")],
            id="p6-b200: its cards are disputed, never an error",
        ),
        pytest.param(
            lambda make: make.template(path="", resource="urn:lt", nics=make.nics("0/1 interface")),
            [("error", "nics", "card 0, device 0")],
            id="somebody else's template",
        ),
    ],
)
def test_broken_layouts(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_more_fabric_interfaces_than_the_machine_allows(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    """p6-b300 has 17 cards but 16 fabric interfaces; a p4d with one fewer allowed than it has cards shows the count alone."""
    fewer = make.machine("p4d.24xlarge", fabric_interfaces=3)
    nics = make.nics("0/0 efa, 1/0 efa, 2/0 efa, 3/0 efa")
    agrees(RULE, make.template(machines=(fewer,), nics=nics), [("error", NICS, "4 fabric interfaces", "allows 3")])
    agrees(RULE, make.template(machines=("p4d.24xlarge",), nics=nics), [])


def test_unknown_interfaces_are_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(nics=UNKNOWN), [], undecided=1)


def test_an_unknown_interface_hides_no_other_fault(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    first, second = make.nics("0/0 efa-only, 1/0 efa-only")
    unknown = replace(second, type=UNKNOWN)
    told = make.template(nics=(first, unknown), fabric_asked="preferred")
    agrees(RULE, told, [("error", f"{NICS}[0]", "efa-only")], undecided=1)


def test_another_disputed_figure_does_not_soften_it(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    nics = make.nics("0/0 interface, 16/0 efa-only")
    told = make.template(machines=("trn2.48xlarge",), nics=nics, fabric_asked="preferred")
    agrees(RULE, told, [("error", f"{NICS}[1]", "cards 0 to 15", "no card 16")])
