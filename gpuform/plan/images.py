"""Decision: the image nodes start from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gpuform.plan.model import Chosen, PlannedImage
from gpuform.plan.unresolved import Unresolved

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, ImageFamily, Machine
    from gpuform.spec.models import Image, Pool

DEFAULT_FAMILY = "dlami-base-ubuntu-24.04"
DEFAULT_DEVICE = "/dev/sda1"
DEFAULT_VENDOR = "NVIDIA"
GIB = 1024**3


def planned_image(pool: Pool, path: str, machine: Machine, catalog: Catalog) -> tuple[PlannedImage, tuple[Chosen, ...]]:
    where = f"{path}.image"
    image = pool.image
    if image is not None and image.id is not None:
        return by_id(image, where, machine)
    if image is not None and image.family is not None:
        row = catalog.image(image.family)
        if row is None:
            hint = "add a row with --catalog DIR, or give an `id`"
            raise Unresolved(f"{where}.family", f"`{image.family}` is not in the catalog", hint)
        return by_family(image, row, where, machine), ()
    row = default_family(machine, where, catalog)
    why = "the cloud's own image with driver, fabric software and container toolkit"
    return by_family(image, row, where, machine), (Chosen(where, row.name, why),)


def default_family(machine: Machine, where: str, catalog: Catalog) -> ImageFamily:
    """The first choice where it drives the machine's accelerators, else the first by name that does."""
    names = (DEFAULT_FAMILY, *sorted(catalog.images()))
    rows = (row for name in names if (row := catalog.image(name)) is not None)
    for row in rows:
        if row.vendor == machine.vendor and machine.arch in dict(row.parameters):
            return row
    raise Unresolved(
        where,
        f"no image family of the catalog drives {machine.vendor} {machine.gpu} of {machine.name} on {machine.arch}",
        "name one: image: {id: …, os: …, rootDevice: …}",
    )


def by_id(image: Image, where: str, machine: Machine) -> tuple[PlannedImage, tuple[Chosen, ...]]:
    planned = PlannedImage(
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
    chosen: list[Chosen] = []
    if image.arch is None:
        chosen.append(Chosen(f"{where}.arch", machine.arch, f"the architecture of {machine.name}"))
    if image.root_device is None:
        why = "the image's root device was not told; most Linux images but Amazon's own use this name"
        chosen.append(Chosen(f"{where}.rootDevice", DEFAULT_DEVICE, why))
    return planned, tuple(chosen)


def by_family(image: Image | None, row: ImageFamily, where: str, machine: Machine) -> PlannedImage:
    arch = image.arch if image is not None and image.arch is not None else machine.arch
    parameter = dict(row.parameters).get(arch)
    if parameter is None:
        comes = ", ".join(sorted(dict(row.parameters)))
        raise Unresolved(where, f"`{row.name}` comes for {comes}, not for {arch}", "choose another family or machine")
    return PlannedImage(
        path=where,
        family=row.name,
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


def vendor_of(pool: Pool, catalog: Catalog) -> str:
    """Whose accelerators the pool's image drives: a need without a model means those."""
    row = None if pool.image is None or pool.image.family is None else catalog.image(pool.image.family)
    return DEFAULT_VENDOR if row is None or not row.vendor else row.vendor


def arches_of(pool: Pool, catalog: Catalog) -> frozenset[str]:
    """CPU architectures the pool's image is made for; empty: not told."""
    if pool.image is not None and pool.image.arch is not None:
        return frozenset({pool.image.arch})
    row = None if pool.image is None or pool.image.family is None else catalog.image(pool.image.family)
    return frozenset() if row is None else frozenset(dict(row.parameters))
