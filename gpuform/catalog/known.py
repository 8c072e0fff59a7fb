"""The words the catalog knows, in the form the spec asks for them: `gpuform.spec.fields.Known`.

A cloud without rows knows no word, and so refuses none.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from gpuform.catalog.load import load
from gpuform.record import record


@record
class CatalogWords:
    """The names a spec may use; a user's own rows add to them."""

    overlay: Path | None = None

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


KNOWN = CatalogWords()
"""Of the shipped rows alone."""


def known(overlay: Path | None = None) -> CatalogWords:
    return KNOWN if overlay is None else CatalogWords(overlay)
