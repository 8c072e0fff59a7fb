"""One planned pool: for each slice of its capacity a launch template and an Auto Scaling group."""

from __future__ import annotations

from typing import Any

import pulumi
import pulumi_aws as aws

from gpuform.plan import ClusterPlan, PlannedPool, PlannedSlice
from gpuform_components.aws.capacity import counts, group_options, mixed_policy, refresh, warm_pool
from gpuform_components.aws.launch_template import Surroundings, is_mixed, launch_template
from gpuform_components.aws.network import Network
from gpuform_components.base import BOOT_SECONDS, child_of, instant, set_only, slice_name, tags

PLATFORM = "Linux/UNIX"
STRATEGIES = {"tight": "cluster", "spread": "spread"}


class NodePool(pulumi.ComponentResource):
    """The nodes of one pool. Its logical name is the pool's, so that children lead back to `pools[<name>]`."""

    def __init__(
        self,
        name: str,
        plan: ClusterPlan,
        pool: PlannedPool,
        network: Network,
        around: Surroundings,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        said = about(plan, pool)
        super().__init__("gpuform:aws:NodePool", name, said, opts)
        self.plan, self.pool, self.network, self.around = plan, pool, network, around
        self.placement_group: pulumi.Input[str] | None = self._placement_group()
        self.groups: dict[str, aws.autoscaling.Group] = {}
        """Slice → its scaling group."""
        self.templates: dict[str, aws.ec2.LaunchTemplate] = {}
        for part in pool.slices:
            if part.max > 0:  # a slice of nothing is rule CAP010's to tell; there is no group to make
                self._slice(part)
        self.register_outputs(
            {
                **said,
                "groupNames": {key: group.name for key, group in self.groups.items()},
                "launchTemplates": {key: template.id for key, template in self.templates.items()},
            }
        )

    def _placement_group(self) -> pulumi.Input[str] | None:
        """Name of the pool's one group: existing, made here, or None."""
        planned = self.pool.placement
        if planned.kind == "none":
            return None
        if planned.group is not None:
            return planned.group
        name = f"{self.plan.name}-{self.pool.name}"
        made = aws.ec2.PlacementGroup(
            name, strategy=STRATEGIES[planned.kind], tags=self._tags(name), opts=child_of(self)
        )
        self._made_group = made
        return made.name

    _made_group: aws.ec2.PlacementGroup | None = None

    def _tags(self, name: str) -> dict[str, str]:
        return tags((*self.plan.labels, *self.pool.labels), name)

    def _slice(self, part: PlannedSlice) -> None:
        # a block keeps its nodes close by itself; a group would keep them out of it (case C21)
        group = None if part.kind == "block" else self.placement_group
        made = self._reservation(part)
        template = launch_template(self.plan, self.pool, part, self.around, group, made, self)
        self.templates[part.key] = template
        self.groups[part.key] = self._group(part, template, group)

    def _reservation(self, part: PlannedSlice) -> aws.ec2.CapacityReservation | None:
        held = part.reservation
        if held is None or not held.new:
            return None
        name = slice_name(self.plan, self.pool, part)
        tight = self._made_group if self.pool.placement.kind == "tight" else None
        return aws.ec2.CapacityReservation(
            name,
            instance_type=held.machine or part.machines[0].name,
            instance_platform=PLATFORM,
            instance_count=part.max if held.nodes is None else held.nodes,
            instance_match_criteria=held.kind,
            availability_zone=self.network.zone_names[held.zone or part.zones[0]],
            placement_group_arn=None if tight is None else tight.arn,
            tags=self._tags(name),
            end_date=None if held.ends is None else instant(held.ends),
            end_date_type="unlimited" if held.ends is None else "limited",
            opts=child_of(self),
        )

    def _group(
        self, part: PlannedSlice, template: aws.ec2.LaunchTemplate, group: pulumi.Input[str] | None
    ) -> aws.autoscaling.Group:
        name = slice_name(self.plan, self.pool, part)
        gang = self.pool.gang == "all"
        return aws.autoscaling.Group(
            name,
            # the machine is in the name, so that another machine is another group, and the preview shows both names
            name_prefix=f"{name}-{part.machines[0].name}-",
            **counts(part),
            vpc_zone_identifiers=[subnet for zone in sorted(part.zones) for subnet in self.network.subnets[zone]],
            **self._start(part, template, group),
            health_check_type="EC2",
            health_check_grace_period=BOOT_SECONDS,
            default_instance_warmup=BOOT_SECONDS,
            # evening out zones and swapping spot nodes early both end nodes in the middle of a job (case C52)
            suspended_processes=["AZRebalance"],
            capacity_rebalance=part.kind == "spot" and not gang,
            protect_from_scale_in=gang,
            # GPU capacity may take hours to come; the group goes on asking, an update that waits for it only times out
            wait_for_capacity_timeout="0",
            tags=[
                {"key": key, "value": value, "propagate_at_launch": True}
                for key, value in sorted(self._tags(name).items())
            ],
            **set_only(instance_refresh=refresh(self.pool, part), warm_pool=warm_pool(self.pool, part)),
            opts=group_options(part, self, self.network.ready),
        )

    def _start(
        self, part: PlannedSlice, template: aws.ec2.LaunchTemplate, group: pulumi.Input[str] | None
    ) -> dict[str, Any]:
        """Template by number, never `$Latest`: otherwise a change of the template shows nowhere (case C66)."""
        version = template.latest_version.apply(str)
        if is_mixed(part):
            return {"mixed_instances_policy": mixed_policy(part, template.id, version)}
        plain: dict[str, Any] = {"launch_template": {"id": template.id, "version": version}}
        return plain if group is None else {**plain, "placement_group": group}


def about(plan: ClusterPlan, pool: PlannedPool) -> dict[str, Any]:
    """For policies: the job, and where in the spec each group comes from; words that no cloud resource can carry."""
    return set_only(
        workload=pool.workload,
        gang=pool.gang,
        fabric=pool.fabric_asked,
        zones=list(pool.zones),
        needs=pool.needs.carried(),
        paths={slice_name(plan, pool, part): part.path for part in pool.slices},
        disks={disk.device: disk.path for disk in (pool.disks.root, *pool.disks.data)},
    )
