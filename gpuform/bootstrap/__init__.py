"""What a node does from its first second until it may work: the user data, rendered from `templates/cloud-init`."""

from gpuform.bootstrap.facts import GPU_METRIC, METRICS_NAMESPACE, pool_dimension
from gpuform.bootstrap.folder import templates
from gpuform.bootstrap.mount import Mount
from gpuform.bootstrap.secret import Secret, secret_of
from gpuform.bootstrap.user_data import size, user_data

__all__ = [
    "GPU_METRIC",
    "METRICS_NAMESPACE",
    "Mount",
    "Secret",
    "pool_dimension",
    "secret_of",
    "size",
    "templates",
    "user_data",
]
