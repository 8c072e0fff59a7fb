"""What a page shows is true: its example breaks the rule in a whole spec, and what it says to write instead does not."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from ruamel.yaml import YAML

from gpuform.cli.loading import resolved
from gpuform_policies.all_rules import RULES
from gpuform_policies.judge import judge
from gpuform_policies.pages import is_yaml, sections
from gpuform_policies.readers.plan import cluster_of, waivers_of, world_of
from gpuform_policies.rule import Rule

NOW = datetime(2026, 12, 1, tzinfo=UTC)
IN_THE_CLOUDS_WORDS = {"CAP006", "POL001", "SCL002", "SEC004"}
"""What a spec can't express: gpuform never writes it, other people's stacks do."""
REGIONS = {"use1": "us-east-1", "use2": "us-east-2", "usw2": "us-west-2"}
TOP = ("metadata", "network", "zones", "sharedStorage", "waivers")
SUBNET = {"id": "subnet-1", "zone": "use1-az6", "cidr": "10.0.0.0/20"}


def whole(fragment: dict[str, Any]) -> dict[str, Any]:
    """A sound spec with the page's fragment laid over it, wherever in the spec it belongs."""
    spec: dict[str, Any] = {
        "apiVersion": "gpuform/v1",
        "kind": "GpuCluster",
        "metadata": {"name": "page", "environment": "prod", "owner": "docs"},
        "cloud": "aws",
        "region": "us-east-1",
        "zones": ["use1-az6"],
    }
    pools = fragment.pop("pools", [{}])
    spec |= {key: fragment.pop(key) for key in TOP if key in fragment}
    if "root" in fragment:
        fragment["disks"] = {"root": fragment.pop("root")}
    for key in ("securityGroup", "subnets"):
        if key in fragment:
            existing = spec.setdefault("network", {}).setdefault("existing", {"vpc": "vpc-1", "subnets": [SUBNET]})
            existing[key] = fragment.pop(key)
    if "lustre" in fragment:
        spec["sharedStorage"] = [{"name": "scratch", "lustre": fragment.pop("lustre")}]
    base = {"name": "train", "workload": "training", "machine": "p5.48xlarge", "nodes": 4}
    spec["pools"] = [base | fragment | {key: value for key, value in pool.items() if key != "…"} for pool in pools]
    spec["region"] = REGIONS[spec["zones"][0].split("-")[0]]
    return spec


def broken_rules(text: str, folder: Path) -> set[str]:
    yaml = YAML(typ="safe", pure=True)
    file = folder / "spec.yaml"
    with file.open("w", encoding="utf-8") as out:
        yaml.dump(whole(yaml.load(dedent(text))), out)
    found = resolved(str(file))
    world = world_of(found.plan, found.catalog, NOW)
    verdict = judge(cluster_of(found.plan, found.catalog), world, waivers_of(found.plan))
    return {finding.rule for finding in verdict.findings if finding.severity != "info"}


SHOWN = [rule for rule in RULES if rule.id not in IN_THE_CLOUDS_WORDS]


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.id)
def test_example_breaks_the_rule(rule: Rule, tmp_path: Path) -> None:
    assert rule.id in broken_rules(sections(rule)["Example"], tmp_path)


@pytest.mark.parametrize(
    "rule", [rule for rule in SHOWN if is_yaml(sections(rule)["Instead"])], ids=lambda rule: rule.id
)
def test_what_to_write_instead_does_not(rule: Rule, tmp_path: Path) -> None:
    assert rule.id not in broken_rules(sections(rule)["Instead"], tmp_path)
