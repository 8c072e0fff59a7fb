"""Where the templates are: at the root of a source tree, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

from gpuform.errors import MissingError

PACKAGE = Path(__file__).resolve().parent.parent


def templates(name: str) -> Path:
    """The folder `templates/<name>`. Raises MissingError where the installation is not whole."""
    for root in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (root / name).is_dir():
            return root / name
    raise MissingError(f"the folder templates/{name} is missing beside {PACKAGE}: the installation is not whole")
