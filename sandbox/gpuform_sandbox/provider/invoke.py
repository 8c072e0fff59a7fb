"""Look-ups a program makes of the cloud: images, zones, who am I. One function per look-up; others are refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import digits
from gpuform_sandbox.provider.machines import zones
from gpuform_sandbox.provider.references import MISSING
from gpuform_sandbox.provider.tokens import PARAMETER, SUBNET, VPC
from gpuform_sandbox.provider.values import Values

PUBLIC_IMAGES = re.compile(
    r"^/aws/service/("
    r"deeplearning/ami/(x86_64|arm64)/[\w.-]+/latest/ami-id"
    r"|eks/optimized-ami/1\.\d\d/[\w-]+/(x86_64|arm64)/(nvidia|neuron|standard)/recommended/image_id"
    r"|eks/optimized-ami/1\.\d\d/amazon-linux-2(-gpu|-arm64)?/recommended/image_id"
    r"|ecs/optimized-ami/[\w./-]+/recommended/image_id"
    r"|ami-amazon-linux-latest/[\w.-]+"
    r"|canonical/ubuntu/(server|eks)/[\w./-]+/ami-id"
    r")$"
)
"""The public parameters that hold an image id: the forms of section 7 of the facts, and the two distributions' own."""


class RefusedError(Exception):
    """The cloud's answer to a look-up it can't satisfy."""


def _parameter(arguments: Values, cloud: Cloud) -> Values:
    name = str(arguments.get("name", ""))
    own = cloud.look(name, PARAMETER)
    if own is None and not PUBLIC_IMAGES.match(name):
        raise RefusedError(f"reading SSM Parameter ({name}): couldn't find resource: ParameterNotFound")
    value = str(own.value("value")) if own else f"ami-0{digits(cloud.region, name, count=16)}"
    account = "" if own is None else cloud.account
    return {
        "id": name,
        "name": name,
        "arn": f"arn:{cloud.partition}:ssm:{cloud.region}:{account}:parameter/{name.lstrip('/')}",
        "type": str(own.value("type")) if own else "String",
        "value": value,
        "insecureValue": value,
        "version": 1,
        "withDecryption": arguments.get("withDecryption", True),
        "region": cloud.region,
    }


def _image(arguments: Values, cloud: Cloud) -> Values:
    words = [
        f"{row.get('name')}={value}"
        for row in arguments.get("filters") or []
        for value in sorted(row.get("values") or [])
    ]
    if not words and not arguments.get("nameRegex"):
        raise RefusedError("Your query returned more than one result. Please try a more specific search criteria.")
    number = f"ami-0{digits(cloud.region, *sorted(words), arguments.get('nameRegex'), count=16)}"
    owner = (arguments.get("owners") or ["amazon"])[0]
    return {
        **arguments,
        "id": number,
        "imageId": number,
        "arn": f"arn:{cloud.partition}:ec2:{cloud.region}::image/{number}",
        "architecture": next((w.partition("=")[2] for w in words if w.startswith("architecture=")), "x86_64"),
        "name": next((w.partition("=")[2] for w in words if w.startswith("name=")), number),
        "ownerId": owner,
        "rootDeviceName": "/dev/sda1",
        "rootDeviceType": "ebs",
        "state": "available",
        "region": cloud.region,
    }


def _caller(arguments: Values, cloud: Cloud) -> Values:
    arn = f"arn:{cloud.partition}:iam::{cloud.account}:user/sandbox"
    return {"id": cloud.account, "accountId": cloud.account, "arn": arn, "userId": "AIDASANDBOXSANDBOX000"}


def _region(arguments: Values, cloud: Cloud) -> Values:
    name = arguments.get("region") or arguments.get("name") or cloud.region
    return {"id": name, "name": name, "region": name, "description": name, "endpoint": f"ec2.{name}.amazonaws.com"}


def _partition(arguments: Values, cloud: Cloud) -> Values:
    suffix = "amazonaws.com.cn" if cloud.partition == "aws-cn" else "amazonaws.com"
    return {
        "id": cloud.partition,
        "partition": cloud.partition,
        "dnsSuffix": suffix,
        "reverseDnsPrefix": "com.amazonaws",
    }


def _zones(arguments: Values, cloud: Cloud) -> Values:
    known = zones(cloud.region)
    by_name = sorted(known, key=lambda zone_id: known[zone_id])
    return {
        "id": cloud.region,
        "names": [known[zone_id] for zone_id in by_name],
        "zoneIds": by_name,
        "groupNames": [cloud.region],
        "region": cloud.region,
    }


def _own(thing_id: str, kind: str, cloud: Cloud) -> Values | None:
    """What a stack of this sandbox made; None for a foreign object. Raises RefusedError for one that is gone."""
    own = cloud.look(thing_id, kind)
    if own is not None:
        return {**own.outputs, "id": own.id}
    if cloud.is_gone(thing_id, kind) or not thing_id:
        raise RefusedError(MISSING[kind].format(thing_id))
    return None


def _subnet(arguments: Values, cloud: Cloud) -> Values:
    """One of ours, or a foreign one as `foreign.json` describes it; of others nothing but the id is known."""
    subnet_id = str(arguments.get("id", ""))
    own = _own(subnet_id, SUBNET, cloud)
    if own is not None:
        return own
    told = cloud.foreign(subnet_id)
    known = zones(cloud.region)
    zone_id = told.get("availabilityZoneId") or next(iter(known), "")
    return {
        "cidrBlock": "10.0.0.0/24",
        "vpcId": f"vpc-0{digits(subnet_id, 'vpc', count=16)}",
        "availabilityZone": known.get(zone_id, ""),
        "availabilityZoneId": zone_id,
        "mapPublicIpOnLaunch": False,
        "region": cloud.region,
        "tags": {},
        **told,
        "id": subnet_id,
        "arn": cloud.arn("ec2", f"subnet/{subnet_id}"),
    }


def _vpc(arguments: Values, cloud: Cloud) -> Values:
    vpc_id = str(arguments.get("id", ""))
    own = _own(vpc_id, VPC, cloud)
    if own is not None:
        return own
    arn = cloud.arn("ec2", f"vpc/{vpc_id}")
    return {
        "cidrBlock": "10.0.0.0/16",
        "tags": {},
        "region": cloud.region,
        **cloud.foreign(vpc_id),
        "id": vpc_id,
        "arn": arn,
    }


INVOKES: dict[str, Callable[[Values, Cloud], Values]] = {
    "aws:ec2/getAmi:getAmi": _image,
    "aws:ec2/getSubnet:getSubnet": _subnet,
    "aws:ec2/getVpc:getVpc": _vpc,
    "aws:index/getAvailabilityZones:getAvailabilityZones": _zones,
    "aws:index/getCallerIdentity:getCallerIdentity": _caller,
    "aws:index/getPartition:getPartition": _partition,
    "aws:index/getRegion:getRegion": _region,
    "aws:ssm/getParameter:getParameter": _parameter,
}


def answer(token: str, arguments: Values, cloud: Cloud) -> Values:
    """The cloud's answer to a look-up. Raises RefusedError with the cloud's own text."""
    found = INVOKES.get(token)
    if found is None:
        known = ", ".join(sorted(INVOKES))
        raise RefusedError(f"the stand-in cloud does not know the look-up `{token}`; it knows {known}")
    return found(arguments, cloud)
