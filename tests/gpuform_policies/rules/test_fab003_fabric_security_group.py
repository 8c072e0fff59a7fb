"""FAB003: the fabric's group lets its members talk, both ways (cases C06, C71)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, SecurityGroup
from gpuform_policies.rules.fab003_fabric_security_group import RULE

Row = Callable[[SimpleNamespace], SecurityGroup]
PATH = "network.existing.securityGroup"
NO_INGRESS = ("error", f"{PATH}.rules", "no inbound all-traffic rule from itself")
NO_EGRESS = ("error", f"{PATH}.rules", "no outbound all-traffic rule to itself")


def group(*rules: tuple[Any, ...], **changes: Any) -> Row:
    return lambda make: make.security_group(rules=tuple(make.security_rule(*rule) for rule in rules), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(group(("ingress", "self"), ("egress", "self")), [], id="both self rules"),
        pytest.param(lambda make: make.security_group(), [], id="both beside an allow-all egress: no false alarm"),
        pytest.param(
            group(("ingress", "self"), ("egress", "0.0.0.0/0")), [NO_EGRESS], id="allow-all egress is no substitute"
        ),
        pytest.param(group(("ingress", "0.0.0.0/0"), ("egress", "self")), [NO_INGRESS], id="allow-all ingress neither"),
        pytest.param(group(), [NO_INGRESS, NO_EGRESS], id="no rules at all"),
        pytest.param(
            group(("ingress", "self", "tcp"), ("egress", "self")), [NO_INGRESS], id="all of TCP is not all traffic"
        ),
        pytest.param(group(("ingress", "sg-other"), ("egress", "self")), [NO_INGRESS], id="from another group"),
        pytest.param(group(("ingress", "sg-1"), ("egress", "sg-1"), name="sg-1"), [], id="itself by its own name"),
        pytest.param(group(guards_fabric=False), [], id="guards no fabric"),
        pytest.param(
            lambda make: make.security_group(rules=None),
            [("warning", PATH, "Nothing is told", "nodes")],
            id="an existing group nobody told about",
        ),
        pytest.param(
            lambda make: make.security_group(rules=None, guards_fabric=False), [], id="not told, and no fabric"
        ),
        pytest.param(
            group(("ingress", "self"), path="", resource="urn:sg"),
            [("error", "rules", "no outbound")],
            id="somebody else's group",
        ),
    ],
)
def test_fabric_group(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_unknown_rules_are_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.security_group(rules=UNKNOWN), [], undecided=1)


def test_an_unknown_peer_matters_only_where_nothing_else_is_enough(
    make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    unknown = [make.security_rule(direction, UNKNOWN) for direction in ("ingress", "egress")]
    own = [make.security_rule(direction, "self") for direction in ("ingress", "egress")]
    agrees(RULE, make.security_group(rules=(*unknown, *own)), [])
    agrees(RULE, make.security_group(rules=(unknown[0], *own)), [])
    agrees(RULE, make.security_group(rules=(*unknown, own[0])), [], undecided=1)
    agrees(RULE, make.security_group(rules=(unknown[0],)), [NO_EGRESS], undecided=1)
