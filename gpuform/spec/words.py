"""How values and words stand in a message: shortened, harmless on a terminal, with the nearest known word."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from gpuform.spec.kinds import is_container, is_list, is_map, is_tuple

LONGEST = 60


def shown(value: object) -> str:
    """A value short enough for a message. A list or map is only named: it may hold a secret further down."""
    if is_list(value) or is_tuple(value):
        return "a list"
    if is_map(value):
        return "a map"
    if value is None:
        return "nothing"
    text = printable(str(value).lower() if isinstance(value, bool) else str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def quoted(value: object) -> str:
    """`shown`, in back quotes where it is the value itself."""
    return shown(value) if value is None or is_container(value) else f"`{shown(value)}`"


def printable(text: str) -> str:
    """Without what would move a terminal's cursor or can't be encoded: escapes instead, as Python writes them."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def closest(word: str, known: Iterable[str]) -> str:
    """`did you mean …?`, else what is known."""
    among = tuple(known)
    return near(word, among) or f"known: {listed(among)}"


def near(word: str, known: Collection[str]) -> str:
    """`did you mean …?`, or nothing."""
    found = nearest(word[:LONGEST], tuple(known))
    return f"did you mean {' or '.join(f'`{one}`' for one in found)}?" if found else ""


@lru_cache(maxsize=512)
def nearest(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Up to three about as near as the nearest; the same word in other letter case beats all."""
    same = tuple(one for one in known if one.lower() == word.lower())
    if same:
        return same
    from difflib import SequenceMatcher, get_close_matches

    near = {one: SequenceMatcher(None, one, word).ratio() for one in get_close_matches(word, known, n=3, cutoff=0.65)}
    return tuple(one for one, ratio in near.items() if ratio >= max(near.values()) - 0.1)


def listed(words: Iterable[str], most: int = 12) -> str:
    ordered = sorted(words)
    return ", ".join(ordered[:most]) + (", …" if len(ordered) > most else "")
