"""Facts from a Pulumi stack: from the resources a policy pack is given, in preview, update or from a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gpuform_policies.fact import UNKNOWN, Cluster
from gpuform_policies.readers import aws
from gpuform_policies.readers.resource import Graph, Resource, is_list, is_map

if TYPE_CHECKING:
    from gpuform.catalog import Catalog

SENTINELS = frozenset(
    {
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    }
)
"""What the engine sends in place of a value it does not know yet, one per kind (pulumi_policy.proxy)."""


def plain(value: Any) -> Any:
    """Any property value as plain data, `UNKNOWN` where the engine does not know it.

    Works on the policy SDK's proxies too, which raise when an unknown member is read.
    """
    if isinstance(value, str):
        return UNKNOWN if value in SENTINELS else value
    if is_map(value):
        return {str(key): member(value, key) for key in value}
    if is_list(value):
        return [member(value, index) for index in range(len(value))]
    return value


def member(container: Any, key: Any) -> Any:
    try:
        return plain(container[key])
    except Exception as unknown:
        if type(unknown).__name__ == "UnknownValueError":
            return UNKNOWN
        raise


def resource_of(
    type_: str, name: str, urn: str, props: Any, parent: str, depends: Mapping[str, Iterable[str]]
) -> Resource:
    return Resource(type_, name, urn, plain(props), parent, {key: tuple(urns) for key, urns in depends.items()})


def cluster_of(resources: Iterable[Resource], catalog: Catalog) -> Cluster:
    """Every fact of the stack."""
    graph = Graph(resources)
    return aws.cluster_of(graph, catalog, aws.region_of(graph))


def environment_of(resources: Sequence[Resource]) -> str | None:
    """As the `GpuCluster` component says; None in other people's stacks."""
    for one in resources:
        if one.type.startswith("gpuform:") and one.type.endswith(":GpuCluster"):
            told = one.get("environment")
            return told if isinstance(told, str) else None
    return None
