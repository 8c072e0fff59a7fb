"""AWS: every component is usable alone from a user's own program."""

from gpuform_components.aws.access import Access
from gpuform_components.aws.cluster import GpuCluster
from gpuform_components.aws.network import Network
from gpuform_components.aws.node_pool import NodePool
from gpuform_components.aws.scaling import Scaling
from gpuform_components.aws.storage import SharedStorage

__all__ = ["Access", "GpuCluster", "Network", "NodePool", "Scaling", "SharedStorage"]
