"""The user data of one slice: same plan, same bytes."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gpuform.bootstrap.environment import environment
from gpuform.bootstrap.facts import GPU_METRIC, POOL_DIMENSION, pool_dimension
from gpuform.bootstrap.mount import Mount
from gpuform.bootstrap.secret import Secret, secret_of

if TYPE_CHECKING:
    from gpuform.catalog import Machine
    from gpuform.plan import ClusterPlan, PlannedPool, PlannedSlice

TEMPLATE = "node.sh.j2"
NVIDIA = "NVIDIA"
FABRIC_TYPES = ("efa", "efa-only")
METRIC_SECONDS = 60
"""How often figures are taken: the shortest period of an ordinary metric."""


@dataclass(frozen=True)
class Expected:
    """What a node of one machine must have, or it does not join."""

    machine: str
    gpus: int
    nvswitch: bool


def user_data(plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice, mounts: Mapping[str, Mount]) -> str:
    """The whole script. `mounts`: storage → where it is found."""
    return environment().get_template(TEMPLATE).render(fields(plan, pool, part, mounts))


def size(text: str) -> int:
    """Bytes as the cloud counts them: before base64."""
    return len(text.encode("utf-8"))


def fields(plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice, mounts: Mapping[str, Mount]) -> dict[str, Any]:
    """Everything a template may name."""
    nvidia = all(machine.vendor == NVIDIA for machine in part.machines)
    return {
        "cluster": plan.name,
        "pool": pool.name,
        "slice": part.key,
        "region": plan.region,
        "nvidia": nvidia,
        "expected": [expected(machine) for machine in part.machines],
        "fabric_interfaces": sum(nic.type in FABRIC_TYPES for nic in pool.nics),
        "local": pool.disks.local if any(machine.local_disks for machine in part.machines) else None,
        "data_disks": pool.disks.data,
        "lustre": sorted((mount.path, mount.source) for mount in mounts.values() if mount.kind == "lustre"),
        "buckets": sorted((name, mount.source, mount.path) for name, mount in mounts.items() if mount.kind == "bucket"),
        "metrics": json.dumps(agent_configuration(plan, pool), indent=1, sort_keys=True),
        "idle": watch(pool, part) if nvidia else None,
        "env": pool.boot.env,
        "secrets": [(name, secret(reference, plan.region)) for name, reference in pool.boot.secrets],
        "script": pool.boot.script,
    }


def expected(machine: Machine) -> Expected:
    """A fraction of a GPU still shows as one."""
    return Expected(machine.name, math.ceil(machine.gpus), machine.fabric_manager == "yes")


def secret(reference: str, region: str) -> Secret:
    return secret_of(reference, region, "aws")  # the partition only matters to policies


def watch(pool: PlannedPool, part: PlannedSlice) -> dict[str, int] | None:
    """A gang's nodes are protected from scale-in; each gives its protection up once its GPUs were idle for the window, and
    takes it back when work comes. None where nothing may end a node anyway."""
    if pool.gang != "all" or pool.idle.action == "none" or part.min >= part.max:
        return None
    return {"below": math.ceil(pool.idle.gpu_below_percent), "minutes": max(1, math.ceil(pool.idle.for_seconds / 60))}


def agent_configuration(plan: ClusterPlan, pool: PlannedPool) -> dict[str, Any]:
    """Of the CloudWatch agent. Without `aggregation_dimensions` its figures carry host and GPU number, match no alarm of a
    group, and the alarm stays blind: the most usual mistake."""
    measured = ["utilization_gpu", "utilization_memory", "memory_used", "memory_total", "power_draw", "temperature_gpu"]
    assert f"nvidia_smi_{measured[0]}" == GPU_METRIC
    return {
        "agent": {"metrics_collection_interval": METRIC_SECONDS},
        "metrics": {
            "append_dimensions": {"AutoScalingGroupName": "${aws:AutoScalingGroupName}"},
            "aggregation_dimensions": [["AutoScalingGroupName"], [POOL_DIMENSION]],
            "metrics_collected": {
                "nvidia_gpu": {
                    "append_dimensions": pool_dimension(plan.name, pool.name),
                    "measurement": measured,
                    "metrics_collection_interval": METRIC_SECONDS,
                }
            },
        },
    }
