"""Pulumi components that spell a plan as a cloud's resources. They choose nothing: `gpuform.plan.resolve` did."""
