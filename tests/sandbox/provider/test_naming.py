"""Names and ids the provider and the cloud make up."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform_sandbox.provider.defaults import with_defaults
from gpuform_sandbox.provider.inventory import digits
from gpuform_sandbox.provider.naming import auto_name, names_given, new_id
from gpuform_sandbox.provider.tables import resource_types
from gpuform_sandbox.provider.values import DEFAULTS

ROLE, BUCKET, GROUP = "aws:iam/role:Role", "aws:s3/bucket:Bucket", "aws:autoscaling/group:Group"
TYPES = resource_types("aws")


@pytest.mark.parametrize(
    ("token", "inputs", "urn", "wanted"),
    [
        pytest.param(ROLE, {}, "u::nodes", "nodes-", id="no name"),
        pytest.param(ROLE, {"name": "x"}, "u::nodes", None, id="a name"),
        pytest.param(ROLE, {"namePrefix": "x"}, "u::nodes", None, id="a prefix"),
        pytest.param(BUCKET, {}, "u::My_Data", "my-data-", id="a bucket's letters"),
        pytest.param(BUCKET, {"bucketPrefix": "x"}, "u::data", None, id="a bucket's prefix"),
        pytest.param("aws:ec2/vpc:Vpc", {}, "u::net", None, id="a type without names"),
    ],
)
def test_auto_name(token: str, inputs: dict[str, Any], urn: str, wanted: str | None) -> None:
    given = auto_name(token, inputs, urn, 0)
    assert given is None if wanted is None else given is not None and given[1] == wanted + digits(urn, 0, count=7)


def test_a_long_name_is_cut_to_what_the_api_takes() -> None:
    given = auto_name(ROLE, {}, "u::" + "n" * 90, 0)
    assert given is not None
    assert len(given[1]) == 64


def test_a_prefix_is_completed_by_the_cloud() -> None:
    name = names_given(GROUP, {"namePrefix": "nodes-"}, "u", 0)["name"]
    assert (name[:6], len(name)) == ("nodes-", 6 + 26)
    assert names_given(GROUP, {"namePrefix": "nodes-"}, "u", 1)["name"] != name
    assert names_given(GROUP, {"name": "x"}, "u", 0) == {"name": "x"}


@pytest.mark.parametrize(
    ("token", "named", "wanted"),
    [
        ("aws:iam/rolePolicyAttachment:RolePolicyAttachment", {"role": "r", "policyArn": "a"}, "r/a"),
        ("aws:iam/policy:Policy", {"name": "p"}, "arn:aws:iam::111122223333:policy/p"),
        ("aws:budgets/budget:Budget", {"name": "b"}, "111122223333:b"),
        ("aws:s3/bucketVersioning:BucketVersioning", {"bucket": "b"}, "b"),
        (GROUP, {"name": "g"}, "g"),
    ],
)
def test_ids_made_of_names(token: str, named: dict[str, Any], wanted: str) -> None:
    assert new_id(token, named, "u", 0, "111122223333", "aws") == wanted


def test_defaults_are_filled_in_and_remembered() -> None:
    filled = with_defaults(TYPES[GROUP], {"minSize": 0, "maxSize": 1}, {}, "u::asg", 0)
    assert filled["healthCheckGracePeriod"] == 300
    assert filled["forceDelete"] is False
    assert {"name", "healthCheckGracePeriod"} <= set(filled[DEFAULTS])
    given = with_defaults(TYPES[GROUP], {"healthCheckGracePeriod": 10, "name": "x"}, {}, "u::asg", 0)
    assert given["healthCheckGracePeriod"] == 10
    assert not {"name", "healthCheckGracePeriod"} & set(given[DEFAULTS])


def test_a_given_name_stays_for_life() -> None:
    first = with_defaults(TYPES[ROLE], {}, {}, "u::nodes", 0)
    again = with_defaults(TYPES[ROLE], {}, first, "u::nodes", 1)
    assert again["name"] == first["name"]
    assert with_defaults(TYPES[ROLE], {"name": "own"}, first, "u::nodes", 1)["name"] == "own"


def test_a_default_gives_way_to_what_excludes_it() -> None:
    filled = with_defaults(TYPES[BUCKET], {"bucket": "b", "grants": [{}]}, {}, "u::b", 0)
    assert "acl" not in filled
