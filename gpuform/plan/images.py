"""Decision: the image nodes start from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedImage
from gpuform.plan.unresolved import Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine
    from gpuform.spec.models import Image, Pool

DEFAULT_FAMILY = "dlami-base-ubuntu-24.04"
DEFAULT_DEVICE = "/dev/sda1"
GIB = 1024**3


def planned_image(pool: Pool, path: str, machine: Machine, catalog: Catalog) -> tuple[PlannedImage, tuple[Chosen, ...]]:
    where = f"{path}.image"
    image = pool.image
    if image is not None and image.id is not None:
        return by_id(image, where, machine), ()
    family = None if image is None else image.family
    chosen: tuple[Chosen, ...] = ()
    if family is None:
        family = DEFAULT_FAMILY
        chosen = (Chosen(where, family, "the cloud's own image with driver, fabric software and container toolkit"),)
    return by_family(image, family, where, machine, catalog), chosen


def by_id(image: Image, where: str, machine: Machine) -> PlannedImage:
    return PlannedImage(
        path=where,
        family=None,
        id=image.id,
        parameter=None,
        arch=image.arch or machine.arch,
        os=image.os or "unknown",
        root_device=image.root_device or DEFAULT_DEVICE,
        root_gib=None if image.root_size is None else math.ceil(image.root_size / GIB),
        driver=image.driver,
        cuda=image.cuda,
        secure_boot=image.secure_boot,
    )


def by_family(image: Image | None, family: str, where: str, machine: Machine, catalog: Catalog) -> PlannedImage:
    row = catalog.image(family)
    if row is None:
        raise Unresolved(where, f"`{family}` is in no catalog", "add a row with --catalog DIR, or give an `id`")
    arch = image.arch if image is not None and image.arch is not None else machine.arch
    parameter = dict(row.parameters).get(arch)
    if parameter is None:
        raise Unresolved(
            where, f"`{family}` does not come for {arch}, the architecture of {machine.name}", "choose another family"
        )
    return PlannedImage(
        path=where,
        family=family,
        id=None,
        parameter=parameter,
        arch=arch,
        os=row.os,
        root_device=(image.root_device if image is not None else None) or row.root_device,
        root_gib=row.root_gib,
        driver=(image.driver if image is not None else None) or row.driver or None,
        cuda=(image.cuda if image is not None else None) or row.cuda or None,
        secure_boot=None if image is None else image.secure_boot,
    )
