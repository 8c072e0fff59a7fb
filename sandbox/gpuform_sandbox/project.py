"""The Pulumi project a command is about: the nearest one upward from the working folder, else the one that is shipped."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

FILE = "Pulumi.yaml"
SHIPPED = Path(__file__).resolve().parent / "project"
"""In a wheel: the project's own Pulumi.yaml and stacks, copied here at build time."""


def project_folder(start: Path, cache: Path) -> Path:
    """The folder with the project's Pulumi.yaml.

    The shipped project is copied to `cache` first: an installed package is no place to keep state and configuration.
    """
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    source = SHIPPED if SHIPPED.is_dir() else Path(__file__).resolve().parents[2]
    if source == SHIPPED:
        shutil.copytree(SHIPPED, cache, dirs_exist_ok=True)
        return cache
    return source


def project_name(folder: Path) -> str:
    """The project's `name`. A YAML parser would cost more than the whole wrapper."""
    found = re.search(r"^name:\s*['\"]?([\w.-]+)", (folder / FILE).read_text(encoding="utf-8"), re.MULTILINE)
    return found.group(1) if found else folder.name


def user_cache() -> Path:
    """A folder of the user's own for what an installed package must keep: the built engine, the shipped project."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "gpuform"
