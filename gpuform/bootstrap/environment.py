"""How shell templates are read: strictly, and with every value as one word."""

from __future__ import annotations

import shlex
from functools import cache
from typing import TYPE_CHECKING

from gpuform.bootstrap.folder import templates

if TYPE_CHECKING:
    from jinja2 import Environment, Undefined


@cache
def environment() -> Environment:
    """Jinja2, strict: a field that is missing is an error, not an empty text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(templates("cloud-init")),
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
