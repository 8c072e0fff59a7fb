"""Starts the policy pack: `pulumi preview --policy-pack policies`."""

from gpuform_policies.pack import policies
from pulumi_policy import EnforcementLevel, PolicyPack

PolicyPack(name="gpuform", enforcement_level=EnforcementLevel.MANDATORY, policies=policies())
