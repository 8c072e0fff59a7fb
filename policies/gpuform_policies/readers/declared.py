"""What a gpuform component says about its children: the words of the spec that no cloud resource can carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.readers.resource import Graph, Resource, is_map, listed


@dataclass(frozen=True)
class Declared:
    """Empty where no component of ours is above the resource."""

    pool: str = ""
    path: str = ""
    workload: str = ""
    gang: str = ""
    fabric_asked: str = ""
    zones: tuple[str, ...] = ()
    needs: Any = None
    paths: Mapping[str, str] = field(default_factory=dict[str, str])
    """Logical name of a scaling group → spec path of its slice."""
    disks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Device → spec path of its disk."""

    def slice_path(self, name: str) -> str:
        return self.paths.get(name, self.path)


NOTHING = Declared()


def declared_of(resource: Resource, graph: Graph) -> Declared:
    """What the `NodePool` component above says."""
    component = graph.component(resource, ":NodePool")
    if component is None or not component.type.startswith("gpuform:"):
        return NOTHING
    props = component.props
    return Declared(
        pool=component.name,
        path=f"pools[{component.name}]",
        workload=text(props.get("workload")),
        gang=text(props.get("gang")),
        fabric_asked=text(props.get("fabric")),
        zones=tuple(zone for zone in listed(props.get("zones")) if isinstance(zone, str)),
        needs=needs_of(props.get("needs")),
        paths=texts(props.get("paths")),
        disks=texts(props.get("disks")),
    )


def needs_of(written: Any) -> Any:
    """The spec's `needs`, carried by the component as the JSON of its model."""
    if not is_map(written) or not written:
        return None
    from gpuform.spec import Needs

    return Needs.from_carried({str(key): value for key, value in written.items()})


def texts(value: Any) -> dict[str, str]:
    return {str(key): text(one) for key, one in value.items()} if is_map(value) else {}


def text(value: Any) -> str:
    return value if isinstance(value, str) and value is not UNKNOWN else ""
