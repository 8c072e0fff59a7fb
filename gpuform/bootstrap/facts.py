"""Names under which nodes publish how busy their GPUs are; alarms must use the same, or they stay blind."""

from __future__ import annotations

METRICS_NAMESPACE = "CWAgent"
"""The CloudWatch agent's own."""
GPU_METRIC = "nvidia_smi_utilization_gpu"
POOL_DIMENSION = "gpuform_pool"


def pool_dimension(cluster: str, pool: str) -> dict[str, str]:
    """What all nodes of a pool publish under: for gangs whose nodes are in several scaling groups."""
    return {POOL_DIMENSION: f"{cluster}/{pool}"}
