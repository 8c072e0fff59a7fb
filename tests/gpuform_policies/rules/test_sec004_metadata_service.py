"""SEC004: version 2 of the metadata service, within the node's containers (case C76)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.rules.sec004_metadata_service import RULE

AT = "pools[train]"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="C76 tokens and two hops"),
        pytest.param({"hop_limit": None}, [], id="C76 left to the image"),
        pytest.param({"tokens_required": False}, [("error", AT, "version 1")], id="C76 tokens optional"),
        pytest.param({"hop_limit": 3}, [("warning", AT, "3 hops", "2 are enough")], id="C76 beyond the node"),
        pytest.param({"hop_limit": 1}, [("info", AT, "1 hop")], id="C76 containers cut off"),
        pytest.param(
            {"tokens_required": False, "hop_limit": 64},
            [("error", AT, "version 1"), ("warning", AT, "64 hops")],
            id="both",
        ),
        pytest.param(
            {"tokens_required": False, "path": "", "resource": "urn:t"},
            [("error", "", "version 1")],
            id="somebody else's template",
        ),
    ],
)
def test_metadata(
    changes: dict[str, Any], expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    agrees(RULE, make.template(**changes), expected)


def test_unknown_tokens_hide_no_hops(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.template(tokens_required=UNKNOWN, hop_limit=3)
    agrees(RULE, fact, [("warning", AT, "3 hops")], undecided=1)
