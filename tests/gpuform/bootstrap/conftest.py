"""Plans of the examples, and the user data of one of their slices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuform.bootstrap import Mount, user_data
from gpuform.catalog import known, load
from gpuform.plan import ClusterPlan, resolve
from gpuform.spec import loaded, parse

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"
MOUNTS = {
    "assets": Mount("bucket", "render-batch-assets-0001", "/assets"),
    "checkpoints": Mount("bucket", "llm-pretrain-checkpoints-0001", "/checkpoints"),
    "data": Mount("bucket", "wrong-data-0001", "/data"),
    "scratch": Mount("lustre", "fs-0123456789abcdef0.fsx.us-east-1.amazonaws.com@tcp:/mount1", "/fsx"),
}


@pytest.fixture
def planned() -> Callable[..., ClusterPlan]:
    def plan(example: str, *swaps: tuple[str, str]) -> ClusterPlan:
        text = (EXAMPLES / f"{example}.yaml").read_text(encoding="utf-8")
        for old, new in swaps:
            assert old in text, f"{old!r} is not in {example}"
            text = text.replace(old, new, 1)
        spec = loaded(parse(text), known())
        return resolve(spec.spec, load("aws"), {})

    return plan


@pytest.fixture
def script() -> Callable[..., str]:
    """User data of a plan's slice; `boot` replaces fields of the pool's boot part."""

    def write(plan: ClusterPlan, key: str, **boot: Any) -> str:
        pool = plan.pools[0]
        pool = replace(pool, boot=replace(pool.boot, **boot))
        part = next(one for one in pool.slices if one.key == key)
        names = {one.name for one in (*plan.lustre, *plan.buckets)}
        return user_data(plan, pool, part, {name: mount for name, mount in MOUNTS.items() if name in names})

    return write
