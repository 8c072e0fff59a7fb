"""A YAML file as plain data with the place of every value, and YAML's surprises as errors.

Read as YAML 1.2: `no`, `off`, `1_000`, `0815` and dates stay the text they look like. Duplicate keys, tabs, several documents,
tags and merge keys over safety fields are problems told with their line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gpuform.errors import MissingError, Problem, SpecError
from gpuform.record import record
from gpuform.spec.paths import parent_path
from gpuform.spec.words import printable
from gpuform.spec.yaml_data import Writer
from gpuform.spec.yaml_tree import Place, Refused, Tree

__all__ = ["Document", "Place", "parse", "read"]

MAX_BYTES = 4 * 1024 * 1024
LINE_BREAK = re.compile("[\n\x85\u2028\u2029]")
"""As the YAML reader counts lines."""
OTHER_VERSION = "the %YAML line asks for another version than 1.2; take it out"
PLAINER = (
    ("incompatible YAML document", OTHER_VERSION),
    ("version minor part", OTHER_VERSION),
    ("mapping values are not allowed", "a second `key:` on one line, or text with `: ` in it that wants quotes"),
    ("expected <block end>", "the indentation fits no line above it"),
    ("could not find expected", "a key without `:` after it"),
    (r"'\t' that cannot start", "a tab stands between the words; use spaces"),
    ("cannot start any token", "this character can't start a value; put the text in quotes"),
    ("found unexpected end of stream", "a quote or bracket is not closed"),
    ("while parsing a flow", "a `,`, `]` or `}` is missing"),
    ("expected ',' or", "a `,`, `]` or `}` is missing"),
    ("special characters are not allowed", "a control character is in the text"),
    ("expected <document start>", "more text after the end of the spec; is its indentation right?"),
)


@record
class Document:
    file: str
    text: str
    data: Any
    places: Mapping[str, Place]
    problems: tuple[Problem, ...] = ()
    """What is wrong with the writing but left the rest readable: `load` tells it together with all else."""

    def place(self, path: str) -> Place:
        """Where a path stands in the file; its nearest written ancestor if it was left out."""
        while path:
            if path in self.places:
                return self.places[path]
            path = parent_path(path)
        return self.places.get("", Place(1, 1, 2))

    def source_line(self, line: int) -> str:
        lines = LINE_BREAK.split(self.text)
        return printable(lines[line - 1].rstrip().replace("\t", " ")) if 0 < line <= len(lines) else ""


def read(file: str) -> Document:
    """The document of a file; `-` is standard input. Raises MissingError or SpecError."""
    name = "<stdin>" if file == "-" else file
    return parse(text_of(raw_bytes(file), name), name)


def raw_bytes(file: str) -> bytes:
    """At most one byte more than is allowed. Raises MissingError."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        if Path(file).is_dir():
            raise MissingError(f"{printable(file)} is a directory; name the spec file in it")
        with Path(file).open("rb") as handle:
            return handle.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise MissingError(f"{printable(file)} does not exist") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file has such a name"
        raise MissingError(f"{printable(file)} can't be read: {why}") from None


def text_of(raw: bytes, file: str) -> str:
    """The text of the bytes, lines ended by line feeds. Raises SpecError."""
    if len(raw) > MAX_BYTES:
        raise SpecError(file, (Problem(1, "", f"is larger than {MAX_BYTES // 1024**2} MiB; no spec is"),))
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SpecError(file, (Problem(1, "", "is UTF-16 text", "save it as UTF-8"),))
    if b"\x00" in raw:
        raise SpecError(file, (Problem(1, "", "is a binary file, not YAML"),))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise SpecError(file, (Problem(line, "", "is not UTF-8 text here", "save it as UTF-8"),)) from None


def parse(text: str, file: str = "<text>") -> Document:
    """The document of a text. Raises SpecError where the rest can't be read."""
    tree, writer = Tree(), Writer()
    try:
        tree.take(events(text))
        tabs = list(tab_problems(text, tree))
        if tabs:
            raise SpecError(file, (*tree.problems, *tabs))
        if tree.root is None or (tree.root.kind == "scalar" and tree.root.value is None):
            raise Refused(1, "is empty", "a spec starts with `apiVersion: gpuform/v1`")
        data = writer.plain(tree.root, "")
    except Refused as stop:
        tabs = tab_problems(text, tree, last=stop.problem.line)
        raise SpecError(file, (*tree.problems, *writer.problems, *(tuple(tabs) or (stop.problem,)))) from None
    return Document(file, text, data, writer.places, (*tree.problems, *writer.problems))


def events(text: str) -> Iterator[Any]:
    """The YAML reader's events. Raises Refused, whatever the reader itself stumbles over."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError

    line = 1
    try:
        reader: Any = YAML(typ="safe", pure=True)
        for event in reader.parse(text):
            line = event.start_mark.line + 1
            yield event
    except MarkedYAMLError as marked:
        error: Any = marked
        mark = error.problem_mark or error.context_mark
        said = f"{error.problem or ''} {error.context or ''}"
        raise Refused(line if mark is None else mark.line + 1, f"is not valid YAML here: {plainer(said)}") from None
    except Exception as slip:
        # ruamel.yaml answers some rubbish with ValueError, AttributeError and others of its own slips: still the file's fault
        position = getattr(slip, "position", None)
        line = 1 + len(LINE_BREAK.findall(text, 0, position)) if isinstance(position, int) else line
        raise Refused(line, f"is not valid YAML here: {plainer(str(slip))}") from None


def plainer(said: str) -> str:
    """The YAML reader's sentence in words of the file."""
    for part, words in PLAINER:
        if part in said:
            return words
    return printable(" ".join(said.replace("'", "`").split()))[:120] or "it can't be read"


def tab_problems(text: str, tree: Tree, last: int | None = None) -> Iterator[Problem]:
    """Lines indented with a tab, save inside quoted or block text, where tabs are the text's own."""
    if "\t" not in text:
        return
    inside = {line for first, end in tree.texts for line in range(first + 1, end + 1)}
    for number, line in enumerate(LINE_BREAK.split(text)):
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        body = line.strip()
        if last is not None and number >= last:
            return
        if "\t" in indent and body and number not in inside:
            yield Problem(number + 1, "", "is indented with a tab; YAML wants spaces", "two spaces for each tab")
