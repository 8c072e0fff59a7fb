"""What an Auto Scaling group does by itself: it keeps as many instances running as it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Thing, digits
from gpuform_sandbox.provider.machines import offerings
from gpuform_sandbox.provider.tokens import INSTANCE, SUBNET, TEMPLATE
from gpuform_sandbox.provider.values import Values, at

MIXED = "mixedInstancesPolicy.launchTemplate"


@dataclass(frozen=True)
class Launch:
    """What a group launches: the template's content, the machine, the subnets."""

    template: Thing | None
    machine: str
    data: Values
    subnets: list[str]


def launch_of(group: Values, cloud: Cloud) -> Launch:
    """What the group would launch with these properties."""
    template_id = at(group, "launchTemplate.id") or at(group, f"{MIXED}.launchTemplateSpecification.launchTemplateId")
    template = cloud.look(template_id, TEMPLATE)
    data = {**template.inputs, **template.outputs} if template else {}
    overrides = [row.get("instanceType") for row in at(group, f"{MIXED}.overrides") or []]
    machine = next((word for word in overrides if isinstance(word, str)), None) or data.get("instanceType") or ""
    return Launch(template, str(machine), data, list(group.get("vpcZoneIdentifiers") or []))


def settled(group: Thing, cloud: Cloud) -> list[Thing]:
    """Launches and ends instances until the group has what it is asked for; the instances it then has."""
    running = cloud.inventory.owned_by(group.id)
    wanted = int(group.outputs.get("desiredCapacity") or 0)
    for instance in running[wanted:]:
        cloud.inventory.remove(instance)
    launch = launch_of({**group.inputs, **group.outputs}, cloud)
    new = [_launched(group, launch, cloud, index) for index in range(len(running), wanted)]
    return running[:wanted] + new


def ended(group: Thing, cloud: Cloud) -> None:
    for instance in cloud.inventory.owned_by(group.id):
        cloud.inventory.remove(instance)


def _launched(group: Thing, launch: Launch, cloud: Cloud, index: int) -> Thing:
    subnets = selling(launch, cloud) or launch.subnets or [""]
    subnet = subnets[index % len(subnets)]
    # counted on from every instance the group ever had, so that one refilled is not the one that was lost
    instance_id = f"i-0{digits(group.id, group.urn, cloud.inventory.launched(group), count=16)}"
    inputs: Values = {
        "instanceType": launch.machine,
        "subnetId": subnet,
        "ami": launch.data.get("imageId", ""),
        "vpcSecurityGroupIds": _groups(launch.data),
        "placementGroup": group.value("placementGroup") or at(launch.data, "placement.groupName") or "",
    }
    outputs: Values = {**inputs, "availabilityZone": cloud.value(subnet, SUBNET, "availabilityZone") or ""}
    thing = Thing(instance_id, INSTANCE, "", inputs, outputs, owner=group.id, place=group.place)
    cloud.inventory.put(thing)
    return thing


def _groups(data: Values) -> list[Any]:
    nics = data.get("networkInterfaces") or []
    found = {word for nic in nics for word in nic.get("securityGroups") or []} | set(
        data.get("vpcSecurityGroupIds") or []
    )
    return sorted(found)


def selling(launch: Launch, cloud: Cloud) -> list[str]:
    """The subnets in whose zone the machine is sold; all of them where that is not known."""
    sold = offerings().get(cloud.region, {})
    return [s for s in launch.subnets if launch.machine in sold.get(_zone(s, cloud), frozenset({launch.machine}))]


def _zone(subnet: str, cloud: Cloud) -> str:
    return str(cloud.value(subnet, SUBNET, "availabilityZoneId") or "")
