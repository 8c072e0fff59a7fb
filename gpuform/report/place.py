"""Where a finding points in the user's file: at the value, or at what the value was inherited from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuform.spec import Document, Place

INHERITED = re.compile(r"^pools\[[^]]+\]\.(zones)$")
"""Fields of a pool that come from the same field of the cluster where the pool leaves them out."""


def place_of(document: Document, path: str) -> Place:
    inherited = INHERITED.match(path)
    if inherited and path not in document.places and inherited[1] in document.places:
        return document.place(inherited[1])
    return document.place(path)
