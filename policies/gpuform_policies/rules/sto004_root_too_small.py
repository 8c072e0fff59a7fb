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

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule


def check(template: Template, world: World) -> Iterator[Found]:
    root = template.root
    if root is None:
        return
    at = f"/{root.path}" if root.path else ""
    floor = int(world.limit("gpu-root-gib"))
    image = template.image_root_gib
    if root.size_gib is not None and image is not None and root.size_gib < image:
        yield Found(
            f"The root has {root.size_gib} GiB; the image {template.image_family or ''} needs {image} GiB to start and work.".replace(
                "  ", " "
            ),
            fix=f"size: {max(image, floor)} GiB",
            at=f"{at}.size" if at else "",
        )
    elif root.size_gib is not None and root.size_gib < floor:
        yield Found(
            f"The root has {root.size_gib} GiB; images with CUDA and a framework fill {floor} GiB.",
            fix=f"size: {floor} GiB or more",
            at=f"{at}.size" if at else "",
            severity="warning",
        )
    wanted = template.image_root_device
    if wanted is not None and root.device is not None and root.device != wanted:
        yield Found(
            f"The root is set as {root.device}; the image's root is {wanted}, so a second disk would get this size.",
            fix=f"device: {wanted}, or leave it out",
            at=f"{at}.device" if at else "",
        )


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
