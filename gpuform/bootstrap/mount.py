"""Where a node finds one shared storage: known only once the storage exists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Mount:
    kind: Literal["lustre", "bucket"]
    source: str
    """`<dns name>@tcp:/<mount name>`, or the bucket's name."""
    path: str | None
    """Where it appears on the node; None: reached by its name only."""
