"""What changes node counts: the end of idle nodes, the calendar of capacity blocks, and the account's budget."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal

import pulumi
import pulumi_aws as aws

from gpuform.bootstrap import GPU_METRIC, METRICS_NAMESPACE, pool_dimension
from gpuform.plan import CLUSTER_LABEL, ClusterPlan, PlannedBudget, PlannedPool, PlannedSlice
from gpuform_components.aws.capacity import is_scheduled
from gpuform_components.base import BOOT_SECONDS, child_of, instant, slice_name, tags

UNCHANGED = -1
"""The schedule's word for `leave this size as it is`."""
PERIODS = (300, 60)
DAY, HOUR = 86_400, 3_600


class Scaling(pulumi.ComponentResource):
    """Alarms, scale-in policies and schedules of one pool."""

    def __init__(
        self,
        name: str,
        plan: ClusterPlan,
        pool: PlannedPool,
        groups: Mapping[str, pulumi.Input[str]],
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """`groups`: slice → name of its scaling group."""
        super().__init__("gpuform:aws:Scaling", name, {}, opts)
        self.plan, self.pool = plan, pool
        self.alarm_arns: dict[str, pulumi.Output[str]] = {}
        for part in pool.slices:
            group = groups.get(part.key)
            if group is None:
                continue
            if pool.idle.action != "none" and part.min < part.max:
                self.alarm_arns[part.key] = self._idle(part, group)
            if is_scheduled(part):
                self._calendar(part, group)
        self.register_outputs({"alarmArns": self.alarm_arns})

    def _key(self, part: PlannedSlice) -> str:
        return slice_name(self.plan, self.pool, part)

    def _idle(self, part: PlannedSlice, group: pulumi.Input[str]) -> pulumi.Output[str]:
        idle = self.pool.idle
        period = period_of(idle.for_seconds)
        name = f"{self._key(part)}-idle"
        return aws.cloudwatch.MetricAlarm(
            name,
            alarm_description=f"GPUs of {self._key(part)} below {idle.gpu_below_percent} % for {idle.for_seconds} s",
            namespace=METRICS_NAMESPACE,
            metric_name=GPU_METRIC,
            dimensions=self._dimensions(group),
            # one busy GPU keeps a gang; nodes that work alone are judged by what they do together
            statistic="Maximum" if self.pool.gang == "all" else "Average",
            comparison_operator="LessThanThreshold",
            threshold=float(idle.gpu_below_percent),
            period=period,
            evaluation_periods=max(1, math.ceil(idle.for_seconds / period)),
            # no figures: no nodes, or an agent that is down; neither is a reason to end anything
            treat_missing_data="notBreaching",
            alarm_actions=[self._scale_in(part, group).arn],
            tags=tags(self.plan.labels, name),
            opts=child_of(self),
        ).arn

    def _dimensions(self, group: pulumi.Input[str]) -> dict[str, pulumi.Input[str]]:
        """A gang over several groups is idle when all of them are: its nodes publish under the pool's name as well."""
        several = sum(part.max > 0 for part in self.pool.slices) > 1
        if self.pool.gang == "all" and several:
            return {**pool_dimension(self.plan.name, self.pool.name)}
        return {"AutoScalingGroupName": group}

    def _scale_in(self, part: PlannedSlice, group: pulumi.Input[str]) -> aws.autoscaling.Policy:
        """A gang goes as a whole: members ended one by one are a job that dies slowly (case C54)."""
        gang = self.pool.gang == "all"
        return aws.autoscaling.Policy(
            f"{self._key(part)}-idle",
            autoscaling_group_name=group,
            policy_type="StepScaling",
            adjustment_type="ExactCapacity" if gang else "ChangeInCapacity",
            metric_aggregation_type="Maximum" if gang else "Average",
            # a node that is still loading its model is no idle node
            estimated_instance_warmup=max(BOOT_SECONDS, self.pool.idle.for_seconds),
            step_adjustments=[
                {"scaling_adjustment": part.min if gang else -1, "metric_interval_upper_bound": "0"},
            ],
            opts=child_of(self),
        )

    def _calendar(self, part: PlannedSlice, group: pulumi.Input[str]) -> None:
        held = part.reservation
        assert held is not None
        assert held.starts is not None
        events = [("start", held.starts, part.max)]
        if held.drains is not None:
            events.append(("end", held.drains, 0))
        for word, moment, nodes in events:
            aws.autoscaling.Schedule(
                f"{self._key(part)}-{word}",
                scheduled_action_name=f"block-{word}",
                autoscaling_group_name=group,
                start_time=instant(moment),
                min_size=UNCHANGED,
                max_size=UNCHANGED,
                desired_capacity=nodes,
                opts=child_of(self),
            )


def period_of(seconds: int) -> int:
    """The longest period that divides the window exactly, so that the alarm waits as long as the spec says; a window that
    isn't whole minutes is rounded up. Alarms over more than a day must look at whole hours."""
    if seconds > DAY:
        return HOUR
    return next((period for period in PERIODS if seconds % period == 0), PERIODS[-1])


def budget(plan: ClusterPlan, planned: PlannedBudget, parent: pulumi.Resource) -> aws.budgets.Budget:
    """What the cluster may cost in a month, without its reserve. No notification: the API takes none without a subscriber,
    and a spec has no address of anybody."""
    share = (Decimal(100) - planned.reserve_percent) / 100
    return aws.budgets.Budget(
        f"{plan.name}-budget",
        budget_type="COST",
        time_unit="MONTHLY",
        limit_amount=f"{planned.monthly.amount * share:.2f}",
        limit_unit=planned.monthly.currency,
        cost_filters=[{"name": "TagKeyValue", "values": [f"user:{CLUSTER_LABEL}${plan.name}"]}],
        tags=tags(plan.labels, plan.name),
        opts=child_of(parent),
    )
