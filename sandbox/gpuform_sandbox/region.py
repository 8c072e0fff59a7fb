"""The region a stack is built in when its configuration names none: that of the spec the user points at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

REGION = re.compile(r"^\s*aws:region:\s*\S", re.MULTILINE)
SPEC_REGION = re.compile(r"^region:\s*['\"]?([a-z0-9-]+)", re.MULTILINE)


def region_of(project: Path, stack: str, env: Mapping[str, str]) -> str:
    """The spec's region; "" when the stack's own configuration or the environment decides."""
    if env.get("AWS_REGION") or _configured(project, stack):
        return ""
    named = env.get("GPUFORM_SPEC")
    spec = Path(named) if named else project / "stacks" / f"{stack}.yaml"
    found = SPEC_REGION.search(_text(spec))
    return found.group(1) if found else ""


def _configured(project: Path, stack: str) -> bool:
    files = (project / folder / f"Pulumi.{stack}.yaml" for folder in ("stacks", "."))
    return any(REGION.search(_text(file)) for file in files)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
