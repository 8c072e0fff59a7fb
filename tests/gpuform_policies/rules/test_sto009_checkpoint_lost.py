"""STO009: the only copy of a checkpoint outlives the node."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster
from gpuform_policies.rules.sto009_checkpoint_lost import RULE

Row = Callable[[SimpleNamespace], Cluster]
TO = "pools[train].needs.checkpoint.to"


def saving(to: str, deployment: str = "persistent-2", **changes: Any) -> Row:
    """Saves to `to`; there are a Lustre file system `scratch`, a bucket `checkpoints` and a data disk `ckpt`."""
    return lambda make: make.cluster(
        pools=(make.pool(needs=make.needs(checkpoint={"to": to}), **changes),),
        templates=(make.template(data=(make.disk(role="data", name="ckpt"),)),),
        lustre=(make.lustre(deployment=deployment),),
        buckets=(make.bucket(),),
    )


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(saving("scratch"), [], id="persistent Lustre"),
        pytest.param(saving("checkpoints"), [], id="bucket"),
        pytest.param(saving("local"), [("error", TO, "machine's own disks")], id="the machine's own disks"),
        pytest.param(saving("root"), [("error", TO, "root disk")], id="the root"),
        pytest.param(saving("ckpt"), [("error", TO, "the node's disk ckpt")], id="a data disk"),
        pytest.param(saving("scratch", "scratch-2"), [("warning", TO, "scratch-2", "one copy")], id="scratch Lustre"),
        pytest.param(saving("checkpoints", "scratch-2"), [], id="bucket beside a scratch Lustre"),
        pytest.param(lambda make: make.cluster(pools=(make.pool(),)), [], id="nothing told"),
        pytest.param(lambda make: make.cluster(pools=(make.pool(needs=make.needs()),)), [], id="no checkpoint"),
        pytest.param(saving("elsewhere"), [], id="a name that nobody here has is the spec's to refuse"),
        pytest.param(
            lambda make: make.cluster(
                pools=(make.pool(needs=make.needs(checkpoint={"to": "scratch"})),),
                templates=(make.template(data=(make.disk(role="data", name="scratch"),)),),
                lustre=(make.lustre(name="llm-scratch", path="sharedStorage[scratch].lustre"),),
            ),
            [],
            id="a stack that names its file system its own way",
        ),
        pytest.param(
            saving("local", path="", resource="urn:group"),
            [("error", "needs.checkpoint.to", "own disks")],
            id="no spec behind it",
        ),
    ],
)
def test_checkpoint(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_fix_names_a_place_that_exists(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, saving("local")(make))
    assert found.fix == "to: checkpoints"
    lonely = make.cluster(pools=(make.pool(needs=make.needs(checkpoint={"to": "local"})),))
    (found,) = findings(RULE, lonely)
    assert "sharedStorage" in found.fix


def test_unknown_is_counted_and_hides_nothing(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    known = make.pool(needs=make.needs(checkpoint={"to": "local"}))
    unknown = make.pool(name="other", path="pools[other]", needs=UNKNOWN)
    agrees(RULE, make.cluster(pools=(unknown, known)), [("error", TO, "own disks")], undecided=1)
