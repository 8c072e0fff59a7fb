"""Machines and zones of the stand-in's own tables."""

from __future__ import annotations

import pytest

from gpuform_sandbox.provider.machines import machines, offerings, zones


@pytest.mark.parametrize("name", sorted(machines()))
def test_every_machine_is_whole(name: str) -> None:
    machine = machines()[name]
    assert machine.arch in ("x86_64", "arm64", "i386")
    assert machine.cards >= 1
    assert not machine.efa or 1 <= machine.efa_max <= machine.cards
    assert all(1 <= count <= 24 for count in machine.per_card.values())
    assert set(machine.per_card) <= set(range(machine.cards))


@pytest.mark.parametrize(
    ("name", "cards", "efa", "per_card"),
    [
        ("p5.48xlarge", 32, 32, {2}),
        ("p4d.24xlarge", 4, 4, {15}),
        ("p6-b300.48xlarge", 17, 16, {4}),
        ("p6e-gb200.36xlarge", 17, 16, {1, 2}),
    ],
)
def test_cards(name: str, cards: int, efa: int, per_card: set[int]) -> None:
    machine = machines()[name]
    assert (machine.cards, machine.efa_max, set(machine.per_card.values())) == (cards, efa, per_card)


def test_cards_that_differ() -> None:
    b300, gb200 = machines()["p6-b300.48xlarge"], machines()["p6e-gb200.36xlarge"]
    assert b300.card_types[0] == {"interface"}
    assert "efa-only" in b300.card_types[16]
    assert (gb200.card_types[0], gb200.card_types[1]) == ({"interface"}, {"efa-only"})
    assert (gb200.per_card[1], gb200.per_card[2]) == (1, 2)


def test_zone_names_do_not_follow_the_numbers() -> None:
    known = zones("us-east-1")
    assert sorted(known) == [f"use1-az{n}" for n in range(1, 7)]
    assert sorted(known.values()) == [f"us-east-1{letter}" for letter in "abcdef"]
    assert known["use1-az1"] != "us-east-1a"
    assert zones("nowhere-1") == {}


def test_offerings() -> None:
    assert "p5.48xlarge" in offerings()["us-east-1"]["use1-az6"]
    assert "p6-b200.48xlarge" not in offerings()["us-east-1"]["use1-az1"]
