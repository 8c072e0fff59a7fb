"""Where the templates are, in a source tree and in an installed wheel, and how they are read."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpuform.errors import MissingError

if TYPE_CHECKING:
    from jinja2 import Environment, Undefined

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def templates_folder() -> Path:
    """`gpuform/templates` of a wheel, else `templates/` beside the package in a source tree. Raises MissingError."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (folder / "cloud-init").is_dir():
            return folder
    raise MissingError(f"the folder `templates` is missing beside {PACKAGE}; this installation is incomplete")


@cache
def environment() -> Environment:
    """Jinja2, strict: a field that is missing is an error, not an empty text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(templates_folder() / "cloud-init"),
        undefined=StrictUndefined,
        comment_start_string="<#",  # `{#` is the shell's count of a list
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # the output is a shell script; `sh` below is its escape
    )
    made.filters["sh"] = sh
    return made


def sh(value: str | Undefined) -> str:
    """Any text as one word of a shell command: nothing in it is read as syntax."""
    return shlex.quote(str(value))  # str() of a missing field raises and names it
