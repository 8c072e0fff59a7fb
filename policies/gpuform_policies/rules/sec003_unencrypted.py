"""Data at rest is not encrypted.

What: a disk, file system or bucket without encryption, also where it is left to a default that may be off.

Why: a snapshot that is shared by mistake, or a disk that outlives its owner, then gives its content to anyone who gets hold of it.

Example:
    disks: {root: {size: 500 GiB, type: gp3, encrypted: false}}

Instead:
    # encrypted is the default
    disks: {root: {size: 500 GiB, type: gp3}}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Bucket, Cluster, Disk, Lustre, Template, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

DEFAULT = "the account's default, which is off unless somebody switched it on"


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    yield from all_of(
        (
            *map(template_problems, cluster.templates),
            *map(store_problems, cluster.lustre),
            *map(store_problems, cluster.buckets),
        )
    )


def template_problems(template: Template) -> Iterator[Found]:
    yield from all_of((root_problems(template), *(disk_problems(disk, template) for disk in template.data)))


def root_problems(template: Template) -> Iterator[Found]:
    """Leaving the block out does not encrypt it: what the image and the account say then holds (case C70)."""
    if template.root is not None:
        yield from disk_problems(template.root, template)
        return
    yield Found(
        f"The root disk of {template.pool} is left to its image and to {DEFAULT}.",
        fix="a root disk with encrypted: true",
        at=absolute(template.path, "disks.root"),
        resource=template.resource,
    )


def disk_problems(disk: Disk, template: Template) -> Iterator[Found]:
    if not disk.encrypted:
        how = (
            "is not encrypted"
            if disk.encrypted is False
            else f"does not say that it is encrypted: it follows {DEFAULT}"
        )
        yield Found(
            f"The disk {disk.name} of {template.pool} {how}.",
            fix="encrypted: true",
            at=absolute(disk.path, "encrypted"),
            resource=disk.resource or None,
        )


def store_problems(store: Lustre | Bucket) -> Iterator[Found]:
    if not store.encrypted:
        what = "file system" if isinstance(store, Lustre) else "bucket"
        yield Found(
            f"The {what} {store.name} is not encrypted.",
            fix="encryption at rest, with a key of yours or the cloud's",
            at=absolute(store.path),
            resource=store.resource,
        )


RULE = Rule(
    id="SEC003",
    name="unencrypted",
    severity="error",
    judges=Cluster,
    check=check,
    source="https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html (EC2.3, EC2.7)",
    page=__doc__ or "",
    cases=("C70",),
)
