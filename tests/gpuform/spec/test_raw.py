"""Looking into data that may be anything."""

from __future__ import annotations

import pytest

from gpuform.spec.raw import a_list, a_map, again, clean_mount, mounts_of, paths_of, repeated, repeated_names, texts

ODD = [None, 1, "x", True, [], {}, [None], {"a": None}]


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_what_is_of_another_kind_counts_as_absent(value):
    assert a_map(value) == (value if isinstance(value, dict) else {})
    assert a_list(value) == (value if isinstance(value, list) else [])
    assert texts(value) == []
    assert list(paths_of(value, "p")) == []
    assert list(repeated_names(value, "p")) == []
    assert list(repeated({"k": value}, "k", "p")) == []
    assert mounts_of(value) == []


def test_paths_skip_what_is_no_map():
    assert [path for path, _ in paths_of([{"name": "a"}, 1, {}], "p")] == ["p[a]", "p[2]"]


def test_again():
    assert again(["a", "b", "a"]) == [("a", 2)]
    assert again(["a", "b"]) == []


def test_mounts():
    assert clean_mount("//data//x/") == "/data/x"
    assert mounts_of([{"mount": "/a/"}, {"mount": 1}, {}]) == ["/a"]
