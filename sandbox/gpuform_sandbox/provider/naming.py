"""Names and ids as AWS gives them: the provider's auto-names, generated names behind a prefix, resource ids."""

from __future__ import annotations

from gpuform_sandbox.provider.inventory import digits, uuid
from gpuform_sandbox.provider.values import UNKNOWN, Values

AUTO_NAMED: dict[str, tuple[str, int]] = {
    "aws:autoscaling/group:Group": ("name", 255),
    "aws:autoscaling/lifecycleHook:LifecycleHook": ("name", 255),
    "aws:autoscaling/policy:Policy": ("name", 255),
    "aws:budgets/budget:Budget": ("name", 100),
    "aws:cloudwatch/logGroup:LogGroup": ("name", 512),
    "aws:cloudwatch/metricAlarm:MetricAlarm": ("name", 255),
    "aws:ec2/keyPair:KeyPair": ("keyName", 255),
    "aws:ec2/launchTemplate:LaunchTemplate": ("name", 128),
    "aws:ec2/placementGroup:PlacementGroup": ("name", 255),
    "aws:ec2/securityGroup:SecurityGroup": ("name", 255),
    "aws:iam/instanceProfile:InstanceProfile": ("name", 128),
    "aws:iam/policy:Policy": ("name", 128),
    "aws:iam/role:Role": ("name", 64),
    "aws:iam/rolePolicy:RolePolicy": ("name", 128),
    "aws:resourcegroups/group:Group": ("name", 128),
    "aws:s3/bucket:Bucket": ("bucket", 63),
    "aws:ssm/parameter:Parameter": ("name", 1011),
    "aws:kms/alias:Alias": ("name", 256),
}
"""Type → the property the provider names when the program gives no name, and the longest name the API takes."""

ID_PREFIX: dict[str, str] = {
    "aws:ebs/volume:Volume": "vol",
    "aws:ec2/capacityReservation:CapacityReservation": "cr",
    "aws:ec2/eip:Eip": "eipalloc",
    "aws:ec2/fleet:Fleet": "fleet",
    "aws:ec2/instance:Instance": "i",
    "aws:ec2/internetGateway:InternetGateway": "igw",
    "aws:ec2/launchTemplate:LaunchTemplate": "lt",
    "aws:ec2/natGateway:NatGateway": "nat",
    "aws:ec2/networkInterface:NetworkInterface": "eni",
    "aws:ec2/route:Route": "r-rtb",
    "aws:ec2/routeTable:RouteTable": "rtb",
    "aws:ec2/routeTableAssociation:RouteTableAssociation": "rtbassoc",
    "aws:ec2/securityGroup:SecurityGroup": "sg",
    "aws:ec2/securityGroupRule:SecurityGroupRule": "sgrule",
    "aws:ec2/spotInstanceRequest:SpotInstanceRequest": "sir",
    "aws:ec2/subnet:Subnet": "subnet",
    "aws:ec2/volumeAttachment:VolumeAttachment": "vai",
    "aws:ec2/vpc:Vpc": "vpc",
    "aws:ec2/vpcEndpoint:VpcEndpoint": "vpce",
    "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation": "dra",
    "aws:fsx/lustreFileSystem:LustreFileSystem": "fs",
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": "sgr",
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": "sgr",
}
ID_FORMAT: dict[str, str] = {
    "aws:autoscaling/group:Group": "{name}",
    "aws:autoscaling/lifecycleHook:LifecycleHook": "{name}",
    "aws:autoscaling/policy:Policy": "{name}",
    "aws:autoscaling/schedule:Schedule": "{scheduledActionName}",
    "aws:budgets/budget:Budget": "{account}:{name}",
    "aws:cloudwatch/logGroup:LogGroup": "{name}",
    "aws:cloudwatch/metricAlarm:MetricAlarm": "{name}",
    "aws:ec2/keyPair:KeyPair": "{keyName}",
    "aws:ec2/placementGroup:PlacementGroup": "{name}",
    "aws:iam/instanceProfile:InstanceProfile": "{name}",
    "aws:iam/policy:Policy": "arn:{partition}:iam::{account}:policy{path}{name}",
    "aws:iam/role:Role": "{name}",
    "aws:iam/rolePolicy:RolePolicy": "{role}:{name}",
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": "{role}/{policyArn}",
    "aws:kms/alias:Alias": "{name}",
    "aws:kms/key:Key": "{uuid}",
    "aws:resourcegroups/group:Group": "{name}",
    "aws:s3/bucket:Bucket": "{bucket}",
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": "{bucket}",
    "aws:s3/bucketPolicy:BucketPolicy": "{bucket}",
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": "{bucket}",
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": "{bucket}",
    "aws:s3/bucketVersioning:BucketVersioning": "{bucket}",
    "aws:ssm/parameter:Parameter": "{name}",
}
SETTINGS = frozenset(token for token, form in ID_FORMAT.items() if form == "{bucket}") - {"aws:s3/bucket:Bucket"}
"""Settings put on something else: their id is that thing's, and putting them twice is no conflict."""


def auto_name(token: str, inputs: Values, urn: str, generation: int) -> tuple[str, str] | None:
    """(property, name) the provider gives when the program names nothing: logical name and seven digits."""
    named = AUTO_NAMED.get(token)
    if named is None:
        return None
    name, longest = named
    prefix = "bucketPrefix" if name == "bucket" else f"{name}Prefix"
    if inputs.get(name) is not None or inputs.get(prefix) is not None:
        return None
    logical = urn.rpartition("::")[2]
    if token == "aws:s3/bucket:Bucket":
        logical = logical.lower().replace("_", "-")
    if token == "aws:kms/alias:Alias":
        logical = f"alias/{logical}"
    return name, f"{logical[: longest - 8]}-{digits(urn, generation, count=7)}"


def names_given(token: str, inputs: Values, urn: str, generation: int) -> Values:
    """The inputs with the name the cloud makes up behind a prefix: 26 digits, as the real one does with a time."""
    name, _ = AUTO_NAMED.get(token, ("name", 0))
    prefix = inputs.get("bucketPrefix" if name == "bucket" else f"{name}Prefix")
    if token not in AUTO_NAMED or inputs.get(name) is not None or not isinstance(prefix, str) or prefix == UNKNOWN:
        return dict(inputs)
    return {**inputs, name: prefix + digits(urn, generation, count=26)}


def new_id(token: str, named: Values, urn: str, generation: int, account: str, partition: str) -> str:
    """The id of a new object; `named` are the inputs with every name filled in."""
    if token in ID_PREFIX:
        return f"{ID_PREFIX[token]}-0{digits(urn, generation, count=16)}"
    words = {"path": "/", **named, "account": account, "partition": partition, "uuid": uuid(urn, generation)}
    return ID_FORMAT[token].format_map(words)
