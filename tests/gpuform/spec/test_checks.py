"""Cross-field checks of the cluster: the edges that the table of broken specs does not walk."""

from __future__ import annotations

import pytest

from gpuform.spec.checks import (
    budget_problems,
    group_problems,
    is_peer,
    label_problems,
    lifecycle_problems,
    network_problems,
)


@pytest.mark.parametrize("peer", ["self", "sg-0a1b", "10.0.0.0/8", "::/0", "my_group"])
def test_peer(peer):
    assert is_peer(peer)


@pytest.mark.parametrize("peer", ["10.0.0.1", "10.0.0.1/8", "", "a b", "fd00::1", "10.0.0.0/99"])
def test_no_peer(peer):
    assert not is_peer(peer)


@pytest.mark.parametrize(
    ("rule", "count"),
    [
        ({"from": "self"}, 0),
        ({"to": "self"}, 0),
        ({}, 1),
        ({"from": "self", "to": "self"}, 1),
        ({"from": "a b"}, 1),
        ({"from": 7}, 0),
    ],
)
def test_group_rules(rule, count):
    assert len(list(group_problems({"rules": [rule]}, "g"))) == count


@pytest.mark.parametrize(
    ("steps", "late"),
    [
        ({"infrequentAfter": "30 d", "archiveAfter": "90 d", "expireAfter": "365 d"}, []),
        ({"infrequentAfter": "30 d", "archiveAfter": "30 d"}, ["archiveAfter"]),
        ({"infrequentAfter": "31 d", "expireAfter": "30 d"}, ["expireAfter"]),
        ({"archiveAfter": "90 d", "expireAfter": "91 d"}, []),
        ({"infrequentAfter": "30", "archiveAfter": "1 d"}, []),
        ({}, []),
    ],
)
def test_lifecycle(steps, late):
    assert [path for path, _, _ in lifecycle_problems(steps, "l")] == [f"l.{one}" for one in late]


@pytest.mark.parametrize(
    ("cloud", "region", "money", "count"),
    [
        ("aws", "us-east-1", "1 USD", 0),
        ("aws", "us-east-1", "1 CNY", 1),
        ("aws", "cn-north-1", "1 CNY", 0),
        ("azure", "eastus", "1 CNY/month", 1),
        ("azure", "chinaeast2", "1 CNY", 0),
        ("alibaba", "cn-beijing", "1 CNY", 0),
        ("alibaba", "cn-beijing", "1 USD", 0),
        ("aws", "us-east-1", "1 USD/h", 1),
        ("aws", "us-east-1", "1 CNY/h", 2),
        ("aws", "us-east-1", "rich", 0),
        (None, None, "1 CNY", 0),
    ],
)
def test_money(cloud, region, money, count):
    assert len(list(budget_problems({"cloud": cloud, "region": region, "budget": {"monthly": money}}))) == count


@pytest.mark.parametrize(
    ("key", "value", "count"),
    [
        ("team", "x", 0),
        ("a" * 127, "x", 0),
        ("a" * 128, "x", 1),
        ("", "x", 1),
        ("aws:x", "x", 1),
        ("AWS:x", "x", 1),
        ("gpuform:x", "x", 1),
        ("aws", "x", 0),
        ("k", "v" * 256, 0),
        ("k", "v" * 257, 1),
        ("ключ", "x", 0),
    ],
)
def test_labels(key, value, count):
    assert len(list(label_problems({"cloud": "aws", "metadata": {"labels": {key: value}}}))) == count


def test_labels_of_a_cloud_whose_limits_are_not_known():
    labels = {"a?": "v" * 257, "gpuform:x": "", " ": ""}
    told = label_problems({"cloud": "azure", "metadata": {"labels": labels}})
    assert [path for path, _, _ in told] == ["metadata.labels.gpuform:x", "metadata.labels. "]


def test_subnet_in_another_zone_is_a_rule_s_to_judge():
    """ZON005 says which pool has none; a network may well have subnets that no pool uses."""
    network = {"existing": {"subnets": [{"id": "s", "zone": "a"}]}}
    assert list(network_problems({"zones": ["b"], "network": network})) == []
