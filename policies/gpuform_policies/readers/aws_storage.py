"""Shared storage of an AWS stack as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpuform_policies.fact import UNKNOWN, Bucket, Lustre
from gpuform_policies.readers.aws_network import zone_of
from gpuform_policies.readers.aws_types import BUCKET, LIFECYCLE, LUSTRE, SECURITY_GROUP, SUBNET
from gpuform_policies.readers.declared import text
from gpuform_policies.readers.resource import Graph, Resource, is_map, whole

if TYPE_CHECKING:
    from gpuform.catalog import Catalog

PUBLIC_ACLS = ("public-read", "public-read-write")


def lustre_of(graph: Graph, catalog: Catalog, pools: tuple[str, ...]) -> list[Lustre]:
    """Every Lustre file system. In a stack of ours all pools mount it; elsewhere nobody tells who does."""
    return [lustre_fact(told, graph, catalog, pools) for told in graph.of(LUSTRE)]


def lustre_fact(told: Resource, graph: Graph, catalog: Catalog, pools: tuple[str, ...]) -> Lustre:
    subnets = graph.joined(told, "subnetIds", SUBNET)
    deployment = told.get("deploymentType") or "SCRATCH_1"  # the provider's default
    word = deployment if deployment is UNKNOWN else str(deployment).lower().replace("_", "-")
    return Lustre(
        path=storage_path(told, graph),
        resource=told.address,
        name=told.name,
        zone=zone_of(subnets[0]) if subnets else UNKNOWN,
        size_gib=whole(told.get("storageCapacity"), 0),
        deployment=word,
        throughput=whole(told.get("perUnitStorageThroughput")),
        read_by=pools,
        encrypted=True,  # at rest always: FSx for Lustre knows no other way
        security_groups=tuple(one.name for one in graph.joined(told, "securityGroupIds", SECURITY_GROUP)),
        offer=UNKNOWN if word is UNKNOWN else catalog.lustre(word),
    )


def buckets_of(graph: Graph, pools: tuple[str, ...]) -> list[Bucket]:
    cared_for = {bucket.address for rule in graph.of(LIFECYCLE) for bucket in graph.joined(rule, "bucket", BUCKET)}
    return [
        Bucket(
            path=storage_path(told, graph),
            resource=told.address,
            name=told.name,
            encrypted=True,  # S3 encrypts every new object since January 2023, whatever is set
            public=told.get("acl") in PUBLIC_ACLS,
            has_lifecycle=told.address in cared_for or told.get("lifecycleRules") not in (None, []),
            read_by=pools,
        )
        for told in graph.of(BUCKET)
    ]


def storage_path(told: Resource, graph: Graph) -> str:
    """`sharedStorage[<name>]…` under a component of ours, which says the paths of its children."""
    component = graph.component(told, ":SharedStorage")
    paths: Any = {} if component is None else component.get("paths")
    return text(paths.get(told.name)) if is_map(paths) else ""
