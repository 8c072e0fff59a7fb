"""Values on the wire and back: secrets are remembered, unknowns stay, whole numbers stay whole."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform_sandbox.provider.protos import struct_pb2
from gpuform_sandbox.provider.values import (
    SECRET,
    SIGNATURE,
    UNKNOWN,
    Properties,
    at,
    every,
    from_struct,
    holds_unknown,
    same_json,
    same_members,
    to_struct,
)


def wire(value: dict[str, Any]) -> Any:
    struct = struct_pb2.Struct()
    struct.update(value)
    return struct


def test_there_and_back() -> None:
    given = {"a": 1, "b": 1.5, "c": True, "d": "x", "e": [1, {"f": "g"}], "h": {}, "i": [], "u": UNKNOWN}
    opened = from_struct(wire(given))
    assert opened == Properties(given)
    assert isinstance(opened.values["a"], int)
    assert from_struct(to_struct(struct_pb2.Struct(), opened)) == opened


def test_secrets_are_opened_remembered_and_closed_again() -> None:
    secret = {SIGNATURE: SECRET, "value": "hush"}
    opened = from_struct(wire({"plain": "p", "deep": {"list": [secret]}, "top": secret}))
    assert opened.values == {"plain": "p", "deep": {"list": ["hush"]}, "top": "hush"}
    assert opened.secret == {"deep", "top"}
    closed = to_struct(struct_pb2.Struct(), opened)
    assert closed.fields["top"].struct_value.fields[SIGNATURE].string_value == SECRET
    assert closed.fields["plain"].string_value == "p"


def test_null_is_absent() -> None:
    assert from_struct(wire({"a": None, "b": {"c": None}})).values == {"b": {}}


@pytest.mark.parametrize(("value", "wanted"), [(UNKNOWN, True), ({"a": [1, UNKNOWN]}, True), ({"a": [1]}, False)])
def test_holds_unknown(value: Any, wanted: bool) -> None:
    assert holds_unknown(value) is wanted


def test_at_and_every() -> None:
    value = {"a": {"b": 1}, "rules": [{"t": [{"d": 1}, {"d": 2}]}, {"t": UNKNOWN}], "x": UNKNOWN}
    assert (at(value, "a.b"), at(value, "a.c"), at(value, "x.y")) == (1, None, UNKNOWN)
    assert list(every(value, "rules[].t[].d")) == [("rules[0].t[0].d", 1), ("rules[0].t[1].d", 2)]


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        pytest.param('{"a": 1, "b": 2}', '{ "b":2, "a":1 }', True, id="order and spaces"),
        pytest.param('{"Action": ["a", "b"]}', '{"Action": ["b", "a"]}', True, id="order of words"),
        pytest.param('{"Action": "a"}', '{"Action": ["a"]}', True, id="one word or a list of it"),
        pytest.param('{"a": 1}', '{"a": 2}', False, id="another value"),
        pytest.param("no json", "no json", False, id="no documents"),
    ],
)
def test_same_json(old: str, new: str, same: bool) -> None:
    assert same_json(old, new) is same


def test_same_members() -> None:
    assert same_members([{"a": 1}, "b"], ["b", {"a": 1}])
    assert not same_members(["a", "a"], ["a"])
