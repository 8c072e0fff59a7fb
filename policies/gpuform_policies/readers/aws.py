"""Every fact of an AWS stack, from its resources."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gpuform_policies.fact import UNKNOWN, Cluster, Labelled, SecurityGroup, Template
from gpuform_policies.readers.aws_network import security_group_of
from gpuform_policies.readers.aws_pools import pools_of
from gpuform_policies.readers.aws_storage import buckets_of, lustre_of
from gpuform_policies.readers.aws_types import BUCKET, INSTANCE, LUSTRE, SCALING_GROUP, SECURITY_GROUP
from gpuform_policies.readers.resource import Graph, Resource, is_map, listed, value_at

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform_policies.fact import Lustre

CLUSTER, PROVIDER = "gpuform:aws:GpuCluster", "pulumi:providers:aws"
COSTLY = (SCALING_GROUP, INSTANCE, LUSTRE, BUCKET)
"""What a bill is made of; launch templates and the like cost nothing."""


def cluster_of(graph: Graph, catalog: Catalog, region: Any) -> Cluster:
    """`region`: where the stack goes, or UNKNOWN. Empty of pools where the stack has no accelerators."""
    pools, templates = pools_of(graph, catalog, region)
    names = tuple(pool.name for pool in pools)
    lustre = lustre_of(graph, catalog, names)
    return Cluster(
        path="",
        resource="",
        region=region,
        pools=tuple(pools),
        templates=tuple(templates),
        security_groups=tuple(groups_of(graph, templates, lustre)),
        lustre=tuple(lustre),
        buckets=tuple(buckets_of(graph, names)),
        labelled=tuple(labelled_of(graph)) if pools else (),
    )


def region_of(graph: Graph) -> Any:
    """As our own component says, else the provider's; UNKNOWN where it is left to the machine's own settings."""
    for told in graph.of(CLUSTER, PROVIDER):
        region = told.get("region")
        if isinstance(region, str) and region:
            return region
    return UNKNOWN


def groups_of(graph: Graph, templates: list[Template], lustre: list[Lustre]) -> list[SecurityGroup]:
    """Groups that guard nodes or Lustre; what other groups of the stack are for is not ours to judge."""
    nodes = {name for template in templates for name in template.security_groups}
    fabric = {name for template in templates if template.peek("fabric") == "efa" for name in template.security_groups}
    stores = {name for one in lustre for name in one.security_groups}
    guarding = nodes | stores
    return [
        security_group_of(
            told,
            graph,
            path="",
            fabric=told.name in fabric,
            nodes=told.name in nodes,
            lustre=told.name in stores,
        )
        for told in graph.of(SECURITY_GROUP)
        if told.name in guarding
    ]


def labelled_of(graph: Graph) -> list[Labelled]:
    common = default_labels(graph)
    return [
        Labelled(path="", resource=told.address, kind=told.type.rsplit(":", 1)[-1], labels=labels_of(told, common))
        for told in graph.of(*COSTLY)
    ]


def default_labels(graph: Graph) -> frozenset[str]:
    """Tags the provider puts on everything."""
    tags = [value_at(decoded(provider.get("defaultTags")), "tags") for provider in graph.of(PROVIDER)]
    return frozenset(str(key).lower() for one in tags if is_map(one) for key in one)


def decoded(value: Any) -> Any:
    """A provider's own settings travel as JSON text where they are more than one word."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None


def labels_of(told: Resource, common: frozenset[str]) -> Any:
    """Keys with a value, in every spelling: a map, a list of blocks, and what the provider adds up (`tagsAll`)."""
    tags, added = told.get("tags"), told.get("tagsAll")
    if tags is UNKNOWN:
        return UNKNOWN
    keys = {key for one in (tags, added) if is_map(one) for key, value in one.items() if value != ""}
    if not is_map(tags):
        keys |= {value_at(tag, "key") for tag in listed(tags) if value_at(tag, "value") != ""}
    return common | {str(key).lower() for key in keys}
