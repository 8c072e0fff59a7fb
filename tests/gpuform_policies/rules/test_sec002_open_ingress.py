"""SEC002: administration and "everything" are not open to the world; the fabric's self rules are no hole (case C71)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.rules.sec002_open_ingress import RULE

WORLD = "0.0.0.0/0"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        pytest.param((WORLD, "tcp", (22, 22)), ["0.0.0.0/0", "port 22 (ssh)"], id="ssh"),
        pytest.param(("::/0", "tcp", (22, 22)), ["::/0", "port 22 (ssh)"], id="ssh over v6"),
        pytest.param(("0.0.0.0/1", "tcp", (22, 22)), ["0.0.0.0/1"], id="half the world"),
        pytest.param(("128.0.0.0/2", "tcp", (22, 22)), None, id="a quarter of it"),
        pytest.param(("10.0.0.0/8", "tcp", (22, 22)), None, id="one's own range"),
        pytest.param((WORLD, "tcp", (3389, 3389)), ["3389 (remote desktop)"], id="remote desktop"),
        pytest.param((WORLD, "udp", (3389, 3389)), ["3389 (remote desktop)"], id="remote desktop over udp"),
        pytest.param((WORLD, "udp", (22, 22)), None, id="no ssh over udp"),
        pytest.param((WORLD, "tcp", (443, 443)), None, id="https"),
        pytest.param((WORLD, "tcp", (80, 80)), None, id="http"),
        pytest.param((WORLD, "tcp", (8888, 8888)), ["8888 (Jupyter)"], id="a notebook's shell"),
        pytest.param((WORLD, "tcp", (20, 25)), ["22 (ssh), port 23 (telnet)"], id="a range with two of them"),
        pytest.param((WORLD, "tcp", (23, 23)), ["23 (telnet)"], id="first past ssh"),
        pytest.param((WORLD, "tcp", (24, 79)), None, id="a range beside them"),
        pytest.param((WORLD, "tcp", (30000, 32767)), None, id="a wide range of services"),
        pytest.param((WORLD, "tcp", (0, 65535)), ["all tcp ports"], id="all ports"),
        pytest.param((WORLD, "udp", (1, 65535)), ["all udp ports"], id="all ports but the one that is none"),
        pytest.param((WORLD, "udp", (2, 65535)), ["3389"], id="nearly all"),
        pytest.param((WORLD, "all", (0, 65535)), ["all protocols"], id="everything"),
        pytest.param((WORLD, "-1", (0, 65535)), ["all protocols"], id="everything by its number"),
        pytest.param((WORLD, "6", (22, 22)), ["22 (ssh)"], id="tcp by its number"),
        pytest.param((WORLD, "17", (0, 65535)), ["all udp ports"], id="udp by its number"),
        pytest.param((WORLD, "icmp", (0, 65535)), None, id="ping"),
        pytest.param(("self", "all", (0, 65535)), None, id="C71 the fabric's own rule"),
        pytest.param(("sg-0123456789abcdef0", "all", (0, 65535)), None, id="another group"),
        pytest.param(("pl-63a5400a", "tcp", (22, 22)), None, id="a prefix list"),
    ],
)
def test_ingress(
    rule: tuple[Any, ...], words: list[str] | None, make: SimpleNamespace, agrees: Callable[..., None]
) -> None:
    fact = make.security_group(rules=(make.security_rule("ingress", *rule),))
    agrees(RULE, fact, [] if words is None else [("error", "network", "nodes", *words)])


def test_the_fabrics_rules_and_open_egress(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.security_group(), [])


def test_only_the_hole_is_told(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    """C71: self/all and ssh from anywhere in, self/all and everything out."""
    hole = make.security_rule("ingress", WORLD, "tcp", (22, 22))
    fact = make.security_group(rules=(*make.security_group().rules, hole))
    agrees(RULE, fact, [("error", "network", "port 22 (ssh)")])


def test_a_group_nobody_told_about(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.security_group(rules=None), [])


def test_unknown_peer_hides_no_known_hole(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    rules = (
        make.security_rule("ingress", UNKNOWN, "tcp", (22, 22)),
        make.security_rule("ingress", WORLD, "tcp", (22, 22)),
    )
    agrees(RULE, make.security_group(rules=rules), [("error", "network", "port 22")], undecided=1)


def test_unknown_peer_on_the_way_out_matters_to_nobody(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.security_group(rules=(make.security_rule("egress", UNKNOWN),)), [])
