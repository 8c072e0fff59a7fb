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
    if pool.fabric == "none" or pool.max < 2:
        return
    by_hand = "fabric" in pool.asked and pool.fabric_asked == "required"
    starts_on_gpu = pool.needs is not None and pool.needs.gpu_initiated_rdma
    if not (by_hand or starts_on_gpu or pool.trains_together):
        return
    for machine in pool.machines:
        if machine.vendor != "NVIDIA" or machine.fabric == "none":
            continue  # other accelerators move data by paths of their own
        if machine.gpu_direct is None or "gpu_direct" in machine.disputed:
            yield Found(
                message=f"No source says that the GPUs of {machine.name} reach its {pool.fabric.upper()} directly; plan without it.",
                fix="measure with nccl-tests (look for GDRDMA in its log), or take a machine that is known to",
                at="machine",
                severity="warning",
            )
        elif not machine.gpu_direct:
            yield Found(
                message=f"The GPUs of {machine.name} do not reach its {pool.fabric.upper()} directly: each message goes through the host's memory.",
                fix="a machine with GPUDirect RDMA (p4d and later P machines), or fabric: preferred if slower is fine",
                at="machine",
                severity="error" if by_hand or starts_on_gpu else "warning",
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
