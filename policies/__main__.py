"""Starts the policy pack: `pulumi preview --policy-pack policies`."""

from pulumi_policy import EnforcementLevel, PolicyPack

from gpuform_policies.pack import policies

PolicyPack(name="gpuform", enforcement_level=EnforcementLevel.MANDATORY, policies=[*policies()])
