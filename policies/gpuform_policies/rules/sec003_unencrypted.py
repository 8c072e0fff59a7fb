"""Data at rest is not encrypted.

What: a disk, file system or bucket without encryption, also where it is left to a default that may be off.

Why: a snapshot that is shared by mistake, or a disk that outlives its owner, then gives its content to anyone who gets hold of it.

Example:
    root: {size: 500 GiB, type: gp3, encrypted: false}

Instead:
    root: {size: 500 GiB, type: gp3}   (encrypted is the default)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Cluster, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    for template in cluster.templates:
        if template.root is None and world.surface != "spec":
            yield Found(
                f"The root of {template.pool} is left to the image: it is encrypted only if the image or the account says so.",
                fix="a root block device with encrypted: true",
                resource=template.resource,
                severity="warning",
            )
        for disk in (template.root, *template.data):
            if disk is None or disk.encrypted:
                continue
            how = (
                "is not encrypted"
                if disk.encrypted is False
                else "does not say that it is encrypted: the account's default may be off"
            )
            yield Found(
                f"The disk {disk.name} of {template.pool} {how}.",
                fix="encrypted: true",
                at=f"/{disk.path}.encrypted" if disk.path else "",
                resource=disk.resource,
            )
    for store in (*cluster.lustre, *cluster.buckets):
        if not store.encrypted:
            yield Found(
                f"{store.name} is not encrypted.",
                fix="encryption at rest, with a key of yours or the cloud's",
                at=f"/{store.path}" if store.path else "",
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
