"""The fabric is there, but the GPUs can't reach it directly.

What: a pool with a fabric on a machine whose GPUs have no direct path to it (no GPUDirect RDMA).

Why: every message is then copied through the host's memory; the fabric still helps, but large collectives run at a fraction of
its speed, and libraries that start transfers from the GPU do not work at all.

Example:
    machine: g5.48xlarge
    fabric: required

Instead:
    machine: p4d.24xlarge
    fabric: required
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Pool, World
from gpuform_policies.rule import Found, Rule


def check(pool: Pool, world: World) -> Iterator[Found]:
    if pool.fabric == "none" or not pool.trains_together:
        return
    needed = "fabric" in pool.asked and pool.fabric_asked == "required"
    starts_on_gpu = pool.needs is not None and pool.needs.gpu_initiated_rdma
    for machine in pool.machines:
        if machine.vendor != "NVIDIA" or machine.gpu_direct is True:
            continue
        if machine.gpu_direct is None:
            yield Found(
                message=f"No source says that the GPUs of {machine.name} reach its {pool.fabric.upper()} directly; plan without it.",
                fix="measure with nccl-tests (look for GDRDMA in its log), or take a machine that is known to",
                at="machine",
                severity="warning",
            )
            continue
        yield Found(
            message=f"The GPUs of {machine.name} do not reach its {pool.fabric.upper()} directly: each message goes through the host's memory.",
            fix="a machine with GPUDirect RDMA (p4d and later P machines), or fabric: preferred if slower is fine",
            at="machine",
            severity="error" if needed or starts_on_gpu else "warning",
        )


RULE = Rule(
    id="FAB006",
    name="gpu-direct",
    severity="error",
    judges=Pool,
    check=check,
    source="EC2 User Guide, page efa (RDMA per machine); AWS launch notes of P and G machines; maintainers of aws-ofi-nccl, issue 547",
    page=__doc__ or "",
    cases=(),
)
