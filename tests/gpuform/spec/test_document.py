"""YAML's surprises, each with its line, and the files that can't be read at all."""

from __future__ import annotations

import io
import os
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuform.errors import MissingError, SpecError
from gpuform.spec import parse, read
from gpuform.spec.document import MAX_BYTES
from gpuform.spec.yaml_data import MAX_COPIES, SAFETY_FIELDS
from gpuform.spec.yaml_tree import MAX_DEPTH


def problems_of(text: str):
    try:
        return parse(text).problems
    except SpecError as error:
        return error.problems


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        pytest.param("", 1, "is empty", id="empty"),
        pytest.param("# only a comment\n", 1, "is empty", id="comment"),
        pytest.param("---\n...\n", 1, "is empty", id="empty document"),
        pytest.param("~", 1, "is empty", id="null document"),
        pytest.param("a: 1\nb: 2\na: 3\n", 3, "given twice; first in line 1", id="duplicate key"),
        pytest.param("{a: 1, a: 1}", 1, "given twice", id="duplicate key in one line"),
        pytest.param('a: 1\n"a": 2\n', 2, "given twice", id="duplicate key, once quoted"),
        pytest.param("x: &x {b: 1}\na:\n  <<: *x\n  <<: *x\n", 4, "given twice", id="two merge keys"),
        pytest.param("a:\n\tb: 1\n", 2, "tab", id="tab"),
        pytest.param("a:\n  - 1\n\t- 2\n", 3, "tab", id="tab that would join lines"),
        pytest.param("a:\n  \tb: 1\n", 2, "tab", id="spaces, then a tab"),
        pytest.param("a: [1,\n\t2]\n", 2, "tab", id="tab inside brackets"),
        pytest.param("a: 1\t# b\n", 1, "a tab stands", id="tab before a comment"),
        pytest.param("a:\t1\n", 1, "a tab stands", id="tab after a colon"),
        pytest.param("a: 1\n\t\n", 2, "a tab stands", id="tab in an empty line"),
        pytest.param("a: 1\n\t# b\n", 2, "tab", id="tab before a comment of its own line"),
        pytest.param("a: 1\n---\nb: 2\n", 2, "second document", id="two documents"),
        pytest.param("a: 1\n...\n---\n", 3, "second document", id="an empty second one"),
        pytest.param("%YAML 2.0\n---\na: 1\n", 1, "another version", id="YAML 2.0"),
        pytest.param("%YAML 1.3\n---\na: 1\n", 1, "another version", id="YAML 1.3"),
        pytest.param("a: !!python/object:os.system x\n", 1, "tag", id="python tag"),
        pytest.param("a: !vault x\n", 1, "tag `!vault`", id="own tag"),
        pytest.param("a: !!set {b}\n", 1, "tag", id="set"),
        pytest.param("a: !!binary aGk=\n", 1, "tag", id="binary"),
        pytest.param("1: a\n", 1, "key `1` is not text", id="number as key"),
        pytest.param("true: a\n", 1, "key `true` is not text", id="truth value as key"),
        pytest.param("a: {: b}\n", 1, "no key before", id="no key"),
        pytest.param("? [a, b]\n: c\n", 1, "can't be a key", id="list as key"),
        pytest.param("{a: b}: c\n", 1, "can't be a key", id="map as key"),
        pytest.param("a: &x b\n*x : c\n", 2, "can't be a key", id="alias as key"),
        pytest.param("a: &x [*x]\n", 1, "contains itself", id="alias in itself"),
        pytest.param("a: &x {b: {c: *x}}\n", 1, "contains itself", id="alias in itself, deeper"),
        pytest.param("a: *nowhere\n", 1, "points to no anchor", id="alias to nowhere"),
        pytest.param("a:\nb: 1\n", 1, "is empty", id="nothing after a key"),
        pytest.param("a: ~\n", 1, "is empty", id="tilde"),
        pytest.param("a: null\n", 1, "is empty", id="null"),
        pytest.param("a: !!null\n", 1, "tag", id="null by tag"),
        pytest.param("a:\n  - 1\n  -\n", 3, "is empty", id="empty member"),
        pytest.param("a:\n  <<: text\n", 2, "takes a map", id="merge of text"),
        pytest.param("x: &x [1]\na:\n  <<: *x\n", 3, "takes a map", id="merge of a list of numbers"),
        pytest.param("a: b: c\n", 1, "not valid YAML", id="two colons"),
        pytest.param("a: 'b\n", 2, "not closed", id="open quote"),
        pytest.param("a: [b\n", 2, "not valid YAML", id="open bracket"),
        pytest.param("a: b\n c: d\n", 2, "not valid YAML", id="wrong indentation"),
        pytest.param("a:\n  - b\n c: d\n", 3, "indentation", id="indentation of no line"),
        pytest.param("a: @b\n", 1, "can't start", id="at sign"),
        pytest.param("a: b\n\x07\n", 2, "control character", id="bell"),
        pytest.param("[" * 2000, 1, f"more than {MAX_DEPTH} levels", id="2,000 brackets"),
        pytest.param("{a: " * 2000, 1, f"more than {MAX_DEPTH} levels", id="2,000 braces"),
        pytest.param("- " * 2000, 1, f"more than {MAX_DEPTH} levels", id="2,000 hyphens"),
    ],
)
def test_trap(text, line, word):
    problems = problems_of(text)
    assert problems, "read without a word"
    assert any(word in problem.message and problem.line == line for problem in problems), problems


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("a: no\nb: 1_000\nc: 0815\n", {"a": "no", "b": "1_000", "c": "0815"}, id="YAML 1.2 words"),
        pytest.param("\ufeffa: 1\r\nb: 2\r\n".replace("\ufeff", ""), {"a": 1, "b": 2}, id="Windows line ends"),
        pytest.param("%YAML 1.2\n---\na: off\n", {"a": "off"}, id="YAML 1.2 by name"),
        pytest.param("%YAML 1.1\n---\na: off\n", {"a": "off"}, id="YAML 1.1 by name, read by our words all the same"),
        pytest.param("---\na: 1\n...\n", {"a": 1}, id="one document with marks"),
        pytest.param('a: "x\n\ty"\n', {"a": "x y"}, id="tab in quoted text"),
        pytest.param("a: |\n  x\n  \ty\n", {"a": "x\n\ty\n"}, id="tab in block text"),
        pytest.param("a: &x {b: 1}\nc: *x\n", {"a": {"b": 1}, "c": {"b": 1}}, id="anchor"),
        pytest.param("a: &x 1\nb: *x\n", {"a": 1, "b": 1}, id="anchor on a scalar"),
        pytest.param(
            "x: &x {b: 1, c: 2}\na: {<<: *x, c: 3}\n",
            {"x": {"b": 1, "c": 2}, "a": {"c": 3, "b": 1}},
            id="merge: what is written wins",
        ),
        pytest.param(
            "x: &x {b: 1}\ny: &y {b: 2, c: 3}\na: {<<: [*x, *y]}\n",
            {"x": {"b": 1}, "y": {"b": 2, "c": 3}, "a": {"b": 1, "c": 3}},
            id="merge: the first wins",
        ),
        pytest.param(
            "x: &x {b: 1}\ny: &y {<<: *x, c: 2}\na: {<<: *y}\n",
            {"x": {"b": 1}, "y": {"c": 2, "b": 1}, "a": {"c": 2, "b": 1}},
            id="merge of a merge",
        ),
        pytest.param('"<<": {b: 1}\n', {"<<": {"b": 1}}, id="quoted << is a key"),
        pytest.param('"1": a\n"": b\n', {"1": "a", "": "b"}, id="quoted keys"),
    ],
)
def test_what_is_fine(text, data):
    document = parse(text)
    assert document.data == data
    assert document.problems == ()


@pytest.mark.parametrize("field", sorted(SAFETY_FIELDS))
def test_no_safety_field_comes_by_merge(field):
    for merged in (f"{{{field}: 1}}", f"{{deep: {{deeper: [{{{field}: 1}}]}}}}"):
        problems = problems_of(f"x: &x {merged}\na:\n  <<: *x\n  other: 2\n")
        assert [(problem.line, f"brings in `{field}`" in problem.message) for problem in problems] == [(3, True)]
    assert problems_of(f"x: &x {{{field}: 1}}\na: *x\n") == ()


def test_a_safety_field_in_the_merged_map_is_an_error_even_if_written_again():
    assert "brings in `zones`" in problems_of("x: &x {zones: [a]}\na: {<<: *x, zones: [b]}\n")[0].message


def test_all_that_leaves_the_rest_readable_comes_at_once():
    assert len(problems_of("a: 1\na: 2\nb:\n1: c\n")) == 3


def test_depth_edge():
    assert parse("[" * MAX_DEPTH + "]" * MAX_DEPTH).problems == ()
    assert "levels" in problems_of("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))[0].message


def test_alias_bombs_end_early():
    laughs = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    chain = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{b: *a{n - 1}}}\n" for n in range(1, 3000))
    merges = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 60))
    for bomb in (laughs, chain, merges):
        assert any(word in problems_of(bomb)[-1].message for word in ("aliases of aliases", "more anchors"))


def test_copies_edge():
    text = "a: &a x\nb: [{}]\n"
    assert parse(text.format(", ".join(["*a"] * MAX_COPIES))).problems == ()
    assert "aliases of aliases" in problems_of(text.format(", ".join(["*a"] * (MAX_COPIES + 1))))[0].message


def test_no_reading_of_files(tmp_path):
    with pytest.raises(MissingError, match="does not exist"):
        read(str(tmp_path / "none.yaml"))
    with pytest.raises(MissingError, match="is a directory"):
        read(str(tmp_path))
    with pytest.raises(MissingError, match="can't be read"):
        read("a\x00b")
    with pytest.raises(MissingError, match="can't be read"):
        read("x" * 5000)
    with pytest.raises(MissingError, match=r"can't be read|does not exist"):
        read(str(tmp_path / "a" / ".." / ("y" * 300)))


def test_no_permission(tmp_path, monkeypatch):
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\n")
    if os.geteuid():
        path.chmod(0)
    else:  # root may read all: let the system answer as it answers others

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(MissingError, match="Permission denied"):
        read(str(path))


@pytest.mark.parametrize(
    ("raw", "line", "word"),
    [
        (b"\x00\x01\x02\xff", 1, "binary"),
        (b"a: 1\nb: \xff\n", 2, "not UTF-8"),
        ("a: 1".encode("utf-16"), 1, "UTF-16"),
        (b"a" * (MAX_BYTES + 1), 1, "larger than 4 MiB"),
    ],
)
def test_bytes_that_are_no_text(tmp_path, raw, line, word):
    path = tmp_path / "x.yaml"
    path.write_bytes(raw)
    with pytest.raises(SpecError) as refused:
        read(str(path))
    assert [(problem.line, word in problem.message) for problem in refused.value.problems] == [(line, True)]


def test_byte_order_mark_and_stdin(tmp_path, monkeypatch):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read(str(path)).data == {"a": 1}
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a: 2\n")))
    document = read("-")
    assert (document.file, document.data) == ("<stdin>", {"a": 2})


def test_source_line():
    document = parse("a: 1\nb: [\n\t\n2]   \n")
    assert [document.source_line(number) for number in (0, 1, 4, 99)] == ["", "a: 1", "2]", ""]


YAMLISH = st.lists(
    st.sampled_from(
        [
            "a",
            ": ",
            "- ",
            "\n",
            "  ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "!!str ",
            "|",
            ">",
            "'",
            '"',
            "#",
            "%",
            "---",
            "...",
            "?",
            "<<",
            "~",
            "\t",
            "\\",
            ",",
            "@",
            "é",
            "\x85",
            "1",
            "!",
            "\\ud800",
        ]
    )
).map("".join)


@settings(max_examples=400, deadline=None)
@given(st.one_of(YAMLISH, st.text()))
def test_any_text_is_read_or_refused(text):
    for problem in problems_of(text):
        assert (
            1 <= problem.line <= text.count("\n") + text.count("\x85") + text.count("\u2028") + text.count("\u2029") + 2
        )
        assert f"{problem.path}{problem.message}{problem.hint}".isprintable()
