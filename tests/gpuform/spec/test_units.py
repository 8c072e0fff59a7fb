"""Quantities: every unit, both sides of every refusal, and back to the shortest text."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuform.spec import units


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (units.read_size, "0 B", 0),
        (units.read_size, "1 B", 1),
        (units.read_size, "500 GiB", 500 * 1024**3),
        (units.read_size, "500 GB", 500 * 1000**3),
        (units.read_size, "500GiB", 500 * 1024**3),
        (units.read_size, "  2 TiB ", 2 * 1024**4),
        (units.read_size, "3 kB", 3000),
        (units.read_size, "3 KiB", 3072),
        (units.read_size, "3 MB", 3_000_000),
        (units.read_size, "3 MiB", 3 * 1024**2),
        (units.read_size, "3 TB", 3 * 1000**4),
        (units.read_size, "1.1 TiB", 1_209_462_790_554),
        (units.read_size, "0.5 B", 1),
        (units.read_throughput, "1000 MiB/s", 1000 * 1024**2),
        (units.read_throughput, "612 MB/s", 612_000_000),
        (units.read_throughput, "8 Gbps", 1_000_000_000),
        (units.read_throughput, "8 bit/s", 1),
        (units.read_bandwidth, "3200 Gbps", 3_200_000_000_000),
        (units.read_bandwidth, "3.2 Tbit/s", 3_200_000_000_000),
        (units.read_bandwidth, "5 kbps", 5000),
        (units.read_bandwidth, "5 kbit/s", 5000),
        (units.read_bandwidth, "1 GB/s", 8_000_000_000),
        (units.read_bandwidth, "1 GiB/s", 8 * 1024**3),
        (units.read_duration, "90 s", 90),
        (units.read_duration, "15 min", 900),
        (units.read_duration, "1.5 h", 5400),
        (units.read_duration, "30 d", 2_592_000),
        (units.read_percent, "0%", Decimal(0)),
        (units.read_percent, "30 %", Decimal(30)),
        (units.read_percent, "100%", Decimal(100)),
        (units.read_percent, "12.5%", Decimal("12.5")),
        (units.read_lustre_throughput, "1000 MB/s/TiB", 1000),
        (units.read_money, "40.00 USD/h", units.Amount(Decimal("40.00"), "USD", "h")),
        (units.read_money, "40.00USD / h", units.Amount(Decimal("40.00"), "USD", "h")),
        (units.read_money, "900000 CNY", units.Amount(Decimal(900000), "CNY", None)),
        (units.read_money, "5 USD/month", units.Amount(Decimal(5), "USD", "month")),
    ],
)
def test_text_is_read_exactly(read, text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "value", "words"),
    [
        pytest.param(units.read_size, 500, ["`500` has no unit", "500 GiB", "TiB"], id="bare number"),
        pytest.param(units.read_size, "500", ["`500` has no unit"], id="bare number in quotes"),
        pytest.param(units.read_size, 1.5, ["`1.5` has no unit"], id="bare fraction"),
        pytest.param(units.read_size, True, ["`true` is no size"], id="truth value"),
        pytest.param(units.read_size, None, ["nothing is no size"], id="nothing"),
        pytest.param(units.read_size, ["500 GiB"], ["a list is no size"], id="list"),
        pytest.param(units.read_size, "", ["is no size"], id="empty"),
        pytest.param(units.read_size, "much", ["`much` is no size"], id="word"),
        pytest.param(units.read_size, "1_000 GiB", ["is no size"], id="underscore"),
        pytest.param(units.read_size, "1,000 GiB", ["is no size"], id="comma"),
        pytest.param(units.read_size, "1e3 GiB", ["is no size"], id="exponent"),
        pytest.param(units.read_size, "٣ GiB", ["is no size"], id="digits of another script"),
        pytest.param(units.read_size, "500 Gib", ["did you mean `GiB`?"], id="Gib"),
        pytest.param(units.read_size, "500 gib", ["did you mean `GiB`?"], id="gib"),
        pytest.param(units.read_size, "500 gb", ["did you mean `GB`?"], id="gb"),
        pytest.param(units.read_size, "500 GB?", ["`GB` or `GiB`"], id="GB with a question mark"),
        pytest.param(units.read_size, "500 G", ["`GB` or `GiB`"], id="G"),
        pytest.param(units.read_size, "500 GiB/s", ["did you mean", "`GiB`"], id="a rate for a size"),
        pytest.param(units.read_size, "500 parsec", ["use one of B, "], id="no unit of ours"),
        pytest.param(units.read_size, "-1 GiB", ["is negative"], id="negative"),
        pytest.param(units.read_size, "-0 GiB", ["is negative"], id="minus nothing"),
        pytest.param(units.read_size, "0.4 B", ["less than one byte"], id="less than a byte"),
        pytest.param(units.read_size, "1000.001 PB", ["beyond anything"], id="just too much"),
        pytest.param(units.read_throughput, "1000 MiB", ["did you mean `MiB/s`?"], id="a size for a rate"),
        pytest.param(units.read_throughput, "1000 Mb/s", ["`Mbit/s`", "`MB/s`"], id="bit or byte is not guessed"),
        pytest.param(units.read_throughput, "1 bit/s", ["less than one byte per second"], id="an eighth of a byte"),
        pytest.param(units.read_bandwidth, "3200 gbps", ["`Gbps`"], id="gbps"),
        pytest.param(units.read_duration, "15 m", ["did you mean `min`?"], id="m"),
        pytest.param(units.read_duration, "15 minutes", ["did you mean `min`?"], id="minutes"),
        pytest.param(units.read_duration, "2 hours", ["did you mean `h`?"], id="hours"),
        pytest.param(units.read_duration, "2 H", ["did you mean `h`?"], id="H"),
        pytest.param(units.read_duration, "0.4 s", ["less than one second"], id="less than a second"),
        pytest.param(units.read_percent, 0.3, ["`0.3` has no unit", "30%"], id="fraction for percent"),
        pytest.param(units.read_percent, "100.1%", ["more than 100%"], id="over 100%"),
        pytest.param(units.read_percent, "30 percent", ["did you mean `%`?"], id="percent"),
        pytest.param(units.read_lustre_throughput, "250 MB/s", ["MB/s/TiB"], id="Lustre without TiB"),
        pytest.param(units.read_money, 40, ["`40` has no currency"], id="bare money"),
        pytest.param(units.read_money, "40", ["is no money"], id="bare money in quotes"),
        pytest.param(units.read_money, "$40", ["is no money"], id="dollar sign"),
        pytest.param(units.read_money, "40 usd", ["did you mean `USD`?"], id="usd"),
        pytest.param(units.read_money, "40 EUR", ["use USD or CNY"], id="other currency"),
        pytest.param(units.read_money, "40 USD/hour", ["did you mean `h`?"], id="per hour"),
        pytest.param(units.read_money, "40 USD/year", ["`h` or `month`"], id="per year"),
        pytest.param(units.read_money, "9" * 25 + " USD", ["no sane amount"], id="all the money"),
    ],
)
def test_anything_else_is_refused_with_what_to_write(read, value, words):
    with pytest.raises(ValueError, match=r".") as refused:
        read(value)
    for word in words:
        assert word in str(refused.value)


def test_the_most_of_anything_is_still_read():
    assert units.read_size("1000 PB") == units.MOST


@pytest.mark.parametrize("table", [units.BYTES, units.BIT_RATES, units.SECONDS], ids=["sizes", "rates", "durations"])
def test_no_two_units_differ_by_letter_case_alone(table):
    assert len({unit.lower() for unit in table}) == len(table)


@pytest.mark.parametrize(
    ("text_of", "value", "text"),
    [
        (units.size_text, 0, "0 B"),
        (units.size_text, 1, "1 B"),
        (units.size_text, 500 * 1024**3, "500 GiB"),
        (units.size_text, 500 * 1000**3, "500 GB"),
        (units.size_text, 19200 * 1024**3, "18.75 TiB"),
        (units.size_text, 1024**4, "1 TiB"),
        (units.size_text, 1_209_462_790_554, "1209462790554 B"),
        (units.throughput_text, 1000 * 1024**2, "1000 MiB/s"),
        (units.throughput_text, 612_000_000, "612 MB/s"),
        (units.bandwidth_text, 3_200_000_000_000, "3.2 Tbps"),
        (units.bandwidth_text, 400_000_000_000, "400 Gbps"),
        (units.bandwidth_text, 7, "7 bps"),
        (units.duration_text, 0, "0 s"),
        (units.duration_text, 90, "90 s"),
        (units.duration_text, 900, "15 min"),
        (units.duration_text, 86400, "1 d"),
        (str, units.Amount(Decimal("40.00"), "USD", "h"), "40 USD/h"),
        (str, units.Amount(Decimal(250000), "USD", None), "250000 USD"),
    ],
)
def test_shortest_exact_text(text_of, value, text):
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("read", "text_of"),
    [
        (units.read_size, units.size_text),
        (units.read_throughput, units.throughput_text),
        (units.read_bandwidth, units.bandwidth_text),
        (units.read_duration, units.duration_text),
    ],
    ids=["size", "throughput", "bandwidth", "duration"],
)
@given(value=st.integers(0, units.MOST // 8) | st.integers(1, 5000).map(lambda number: number * 1024**3))
def test_what_is_written_is_read_back(read, text_of, value):
    assert read(text_of(value)) == value


@given(
    number=st.decimals(0, 10**6, places=2),
    currency=st.sampled_from(["USD", "CNY"]),
    per=st.sampled_from(["", "/h", "/month"]),
)
def test_money_is_read_back(number, currency, per):
    money = units.read_money(f"{number} {currency}{per}")
    assert units.read_money(str(money)) == money
    assert money.amount == number
