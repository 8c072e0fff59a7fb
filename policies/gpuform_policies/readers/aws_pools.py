"""Pools of an AWS stack: scaling groups that belong together, and loose instances, as `Pool` and `Template` facts.

In a stack made by gpuform the `NodePool` component says which groups are one pool and what job runs on it. In other people's
stacks each scaling group is a pool, loose instances of one machine are one, and the job is inferred: nodes with fabric
interfaces, in a cluster placement group, or a fixed number of machines whose GPUs reach the fabric directly, train together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gpuform.record import record
from gpuform_policies.fact import UNKNOWN, Pool, Slice, Subnet, Template
from gpuform_policies.readers.aws_idle import idle_of
from gpuform_policies.readers.aws_network import subnet_of
from gpuform_policies.readers.aws_slices import slices_of
from gpuform_policies.readers.aws_templates import Start, fabric_of, nics_of, template_of
from gpuform_policies.readers.aws_types import INSTANCES, LUSTRE, PLACEMENT, SCALING_GROUP, SUBNET, TEMPLATE
from gpuform_policies.readers.declared import Declared, declared_of
from gpuform_policies.readers.resource import Graph, Resource, listed, value_at

if TYPE_CHECKING:
    from gpuform.catalog import Catalog, Machine


@record
class Member:
    """One scaling group or instance with all that was found out about it."""

    told: Resource
    template: Resource
    machines: tuple[Machine, ...]
    nics: Any
    fabric: Any
    subnets: tuple[Subnet, ...]
    zones: Any
    placement: str
    placement_group: Any
    slices: tuple[Slice, ...]
    declared: Declared


def pools_of(graph: Graph, catalog: Catalog, region: Any) -> tuple[list[Pool], list[Template]]:
    """Every pool with accelerators, and how its nodes start."""
    together: dict[str, list[Member]] = defaultdict(list)
    for member in members_of(graph, catalog):
        together[pool_key(member)].append(member)
    pools: list[Pool] = []
    templates: list[Template] = []
    for key in sorted(together):
        pool = pool_of(together[key], region, graph)
        pools.append(pool)
        templates += [template_fact(member, pool, graph, catalog) for member in together[key]]
    return pools, templates


def pool_key(member: Member) -> str:
    if member.declared.pool:
        return member.declared.pool
    if member.told.type in INSTANCES:
        return f"instances of {member.machines[0].name}"
    return member.told.address


def members_of(graph: Graph, catalog: Catalog) -> Iterator[Member]:
    for told in graph.of(SCALING_GROUP, *INSTANCES):
        template = template_behind(told, graph)
        machines = machines_of(told, template, catalog)
        if not machines:
            continue  # no accelerators: not our subject
        yield member_of(told, template, machines, graph)


def member_of(told: Resource, template: Resource, machines: tuple[Machine, ...], graph: Graph) -> Member:
    declared = declared_of(told, graph)
    subnets = subnets_of(told, template, graph)
    zones = zones_of(told, subnets, declared)
    placement, group = placement_of(told, template, graph)
    path = declared.slice_path(told.name)
    nics = nics_of(template)
    return Member(
        told=told,
        template=template,
        machines=machines,
        nics=nics,
        fabric=fabric_of(nics, machines[0]),
        subnets=subnets,
        zones=zones,
        placement=placement,
        placement_group=group,
        slices=slices_of(told, template, path, machines, zones, group, graph),
        declared=declared,
    )


def template_behind(told: Resource, graph: Graph) -> Resource:
    """The launch template of a group; an instance stands for itself unless it starts from one."""
    for prop in ("launchTemplate", "mixedInstancesPolicy"):
        joined = graph.joined(told, prop, TEMPLATE)
        if joined:
            return joined[0]
    spec = told.get("launchTemplate") or value_at(
        told.get("mixedInstancesPolicy"), "launchTemplate", "launchTemplateSpecification"
    )
    for key in ("id", "name", "launchTemplateId", "launchTemplateName"):
        found = graph.named(value_at(spec, key), TEMPLATE)
        if found is not None:
            return found
    return told


def machines_of(told: Resource, template: Resource, catalog: Catalog) -> tuple[Machine, ...]:
    """Machines with accelerators that the catalog knows, overrides first as the group prefers them."""
    overrides = value_at(told.get("mixedInstancesPolicy"), "launchTemplate", "overrides")
    names = [value_at(one, "instanceType") for one in listed(overrides)]
    names = [name for name in names if name] or [told.get("instanceType"), template.get("instanceType")]
    found = [catalog.machine(name) for name in dict.fromkeys(names) if isinstance(name, str)]
    return tuple(machine for machine in found if machine is not None)


def subnets_of(told: Resource, template: Resource, graph: Graph) -> tuple[Subnet, ...]:
    joined = [
        *graph.joined(told, "vpcZoneIdentifiers", SUBNET),
        *graph.joined(told, "subnetId", SUBNET),
        *graph.joined(template, "networkInterfaces", SUBNET),
    ]
    literals = [*listed(told.get("vpcZoneIdentifiers")), told.get("subnetId")]
    joined += [one for literal in literals if (one := graph.named(literal, SUBNET)) is not None]
    return tuple(subnet_of(one) for one in {one.address: one for one in joined}.values())


def zones_of(told: Resource, subnets: tuple[Subnet, ...], declared: Declared) -> Any:
    """Zones of its subnets, else as written, else as the component says; UNKNOWN where nobody can tell."""
    if subnets:
        zones = [subnet.peek("zone") for subnet in subnets]
        return UNKNOWN if UNKNOWN in zones else tuple(sorted(set(zones)))
    written = listed(told.get("availabilityZones")) or listed(told.get("availabilityZone"))
    if written:
        return UNKNOWN if UNKNOWN in written else tuple(sorted(set(written)))
    return declared.zones or UNKNOWN


def placement_of(told: Resource, template: Resource, graph: Graph) -> tuple[str, Any]:
    """(`tight`, `spread` or `none`, name of the group). A group the stack does not make is taken for a tight one."""
    made = [
        *graph.joined(told, "placementGroup", PLACEMENT),
        *graph.joined(template, "placementGroup", PLACEMENT),
        *graph.joined(template, "placement", PLACEMENT),
    ]
    literal = told.get("placementGroup") or template.get("placement", "groupName") or template.get("placementGroup")
    found = made[0] if made else graph.named(literal, PLACEMENT)
    if found is not None:
        return ("tight" if found.get("strategy") == "cluster" else "spread"), "new"
    return ("none", None) if literal in (None, "") else ("tight", literal)


def template_fact(member: Member, pool: Pool, graph: Graph, catalog: Catalog) -> Template:
    """How the member's nodes start."""
    start = Start(
        pool=pool.name,
        path=member.declared.path,
        machines=member.machines,
        subnets=member.subnets,
        nics=member.nics,
        fabric=member.fabric,
        fabric_asked=pool.peek("fabric_asked"),
        disks=member.declared.disks,
        needs=member.declared.needs,
        reads_lustre=any(True for _ in graph.of(LUSTRE)),
        nodes=sum_of(member.slices, "max"),
    )
    return template_of(member.template, start, graph, catalog)


def pool_of(members: list[Member], region: Any, graph: Graph) -> Pool:
    first = members[0]
    slices = tuple(part for member in members for part in member.slices)
    least, most = sum_of(slices, "min"), sum_of(slices, "max")
    fabric = strongest([member.fabric for member in members])
    placement = next((member.placement for member in members if member.placement != "none"), "none")
    machines = tuple(dict.fromkeys(machine for member in members for machine in member.machines))
    workload = first.declared.workload or inferred_workload(machines, fabric, placement, least, most)
    return Pool(
        path=first.declared.path,
        resource=first.told.address,
        name=first.declared.pool or (first.told.name if len(members) == 1 else pool_key(first)),
        workload=workload,
        region=region,
        machines=machines,
        zones=merged_zones(members),
        min=least,
        start=least,
        max=most,
        fabric=fabric,
        fabric_asked=first.declared.fabric_asked or asked_fabric(fabric),  # pyright: ignore[reportArgumentType]
        gang=first.declared.gang or ("all" if workload == "training" else "elastic"),  # pyright: ignore[reportArgumentType]
        placement=placement,  # pyright: ignore[reportArgumentType]
        placement_group=next((m.placement_group for m in members if m.placement_group not in (None, "new")), None),
        slices=slices,
        subnets=tuple({subnet.resource: subnet for member in members for subnet in member.subnets}.values()),
        idle=idle_of([member.told for member in members], graph),
        surge=0,
        needs=first.declared.needs,
        addresses_per_node=addresses_of(first.nics),
        asked=frozenset(),
    )


def strongest(fabrics: list[Any]) -> Any:
    if "efa" in fabrics:
        return "efa"
    return UNKNOWN if UNKNOWN in fabrics else "none"


def asked_fabric(fabric: Any) -> str:
    return "none" if fabric is UNKNOWN or fabric == "none" else "required"


def inferred_workload(machines: tuple[Machine, ...], fabric: Any, placement: str, least: Any, most: Any) -> Any:
    """`training` where the stack itself shows a synchronous job; else `batch`, about which no rule assumes anything."""
    if most is UNKNOWN or least is UNKNOWN:
        return UNKNOWN
    fixed = most > 1 and least == most
    direct = all(machine.gpu_direct is True for machine in machines)
    together = fabric == "efa" or placement == "tight" or (fixed and direct)
    return "training" if together and most > 1 else "batch"


def merged_zones(members: list[Member]) -> Any:
    zones = [member.zones for member in members]
    if any(one is UNKNOWN for one in zones):
        return UNKNOWN
    return tuple(sorted({zone for one in zones for zone in one}))


def addresses_of(nics: Any) -> Any:
    if nics is UNKNOWN:
        return UNKNOWN
    return sum(nic.peek("type") != "efa-only" for nic in nics)


def sum_of(slices: Any, field: str) -> Any:
    values = [part.peek(field) for part in slices]
    return UNKNOWN if UNKNOWN in values else sum(values)
