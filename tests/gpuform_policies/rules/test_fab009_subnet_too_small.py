"""FAB009: subnets give their nodes enough addresses."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Cluster
from gpuform_policies.rules.fab009_subnet_too_small import RULE

Row = Callable[[SimpleNamespace], Cluster]


def told(*pools: tuple[str, int, int, dict[str, int | None]]) -> Row:
    """Pools as (name, nodes, addresses per node, {subnet: addresses})."""
    return lambda make: make.cluster(
        pools=tuple(
            make.pool(
                path=f"pools[{name}]",
                name=name,
                max=nodes,
                addresses_per_node=each,
                subnets=tuple(make.subnet(id=one, zone=one, addresses=size) for one, size in subnets.items()),
            )
            for name, nodes, each, subnets in pools
        )
    )


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(told(("a", 11, 1, {"s1": 16})), [], id="just enough: 16 less the 5 the cloud keeps"),
        pytest.param(
            told(("a", 12, 1, {"s1": 16})),
            [("error", "network.cidr", "12 nodes of a", "12 addresses", "give 11", "keeps 5")],
            id="one too many",
        ),
        pytest.param(told(("a", 5, 2, {"s1": 16})), [], id="two addresses a node, enough"),
        pytest.param(
            told(("a", 6, 2, {"s1": 16})),
            [("error", "network.cidr", "take 12", "give 11")],
            id="two addresses a node, too many",
        ),
        pytest.param(told(("a", 22, 1, {"s1": 16, "s2": 16})), [], id="spread over two subnets"),
        pytest.param(
            told(("a", 23, 1, {"s1": 16, "s2": 16})),
            [("error", "network.cidr", "s1, s2", "give 22")],
            id="spread, too many",
        ),
        pytest.param(told(("a", 6, 1, {"s1": 16}), ("b", 5, 1, {"s1": 16})), [], id="two pools share one, enough"),
        pytest.param(
            told(("a", 6, 1, {"s1": 16}), ("b", 6, 1, {"s1": 16})),
            [("error", "network.cidr", "12 nodes of a, b")],
            id="two pools share one, too many",
        ),
        pytest.param(
            told(("a", 11, 1, {"s1": 16}), ("b", 12, 1, {"s1": 16, "s2": 16})),
            [("error", "network.cidr", "23 addresses", "s1, s2", "give 22")],
            id="a pool on both is squeezed out of the first",
        ),
        pytest.param(told(("a", 11, 1, {"s1": 16}), ("b", 11, 1, {"s1": 16, "s2": 16})), [], id="and just fits"),
        pytest.param(
            told(("a", 12, 1, {"s1": 16}), ("b", 1, 1, {"s1": 16, "s2": 16})),
            [("error", "network.cidr", "12 nodes of a", "s1 can give 11")],
            id="only the smallest full set is told",
        ),
        pytest.param(told(("a", 11, 1, {"s1": 16}), ("b", 11, 1, {"s2": 16})), [], id="each in its own"),
        pytest.param(told(("a", 500, 1, {"s1": None})), [], id="an existing subnet whose range was not told"),
        pytest.param(
            told(("a", 1, 1, {"s1": 4})), [("error", "network.cidr", "give 0")], id="smaller than what the cloud keeps"
        ),
        pytest.param(told(), [], id="no pools"),
    ],
)
def test_subnets(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_existing_subnet_is_named_at_its_line(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    subnet = make.subnet(path="network.existing.subnets[0]", id="subnet-1", addresses=16)
    agrees(
        RULE,
        make.cluster(pools=(make.pool(max=12, subnets=(subnet,)),)),
        [("error", "network.existing.subnets[0].cidr", "subnet-1 can give 11")],
    )


def test_unknown_pool_is_counted_and_hides_nothing(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    unknown = make.pool(addresses_per_node=UNKNOWN)
    small = make.pool(max=12, subnets=(make.subnet(addresses=16),))
    agrees(RULE, make.cluster(pools=(unknown, small)), [("error", "network.cidr", "give 11")], undecided=1)
    range_unknown = make.pool(subnets=(make.subnet(addresses=UNKNOWN),))
    agrees(RULE, make.cluster(pools=(range_unknown,)), [], undecided=1)
