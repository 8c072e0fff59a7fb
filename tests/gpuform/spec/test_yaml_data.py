"""Writing out aliases and merge keys: paths of copies, and whose place they have."""

from __future__ import annotations

from gpuform.spec import parse
from gpuform.spec.yaml_data import Writer
from gpuform.spec.yaml_tree import Node, Pair, Place

HERE = Place(1, 1, 2)


def test_a_copied_value_has_the_place_of_its_alias_and_its_parts_that_of_the_anchor():
    document = parse("a: &a\n  b: 1\nc:\n  *a\n")
    assert [document.place(path).line for path in ("a", "a.b", "c", "c.b")] == [1, 2, 4, 2]


def test_a_merged_value_has_the_place_where_it_is_written():
    document = parse("a: &a\n  b: 1\nc:\n  d: 2\n  <<: *a\n")
    assert document.place("c.b").line == 2


def test_two_of_one_name_have_two_paths():
    document = parse("a:\n- name: x\n  v: 1\n- name: x\n  v: 2\n")
    assert [document.place(path).line for path in ("a[x].v", "a[1].v")] == [3, 5]


def test_only_copies_are_counted():
    writer = Writer()
    leaf = Node("scalar", HERE, 1)
    writer.plain(
        Node("map", HERE, [Pair("a", HERE, leaf, False), Pair("b", HERE, Node("scalar", HERE, 1, copied=True), False)]),
        "",
    )
    assert writer.copies == 1
