"""What the stand-in knows of machines and zones, from tables of its own: it is a witness beside the product's catalog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpuform_sandbox.provider.tables import rows_of


@dataclass(frozen=True, slots=True)
class Machine:
    """One EC2 instance type with an accelerator."""

    name: str
    arch: str
    hypervisor: str
    efa: bool
    cards: int
    efa_max: int
    per_card: Mapping[int, int]
    """Card → how many interfaces it takes."""
    card_types: Mapping[int, frozenset[str]]
    """Card → interface types it takes; empty where the facts do not say."""
    placement: frozenset[str]
    classes: frozenset[str]


@cache
def machines() -> dict[str, Machine]:
    return {row["machine"]: _machine(row) for row in rows_of("aws-machines.csv")}


def _machine(row: dict[str, str]) -> Machine:
    cards = int(row["cards"] or 1)
    return Machine(
        name=row["machine"],
        arch=row["arch"],
        hypervisor=row["hypervisor"],
        efa=row["efa"] == "yes",
        cards=cards,
        efa_max=int(row["efa_max"] or 0),
        per_card={card: count for card in range(cards) if (count := _of_card(row["per_card"], card))},
        card_types={card: _types(row["card_types"], card) for card in range(cards)},
        placement=frozenset(row["placement"].split("|")) if row["placement"] else frozenset(),
        classes=frozenset(row["classes"].split("|")) if row["classes"] else frozenset(),
    )


def _of_card(text: str, card: int) -> int:
    """`15` for all cards alike, or `even:2|odd:1`, or `0:4|1:2`."""
    if ":" not in text:
        return int(text or 0)
    return next((int(value) for word, value in _pairs(text) if _meant(word, card)), 0)


def _types(text: str, card: int) -> frozenset[str]:
    if ":" not in text:
        return frozenset(text.split("+")) if text else frozenset()
    return next((frozenset(value.split("+")) for word, value in _pairs(text) if _meant(word, card)), frozenset())


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(word.strip(), value.strip()) for word, _, value in (part.partition(":") for part in text.split("|"))]


def _meant(word: str, card: int) -> bool:
    """Whether a word such as `0`, `odd 1-15`, `even` means this card."""
    parity, _, span = word.partition(" ") if not word[0].isdecimal() else ("", "", word)
    if parity and parity != ("odd" if card % 2 else "even"):
        return False
    low, _, high = span.partition("-")
    return not span or int(low) <= card <= int(high or low)


@cache
def offerings() -> dict[str, dict[str, frozenset[str]]]:
    """Region → zone id → machines sold there."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for row in rows_of("aws-offerings.csv"):
        found.setdefault(row["region"], {})[row["zone_id"]] = frozenset(row["machines"].split())
    return found


@cache
def zones(region: str) -> dict[str, str]:
    """Zone id → zone name of the stand-in account. As in a real account, the letters do not follow the numbers."""
    ids = sorted(offerings().get(region, {}), key=lambda zone: int(zone.rpartition("az")[2]))
    letters = [chr(ord("a") + index) for index in range(len(ids))]
    return dict(zip(ids, [region + letter for letter in letters[1:] + letters[:1]], strict=True))
