"""The text of a pool's `boot.script`, a file named relative to the spec."""

from __future__ import annotations

from pathlib import Path

MOST = 1024 * 1024
"""No cloud takes boot data anywhere near a mebibyte; the exact limits are the planner's business."""


class Unreadable(Exception):
    """Why a script can't be read, as a sentence for the user."""


def script_text(folder: Path, name: str) -> str:
    """The script, lines ended by line feeds. Raises Unreadable."""
    try:
        file = folder / name
        if not file.is_file():
            raise Unreadable("is no file" if file.exists() else f"does not exist in {folder or '.'}")
        with file.open("rb") as handle:
            raw = handle.read(MOST + 1)
        text = raw.decode("utf-8-sig")
    except UnicodeError:
        raise Unreadable("is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"can't be read: {getattr(error, 'strerror', None) or 'no file has such a name'}") from None
    if len(raw) > MOST or "\x00" in text:
        raise Unreadable("is no script: it is binary, or larger than 1 MiB")
    return text.replace("\r\n", "\n")
