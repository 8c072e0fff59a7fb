"""The stack's configuration file stays as the user wrote it: the key check the engine adds to it is kept in the sandbox.

The engine writes an `encryptionsalt` line into `Pulumi.<stack>.yaml` on first use, which would show as a change in
everybody's checkout. The line is put in for the time of a run and taken out afterwards; one that was there before and is
not the sandbox's belongs to the user and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from gpuform_sandbox.files import write_whole
from gpuform_sandbox.home import Home

SALT = re.compile(r"^encryptionsalt: .*\n?", re.MULTILINE)
FOLDER = re.compile(r"^stackConfigDir:\s*['\"]?([^\s'\"]+)", re.MULTILINE)


def config_file(project: Path, stack: str) -> Path:
    """`Pulumi.<stack>.yaml` in the project's `stackConfigDir`."""
    found = FOLDER.search((project / "Pulumi.yaml").read_text(encoding="utf-8"))
    return project / (found.group(1) if found else ".") / f"Pulumi.{stack}.yaml"


def has_own_salt(home: Home, project: Path, stack: str) -> bool:
    """Whether the file's salt, and so the passphrase its secrets need, is the user's and not the sandbox's."""
    return SALT.search(_text(config_file(project, stack))) is not None and not _kept(home, project, stack).exists()


def _kept(home: Home, project: Path, stack: str) -> Path:
    return home.folder / "salts" / f"{project.name}-{stack}"


@contextmanager
def unchanged(home: Home, project: Path, stack: str) -> Generator[None]:
    """While inside, the engine finds its salt in the stack's file; afterwards the file is as the user wrote it."""
    if not stack:
        yield
        return
    if has_own_salt(home, project, stack):
        yield
        return
    file, kept = config_file(project, stack), _kept(home, project, stack)
    before = _text(file)
    if kept.exists() and SALT.search(before) is None:
        write_whole(file, _with_line(before, _text(kept)), mode=0o644)
    try:
        yield
    finally:
        _take_out(file, kept)


def _take_out(file: Path, kept: Path) -> None:
    after = _text(file)
    found = SALT.search(after)
    if found is None:
        return
    write_whole(kept, found.group(0).strip() + "\n")
    if "secure:" in after:
        return  # values encrypted under this salt stand beside it
    rest = SALT.sub("", after)
    if rest.strip():
        write_whole(file, rest, mode=0o644)
    else:
        file.unlink()


def _with_line(text: str, line: str) -> str:
    return f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""
