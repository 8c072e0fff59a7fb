"""Plain scalars by the core schema, and the places of values."""

from __future__ import annotations

import math

import pytest

from gpuform.spec import parse
from gpuform.spec.yaml_tree import resolved_scalar


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, word) for word in ("no", "yes", "on", "off", "y", "n", "NO", "tRue", "nil", "none", "NULL ")),
        *(
            (word, word)
            for word in (
                "1_000",
                "0815",
                "007",
                "-01",
                "1:30",
                "2026-12-31",
                "2026-12-31T10:00:00Z",
                "0b1",
                "1.2.3",
                "0x",
                "1e",
                "+",
                "-",
                ".",
                "=",
                "<<",
            )
        ),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        ("0", 0),
        ("-0", 0),
        ("+7", 7),
        ("-12", -12),
        ("9" * 40, int("9" * 40)),
        ("0o14", 12),
        ("0x1F", 31),
        ("12.8", 12.8),
        ("12.10", 12.1),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-1.5E-3", -0.0015),
        (".inf", math.inf),
        ("-.INF", -math.inf),
    ],
)
def test_plain_scalar(text, value):
    read = resolved_scalar(text)
    assert (type(read), read) == (type(value), value)


def test_not_a_number():
    assert math.isnan(resolved_scalar(".nan"))


@pytest.mark.parametrize("text", ['"true"', "'12'", "!!str 12", "! 12", "|-\n  12", '"~"'])
def test_quoted_text_stays_text(text):
    assert isinstance(parse(f"a: {text}\n").data["a"], str)


PLACED = """\
zones: [use1-az1, use1-az6]
pools:
  - name: train
    nodes: 8
    empty: {}
    "quoted key": "a: b"
    many: [
      1]
"""


@pytest.mark.parametrize(
    ("path", "line", "part"),
    [
        ("zones", 1, "[use1-az1, use1-az6]"),
        ("zones[1]", 1, "use1-az6"),
        ("pools[train]", 3, "name: train"),
        ("pools[train].nodes", 4, "8"),
        ("pools[train].empty", 5, "{}"),
        ("pools[train].quoted key", 6, '"a: b"'),
        ("pools[train].many", 7, "["),
        ("pools[train].many[0]", 8, "1"),
        ("pools[train].absent.deeper[3].still", 3, "name: train"),
        ("absent", 1, "zones: [use1-az1, use1-az6]"),
    ],
)
def test_place(path, line, part):
    document = parse(PLACED)
    place = document.place(path)
    assert place.line == line
    assert document.source_line(line)[place.column - 1 : place.end_column - 1] == part
