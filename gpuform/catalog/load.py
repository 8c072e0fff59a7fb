"""The catalog of a cloud, and the words it knows, each made once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gpuform.catalog.catalog import Catalog
from gpuform.catalog.read import KEYS
from gpuform.errors import MissingError


@cache
def load(cloud: str, overlay: Path | None = None) -> Catalog:
    """The catalog of one cloud. Raises MissingError for an overlay folder that isn't one, CatalogError for broken rows."""
    if overlay is not None and not overlay.is_dir():
        raise MissingError(f"{overlay} is no folder; --catalog takes a folder with files such as {', '.join(KEYS)}")
    return Catalog(cloud, overlay)


@dataclass(frozen=True)
class CatalogWords:
    """The names the spec may use, as `gpuform.spec.fields.Known` asks for them."""

    overlay: Path | None

    def machines(self, cloud: str) -> Collection[str]:
        return load(cloud, self.overlay).machine_names()

    def regions(self, cloud: str) -> Collection[str]:
        return load(cloud, self.overlay).regions()

    def zones(self, cloud: str, region: str) -> Collection[str]:
        return load(cloud, self.overlay).zones(region)

    def images(self, cloud: str) -> Collection[str]:
        return load(cloud, self.overlay).images()

    def disk_types(self, cloud: str) -> Collection[str]:
        return load(cloud, self.overlay).disk_types()


def known(overlay: Path | None = None) -> CatalogWords:
    return CatalogWords(overlay)
