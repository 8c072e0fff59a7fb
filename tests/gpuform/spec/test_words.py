"""Values in messages: short, harmless, never a list's or map's content; near words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuform.spec.words import LONGEST, closest, listed, near, printable, quoted, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("abc", "abc"),
        (True, "true"),
        (None, "nothing"),
        (["hunter2"], "a list"),
        ({"password": "hunter2"}, "a map"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 59 + "…"),
        ("a\x1b[31m", "a\\x1b[31m"),
        ("日本", "日本"),
    ],
)
def test_shown(value, text):
    assert shown(value) == text


def test_only_a_value_itself_is_quoted():
    assert [quoted(value) for value in (1, None, ["x"])] == ["`1`", "nothing", "a list"]


@given(st.text(st.characters(exclude_categories=[])))
def test_everything_can_be_printed_and_encoded(text):
    assert printable(text).isprintable()
    assert printable(text).encode("utf-8").decode("utf-8") == printable(text)
    assert len(shown(text)) <= LONGEST


def test_near_words():
    known = ("gp2", "gp3", "io2", "standard")
    assert near("GP3", known) == "did you mean `gp3`?"
    assert near("standrad", known) == "did you mean `standard`?"
    assert near("zzz", known) == ""
    assert closest("zzz", known) == "known: gp2, gp3, io2, standard"
    assert closest("zzz", ()) == "known: "


def test_long_lists_are_cut():
    words = [f"w{number:02}" for number in range(13)]
    assert listed(words[:12]).endswith("w11")
    assert listed(words).endswith("w11, …")
