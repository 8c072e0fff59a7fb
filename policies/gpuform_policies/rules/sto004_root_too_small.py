"""The root disk is too small, or not the root disk.

What: a root below what the image needs, below what CUDA images want, or set under a device name that is not the image's root.

Why: below the image's snapshot the launch is refused. A little above it the first container image fills the disk and the node dies
in the middle of its job. Under another device name the size lands on a second disk, and the root stays at its default.

Example:
    image: {family: dlami-base-ubuntu-24.04}
    disks: {root: {size: 10 GiB, type: gp3}}

Instead:
    disks: {root: {size: 200 GiB, type: gp3}}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Disk, Template, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute


def check(template: Template, world: World) -> Iterator[Found]:
    root = template.root
    if root is not None:  # None: the image's own size, on the image's own device
        yield from all_of((size_problems(root, template, world), device_problems(root, template)))


def size_problems(root: Disk, template: Template, world: World) -> Iterator[Found]:
    floor, least, size = int(world.limit("gpu-root-gib")), template.image_root_gib, root.size_gib
    if size is None:
        return
    if least is not None and size < least:
        yield Found(
            f"The root has {size} GiB; {image(template)} needs {least} GiB to start and work.",
            fix=f"size: {max(least, floor)} GiB",
            at=absolute(root.path, "size") or "size",
        )
    elif size < floor:
        yield Found(
            f"The root has {size} GiB; images with CUDA and a framework fill {floor} GiB.",
            fix=f"size: {floor} GiB or more",
            at=absolute(root.path, "size") or "size",
            severity="warning",
        )


def device_problems(root: Disk, template: Template) -> Iterator[Found]:
    wanted = template.image_root_device
    if wanted is not None and root.device is not None and root.device != wanted:
        yield Found(
            f"The root is set as {root.device}; the root of {image(template)} is {wanted}, so a second disk would get this size.",
            fix=f"device: {wanted}, or leave it out",
            at=absolute(root.path, "device") or "device",
        )


def image(template: Template) -> str:
    return f"the image {template.image_family}" if template.image_family else "the image"


RULE = Rule(
    id="STO004",
    name="root-too-small",
    severity="error",
    judges=Template,
    check=check,
    source="images.csv (least root and its device) and limits.csv (gpu-root-gib); https://github.com/awslabs/amazon-eks-ami/issues/1142",
    page=__doc__ or "",
    cases=("C40",),
)
