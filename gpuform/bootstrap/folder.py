"""Where the templates are: at the root of a checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

import gpuform


def templates(name: str) -> Path:
    """The folder `templates/<name>`. Raises FileNotFoundError where the installation is broken."""
    package = Path(gpuform.__file__ or "").resolve().parent
    for root in (package / "templates", package.parent / "templates"):
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(f"templates/{name} is missing beside {package}: is the installation whole?")
