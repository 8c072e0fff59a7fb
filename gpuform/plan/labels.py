"""Decision: which labels go on every resource, and which few may sit in a launch template."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuform.spec.models import ClusterSpec, Pool

Labels = tuple[tuple[str, str], ...]
CLUSTER_LABEL, POOL_LABEL, WORKLOAD_LABEL = "gpuform:cluster", "gpuform:pool", "gpuform:workload"


def cluster_labels(spec: ClusterSpec) -> Labels:
    """The user's, with owner, environment and the cluster's name; sorted."""
    meta = spec.metadata
    own = {CLUSTER_LABEL: meta.name, "environment": meta.environment, "owner": meta.owner}
    return tuple(sorted({**meta.labels, **{key: value for key, value in own.items() if value is not None}}.items()))


def pool_labels(spec: ClusterSpec, pool: Pool) -> Labels:
    """Only what never changes while the pool lives: a change in a launch template is a new version (case C58)."""
    return ((CLUSTER_LABEL, spec.metadata.name), (POOL_LABEL, pool.name), (WORKLOAD_LABEL, pool.workload))
