"""What no single field can tell: one of two, names used once, a network that fits itself. The pools' part: `pool_checks`.

Works on the plain data rather than on the models, so that these problems come together with all others, however broken
the rest. What a rule of the register judges (slices that do not add up, disk limits …) is not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from gpuform.errors import Problem
from gpuform.spec.document import Document
from gpuform.spec.paths import joined
from gpuform.spec.pool_checks import pool_problems
from gpuform.spec.raw import Told, a_map, again, mounts_of, paths_of, repeated, repeated_names
from gpuform.spec.words import quoted

TAG = re.compile(r"[\w +\-=.:/@]{1,127}")
"""Name of a tag that all of AWS takes: at most 127 characters (EC2), of those FSx and EFS allow (botocore 1.44.8, 2026-12)."""
LONGEST_LABEL = 256
"""Of a tag's value, on EC2, Auto Scaling, FSx and EFS alike (botocore 1.44.8, 2026-12)."""
OWN_LABELS = ("aws:", "gpuform:")
DOLLAR_CLOUDS = ("aws", "azure")
GROUP_ID = re.compile(r"self|[A-Za-z][A-Za-z0-9_/-]*")


def checked(document: Document) -> list[Problem]:
    """Every cross-field problem of the document."""
    data = a_map(document.data)
    told = [
        *network_problems(data),
        *storage_problems(data),
        *label_problems(data),
        *orchestrator_problems(data),
        *budget_problems(data),
        *repeated(data, "zones", ""),
        *repeated(data, "compliance", ""),
        *repeated_names(data.get("pools"), "pools"),
    ]
    folder = Path(document.file).parent
    for path, pool in paths_of(data.get("pools"), "pools"):
        told += pool_problems(pool, path, data, folder)
    return [Problem(document.place(path).line, path, message, hint) for path, message, hint in told]


def network_problems(data: dict[str, Any]) -> Iterator[Told]:
    network = a_map(data.get("network"))
    if "cidr" in network and "existing" in network:
        yield "network", "has both `cidr` and `existing`", "a new network (`cidr`) or an existing one, not both"
    existing = a_map(network.get("existing"))
    yield from group_problems(existing.get("securityGroup"), "network.existing.securityGroup")
    subnets = paths_of(existing.get("subnets"), "network.existing.subnets")
    for name, count in again(one["id"] for _, one in subnets if isinstance(one.get("id"), str)):
        yield "network.existing.subnets", f"names the subnet {quoted(name)} {count} times", "once is enough"


def group_problems(group: Any, path: str) -> Iterator[Told]:
    """The rules of an existing security group."""
    for where, rule in paths_of(a_map(group).get("rules"), f"{path}.rules"):
        if ("from" in rule) == ("to" in rule):
            yield (
                where,
                "needs exactly one of `from` (ingress) and `to` (egress)",
                "for a fabric, two rules: `{from: self, protocol: all}` and `{to: self, protocol: all}`",
            )
        for key in ("from", "to"):
            peer = rule.get(key)
            if isinstance(peer, str) and not is_peer(peer):
                yield joined(where, key), f"{quoted(peer)} is no peer", "an address range, `self`, or a group's id"


def is_peer(peer: str) -> bool:
    from ipaddress import ip_network

    if GROUP_ID.fullmatch(peer) and ":" not in peer:
        return True
    try:
        ip_network(peer)
    except ValueError:
        return False
    return "/" in peer


def storage_problems(data: dict[str, Any]) -> Iterator[Told]:
    stores = data.get("sharedStorage")
    yield from repeated_names(stores, "sharedStorage")
    for path, one in paths_of(stores, "sharedStorage"):
        if ("lustre" in one) == ("bucket" in one):
            yield path, "needs exactly one of `lustre` and `bucket`", "one member of the list for each storage"
        yield from group_problems(a_map(one.get("lustre")).get("securityGroup"), f"{path}.lustre.securityGroup")
        if one.get("name") in ("root", "local"):
            yield joined(path, "name"), f"{quoted(one['name'])} is a reserved name", "call it otherwise"
        yield from lifecycle_problems(a_map(a_map(one.get("bucket")).get("lifecycle")), f"{path}.bucket.lifecycle")
    for mount, count in again(mounts_of(stores)):
        yield "sharedStorage", f"{quoted(mount)} is the mount point of {count} members", "each needs its own"


def lifecycle_problems(lifecycle: dict[str, Any], path: str) -> Iterator[Told]:
    """Each step of an object's life comes after the one before."""
    from gpuform.spec.units import read_duration

    steps: list[tuple[str, int]] = []
    for key in ("infrequentAfter", "archiveAfter", "expireAfter"):
        try:
            steps.append((key, read_duration(lifecycle[key])))
        except (KeyError, ValueError):
            continue
    for (before, first), (after, second) in pairwise(steps):
        if second <= first:
            yield joined(path, after), f"`{after}` is not later than `{before}`", "each step comes after the one before"


def label_problems(data: dict[str, Any]) -> Iterator[Told]:
    """Other clouds have limits of their own; only those of AWS are known here."""
    labels, aws = a_map(a_map(data.get("metadata")).get("labels")), data.get("cloud") == "aws"
    for key, value in labels.items():
        path = joined("metadata.labels", key)
        if key.lower().startswith(OWN_LABELS):
            yield path, f"{quoted(key)} is no label of yours", "those that start with `aws:` or `gpuform:` are reserved"
        elif not key.strip() or (aws and not TAG.fullmatch(key)):
            yield path, f"{quoted(key)} is no name of a label", "1 to 127 letters, digits, spaces and `+ - = . _ : / @`"
        if aws and isinstance(value, str) and len(value) > LONGEST_LABEL:
            yield path, f"{quoted(value)} is longer than {LONGEST_LABEL} characters", "AWS takes no more"


def orchestrator_problems(data: dict[str, Any]) -> Iterator[Told]:
    kind = a_map(data.get("orchestrator")).get("kind")
    if kind in ("kubernetes", "slurm"):
        yield "orchestrator.kind", f"not yet: `{kind}` is a reserved word; today nodes run without one", "kind: none"


def budget_problems(data: dict[str, Any]) -> Iterator[Told]:
    yield from money_problems(data, a_map(data.get("budget")).get("monthly"), "budget.monthly", (None, "month"))
    for path, pool in paths_of(data.get("pools"), "pools"):
        for where, part in paths_of(pool.get("capacity"), f"{path}.capacity"):
            price = a_map(part.get("spot")).get("maxPrice")
            yield from money_problems(data, price, f"{where}.spot.maxPrice", ("h",))


def money_problems(data: dict[str, Any], value: Any, path: str, per: tuple[str | None, ...]) -> Iterator[Told]:
    """Money of the wrong period, or in another currency than the cloud's: no rate of exchange is guessed."""
    from gpuform.spec.units import read_money

    try:
        money = read_money(value)
    except ValueError:
        return  # told by the field itself
    if money.amount < 0 and "h" not in per:
        yield path, f"{quoted(value)} is below 0", "250000 USD"
    if money.per not in per:
        wanted = "per hour" if "h" in per else "per month"
        period = {None: "for no period", "h": "per hour", "month": "per month"}[money.per]
        yield path, f"{quoted(value)} is {period}; this is {wanted}", "40.00 USD/h" if "h" in per else "250000 USD"
    elsewhere = str(data.get("region")).startswith(("cn-", "china"))
    if money.currency == "CNY" and data.get("cloud") in DOLLAR_CLOUDS and not elsewhere:
        yield path, f"{quoted(value)} is in CNY, and {data['cloud']} sells in USD here", "write it in USD"
