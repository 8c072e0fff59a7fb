"""What the sandbox has to know of the engine's command line, and changes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

DEPLOYS = frozenset({"up", "update", "preview", "pre", "destroy", "down", "dn", "refresh", "watch"})
"""Commands that look at or change what is deployed: what a killed run left behind is mended before them."""
LOCKS = DEPLOYS - {"preview", "pre"} | {"import"}
"""Commands that take the stack's lock."""
WITHOUT_STACK = frozenset(
    {"login", "logout", "whoami", "version", "about", "plugin", "new", "package", "schema", "convert", "help"}
)
STACK_FLAGS = ("--stack", "-s")
PATH_FLAGS = frozenset(
    {
        "--policy-pack",
        "--policy-pack-config",
        "--config-file",
        "--plan",
        "--save-plan",
        "--event-log",
        "--file",
        "--import-file",
    }
)
"""Flags whose value is a file or folder of the user's, meant from where the user stands."""


@dataclass(frozen=True)
class Command:
    """A command line of the engine, as far as the sandbox reads it."""

    words: tuple[str, ...]
    name: str
    """`up`, `stack export`: the command without its flags; "" when there are only flags."""
    stack: str
    """The stack it names; "" when it names none."""

    @property
    def deploys(self) -> bool:
        return self.name in DEPLOYS

    @property
    def locks(self) -> bool:
        return self.name in LOCKS

    @property
    def needs_stack(self) -> bool:
        """Whether a stack that is named and not there should be made."""
        first = self.name.split(" ")[0]
        return (
            bool(self.stack) and first not in WITHOUT_STACK and self.name not in ("stack init", "stack rm", "stack ls")
        )


def command(arguments: Sequence[str]) -> Command:
    """The command line read: its command, and the stack it names."""
    words, stack, plain, skip = list(arguments), "", list[str](), False
    for index, word in enumerate(words):
        if skip:
            skip = False
            continue
        flag, equals, value = word.partition("=")
        if flag in STACK_FLAGS:
            stack = value if equals else (words[index + 1] if index + 1 < len(words) else "")
            skip = not equals
        elif not word.startswith("-"):
            plain.append(word)
    name = " ".join(plain[:2]) if plain[:1] in (["stack"], ["config"], ["state"]) else "".join(plain[:1])
    return Command(tuple(words), name, stack)


def stack_name(named: str) -> str:
    """`organization/project/dev` as `dev`."""
    return named.rpartition("/")[2]


def absolute(path: str) -> str:
    """A path that means the same from any working folder."""
    return str(Path(path).absolute())


def absolute_paths(words: Sequence[str]) -> list[str]:
    """The command line with every file it names made absolute: the engine may run in another folder."""
    changed: list[str] = []
    for word in words:
        flag, equals, value = word.partition("=")
        if flag in PATH_FLAGS and equals:
            word = f"{flag}={_file(value)}"
        elif changed and changed[-1] in PATH_FLAGS:
            word = _file(word)
        changed.append(word)
    return changed


def _file(value: str) -> str:
    """A path as an absolute one; an address (`tcp://…`) and a flag stay."""
    return value if "://" in value or value.startswith("-") else absolute(value)
