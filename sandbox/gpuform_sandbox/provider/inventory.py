"""What exists in the stand-in cloud: one JSON file per object under the sandbox's home, per project and stack.

Ids are made from the URN and a counter of how often that URN has been built, so that the same story gives the same
ids. The counter's file (`ledger.json`) remembers every id ever issued: an id that is in it and in no file is gone; one
that is not in it was never ours, and stands for something that exists in the account already.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from gpuform_sandbox.files import read_json, write_json
from gpuform_sandbox.provider.tokens import INSTANCE
from gpuform_sandbox.provider.values import Properties, Values

LEDGER = "ledger.json"


@dataclass(frozen=True)
class Place:
    """A stack of a project, whose objects lie in one folder."""

    project: str
    stack: str


@dataclass(frozen=True)
class Thing:
    """One object of the cloud."""

    id: str
    type: str
    urn: str
    """Empty for what the cloud made by itself, such as an instance of a group."""
    inputs: Values
    outputs: Values
    sealed: dict[str, str] = field(default_factory=dict[str, str])
    """Secret properties: name → digest. Their values are never written to disk."""
    owner: str = ""
    """The group that launched an instance."""
    place: Place = Place("", "")

    def value(self, name: str) -> Any:
        return self.outputs.get(name, self.inputs.get(name))


def place_of(urn: str) -> Place:
    """`urn:pulumi:STACK::PROJECT::TYPE::NAME` as project and stack."""
    stack, project, *_ = urn.removeprefix("urn:pulumi:").split("::")
    return Place(project, stack)


def digits(*words: object, count: int = 17) -> str:
    """Hex digits that depend on the words and nothing else."""
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()[:count]


def uuid(*words: object) -> str:
    """As `digits`, in the form of a UUID."""
    raw = digits(*words, count=32)
    return "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))


class Inventory:
    """All objects of one sandbox home. Reads see what other processes did to the files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._seen: dict[Path, tuple[int, Thing]] = {}

    # ---- reading

    def all(self) -> list[Thing]:
        """Every object, sorted by place and id."""
        found = (self._read(path) for path in sorted(self.folder.glob("*/*/*.json")) if path.name != LEDGER)
        return [thing for thing in found if thing is not None]

    def find(self, thing_id: str, kind: str = "") -> Thing | None:
        """The object with this id, of this type where one is named."""
        for path in self.folder.glob(f"*/*/{_file_name(kind or '*', thing_id)}"):
            thing = self._read(path)
            if thing is not None and thing.id == thing_id:
                return thing
        return None

    def of_type(self, kind: str) -> list[Thing]:
        paths = sorted(self.folder.glob(f"*/*/{_file_name(kind, '*')}"))
        return [thing for path in paths if (thing := self._read(path)) is not None and thing.type == kind]

    def of_urn(self, urn: str) -> list[Thing]:
        return [thing for thing in self._in(place_of(urn)) if thing.urn == urn]

    def owned_by(self, owner: str) -> list[Thing]:
        return [thing for thing in self.of_type(INSTANCE) if thing.owner == owner]

    def was_issued(self, thing_id: str) -> bool:
        """Whether this sandbox ever made an object with this id."""
        return any(
            thing_id in ids for path in self.folder.glob(f"*/*/{LEDGER}") for ids in (read_json(path) or {}).values()
        )

    def generation(self, urn: str) -> int:
        """How many objects have been made for a URN so far."""
        return len((read_json(self._ledger(place_of(urn))) or {}).get(urn, []))

    def launched(self, group: Thing) -> int:
        """How many instances a group has ever had."""
        return len((read_json(self._ledger(group.place)) or {}).get(group.id, []))

    # ---- writing

    def put(self, thing: Thing) -> None:
        """Writes an object; a new one is entered in the ledger first."""
        place = thing.place if thing.place.project else place_of(thing.urn)
        with self._lock:
            ledger = read_json(self._ledger(place)) or {}
            key = thing.urn or thing.owner
            if thing.id not in ledger.get(key, []):
                write_json(self._ledger(place), {**ledger, key: [*ledger.get(key, []), thing.id]})
            record = {name: value for name, value in asdict(thing).items() if name != "place"}
            write_json(self._path(place, thing), record)

    def remove(self, thing: Thing) -> None:
        self._path(thing.place, thing).unlink(missing_ok=True)

    # ---- files

    def _in(self, place: Place) -> Iterator[Thing]:
        for path in sorted((self.folder / place.project / place.stack).glob("*.json")):
            if path.name != LEDGER and (thing := self._read(path)) is not None:
                yield thing

    def _ledger(self, place: Place) -> Path:
        return self.folder / place.project / place.stack / LEDGER

    def _path(self, place: Place, thing: Thing) -> Path:
        return self.folder / place.project / place.stack / _file_name(thing.type, thing.id)

    def _read(self, path: Path) -> Thing | None:
        try:
            changed = path.stat().st_mtime_ns
        except FileNotFoundError:
            self._seen.pop(path, None)
            return None
        seen = self._seen.get(path)
        if seen is None or seen[0] != changed:
            record = read_json(path)
            if record is None:
                return None
            thing = Thing(**record, place=Place(path.parent.parent.name, path.parent.name))
            seen = self._seen[path] = (changed, thing)
        return seen[1]


def _file_name(kind: str, thing_id: str) -> str:
    """A readable file name, unique by type and id: `lt-0….launchTemplate.json`."""
    word = kind.rpartition(":")[2] if kind != "*" else "*"
    module = kind.split(":")[1].split("/")[0] + "-" if ":" in kind else ""
    if thing_id == "*":
        return f"*.{module}{word}.json"
    plain = re.sub(r"[^\w.-]", "_", thing_id)
    if plain != thing_id or len(plain) > 120:
        plain = f"{plain[:100]}-{digits(thing_id, count=8)}"
    return f"{plain}.{module}{word}.json"


def sealed(properties: Properties) -> tuple[Values, dict[str, str]]:
    """The values that may lie on disk, and the digests of those that may not."""
    open_values = {name: value for name, value in properties.values.items() if name not in properties.secret}
    hidden = {
        name: digits(properties.values[name], count=64) for name in properties.secret if name in properties.values
    }
    return open_values, hidden


def unsealed(thing: Thing, known: Values) -> Values:
    """The object's outputs, with each secret taken from what the engine knows when it is still the same one."""
    same = {n: known[n] for n, digest in thing.sealed.items() if n in known and digits(known[n], count=64) == digest}
    return {**thing.outputs, **same}


def with_outputs(thing: Thing, **changed: Any) -> Thing:
    return replace(thing, outputs={**thing.outputs, **changed})
