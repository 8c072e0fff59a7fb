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

from gpuform_policies.fact import Cluster, World
from gpuform_policies.rule import Found, Rule


def check(cluster: Cluster, world: World) -> Iterator[Found]:
    shared = {one.name: one for one in cluster.lustre}
    for pool in cluster.pools:
        checkpoint = None if pool.needs is None else pool.needs.checkpoint
        if checkpoint is None:
            continue
        at = f"/{pool.path}.needs.checkpoint.to" if pool.path else ""
        known = [*shared, *(bucket.name for bucket in cluster.buckets)]
        if checkpoint.to not in known:
            where = {"local": "the machine's own disks", "root": "the root disk"}.get(
                checkpoint.to, f"the node's disk {checkpoint.to}"
            )
            yield Found(
                f"The only copy of the checkpoint is on {where}, which ends with the node.",
                fix=f"to: {known[0]}" if known else "add sharedStorage (Lustre or a bucket) and name it here",
                at=at,
                resource=pool.resource,
            )
        elif checkpoint.to in shared and shared[checkpoint.to].deployment.startswith("scratch"):
            yield Found(
                f"The checkpoint is on {checkpoint.to}, a {shared[checkpoint.to].deployment} file system: it keeps one copy, and a failed server takes it along.",
                fix="deployment: persistent-2, or copy checkpoints on to a bucket",
                at=at,
                resource=pool.resource,
                severity="warning",
            )


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
