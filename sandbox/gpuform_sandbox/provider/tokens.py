"""Resource types as the engine names them, for all that is judged or answered by type."""

from __future__ import annotations

SUBNET, VPC, GROUP = "aws:ec2/subnet:Subnet", "aws:ec2/vpc:Vpc", "aws:autoscaling/group:Group"
SECURITY_GROUP, TABLE = "aws:ec2/securityGroup:SecurityGroup", "aws:ec2/routeTable:RouteTable"
TEMPLATE, RESERVATION = "aws:ec2/launchTemplate:LaunchTemplate", "aws:ec2/capacityReservation:CapacityReservation"
ROLE, PROFILE, BUCKET = "aws:iam/role:Role", "aws:iam/instanceProfile:InstanceProfile", "aws:s3/bucket:Bucket"
GATEWAY, NAT, EIP = "aws:ec2/internetGateway:InternetGateway", "aws:ec2/natGateway:NatGateway", "aws:ec2/eip:Eip"
PLACEMENT, LUSTRE = "aws:ec2/placementGroup:PlacementGroup", "aws:fsx/lustreFileSystem:LustreFileSystem"
VOLUME, INSTANCE = "aws:ebs/volume:Volume", "aws:ec2/instance:Instance"
INGRESS, EGRESS = (
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
)
OLD_RULE = "aws:ec2/securityGroupRule:SecurityGroupRule"
SPOT_REQUEST, NIC = "aws:ec2/spotInstanceRequest:SpotInstanceRequest", "aws:ec2/networkInterface:NetworkInterface"
PARAMETER, ALARM = "aws:ssm/parameter:Parameter", "aws:cloudwatch/metricAlarm:MetricAlarm"
