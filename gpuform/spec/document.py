"""A YAML file as plain data with the place of every value, and YAML's surprises as errors.

Read as YAML 1.2 with our own few scalar words: `true`/`false`, `null`, integers, decimals; everything else is text, so `no`,
`off`, `1_000`, `0815` and dates stay what they look like. Works on ruamel.yaml's event stream, without recursion, so that a
hostile file ends in one clear line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpuform.errors import MissingError, Problem, SpecError

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 64
MAX_NODES = 200_000
"""After aliases are written out: a bomb of nested aliases ends here. 1,000 large pools have about 60,000."""
SAFETY_FIELDS = frozenset(
    {
        "encrypted",
        "publicIp",
        "ingress",
        "securityGroup",
        "rules",
        "autoAssignPublicIp",
        "secrets",
        "waivers",
        "compliance",
        "secureBoot",
        "fabric",
        "placement",
        "gang",
        "capacity",
        "zones",
        "idle",
    }
)
"""Fields that must be read where they count, not inherited from an anchor further up."""
INTEGER = re.compile(r"^[-+]?(0|[1-9][0-9]*)$")
DECIMAL = re.compile(r"^[-+]?(0|[1-9][0-9]*)\.[0-9]+([eE][-+]?[0-9]+)?$")
PLAIN_KEY = re.compile(r"^[A-Za-z_][A-Za-z0-9_-]*$")


@dataclass(frozen=True, slots=True)
class Place:
    """1-based line and columns of a value; `end_column` is one past its last character on that line."""

    line: int
    column: int
    end_column: int


@dataclass(slots=True)
class Node:
    """One value of the tree while it is built."""

    value: Any
    """Scalar, or list of nodes, or list of (key, key place, node)."""
    kind: str
    """`scalar`, `list`, `map`."""
    place: Place


@dataclass(frozen=True)
class Document:
    file: str
    text: str
    data: Any
    places: Mapping[str, Place] = field(repr=False)

    def place(self, path: str) -> Place:
        """Where a path stands in the file; where it was left out, what it inherits from, else its nearest written ancestor."""
        if (
            path not in self.places
            and path.startswith("pools[")
            and path.endswith("].zones")
            and "zones" in self.places
        ):
            return self.places["zones"]
        while path:
            if path in self.places:
                return self.places[path]
            path = parent_path(path)
        return self.places.get("", Place(1, 1, 2))

    def source_line(self, line: int) -> str:
        lines = self.text.splitlines()
        return lines[line - 1].rstrip() if 0 < line <= len(lines) else ""


def parent_path(path: str) -> str:
    """`pools[train].disks.root` → `pools[train].disks`; `pools[train]` → `pools`."""
    if path.endswith("]"):
        return path[: path.rindex("[")]
    return path[: path.rindex(".")] if "." in path else ""


def read_text(file: str) -> str:
    """The file's text. Raises MissingError where it can't be read, SpecError where it is no text."""
    if file == "-":
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        path = Path(file)
        if path.is_dir():
            raise MissingError(f"{file} is a directory; name the spec file in it")
        try:
            with path.open("rb") as handle:
                raw = handle.read(MAX_BYTES + 1)
        except FileNotFoundError:
            raise MissingError(f"{file} does not exist") from None
        except (OSError, ValueError) as error:
            raise MissingError(f"{file} can't be read: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > MAX_BYTES:
        raise SpecError(file, (Problem(1, "", f"is larger than {MAX_BYTES // 1024**2} MiB; no spec is"),))
    if b"\x00" in raw:
        raise SpecError(file, (Problem(1, "", "is a binary file, not YAML"),))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise SpecError(file, (Problem(line, "", "is not UTF-8 text here"),)) from None


def read(file: str) -> Document:
    """The document. Raises MissingError or SpecError."""
    name = "<stdin>" if file == "-" else file
    return parse(read_text(file), name)


def parse(text: str, file: str = "<text>") -> Document:
    """The document of a text. Raises SpecError with every problem the syntax lets us see."""
    problems: list[Problem] = list(tab_problems(text))
    if problems:
        raise SpecError(file, tuple(problems))
    root = Builder(problems).built(text)
    if root is None:
        raise SpecError(
            file, tuple(problems) or (Problem(1, "", "is empty; a spec starts with `apiVersion: gpuform/v1`"),)
        )
    places: dict[str, Place] = {}
    data = Flattener(places, problems).plain(root, "")
    if problems:
        raise SpecError(file, tuple(problems))
    return Document(file=file, text=text, data=data, places=places)


def tab_problems(text: str) -> Iterator[Problem]:
    for number, line in enumerate(text.split("\n"), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent and line.strip() and not line.strip().startswith("#"):
            yield Problem(number, "", "is indented with a tab; YAML wants spaces", "replace each tab by two spaces")


class Builder:
    """From ruamel.yaml's events to a tree of nodes; stops at the first thing YAML itself can't read."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.anchors: dict[str, Node] = {}
        self.open: set[int] = set()
        self.stack: list[tuple[Node, str | None]] = []
        self.root: Node | None = None
        self.documents = 0
        self.keys: list[tuple[str, Place] | None] = []

    def built(self, text: str) -> Node | None:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        try:
            for event in YAML(typ="safe", pure=True).parse(text):
                if not self.take(event):
                    return None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = 1 if mark is None else mark.line + 1
            self.problems.append(Problem(line, "", f"is not valid YAML: {plain_error(error.problem or error.context)}"))
            return None
        except (
            YAMLError,
            RecursionError,
            ValueError,
            AttributeError,
            IndexError,
            KeyError,
            TypeError,
            AssertionError,
        ) as error:
            # the reader's own slips on rubbish are still the file's fault, told as such
            self.problems.append(Problem(1, "", f"is not valid YAML: {plain_error(str(error))}"))
            return None
        return None if self.problems else self.root

    def take(self, event: Any) -> bool:
        """One event; False ends the reading."""
        match type(event).__name__:
            case "DocumentStartEvent":
                return self.document(event)
            case "ScalarEvent":
                return self.scalar(event)
            case "AliasEvent":
                return self.alias(event)
            case "SequenceStartEvent":
                return self.start(event, "list")
            case "MappingStartEvent":
                return self.start(event, "map")
            case "SequenceEndEvent" | "MappingEndEvent":
                self.end()
        return True

    def document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents > 1:
            return self.refuse(event, "a second document starts here; one file holds one spec")
        if event.version and tuple(event.version) not in ((1, 1), (1, 2)):
            return self.refuse(event, f"asks for YAML {'.'.join(map(str, event.version))}; specs are YAML 1.2")
        return True

    def refuse(self, event: Any, message: str, hint: str = "") -> bool:
        self.problems.append(Problem(event.start_mark.line + 1, "", message, hint))
        return False

    def scalar(self, event: Any) -> bool:
        place = place_of(event)
        if event.tag and str(event.tag) not in ("!", "tag:yaml.org,2002:str"):
            return self.refuse(event, f"has the tag `{event.tag}`; a spec needs none")
        as_key = self.wants_key()
        plain = event.style is None and not event.tag
        if as_key:
            key = event.value
            self.keys[-1] = (key, place)
            return True
        self.put(Node(resolved_scalar(event.value) if plain else event.value, "scalar", place), event.anchor)
        return True

    def alias(self, event: Any) -> bool:
        node = self.anchors.get(event.anchor)
        if node is None:
            return self.refuse(event, f"`*{event.anchor}` points to no anchor above it")
        if id(node) in self.open:
            return self.refuse(event, f"`*{event.anchor}` contains itself")
        if self.wants_key():
            return self.refuse(event, "an alias can't be a key")
        self.put(Node(node.value, node.kind, place_of(event)), None)
        return True

    def start(self, event: Any, kind: str) -> bool:
        if self.wants_key():
            return self.refuse(event, "a list or map can't be a key; is a `{` or `[` meant as text? put it in quotes")
        if event.tag and not event.implicit:
            return self.refuse(event, f"has the tag `{event.tag}`; a spec needs none")
        if len(self.stack) >= MAX_DEPTH:
            return self.refuse(event, f"is nested more than {MAX_DEPTH} levels deep; no spec is")
        node = Node([], kind, place_of(event))
        if event.anchor:
            self.anchors[event.anchor] = node
        self.open.add(id(node))
        self.stack.append((node, None))
        self.keys.append(None)
        return True

    def end(self) -> None:
        node, _ = self.stack.pop()
        self.keys.pop()
        self.open.discard(id(node))
        self.put(node, None)

    def wants_key(self) -> bool:
        return bool(self.stack) and self.stack[-1][0].kind == "map" and self.keys[-1] is None

    def put(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1][0]
        if parent.kind == "list":
            parent.value.append(node)
            return
        key = self.keys[-1]
        assert key is not None
        parent.value.append((key[0], key[1], node))
        self.keys[-1] = None


class Flattener:
    """From nodes to plain data, writing down where each path stands."""

    def __init__(self, places: dict[str, Place], problems: list[Problem]) -> None:
        self.places = places
        self.problems = problems
        self.nodes = 0

    def plain(self, node: Node, path: str) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            if self.nodes == MAX_NODES + 1:
                self.problems.append(Problem(node.place.line, "", "has more values than any spec: aliases of aliases?"))
            return None
        self.places.setdefault(path, node.place)
        if node.kind == "list":
            return [self.plain(item, member_path(path, item, index)) for index, item in enumerate(node.value)]
        if node.kind == "map":
            return self.mapping(node, path)
        return node.value

    def mapping(self, node: Node, path: str) -> dict[str, Any]:
        data: dict[str, Any] = {}
        first: dict[str, int] = {}
        merged = [(place, one) for key, place, one in node.value if key == "<<"]
        for key, place, child in node.value:
            if key == "<<":
                continue
            if key in first:
                self.problems.append(
                    Problem(place.line, joined(path, key), f"`{key}` is given twice; first in line {first[key]}")
                )
                continue
            first[key] = place.line
            data[key] = self.plain(child, joined(path, key))
        for place, one in merged:
            self.merge(data, one, place, path)
        return data

    def merge(self, data: dict[str, Any], node: Node, place: Place, path: str) -> None:
        """`<<`: fills in what is not written; a safety field never comes this way."""
        if node.kind == "list":
            for one in node.value:
                self.merge(data, one, place, path)
            return
        if node.kind != "map":
            self.problems.append(Problem(place.line, path, "`<<` takes an alias of a map"))
            return
        for key, _, child in node.value:
            if key in SAFETY_FIELDS:
                self.problems.append(
                    Problem(
                        place.line,
                        joined(path, key),
                        f"`<<` brings in `{key}`, which guards people or money",
                        f"write `{key}` out where it counts",
                    )
                )
            elif key not in data:
                data[key] = self.plain(child, joined(path, key))


def place_of(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    same_line = end.line == start.line
    return Place(start.line + 1, start.column + 1, end.column + 1 if same_line else start.column + 2)


def resolved_scalar(value: str) -> Any:
    """A plain scalar by the few words we know; anything else is text."""
    if value in ("true", "True", "TRUE"):
        return True
    if value in ("false", "False", "FALSE"):
        return False
    if value in ("", "~", "null", "Null", "NULL"):
        return None
    if INTEGER.match(value) and len(value) < 20:
        return int(value)
    if DECIMAL.match(value):
        return float(value)
    return value


def joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def member_path(path: str, node: Node, index: int) -> str:
    """A list member by its `name` where it has one, else by position."""
    if node.kind == "map":
        for key, _, child in node.value:
            if key == "name" and isinstance(child.value, str) and PLAIN_KEY.match(child.value.replace("-", "_")):
                return f"{path}[{child.value}]"
    return f"{path}[{index}]"


def plain_error(message: str | None) -> str:
    """ruamel's sentence without its line breaks and Python quotes."""
    return " ".join((message or "can't be read").replace("'", "`").split())[:160]
