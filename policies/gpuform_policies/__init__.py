"""The rules of gpuform: facts, the checks on them, and the policy pack that runs them on any Pulumi stack."""
