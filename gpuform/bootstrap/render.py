"""The start-up script of one slice of a pool, from the plan and the addresses that only the cloud can tell."""

from __future__ import annotations

import base64
import shlex
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from gpuform.bootstrap.agent import agent_config
from gpuform.bootstrap.folder import templates

if TYPE_CHECKING:
    from jinja2 import Environment

    from gpuform.plan import ClusterPlan, PlannedPool, PlannedSlice


@dataclass(frozen=True)
class LustreAt:
    """Where a Lustre file system answers: known once it is made."""

    dns_name: str
    mount_name: str
    mount: str


@dataclass(frozen=True)
class BucketAt:
    bucket: str
    mount: str


@dataclass(frozen=True)
class Mounts:
    lustre: tuple[LustreAt, ...] = field(default=())
    buckets: tuple[BucketAt, ...] = field(default=())


def user_data(plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice, mounts: Mounts) -> str:
    """The script as text with LF endings and no trailing blanks."""
    text = environment().get_template("node.sh.j2").render(context(plan, pool, part, mounts))
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for index, line in enumerate(lines) if line or (index and lines[index - 1])]
    return "\n".join(kept).strip("\n") + "\n"


def size(text: str) -> int:
    """Bytes as the cloud counts them: decoded."""
    return len(text.encode())


def context(plan: ClusterPlan, pool: PlannedPool, part: PlannedSlice, mounts: Mounts) -> dict[str, Any]:
    machine = part.machines[0]
    fabric = sum(nic.type != "interface" for nic in pool.nics)
    return {
        "cluster": plan.name,
        "pool": pool.name,
        "slice": part.key,
        "region": plan.region,
        "nvidia": machine.vendor == "NVIDIA",
        "gpus": int(machine.gpus) if machine.gpus >= 1 and same_gpus(part) else 0,
        "fabric_manager": machine.fabric_manager == "yes",
        "fabric": pool.fabric,
        "fabric_interfaces": fabric,
        "gang": pool.gang == "all",
        "watch_idle": pool.gang == "all" and pool.idle.action == "scale-in" and pool.min < pool.max,
        "idle_below": int(pool.idle.gpu_below_percent),
        "idle_minutes": max(1, pool.idle.for_seconds // 60),
        "local": pool.disks.local if pool.disks.local is not None and pool.disks.local.disks else None,
        "data": pool.disks.data,
        "lustre": mounts.lustre,
        "buckets": mounts.buckets,
        "agent_config": agent_config(),
        "env": pool.boot.env,
        "secrets": tuple((name, *secret_source(reference)) for name, reference in pool.boot.secrets),
        "script": None if pool.boot.script is None else base64.b64encode(pool.boot.script.encode()).decode(),
    }


def same_gpus(part: PlannedSlice) -> bool:
    """Whether every machine of the slice has as many; with a list that differs the count can't be checked."""
    return len({machine.gpus for machine in part.machines}) == 1


def secret_source(reference: str) -> tuple[str, str]:
    """(`ssm` or `secretsmanager`, id): by prefix or by what the ARN says; a bare name is Secrets Manager's."""
    for word in ("ssm", "secretsmanager"):
        if reference.startswith(f"{word}:"):
            return word, reference.removeprefix(f"{word}:")
        if reference.startswith("arn:") and reference.split(":")[2:3] == [word]:
            return word, reference if word == "secretsmanager" else reference.partition(":parameter")[2]
    return "secretsmanager", reference


@cache
def environment() -> Environment:
    """Templates print, Python thinks: a name the context does not have is an error, never an empty line."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(templates("cloud-init")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # `{#` opens the length of a shell array
        comment_end_string="##}",
        autoescape=False,
    )
    made.filters["sh"] = lambda value: shlex.quote(str(value))
    return made
