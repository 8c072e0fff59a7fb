"""LAB001: an owner and an environment on everything that costs money."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from gpuform_policies.fact import UNKNOWN
from gpuform_policies.rules.lab001_labels_missing import RULE


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        pytest.param({"owner", "environment"}, None, id="both"),
        pytest.param({"owner", "environment", "cost-center"}, None, id="and more"),
        pytest.param({"Owner", "ENVIRONMENT"}, None, id="in any letter case"),
        pytest.param({"gpuform:owner", "gpuform:environment"}, None, id="with our prefix"),
        pytest.param({"acme/team", "acme:env"}, None, id="in other words"),
        pytest.param({"owner"}, ["1 of 2", "environment"], id="no environment"),
        pytest.param({"environment"}, ["1 of 2", "owner"], id="no owner"),
        pytest.param(set[str](), ["2 of 2", "owner, environment"], id="none"),
        pytest.param({"co-owner", "environments"}, ["2 of 2"], id="words that only look alike"),
    ],
)
def test_labels(labels: set[str], words: list[str] | None, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.labelled(labels=frozenset(labels))
    agrees(RULE, fact, [] if words is None else [("error", "metadata", "every resource", *words)])


@pytest.mark.parametrize(
    ("environment", "severity"),
    [
        pytest.param("prod", "error", id="prod"),
        pytest.param(None, "error", id="nobody told"),
        pytest.param("dev", "warning", id="dev"),
    ],
)
def test_severity(environment: str | None, severity: str, make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    fact = make.labelled(path="", resource="urn:g", kind="Group", labels=frozenset[str]())
    agrees(RULE, fact, [(severity, "", "Group")], environment=environment, surface="pulumi")


def test_unknown_labels_are_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.labelled(labels=UNKNOWN), [], undecided=1)
