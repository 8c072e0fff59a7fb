"""STO011: no old disk type under a GPU."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.rules.sto011_old_disk_type import RULE

ROOT = "pools[train].disks.root.type"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"type": "gp3"}, [], id="gp3"),
        pytest.param({"type": "io2"}, [], id="io2"),
        pytest.param({"type": "gp2"}, [("warning", ROOT, "root is gp2", "old type")], id="gp2"),
        pytest.param({"type": "io1"}, [("warning", ROOT, "root is io1", "old type")], id="io1"),
        pytest.param({"type": "standard"}, [("warning", ROOT, "standard", "hard disk")], id="standard"),
        pytest.param(
            {"type": "st1", "role": "data", "name": "cold"},
            [("warning", "pools[train].disks.data[cold].type", "cold is st1", "hard disk")],
            id="st1 as a data disk",
        ),
        pytest.param(
            {"type": "sc1", "role": "data"},
            [("warning", "pools[train].disks.data[data].type", "sc1", "hard disk")],
            id="sc1",
        ),
        pytest.param({"type": "gp9"}, [], id="no such type is STO001's"),
        pytest.param(
            {"type": "gp2", "path": "", "resource": "urn:lt"},
            [("warning", "type", "gp2")],
            id="somebody else's template",
        ),
    ],
)
def test_type(changes: dict[str, Any], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.disk(**changes), expected)


def test_prices_are_told_where_known(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, make.disk(type="gp2"))
    assert "gp2 costs 0.10 USD" in found.impact or "gp2 costs 0.1 USD" in found.impact
    assert "gp3 0.08" in found.impact


def test_unknown_type_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.disk(limits=UNKNOWN), [], undecided=1)
