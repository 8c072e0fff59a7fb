"""The only copy of a checkpoint sits on a disk that goes with the node.

What: `checkpoint.to` names the machine's own disks, the root, or a data disk of the node.

Why: those disks end with the node: at scale-in, at a spot interruption, at the end of a capacity block, or when the host fails.
Everything since the start is then lost, not just since the last checkpoint.

Example:
    needs: {checkpoint: {size: 1 TiB, every: 30 min, to: local}}

Instead:
    needs: {checkpoint: {size: 1 TiB, every: 30 min, to: scratch}}
    sharedStorage: [{name: scratch, mount: /fsx, lustre: {size: 4800 GiB}}]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpuform_policies.fact import Bucket, Cluster, Lustre, Pool, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

if TYPE_CHECKING:
    from gpuform.spec.models import Checkpoint

OWN = {"local": "the machine's own disks", "root": "the root disk"}


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    yield from all_of(pool_problems(pool, cluster) for pool in cluster.pools)


def pool_problems(pool: Pool, cluster: Cluster) -> Iterator[Found]:
    checkpoint = None if pool.needs is None else pool.needs.checkpoint
    if checkpoint is not None:
        yield from all_of((own_problems(checkpoint, pool, cluster), scratch_problems(checkpoint, pool, cluster)))


def own_problems(checkpoint: Checkpoint, pool: Pool, cluster: Cluster) -> Iterator[Found]:
    own = OWN.get(checkpoint.to) or own_disk(checkpoint.to, pool, cluster)
    if own:
        shared = [one.name for one in (*cluster.buckets, *cluster.lustre)]
        yield Found(
            f"The only copy of the checkpoint is on {own}, which ends with the node.",
            fix=f"to: {shared[0]}" if shared else "add sharedStorage (Lustre or a bucket) and name it here",
            at=place(pool),
            resource=pool.resource,
        )


def scratch_problems(checkpoint: Checkpoint, pool: Pool, cluster: Cluster) -> Iterator[Found]:
    for lustre in cluster.lustre:
        if is_named(lustre, checkpoint.to) and lustre.deployment.startswith("scratch"):
            yield Found(
                f"The checkpoint is on {checkpoint.to}, a {lustre.deployment} file system: it keeps one copy, and a failed server takes it along.",
                fix="deployment: persistent-2, or copy checkpoints on to a bucket",
                at=place(pool),
                resource=pool.resource,
                severity="warning",
            )


def place(pool: Pool) -> str:
    return absolute(pool.path, "needs.checkpoint.to") or "needs.checkpoint.to"


def own_disk(name: str, pool: Pool, cluster: Cluster) -> str:
    """`the node's disk ckpt` where a data disk of the pool's nodes has that name and no shared storage has; else empty."""
    if any(is_named(one, name) for one in (*cluster.lustre, *cluster.buckets)):
        return ""
    disks = {disk.name for template in cluster.templates if template.pool == pool.name for disk in template.data}
    return f"the node's disk {name}" if name in disks else ""


def is_named(shared: Lustre | Bucket, name: str) -> bool:
    """By its own name, or by the spec path behind it where a stack names it its own way."""
    return shared.name == name or shared.path.startswith(f"sharedStorage[{name}]")


RULE = Rule(
    id="STO009",
    name="checkpoint-lost",
    severity="error",
    judges=Cluster,
    check=check,
    source="EC2 User Guide, instance store lifetime; FSx for Lustre guide, deployment types",
    page=__doc__ or "",
    cases=(),
)
