"""S3 lifecycle days, both sides and the edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Refused = Callable[[str, dict[str, Any]], list[str]]


@pytest.mark.parametrize(
    ("kind", "days", "refuses"),
    [
        ("STANDARD_IA", 30, False),
        ("STANDARD_IA", 29, True),
        ("ONEZONE_IA", 0, True),
        ("GLACIER", 0, False),
        ("INTELLIGENT_TIERING", 0, False),
    ],
)
def test_days_before_a_transition(refused: Refused, kind: str, days: int, refuses: bool) -> None:
    rule = {"id": "move", "status": "Enabled", "transitions": [{"days": days, "storageClass": kind}]}
    told = refused("lifecycle", {"bucket": "data", "rules": [rule]})
    assert told == (
        [f"InvalidArgument: 'Days' in Transition action must be greater than or equal to 30 for storageClass '{kind}'"]
        if refuses
        else []
    )
