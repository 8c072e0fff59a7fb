"""The whole plan on AWS."""

from __future__ import annotations

import pulumi

from gpuform.bootstrap import Mount
from gpuform.plan import ClusterPlan, PlannedPool
from gpuform_components.aws.access import Access
from gpuform_components.aws.launch_template import Surroundings
from gpuform_components.aws.network import Network
from gpuform_components.aws.node_pool import NodePool
from gpuform_components.aws.scaling import Scaling, budget
from gpuform_components.aws.storage import SharedStorage
from gpuform_components.base import child_of, set_only


class GpuCluster(pulumi.ComponentResource):
    """Network, storage, access, and for each pool its nodes and what scales them."""

    outputs: dict[str, pulumi.Output[object]]

    def __init__(self, name: str, plan: ClusterPlan, opts: pulumi.ResourceOptions | None = None) -> None:
        said = set_only(
            cloud=plan.cloud, region=plan.region, environment=plan.environment, catalogDate=plan.catalog_date
        )
        super().__init__("gpuform:aws:GpuCluster", name, said, opts)
        self.plan = plan
        child = child_of(self)
        self.network = Network(name, plan, child)
        self.storage = SharedStorage(name, plan, self.network, child)
        self.access = Access(name, plan, self.storage.bucket_arns, child)
        self.pools = {pool.name: self._pool(pool) for pool in plan.pools}
        for pool in plan.pools:
            names = {key: group.name for key, group in self.pools[pool.name].groups.items()}
            Scaling(pool.name, plan, pool, names, child)
        if plan.budget is not None:
            budget(plan, plan.budget, self)
        self.outputs = {key: pulumi.Output.from_input(value) for key, value in self._outputs().items()}
        self.register_outputs({**said, **self.outputs})

    def _pool(self, pool: PlannedPool) -> NodePool:
        around = Surroundings(self.network.nodes_group_id, self.access.profile_arns[pool.name], self.storage.mounts)
        return NodePool(pool.name, self.plan, pool, self.network, around, child_of(self))

    def _outputs(self) -> dict[str, dict[str, pulumi.Input[str]]]:
        groups = {f"{name}/{key}": group for name, pool in self.pools.items() for key, group in pool.groups.items()}
        templates = {f"{name}/{key}": one for name, pool in self.pools.items() for key, one in pool.templates.items()}
        region = self.plan.region
        return {
            "groupNames": {key: group.name for key, group in groups.items()},
            "launchTemplates": {key: template.id for key, template in templates.items()},
            "placement": {name: pool.placement_group or "none" for name, pool in self.pools.items()},
            "howToReach": {key: group.name.apply(lambda name: session(name, region)) for key, group in groups.items()},
            "mounts": {name: mount.apply(where) for name, mount in self.storage.mounts.items()},
        }


def session(group: str, region: str) -> str:
    """A shell on the first node of a scaling group, without an open port."""
    query = "AutoScalingGroups[0].Instances[0].InstanceId"
    first = (
        f"aws autoscaling describe-auto-scaling-groups --region {region} "
        f"--auto-scaling-group-names {group} --query '{query}' --output text"
    )
    return f'aws ssm start-session --region {region} --target "$({first})"'


def where(mount: Mount) -> str:
    return f"{mount.source} at {mount.path}" if mount.path else mount.source
