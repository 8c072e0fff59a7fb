"""Shared storage: FSx for Lustre with its own security group, and S3 buckets closed to the public."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pulumi
import pulumi_aws as aws

from gpuform.bootstrap import Mount
from gpuform.plan import ClusterPlan, PlannedBucket, PlannedLustre, PlannedRule
from gpuform_components.aws.network import Network, rule, rules, security_group
from gpuform_components.base import child_of, set_only, tags

LUSTRE_VERSION = "2.15"
"""Newest the service sells; its clients are the ones that current kernels have (FSx for Lustre guide, 2026)."""
PREFIX_LENGTH = 37
"""Most characters of a bucket's name before the provider's own suffix."""
OPPOSITE = {"ingress": "egress", "egress": "ingress"}


class SharedStorage(pulumi.ComponentResource):
    """Every file system and bucket of one plan; children carry the storage's name."""

    def __init__(
        self, name: str, plan: ClusterPlan, network: Network, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        self.plan, self.network, self.name = plan, network, name
        paths = {one.name: one.path for one in (*plan.lustre, *plan.buckets)}
        said = set_only(paths=paths)
        super().__init__("gpuform:aws:SharedStorage", name, said, opts)
        self.mounts: dict[str, pulumi.Output[Mount]] = {}
        """Storage → how nodes reach it."""
        self.bucket_arns: dict[str, pulumi.Output[str]] = {}
        for one in plan.lustre:
            self.mounts[one.name] = self._lustre(one)
        for one in plan.buckets:
            self.mounts[one.name] = self._bucket(one)
        sources = {key: mount.apply(lambda m: m.source) for key, mount in sorted(self.mounts.items())}
        self.register_outputs({**said, "sources": sources})

    def _lustre(self, planned: PlannedLustre) -> pulumi.Output[Mount]:
        group_id, first = self._lustre_group(planned)
        system = aws.fsx.LustreFileSystem(
            planned.name,
            deployment_type=planned.deployment.upper().replace("-", "_"),
            storage_type="SSD",
            storage_capacity=planned.size_gib,
            per_unit_storage_throughput=planned.throughput,
            file_system_type_version=LUSTRE_VERSION,
            subnet_ids=self.network.subnets[planned.zone][0],
            security_group_ids=[group_id],
            tags=tags(self.plan.labels, f"{self.name}-{planned.name}"),
            # the service looks for its ports when the file system is made: a rule that comes a second later is too late
            opts=child_of(self, depends_on=first),
        )
        path = planned.mount
        return pulumi.Output.all(system.dns_name, system.mount_name).apply(
            lambda found: Mount("lustre", f"{found[0]}@tcp:/{found[1]}", path)
        )

    def _lustre_group(self, planned: PlannedLustre) -> tuple[pulumi.Input[str], list[pulumi.Resource]]:
        """(id, the rules that must be there first)."""
        if planned.security_group.id is not None:
            return planned.security_group.id, []
        name = f"{self.name}-{planned.name}"
        labels = self.plan.labels
        group = security_group(name, "Lustre servers of the GPU cluster", self.network.vpc_id, labels, self)
        groups = {"self": group.id, "nodes": self.network.nodes_group_id}
        wanted = planned.security_group.rules or ()
        made = rules(name, group, wanted, self, groups, labels)
        if self.plan.network.nodes_group.id is None:
            made += [self._mirrored(name, group, one) for one in wanted if one.peer == "nodes"]
        return group.id, made

    def _mirrored(self, name: str, group: aws.ec2.SecurityGroup, planned: PlannedRule) -> pulumi.Resource:
        """The same rule as the nodes' group sees it: clients and servers both call each other."""
        other = replace(planned, direction=OPPOSITE[planned.direction], peer="lustre")
        nodes = self.network.nodes_group_id
        return rule(f"{name}-nodes", nodes, other, self, {"lustre": group.id}, self.plan.labels)

    def _bucket(self, planned: PlannedBucket) -> pulumi.Output[Mount]:
        """No fixed name, for those are the world's. No versioning: a checkpoint is never edited, and old versions of
        terabytes would be billed."""
        bucket = aws.s3.Bucket(
            planned.name,
            bucket_prefix=f"{self.name}-{planned.name}-"[:PREFIX_LENGTH],
            tags=tags(self.plan.labels, f"{self.name}-{planned.name}"),
            opts=child_of(self),
        )
        closed = aws.s3.BucketPublicAccessBlock(
            planned.name,
            bucket=bucket.id,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=child_of(self),
        )
        self._encrypted(planned.name, bucket)
        aws.s3.BucketPolicy(
            planned.name, bucket=bucket.id, policy=tls_only(bucket.arn), opts=child_of(self, depends_on=[closed])
        )
        self._lifecycle(planned, bucket)
        self.bucket_arns[planned.name] = bucket.arn
        path = planned.mount
        return bucket.bucket.apply(lambda name: Mount("bucket", name, path))

    def _encrypted(self, name: str, bucket: aws.s3.Bucket) -> None:
        aws.s3.BucketServerSideEncryptionConfiguration(
            name,
            bucket=bucket.id,
            rules=[{"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}],
            opts=child_of(self),
        )

    def _lifecycle(self, planned: PlannedBucket, bucket: aws.s3.Bucket) -> None:
        wanted = lifecycle_rule(planned)
        if wanted is not None:
            aws.s3.BucketLifecycleConfiguration(planned.name, bucket=bucket.id, rules=[wanted], opts=child_of(self))


def lifecycle_rule(planned: PlannedBucket) -> Any:
    """None where the spec asks for no ageing."""
    moves = [
        {"days": days, "storage_class": kind}
        for days, kind in ((planned.infrequent_after_days, "STANDARD_IA"), (planned.archive_after_days, "GLACIER"))
        if days is not None
    ]
    end = None if planned.expire_after_days is None else {"days": planned.expire_after_days}
    ageing = set_only(transitions=moves, expiration=end)
    if not ageing:
        return None
    # parts of uploads that broke off are invisible and billed; a week is the product's choice
    broken_off = {"days_after_initiation": 7}
    return {
        "id": "age",
        "status": "Enabled",
        "filter": {"prefix": ""},  # the API's word for every object
        "abort_incomplete_multipart_upload": broken_off,
        **ageing,
    }


def tls_only(arn: pulumi.Output[str]) -> pulumi.Output[str]:
    return pulumi.Output.json_dumps(
        {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "TlsOnly",
                    "Effect": "Deny",
                    "Principal": "*",
                    "Action": "s3:*",
                    "Resource": [arn, arn.apply(lambda text: f"{text}/*")],
                    "Condition": {"Bool": {"aws:SecureTransport": "false"}},
                }
            ],
        }
    )
