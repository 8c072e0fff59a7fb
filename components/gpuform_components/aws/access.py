"""What nodes may do: one role per pool, with the plan's buckets, the pool's own secrets, and little else. No ssh key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pulumi
import pulumi_aws as aws

from gpuform.bootstrap import METRICS_NAMESPACE, secret_of
from gpuform.plan import CLUSTER_LABEL, ClusterPlan, PlannedPool
from gpuform_components.base import child_of, tags

PREFIX_LENGTH = 38
"""Most characters of a role's name before the provider's own suffix."""


class Access(pulumi.ComponentResource):
    """Role and instance profile of every pool."""

    def __init__(
        self,
        name: str,
        plan: ClusterPlan,
        bucket_arns: Mapping[str, pulumi.Output[str]],
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("gpuform:aws:Access", name, {}, opts)
        self.name, self.plan = name, plan
        self.partition = partition_of(plan.region)
        self.profile_arns: dict[str, pulumi.Output[str]] = {
            pool.name: self._profile(pool, bucket_arns) for pool in plan.pools
        }
        self.register_outputs({"profileArns": self.profile_arns})

    def _profile(self, pool: PlannedPool, bucket_arns: Mapping[str, pulumi.Output[str]]) -> pulumi.Output[str]:
        name = f"{self.name}-{pool.name}"
        marked = tags(self.plan.labels, name)
        role = aws.iam.Role(
            name,
            name_prefix=f"{name}-"[:PREFIX_LENGTH],
            assume_role_policy=ec2_may_assume(self.plan.region),
            tags=marked,
            opts=child_of(self),
        )
        reach = aws.iam.RolePolicyAttachment(
            name,
            role=role.name,
            # how people reach a node: Session Manager, without a port, a key or a public address
            policy_arn=f"arn:{self.partition}:iam::aws:policy/AmazonSSMManagedInstanceCore",
            opts=child_of(self),
        )
        buckets = [bucket_arns[one.name] for one in self.plan.buckets if pool.name in one.read_by]
        policy = aws.iam.RolePolicy(
            name,
            role=role.name,
            policy=pulumi.Output.json_dumps(
                {"Version": "2012-10-17", "Statement": self._statements(pool, buckets)}, sort_keys=True
            ),
            opts=child_of(self),
        )
        # a node must not start before its role may do what its start needs
        ready = child_of(self, depends_on=[reach, policy])
        return aws.iam.InstanceProfile(name, role=role.name, tags=marked, opts=ready).arn

    def _statements(self, pool: PlannedPool, buckets: list[pulumi.Output[str]]) -> list[dict[str, Any]]:
        """Statements whose resource is `*` are either read-only lists without a finer form, or held by a condition."""
        own_groups = {"StringEquals": {f"autoscaling:ResourceTag/{CLUSTER_LABEL}": self.plan.name}}
        only_gpu = {"StringEquals": {"cloudwatch:namespace": METRICS_NAMESPACE}}
        statements: list[dict[str, Any]] = [
            allowed("Metrics", ["cloudwatch:PutMetricData"], "*", only_gpu),
            allowed(
                "OwnGroup", ["autoscaling:SetInstanceHealth", "autoscaling:SetInstanceProtection"], "*", own_groups
            ),
            allowed(
                "WhoAmI", ["autoscaling:DescribeAutoScalingInstances", "ec2:DescribeTags", "ec2:DescribeVolumes"], "*"
            ),
        ]
        if buckets:
            objects = [arn.apply(lambda text: f"{text}/*") for arn in buckets]
            everything = ["s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject"]
            statements.append(allowed("Buckets", ["s3:GetBucketLocation", "s3:ListBucket"], buckets))
            statements.append(allowed("Objects", everything, objects))
        for sid, action, arns in self._secrets(pool):
            statements.append(allowed(sid, [action], arns))
        return statements

    def _secrets(self, pool: PlannedPool) -> list[tuple[str, str, list[str]]]:
        """Exactly the named ones, by store. Keys of the account's own need a grant in the key's policy."""
        found = [secret_of(reference, self.plan.region, self.partition) for _, reference in pool.boot.secrets]
        by_store = (
            ("Secrets", "secretsmanager:GetSecretValue", "secretsmanager"),
            ("Parameters", "ssm:GetParameter", "ssm"),
        )
        listed = [
            (sid, action, sorted({one.arn for one in found if one.store == store})) for sid, action, store in by_store
        ]
        return [one for one in listed if one[2]]


def allowed(sid: str, actions: list[str], resources: Any, condition: Any = None) -> dict[str, Any]:
    statement = {"Sid": sid, "Effect": "Allow", "Action": actions, "Resource": resources}
    return statement if condition is None else {**statement, "Condition": condition}


def partition_of(region: str) -> str:
    """Which of the vendor's separate clouds a region is in."""
    if region.startswith("cn-"):
        return "aws-cn"
    return "aws-us-gov" if region.startswith("us-gov-") else "aws"


def ec2_may_assume(region: str) -> str:
    service = "ec2.amazonaws.com.cn" if partition_of(region) == "aws-cn" else "ec2.amazonaws.com"
    statement = {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": service}}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]}, sort_keys=True)
