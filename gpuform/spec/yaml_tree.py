"""From the YAML parser's events to a tree of nodes with places; what no spec needs ends here with one clear line.

Without recursion, so that a hostile file can't exhaust the stack. Plain scalars are read by the YAML 1.2 core schema, with one
difference: a number with a leading zero (`0815`) is text, because whoever writes one means its digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from gpuform.errors import Problem
from gpuform.spec.words import shown

MAX_DEPTH = 64
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,999})")
OTHER_BASE = re.compile(r"0o[0-7]{1,99}|0x[0-9a-fA-F]{1,99}")
DECIMAL = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
WORDS = {word: value for value in (True, False) for word in (str(value), str(value).lower(), str(value).upper())}
NOTHING = ("", "~", "null", "Null", "NULL")
OWN_TAGS = ("!", "tag:yaml.org,2002:str")


class Refused(Exception):
    """The file can't be read on from here; carries the one problem to tell."""

    def __init__(self, line: int, message: str, hint: str = "") -> None:
        self.problem = Problem(line, "", message, hint)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Place:
    """1-based line and columns of a value; `end_column` is one past its last character on that line."""

    line: int
    column: int
    end_column: int


@dataclass(slots=True)
class Node:
    """One value of the tree."""

    kind: Literal["scalar", "list", "map"]
    place: Place
    value: Any
    """Scalar; or list of nodes; or list of pairs."""
    copied: bool = False
    """Stands here by an alias."""
    flow: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    key: str
    place: Place
    node: Node
    merge: bool
    """The key is a plain `<<`."""


@dataclass(slots=True)
class Tree:
    """The tree while it is built, and after."""

    root: Node | None = None
    problems: list[Problem] = field(default_factory=list[Problem])
    """What is wrong but leaves the rest readable."""
    texts: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Zero-based first and last line of each quoted or block text over several lines: a tab in there is the text's own."""
    anchors: dict[str, Node] = field(default_factory=dict[str, Node])
    stack: list[Node] = field(default_factory=list[Node])
    keys: list[tuple[str, Place, bool] | None] = field(default_factory=list["tuple[str, Place, bool] | None"])
    documents: int = 0

    def take(self, events: Iterable[Any]) -> None:
        """Every event. Raises Refused."""
        for event in events:
            match type(event).__name__:
                case "ScalarEvent":
                    self.scalar(event)
                case "MappingStartEvent":
                    self.start(event, "map")
                case "SequenceStartEvent":
                    self.start(event, "list")
                case "MappingEndEvent" | "SequenceEndEvent":
                    self.end(event)
                case "AliasEvent":
                    self.alias(event)
                case "DocumentStartEvent":
                    self.document(event)
                case _:
                    pass

    def document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            raise Refused(
                line_of(event), "a second document starts here; one file holds one spec", "one file per cluster"
            )
        if event.version and tuple(event.version) not in ((1, 1), (1, 2)):
            version = ".".join(map(str, event.version))
            raise Refused(1, f"asks for YAML {version}; specs are YAML 1.2", "take the %YAML line out")

    def scalar(self, event: Any) -> None:
        refuse_tag(event, implied=False)
        if event.style is not None and event.end_mark.line > event.start_mark.line:
            self.texts.append((event.start_mark.line, event.end_mark.line))
        plain = event.style is None and not event.tag
        value = resolved_scalar(event.value) if plain else event.value
        if self.wants_key():
            self.key(event, value, plain=plain)
            return
        self.put(Node("scalar", place_of(event), value), event.anchor)

    def key(self, event: Any, value: Any, *, plain: bool) -> None:
        place = place_of(event)
        if not isinstance(value, str):
            what = "there is no key before `:`" if value is None else f"the key `{shown(event.value)}` is not text"
            self.problems.append(Problem(place.line, "", what, "put it in quotes if it is meant as a name"))
        self.keys[-1] = (event.value, place, plain and event.value == "<<")

    def alias(self, event: Any) -> None:
        name = shown(event.anchor)
        node = self.anchors.get(event.anchor)
        if node is None:
            raise Refused(line_of(event), f"`*{name}` points to no anchor above it")
        if any(node is one for one in self.stack):
            raise Refused(line_of(event), f"`*{name}` contains itself")
        if self.wants_key():
            raise Refused(line_of(event), f"`*{name}` can't be a key")
        self.put(Node(node.kind, place_of(event), node.value, copied=True), None)

    def start(self, event: Any, kind: Literal["list", "map"]) -> None:
        if self.wants_key():
            raise Refused(
                line_of(event), "a list or map can't be a key", "is `{` or `[` meant as text? put it in quotes"
            )
        refuse_tag(event, implied=bool(event.implicit))
        if len(self.stack) >= MAX_DEPTH:
            raise Refused(line_of(event), f"is nested more than {MAX_DEPTH} levels deep; no spec is")
        node = Node(kind, place_of(event), [], flow=bool(event.flow_style))
        if event.anchor:
            self.anchors[event.anchor] = node
        self.stack.append(node)
        self.keys.append(None)

    def end(self, event: Any) -> None:
        node = self.stack.pop()
        self.keys.pop()
        node.place = closed_place(node, event)
        self.put(node, None)

    def wants_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].kind == "map" and self.keys[-1] is None

    def put(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        key = self.keys[-1]
        if key is None:
            self.stack[-1].value.append(node)
            return
        name, place, merge = key
        if node.kind == "scalar" and node.value is None:
            node.place = place  # an empty value has no place of its own
        self.stack[-1].value.append(Pair(name, place, node, merge))
        self.keys[-1] = None


def line_of(event: Any) -> int:
    return event.start_mark.line + 1


def refuse_tag(event: Any, *, implied: bool) -> None:
    if event.tag and not implied and str(event.tag) not in OWN_TAGS:
        raise Refused(line_of(event), f"has the tag `{shown(event.tag)}`; a spec needs none", "take the `!…` out")


def place_of(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    last = end.column if end.line == start.line else start.column
    return Place(start.line + 1, start.column + 1, max(last, start.column + 1) + 1)


def closed_place(node: Node, event: Any) -> Place:
    """The place of a list or map, now that its end is known: all of `[a, b]`, or the first entry of a block."""
    place, end = node.place, event.end_mark
    if node.flow:
        same = end.line + 1 == place.line
        return Place(place.line, place.column, end.column + 1) if same else place
    if not node.value:
        return place
    first = node.value[0]
    inner = first.node.place if isinstance(first, Pair) else first.place
    if inner.line != place.line:
        inner = first.place
    return (
        Place(place.line, place.column, max(inner.end_column, place.end_column)) if inner.line == place.line else place
    )


def resolved_scalar(value: str) -> Any:
    """A plain scalar by the core schema's few words; anything else is text."""
    if value in WORDS:
        return WORDS[value]
    if value in NOTHING:
        return None
    if value[0] not in "+-.0123456789":
        return value
    if INTEGER.fullmatch(value):
        return int(value)
    if OTHER_BASE.fullmatch(value):
        return int(value, 0)
    if DECIMAL.fullmatch(value):
        return float(value)
    return float(value.replace(".", "", 1)) if NO_NUMBER.fullmatch(value) else value
