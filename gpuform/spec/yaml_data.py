"""From the tree of nodes to plain data, writing down where each path stands; aliases and merge keys are written out here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gpuform.errors import Problem
from gpuform.spec.paths import joined, member_names
from gpuform.spec.words import shown
from gpuform.spec.yaml_tree import MAX_DEPTH, Node, Pair, Place, Refused

MAX_COPIES = 20_000
"""Values that stand somewhere by an alias. A few anchors over 1,000 pools stay below; a bomb of nested aliases does not."""
SAFETY_FIELDS = frozenset(
    {
        "autoAssignPublicIp",
        "capacity",
        "compliance",
        "encrypted",
        "fabric",
        "gang",
        "idle",
        "ingress",
        "placement",
        "publicIp",
        "rules",
        "secrets",
        "secureBoot",
        "securityGroup",
        "waivers",
        "zones",
    }
)
"""Fields that guard people, data or money: a reader must find them where they count, not behind an anchor further up."""


@dataclass(slots=True)
class Writer:
    """Plain data of a tree."""

    places: dict[str, Place] = field(default_factory=dict[str, Place])
    problems: list[Problem] = field(default_factory=list[Problem])
    copies: int = 0

    def plain(self, node: Node, path: str, depth: int = 0, *, copied: bool = False, merged: Place | None = None) -> Any:
        """The node's data. Raises Refused where aliases make it endless."""
        copied = copied or node.copied
        self.copies += copied
        if self.copies > MAX_COPIES or depth > MAX_DEPTH:
            raise Refused(
                node.place.line, "aliases of aliases make more values here than any spec has", "write them out"
            )
        self.places.setdefault(path, node.place)
        if node.kind == "list":
            names = member_names(map(name_of, node.value))
            return [
                self.plain(item, f"{path}[{name}]", depth + 1, copied=copied, merged=merged)
                for name, item in zip(names, node.value, strict=True)
            ]
        if node.kind == "map":
            return self.mapping(node, path, depth, copied=copied, merged=merged)
        if node.value is None:
            self.problems.append(Problem(node.place.line, path, "is empty", "give it a value, or take the line out"))
        return node.value

    def mapping(self, node: Node, path: str, depth: int, *, copied: bool, merged: Place | None) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for pair in self.once(node, path):
            if merged:
                self.guard(pair.key, path, merged)
            data[pair.key] = self.plain(pair.node, joined(path, pair.key), depth + 1, copied=copied, merged=merged)
        for place, pair in self.inherited(node, path, depth):
            self.guard(pair.key, path, place)
            if pair.key not in data:
                below = joined(path, pair.key)
                data[pair.key] = self.plain(pair.node, below, depth + 1, copied=True, merged=place)
        return data

    def once(self, node: Node, path: str) -> Iterator[Pair]:
        """A map's own pairs; a key given again is a problem and its value is left aside."""
        first: dict[str, int] = {}
        for pair in node.value:
            if pair.key in first:
                message = f"`{shown(pair.key)}` is given twice; first in line {first[pair.key]}"
                self.problems.append(Problem(pair.place.line, joined(path, pair.key), message, "keep one of the two"))
                continue
            first[pair.key] = pair.place.line
            if not pair.merge:
                yield pair

    def inherited(self, node: Node, path: str, depth: int) -> Iterator[tuple[Place, Pair]]:
        """What `<<` brings in, nearest first, and where the `<<` stands."""
        if depth > MAX_DEPTH:
            raise Refused(node.place.line, "`<<` goes through more anchors than any spec has", "write the fields out")
        for pair in node.value:
            if not pair.merge:
                continue
            for source in pair.node.value if pair.node.kind == "list" else [pair.node]:
                if source.kind != "map":
                    self.problems.append(Problem(pair.place.line, path, "`<<` takes a map, by its alias", "<<: *name"))
                    continue
                self.copies += 1
                yield from ((pair.place, one) for one in source.value if not one.merge)
                yield from ((pair.place, one) for _, one in self.inherited(source, path, depth + 1))

    def guard(self, key: str, path: str, place: Place) -> None:
        if key in SAFETY_FIELDS:
            message = f"`<<` brings in `{key}`, which guards people, data or money"
            hint = f"take `{key}` out of the anchored map and write it where it counts"
            self.problems.append(Problem(place.line, joined(path, key), message, hint))


def name_of(node: Node) -> Any:
    """The value of a map's `name`."""
    if node.kind != "map":
        return None
    return next((pair.node.value for pair in node.value if pair.key == "name" and pair.node.kind == "scalar"), None)
