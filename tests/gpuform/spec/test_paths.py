"""Spec paths: members by name, parents, and nothing that breaks a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuform.spec.paths import joined, member_names, names_in, parent_path


@pytest.mark.parametrize(
    ("path", "parent"),
    [
        ("pools[train].disks.root", "pools[train].disks"),
        ("pools[train]", "pools"),
        ("pools", ""),
        ("", ""),
        ("odd]", ""),
        ("a.odd]", ""),
    ],
)
def test_parent(path, parent):
    assert parent_path(path) == parent


@given(st.text())
def test_every_path_has_an_end(path):
    while path:
        shorter = parent_path(path)
        assert len(shorter) < len(path)
        path = shorter


@pytest.mark.parametrize(
    ("names", "members"),
    [
        pytest.param(["train", "serve"], ["train", "serve"], id="names"),
        pytest.param([None, "serve"], ["0", "serve"], id="one without"),
        pytest.param(["a", "a"], ["a", "1"], id="the same again"),
        pytest.param(["a.b", "a]"], ["0", "1"], id="names that would break a path"),
        pytest.param([7, True], ["0", "1"], id="no text"),
        pytest.param(["70b", "x" * 63, "x" * 64], ["70b", "x" * 63, "2"], id="edges"),
    ],
)
def test_members(names, members):
    assert member_names(names) == members


def test_members_of_plain_data():
    assert names_in([{"name": "a"}, {}, "text", None]) == ["a", "1", "2", "3"]


def test_joined():
    assert joined("", "pools") == "pools"
    assert joined("metadata.labels", "a.b/c") == "metadata.labels.a.b/c"
    assert joined("x", "\x1b[2J") == "x.\\x1b[2J"
