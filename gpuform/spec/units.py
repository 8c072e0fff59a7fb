"""Quantities as text with a unit, and nothing guessed: `500 GiB` is not `500 GB`, and a bare number is an error.

Kept in base units: bytes, bytes per second, bits per second, seconds. Each reader raises ValueError with a sentence for the user;
each writer gives the shortest exact text back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, WithJsonSchema

NUMBER = r"(?P<number>-?\d+(?:\.\d+)?)"
QUANTITY = re.compile(rf"^\s*{NUMBER}\s*(?P<unit>[A-Za-z%][A-Za-z/%]*)\s*$", re.ASCII)
MONEY = re.compile(rf"^\s*{NUMBER}\s*(?P<currency>[A-Za-z]+)\s*(?:/\s*(?P<per>[A-Za-z]+))?\s*$", re.ASCII)
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
BIT_RATES = {**BITS, **{f"{unit}/s": size * 8 for unit, size in BYTES.items()}}
SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
LUSTRE = {"MB/s/TiB": 1}


def amount(value: Any, units: dict[str, int], what: str, example: str) -> Decimal:
    """The number in base units. Raises ValueError saying what was got and which units are allowed."""
    allowed = f"a {what} with a unit, such as `{example}`"
    if isinstance(value, bool) or not isinstance(value, str):
        bare = isinstance(value, int | float) and not isinstance(value, bool)
        hint = f"; which unit? {', '.join(units)}" if bare else ""
        raise ValueError(f"`{shown(value)}` has no unit: write {allowed}{hint}")
    match = QUANTITY.match(value)
    if match is None:
        raise ValueError(f"`{shown(value)}` is not {allowed}; units: {', '.join(units)}")
    unit = match["unit"]
    if unit not in units:
        raise ValueError(f"`{shown(value)}`: unknown unit `{unit}`; {unit_hint(unit, units)}")
    number = Decimal(match["number"]) * units[unit]
    if number < 0:
        raise ValueError(f"`{shown(value)}` is negative; a {what} is 0 or more")
    if number > MOST:
        raise ValueError(f"`{shown(value)}` is beyond anything a cluster has; is the unit right?")
    return number


def unit_hint(unit: str, units: dict[str, int]) -> str:
    """`did you mean …` for a unit in another letter case, else the list."""
    same = [known for known in units if known.lower() == unit.lower()]
    near = same or [known for known in units if known.lower().replace("i", "") == unit.lower().replace("i", "")]
    if near:
        return f"did you mean {' or '.join(f'`{one}`' for one in near)}?"
    return f"use one of {', '.join(units)}"


def shown(value: Any) -> str:
    """A value short enough for a message."""
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def read_size(value: Any) -> int:
    return int(amount(value, BYTES, "size", "500 GiB"))


def read_throughput(value: Any) -> int:
    return int(amount(value, BIT_RATES, "throughput", "1000 MiB/s") / 8)


def read_bandwidth(value: Any) -> int:
    return int(amount(value, BIT_RATES, "bandwidth", "3200 Gbps"))


def read_duration(value: Any) -> int:
    return int(amount(value, SECONDS, "duration", "15 min"))


def read_percent(value: Any) -> Decimal:
    percent = amount(value, {"%": 1}, "share", "30%")
    if percent > 100:
        raise ValueError(f"`{shown(value)}` is more than 100%")
    return percent


def read_lustre_throughput(value: Any) -> int:
    return int(amount(value, LUSTRE, "throughput per TiB", "250 MB/s/TiB"))


@dataclass(frozen=True)
class Amount:
    """Money: `40.00 USD/h`, `250000 USD`."""

    amount: Decimal
    currency: Literal["CNY", "USD"]
    per: Literal["h", "month"] | None

    def __str__(self) -> str:
        per = "" if self.per is None else f"/{self.per}"
        return f"{self.amount.normalize():f} {self.currency}{per}"


def read_money(value: Any) -> Amount:
    if not isinstance(value, str):
        raise ValueError(f"`{shown(value)}` has no currency: write money such as `40.00 USD/h` or `250000 USD`")
    match = MONEY.match(value)
    if match is None:
        raise ValueError(f"`{shown(value)}` is not money such as `40.00 USD/h` or `250000 USD`")
    currency, per = match["currency"], match["per"]
    if currency not in ("CNY", "USD"):
        raise ValueError(f"`{shown(value)}`: unknown currency `{currency}`; use USD or CNY")
    if per not in (None, "h", "month"):
        raise ValueError(f"`{shown(value)}`: money is per `h` or per `month`, not per `{per}`")
    return Amount(Decimal(match["number"]), currency, per)


def schema(pattern: str, example: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, "examples": [example]})


def units_pattern(units: dict[str, int]) -> str:
    return rf"^\s*\d+(\.\d+)?\s*({'|'.join(re.escape(unit) for unit in units)})\s*$"


Size = Annotated[int, BeforeValidator(read_size), schema(units_pattern(BYTES), "500 GiB")]
"""Bytes."""
Throughput = Annotated[int, BeforeValidator(read_throughput), schema(units_pattern(BIT_RATES), "1000 MiB/s")]
"""Bytes per second."""
Bandwidth = Annotated[int, BeforeValidator(read_bandwidth), schema(units_pattern(BIT_RATES), "3200 Gbps")]
"""Bits per second."""
Duration = Annotated[int, BeforeValidator(read_duration), schema(units_pattern(SECONDS), "15 min")]
"""Seconds."""
Percent = Annotated[Decimal, BeforeValidator(read_percent), schema(units_pattern({"%": 1}), "30%")]
"""0 … 100."""
LustreThroughput = Annotated[
    int, BeforeValidator(read_lustre_throughput), schema(units_pattern(LUSTRE), "250 MB/s/TiB")
]
"""MB/s per TiB."""
Money = Annotated[
    Amount, BeforeValidator(read_money), schema(r"^\s*-?\d+(\.\d+)?\s*(USD|CNY)\s*(/\s*(h|month))?\s*$", "40.00 USD/h")
]


def size_text(size: int) -> str:
    """The shortest exact text: `500 GiB`, `1.1 TiB` comes back as `1126.4 GiB` only where it is exact."""
    return scaled(size, ("B", "KiB", "MiB", "GiB", "TiB", "PiB"), 1024)


def throughput_text(rate: int) -> str:
    return f"{scaled(rate, ('B', 'KiB', 'MiB', 'GiB', 'TiB'), 1024)}/s"


def bandwidth_text(bits: int) -> str:
    return scaled(bits, ("bps", "kbps", "Mbps", "Gbps", "Tbps"), 1000)


def scaled(value: int, units: tuple[str, ...], step: int) -> str:
    """The largest unit that keeps the number at 1 or more and within three decimals exactly."""
    for power in range(len(units) - 1, 0, -1):
        number = Decimal(value) / Decimal(step) ** power
        if number >= 1 and number == round(number, 3):
            return f"{number.normalize():f} {units[power]}"
    return f"{value} {units[0]}"


def duration_text(seconds: int) -> str:
    for unit in ("d", "h", "min"):
        if seconds and seconds % SECONDS[unit] == 0:
            return f"{seconds // SECONDS[unit]} {unit}"
    return f"{seconds} s"
