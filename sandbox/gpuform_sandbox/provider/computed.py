"""What the cloud answers beyond the inputs: ids, arns, addresses. One small function per resource type."""

from __future__ import annotations

import base64
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import digits, uuid
from gpuform_sandbox.provider.machines import zones
from gpuform_sandbox.provider.tokens import EIP, SUBNET
from gpuform_sandbox.provider.values import Values


@dataclass(frozen=True)
class Made:
    """A new object: its id, and its inputs with every name filled in."""

    id: str
    inputs: Values
    cloud: Cloud

    def arn(self, service: str, rest: str) -> str:
        return self.cloud.arn(service, rest)


def _ec2(word: str) -> Callable[[Made], Values]:
    """The arn of an EC2 object, and who owns it."""

    def answer(made: Made) -> Values:
        return {"arn": made.arn("ec2", f"{word}/{made.id}"), "ownerId": made.cloud.account}

    return answer


def _ec2_arn(word: str) -> Callable[[Made], Values]:
    return lambda made: {"arn": made.arn("ec2", f"{word}/{made.id}")}


def _vpc(made: Made) -> Values:
    return {
        **_ec2("vpc")(made),
        "enableDnsHostnames": False,
        "mainRouteTableId": f"rtb-0{digits(made.id, 'main', count=16)}",
        "defaultRouteTableId": f"rtb-0{digits(made.id, 'main', count=16)}",
        "defaultSecurityGroupId": f"sg-0{digits(made.id, 'default', count=16)}",
        "defaultNetworkAclId": f"acl-0{digits(made.id, 'acl', count=16)}",
        "dhcpOptionsId": f"dopt-0{digits(made.cloud.region, count=16)}",
        "ipv6CidrBlock": "",
    }


def _subnet(made: Made) -> Values:
    known = zones(made.cloud.region)
    names = {name: zone_id for zone_id, name in known.items()}
    first = next(iter(known), "")
    zone_id = made.inputs.get("availabilityZoneId") or names.get(made.inputs.get("availabilityZone", ""), "") or first
    zone = made.inputs.get("availabilityZone") or known.get(zone_id, "")
    return {**_ec2("subnet")(made), "availabilityZoneId": zone_id, "availabilityZone": zone, "ipv6CidrBlock": ""}


def _nat_gateway(made: Made) -> Values:
    eip = made.cloud.look(made.inputs.get("allocationId"), EIP)
    return {
        "networkInterfaceId": f"eni-0{digits(made.id, 'eni', count=16)}",
        "publicIp": eip.value("publicIp") if eip else "",
        "privateIp": _private_address(made, made.inputs.get("subnetId")),
        "associationId": f"eipassoc-0{digits(made.id, 'assoc', count=16)}",
    }


def _private_address(made: Made, subnet_id: object) -> str:
    cidr = made.cloud.value(subnet_id, SUBNET, "cidrBlock") or "10.0.0.0/24"
    network = ipaddress.ip_network(str(cidr), strict=False)
    # the first four addresses and the last one of a subnet are AWS's own
    free = max(network.num_addresses - 5, 1)
    return str(network.network_address + 4 + int(digits(made.id, count=8), 16) % free)


def _public_address(word: str) -> str:
    """An address of TEST-NET-3, which is nobody's."""
    return f"203.0.113.{int(digits(word, count=4), 16) % 254 + 1}"


def _eip(made: Made) -> Values:
    address = _public_address(made.id)
    name = f"ec2-{address.replace('.', '-')}.{made.cloud.region}.compute.amazonaws.com"
    return {
        "arn": made.arn("ec2", f"elastic-ip/{made.id}"),
        "allocationId": made.id,
        "publicIp": address,
        "publicDns": name,
    }


def _route(made: Made) -> Values:
    return {"origin": "CreateRoute", "state": "active"}


def _vpc_endpoint(made: Made) -> Values:
    service = str(made.inputs.get("serviceName", "")).rpartition(".")[2]
    return {
        **_ec2("vpc-endpoint")(made),
        "prefixListId": f"pl-{digits(made.cloud.region, service, count=8)}",
        "state": "available",
        "vpcEndpointType": "Gateway",
    }


def _launch_template(made: Made) -> Values:
    return {"arn": made.arn("ec2", f"launch-template/{made.id}"), "latestVersion": 1, "defaultVersion": 1}


def _rule(made: Made) -> Values:
    return {"arn": made.arn("ec2", f"security-group-rule/{made.id}"), "securityGroupRuleId": made.id}


def _placement_group(made: Made) -> Values:
    number = f"pg-0{digits(made.id, made.cloud.region, count=16)}"
    return {"arn": made.arn("ec2", f"placement-group/{made.id}"), "placementGroupId": number}


def _instance(made: Made) -> Values:
    subnet = made.inputs.get("subnetId")
    return {
        "arn": made.arn("ec2", f"instance/{made.id}"),
        "instanceState": "running",
        "privateIp": _private_address(made, subnet),
        "availabilityZone": made.cloud.value(subnet, SUBNET, "availabilityZone") or "",
        "primaryNetworkInterfaceId": f"eni-0{digits(made.id, 'eni', count=16)}",
    }


def _group(made: Made) -> Values:
    subnets = made.inputs.get("vpcZoneIdentifiers") or []
    zone_names = {made.cloud.value(subnet, SUBNET, "availabilityZone") for subnet in subnets} - {None}
    return {
        "arn": made.arn(
            "autoscaling", f"autoScalingGroup:{uuid(made.id, made.cloud.region)}:autoScalingGroupName/{made.id}"
        ),
        "desiredCapacity": made.inputs.get("minSize", 0),
        "availabilityZones": sorted(zone_names),
        "defaultCooldown": 300,
        "healthCheckType": "EC2",
        "serviceLinkedRoleArn": made.cloud.arn(
            "iam", "role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling", regional=False
        ),
    }


def _scaling_policy(made: Made) -> Values:
    group = made.inputs.get("autoscalingGroupName", "")
    rest = f"scalingPolicy:{digits(made.id, group, count=8)}:autoScalingGroupName/{group}:policyName/{made.id}"
    return {"arn": made.arn("autoscaling", rest)}


def _schedule(made: Made) -> Values:
    group = made.inputs.get("autoscalingGroupName", "")
    rest = f"scheduledUpdateGroupAction:{digits(made.id, group, count=8)}:autoScalingGroupName/{group}"
    return {"arn": made.arn("autoscaling", f"{rest}:scheduledActionName/{made.id}")}


def _lustre(made: Made) -> Values:
    mount = "fsx" if made.inputs.get("deploymentType", "SCRATCH_1") == "SCRATCH_1" else digits(made.id, count=8)
    return {
        "arn": made.arn("fsx", f"file-system/{made.id}"),
        "dnsName": f"{made.id}.fsx.{made.cloud.region}.amazonaws.com",
        "mountName": mount,
        "fileSystemTypeVersion": "2.15" if made.inputs.get("deploymentType") == "PERSISTENT_2" else "2.10",
        "networkInterfaceIds": [f"eni-0{digits(made.id, 'eni', count=16)}"],
        "ownerId": made.cloud.account,
        "vpcId": made.cloud.value(made.inputs.get("subnetIds"), SUBNET, "vpcId") or "",
        "weeklyMaintenanceStartTime": "7:03:00",
    }


def _bucket(made: Made) -> Values:
    domain = "amazonaws.com"
    return {
        "arn": f"arn:{made.cloud.partition}:s3:::{made.id}",
        "bucketDomainName": f"{made.id}.s3.{domain}",
        "bucketRegionalDomainName": f"{made.id}.s3.{made.cloud.region}.{domain}",
        "bucketRegion": made.cloud.region,
    }


def _iam(word: str, letters: str) -> Callable[[Made], Values]:
    def answer(made: Made) -> Values:
        name = str(made.inputs.get("name", made.id))
        path = str(made.inputs.get("path", "/"))
        return {
            "arn": made.cloud.arn("iam", f"{word}{path}{name}", regional=False),
            "uniqueId": letters + digits(made.id, count=17).upper(),
        }

    return answer


def _policy(made: Made) -> Values:
    return {"arn": made.id, "policyId": "ANPA" + digits(made.id, count=17).upper(), "attachmentCount": 0}


def _alarm(made: Made) -> Values:
    return {"arn": made.arn("cloudwatch", f"alarm:{made.id}")}


def _log_group(made: Made) -> Values:
    return {"arn": made.arn("logs", f"log-group:{made.id}")}


def _budget(made: Made) -> Values:
    return {
        "arn": made.cloud.arn("budgets", f"budget/{made.inputs.get('name')}", regional=False),
        "accountId": made.cloud.account,
    }


def _key(made: Made) -> Values:
    return {"arn": made.arn("kms", f"key/{made.id}"), "keyId": made.id}


def _alias(made: Made) -> Values:
    key = str(made.inputs.get("targetKeyId", ""))
    arn = key if key.startswith("arn:") else made.arn("kms", f"key/{key}")
    return {"arn": made.arn("kms", made.id), "targetKeyArn": arn}


def _parameter(made: Made) -> Values:
    return {"arn": made.arn("ssm", f"parameter/{made.id.lstrip('/')}"), "version": 1, "tier": "Standard"}


def _resource_group(made: Made) -> Values:
    return {"arn": made.arn("resource-groups", f"group/{made.id}")}


def _volume(made: Made) -> Values:
    iops = {"iops": 3000, "throughput": 125} if made.inputs.get("type", "gp2") == "gp3" else {}
    return {"arn": made.arn("ec2", f"volume/{made.id}"), "type": "gp2", **iops}


def _key_pair(made: Made) -> Values:
    number = f"key-0{digits(made.id, count=16)}"
    mark = base64.b16encode(digits(made.id, count=16).encode()).decode().lower()
    return {"arn": made.arn("ec2", f"key-pair/{made.id}"), "keyPairId": number, "fingerprint": mark, "keyType": "rsa"}


COMPUTED: dict[str, Callable[[Made], Values]] = {
    "aws:autoscaling/group:Group": _group,
    "aws:autoscaling/policy:Policy": _scaling_policy,
    "aws:autoscaling/schedule:Schedule": _schedule,
    "aws:budgets/budget:Budget": _budget,
    "aws:cloudwatch/logGroup:LogGroup": _log_group,
    "aws:cloudwatch/metricAlarm:MetricAlarm": _alarm,
    "aws:ebs/volume:Volume": _volume,
    "aws:ec2/capacityReservation:CapacityReservation": _ec2("capacity-reservation"),
    "aws:ec2/eip:Eip": _eip,
    "aws:ec2/fleet:Fleet": _ec2_arn("fleet"),
    "aws:ec2/instance:Instance": _instance,
    "aws:ec2/internetGateway:InternetGateway": _ec2("internet-gateway"),
    "aws:ec2/keyPair:KeyPair": _key_pair,
    "aws:ec2/launchTemplate:LaunchTemplate": _launch_template,
    "aws:ec2/natGateway:NatGateway": _nat_gateway,
    "aws:ec2/networkInterface:NetworkInterface": _ec2("network-interface"),
    "aws:ec2/placementGroup:PlacementGroup": _placement_group,
    "aws:ec2/route:Route": _route,
    "aws:ec2/routeTable:RouteTable": _ec2("route-table"),
    "aws:ec2/securityGroup:SecurityGroup": _ec2("security-group"),
    "aws:ec2/spotInstanceRequest:SpotInstanceRequest": _ec2_arn("spot-instances-request"),
    "aws:ec2/subnet:Subnet": _subnet,
    "aws:ec2/vpc:Vpc": _vpc,
    "aws:ec2/vpcEndpoint:VpcEndpoint": _vpc_endpoint,
    "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation": lambda made: {
        "arn": made.arn("fsx", f"association/{made.id}"),
        "associationId": made.id,
    },
    "aws:fsx/lustreFileSystem:LustreFileSystem": _lustre,
    "aws:iam/instanceProfile:InstanceProfile": _iam("instance-profile", "AIPA"),
    "aws:iam/policy:Policy": _policy,
    "aws:iam/role:Role": _iam("role", "AROA"),
    "aws:kms/alias:Alias": _alias,
    "aws:kms/key:Key": _key,
    "aws:resourcegroups/group:Group": _resource_group,
    "aws:s3/bucket:Bucket": _bucket,
    "aws:ssm/parameter:Parameter": _parameter,
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _rule,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _rule,
}
"""Types whose only output is their id are not listed; a test compares with the table of types."""
