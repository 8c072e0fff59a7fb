"""Quantities as text with a unit, and nothing guessed: `500 GiB` is not `500 GB`, and a bare number is an error.

Kept in base units: bytes, bytes per second, bits per second, seconds; a part of a base unit is rounded to the nearest whole one.
Each reader raises ValueError with a sentence for the user; each writer gives the shortest exact text back.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, WithJsonSchema

from gpuform.record import record
from gpuform.spec.words import listed, quoted, shown

NUMBER = r"(?P<number>-?[0-9]{1,30}(?:\.[0-9]{1,30})?)"
QUANTITY = re.compile(rf"\s*{NUMBER}\s*(?P<unit>[^\s0-9.,_-][^\s]{{0,20}})\s*")
MONEY = re.compile(rf"\s*{NUMBER}\s*(?P<currency>[A-Za-z]{{1,10}})\s*(?:/\s*(?P<per>[A-Za-z]{{1,10}}))?\s*")
BARE = re.compile(rf"\s*{NUMBER}\s*")
MOST = 10**18
"""No quantity of a cluster comes near an exabyte or this many seconds; a slipped finger does."""

BYTES = {
    "B": 1,
    "kB": 1000,
    "MB": 1000**2,
    "GB": 1000**3,
    "TB": 1000**4,
    "PB": 1000**5,
    "KiB": 1024,
    "MiB": 1024**2,
    "GiB": 1024**3,
    "TiB": 1024**4,
    "PiB": 1024**5,
}
BITS = {
    "bit/s": 1,
    "kbit/s": 1000,
    "Mbit/s": 1000**2,
    "Gbit/s": 1000**3,
    "Tbit/s": 1000**4,
    "bps": 1,
    "kbps": 1000,
    "Mbps": 1000**2,
    "Gbps": 1000**3,
    "Tbps": 1000**4,
}
BYTE_RATES = {f"{unit}/s": size for unit, size in BYTES.items()}
BIT_RATES = {**BITS, **{unit: size * 8 for unit, size in BYTE_RATES.items()}}
SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
PERCENT = {"%": 1}
LUSTRE = {"MB/s/TiB": 1}
OTHER_NAMES = {
    **dict.fromkeys(("sec", "secs", "second", "seconds"), "s"),
    **dict.fromkeys(("m", "mins", "minute", "minutes"), "min"),
    **dict.fromkeys(("hr", "hrs", "hour", "hours"), "h"),
    **dict.fromkeys(("day", "days"), "d"),
    **dict.fromkeys(("percent", "pct"), "%"),
    **dict.fromkeys(("byte", "bytes"), "B"),
}
"""What people write for a unit; only to answer `did you mean`."""


def amount(value: Any, units: dict[str, int], what: str, example: str) -> Decimal:
    """The number in base units. Raises ValueError saying what was got and which units are allowed."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{quoted(value)} is no {what}; write a number with a unit, such as `{example}`")
    text = str(value)
    if BARE.fullmatch(text) or not isinstance(value, str):
        raise ValueError(f"{quoted(value)} has no unit; write a {what} such as `{example}` ({listed(units, 24)})")
    match = QUANTITY.fullmatch(text)
    if match is None:
        raise ValueError(f"{quoted(value)} is no {what}; write a number with a unit, such as `{example}`")
    unit = match["unit"]
    if unit not in units:
        raise ValueError(f"{quoted(value)} has the unknown unit `{shown(unit)}`; {unit_hint(unit, units)}")
    number = Decimal(match["number"]) * units[unit]
    if number < 0 or match["number"].startswith("-"):
        raise ValueError(f"{quoted(value)} is negative; a {what} is 0 or more")
    if number > MOST:
        raise ValueError(f"{quoted(value)} is beyond anything a cluster has; is the unit right?")
    return number


def unit_hint(unit: str, units: dict[str, int]) -> str:
    """`did you mean …` for a unit in other letters, else the list."""
    meant = {plain_unit(unit), plain_unit(OTHER_NAMES.get(unit.lower(), unit))}
    alike = [known for known in units if plain_unit(known) in meant]
    bit_or_byte = "b" in unit.replace("bit", "") and any(known in BITS for known in alike)
    same = [known for known in alike if known.lower() == unit.lower() and not bit_or_byte]
    near = [known for known in alike if known == f"{unit}/s"] or same or alike
    if near:
        return f"did you mean {' or '.join(f'`{one}`' for one in near)}?"
    return f"use one of {listed(units, 24)}"


def plain_unit(unit: str) -> str:
    """A unit without what people mix up: letter case, `i`, bit or byte, `/s`. `Gib`, `G`, `GB?` and `GiB/s` come out alike."""
    letters = "".join(one for one in unit.lower().replace("bit", "b").replace("/s", "") if one.isalpha() or one == "%")
    letters = letters.removesuffix("ps").replace("i", "")
    return f"{letters}b" if letters in ("k", "m", "g", "t", "p") else letters


def whole(number: Decimal, value: Any, smallest: str) -> int:
    """The nearest whole number of base units; more than nothing never becomes nothing."""
    rounded = int(number.quantize(Decimal(1), ROUND_HALF_UP))
    if number and not rounded:
        raise ValueError(f"{quoted(value)} is less than {smallest}")
    return rounded


def read_size(value: Any) -> int:
    return whole(amount(value, BYTES, "size", "500 GiB"), value, "one byte")


def read_throughput(value: Any) -> int:
    return whole(amount(value, BIT_RATES, "throughput", "1000 MiB/s") / 8, value, "one byte per second")


def read_bandwidth(value: Any) -> int:
    return whole(amount(value, BIT_RATES, "bandwidth", "3200 Gbps"), value, "one bit per second")


def read_duration(value: Any) -> int:
    return whole(amount(value, SECONDS, "duration", "15 min"), value, "one second")


def read_percent(value: Any) -> Decimal:
    percent = amount(value, PERCENT, "share", "30%")
    if percent > 100:
        raise ValueError(f"{quoted(value)} is more than 100%")
    return percent


def read_lustre_throughput(value: Any) -> int:
    number = amount(value, LUSTRE, "throughput per TiB", "250 MB/s/TiB")
    return whole(number, value, "one MB/s for each TiB")


@record
class Amount:
    """Money: `40.00 USD/h`, `250000 USD`."""

    amount: Decimal
    currency: Literal["CNY", "USD"]
    per: Literal["h", "month"] | None

    def __str__(self) -> str:
        per = "" if self.per is None else f"/{self.per}"
        return f"{self.amount.normalize():f} {self.currency}{per}"


def read_money(value: Any) -> Amount:
    example = "such as `40.00 USD/h` or `250000 USD`"
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ValueError(f"{quoted(value)} has no currency; write money {example}")
    match = MONEY.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{quoted(value)} is no money; write an amount {example}")
    currency, per = match["currency"], match["per"]
    if abs(Decimal(match["number"])) > MOST:
        # below 0 is let through: it is a word of its own as a price cap on some clouds, and rule SPT002's on others
        raise ValueError(f"{quoted(value)} is no sane amount; write money {example}")
    if currency not in ("CNY", "USD"):
        upper = currency.upper()
        hint = f"did you mean `{upper}`?" if upper in ("CNY", "USD") else "use USD or CNY"
        raise ValueError(f"{quoted(value)} has the unknown currency `{currency}`; {hint}")
    if per not in (None, "h", "month"):
        hint = "did you mean `h`?" if per.lower() in ("h", "hr", "hour") else "use `h` or `month`"
        raise ValueError(f"{quoted(value)} is per `{per}`; {hint}")
    return Amount(Decimal(match["number"]), currency, per)


def quantity_schema(units: dict[str, int], example: str) -> WithJsonSchema:
    words = "|".join(re.escape(unit).replace("/", r"\/") for unit in units)
    return WithJsonSchema({"type": "string", "pattern": rf"^\s*\d+(\.\d+)?\s*({words})\s*$", "examples": [example]})


Size = Annotated[int, BeforeValidator(read_size), quantity_schema(BYTES, "500 GiB")]
"""Bytes."""
Throughput = Annotated[int, BeforeValidator(read_throughput), quantity_schema(BIT_RATES, "1000 MiB/s")]
"""Bytes per second."""
Bandwidth = Annotated[int, BeforeValidator(read_bandwidth), quantity_schema(BIT_RATES, "3200 Gbps")]
"""Bits per second."""
Duration = Annotated[int, BeforeValidator(read_duration), quantity_schema(SECONDS, "15 min")]
"""Seconds."""
Percent = Annotated[Decimal, BeforeValidator(read_percent), quantity_schema(PERCENT, "30%")]
"""0 … 100."""
LustreThroughput = Annotated[int, BeforeValidator(read_lustre_throughput), quantity_schema(LUSTRE, "250 MB/s/TiB")]
"""MB/s for each TiB."""
MONEY_PATTERN = r"^\s*\d+(\.\d+)?\s*(USD|CNY)\s*(\/\s*(h|month))?\s*$"
Money = Annotated[
    Amount,
    BeforeValidator(read_money),
    WithJsonSchema({"type": "string", "pattern": MONEY_PATTERN, "examples": ["40.00 USD/h"]}),
]


def size_text(size: int) -> str:
    """The shortest exact text: `500 GiB`, `500 GB`, `1126.4 GiB`."""
    return shortest(size, BYTES)


def throughput_text(rate: int) -> str:
    return shortest(rate, BYTE_RATES)


def bandwidth_text(bits: int) -> str:
    return shortest(bits, {unit: size for unit, size in BITS.items() if unit.endswith("ps")})


def duration_text(seconds: int) -> str:
    """In the largest unit that leaves a whole number: `90 s`, not `1.5 min`."""
    unit = next((unit for unit in ("d", "h", "min") if seconds and seconds % SECONDS[unit] == 0), "s")
    return f"{seconds // SECONDS[unit]} {unit}"


def shortest(value: int, units: dict[str, int]) -> str:
    """The exact form with the shortest number of 1 or more; binary before decimal, then the larger unit."""
    forms: list[tuple[str, str]] = []
    for unit in sorted(units, key=lambda unit: ("i" in unit, units[unit]), reverse=True):
        number = Decimal(value) / units[unit]
        if number >= 1 and number * 1000 % 1 == 0 and number * units[unit] == value:
            forms.append((f"{number.normalize():f}", unit))
    smallest = min(units, key=lambda unit: units[unit])
    number, unit = min(forms, key=lambda form: len(form[0]), default=(str(value), smallest))
    return f"{number} {unit}"
