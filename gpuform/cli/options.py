"""Options that several commands share, spelt once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

Specs = Annotated[list[str], typer.Argument(metavar="SPEC...", help="Spec files; `-` reads standard input.")]
Spec = Annotated[str, typer.Argument(metavar="SPEC", help="A spec file; `-` reads standard input.")]
CatalogDir = Annotated[
    Path | None,
    typer.Option("--catalog", metavar="DIR", help="Your own catalog rows, laid over the shipped ones."),
]


def colour(stream_is_terminal: bool | None = None) -> bool:
    """Colour only on a terminal, and never where NO_COLOR is set (to anything but nothing)."""
    on_terminal = sys.stdout.isatty() if stream_is_terminal is None else stream_is_terminal
    return on_terminal and not os.environ.get("NO_COLOR")


def width() -> int:
    """Columns to wrap at: COLUMNS, else the terminal's, else 120."""
    import shutil

    return max(60, shutil.get_terminal_size((120, 40)).columns)
