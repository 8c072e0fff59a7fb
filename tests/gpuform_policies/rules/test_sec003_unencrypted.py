"""SEC003: everything at rest is encrypted, by its own word and not by a default (case C70)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster
from gpuform_policies.rules.sec003_unencrypted import RULE

ROOT, DATA = "pools[train].disks.root", "pools[train].disks.data[ckpt]"


def data(make: SimpleNamespace, **changes: Any) -> Any:
    return make.disk(role="data", name="ckpt", **changes)


def cluster(make: SimpleNamespace, **changes: Any) -> Cluster:
    return make.cluster(templates=(make.template(**changes),))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(lambda make: cluster(make, data=(data(make),)), [], id="encrypted disks"),
        pytest.param(
            lambda make: cluster(make, root=make.disk(encrypted=False)),
            [("error", f"{ROOT}.encrypted", "disk root of train is not encrypted")],
            id="root, switched off",
        ),
        pytest.param(
            lambda make: cluster(make, root=make.disk(encrypted=None)),
            [("error", f"{ROOT}.encrypted", "does not say")],
            id="C70 root, not set",
        ),
        pytest.param(
            lambda make: cluster(make, root=None), [("error", ROOT, "left to its image")], id="C70 root, left out"
        ),
        pytest.param(
            lambda make: cluster(make, data=(data(make, encrypted=False),)),
            [("error", f"{DATA}.encrypted", "disk ckpt")],
            id="a data disk",
        ),
        pytest.param(
            lambda make: cluster(make, path="", resource="urn:t", root=None),
            [("error", "", "left to its image")],
            id="C70 somebody's template without a root",
        ),
        pytest.param(
            lambda make: make.cluster(lustre=(make.lustre(),), buckets=(make.bucket(),)), [], id="encrypted storage"
        ),
        pytest.param(
            lambda make: make.cluster(lustre=(make.lustre(encrypted=False),)),
            [("error", "sharedStorage[scratch].lustre", "file system scratch")],
            id="a file system",
        ),
        pytest.param(
            lambda make: make.cluster(buckets=(make.bucket(encrypted=False),)),
            [("error", "sharedStorage[checkpoints].bucket", "bucket checkpoints")],
            id="a bucket",
        ),
    ],
)
def test_at_rest(
    fact: Callable[[SimpleNamespace], Cluster], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_root_hides_nothing_else(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    template = make.template(root=make.disk(encrypted=UNKNOWN), data=(data(make, encrypted=False),))
    fact = make.cluster(templates=(template,), buckets=(make.bucket(encrypted=False),))
    expected = [
        ("error", f"{DATA}.encrypted", "disk ckpt"),
        ("error", "sharedStorage[checkpoints].bucket", "bucket checkpoints"),
    ]
    agrees(RULE, fact, expected, undecided=1)
