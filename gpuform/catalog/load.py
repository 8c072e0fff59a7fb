"""The catalog of a cloud, made once for each cloud and each folder of a user's own rows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gpuform.catalog.catalog import Catalog
from gpuform.catalog.read import KEYS, Table
from gpuform.errors import MissingError


@cache
def load(cloud: str, overlay: Path | None = None) -> Catalog:
    """The catalog of one cloud. Raises MissingError for an overlay that is no folder, CatalogError for its broken rows."""
    return Catalog(cloud) if overlay is None else Catalog(cloud, own_rows(overlay))


@cache
def own_rows(folder: Path) -> dict[str, Table]:
    """A user's own rows by file, every one of them checked, whichever cloud is asked for."""
    if not folder.is_dir():
        raise MissingError(f"{folder} is no folder; --catalog takes a folder with files such as {', '.join(KEYS)}")
    # not imported by who has no rows of his own: the shipped ones are checked by a test
    from gpuform.catalog.check import checked_folder

    return checked_folder(folder)
