"""Shared file systems and buckets."""

from __future__ import annotations

from typing import Any

import pytest

from gpuform.plan import PlannedRule


def lustre(**fields: Any) -> list[dict[str, Any]]:
    return [{"name": "fsx", "lustre": {"size": "19200 GiB", **fields}}]


def bucket(**lifecycle: str) -> list[dict[str, Any]]:
    return [{"name": "store", "bucket": {"lifecycle": lifecycle}}]


def test_defaults_are_chosen(plan_of: Any, chosen_of: Any) -> None:
    (one,) = plan_of(sharedStorage=lustre()).lustre
    assert (one.name, one.mount, one.size_gib) == ("fsx", "/fsx", 19200)
    assert (one.deployment, one.throughput, one.zone) == ("persistent-2", 250, "use1-az6")
    assert one.read_by == ("train",)
    path = "sharedStorage[fsx].lustre"
    assert {f"{path}.deployment", f"{path}.throughput", f"{path}.zone"} <= set(chosen_of(sharedStorage=lustre()))


def test_written_is_kept(plan_of: Any, chosen_of: Any) -> None:
    fields = {"deployment": "persistent-1", "throughput": "100 MB/s/TiB", "zone": "use1-az2"}
    (one,) = plan_of(sharedStorage=lustre(**fields)).lustre
    assert (one.deployment, one.throughput, one.zone) == ("persistent-1", 100, "use1-az2")
    assert not [path for path in chosen_of(sharedStorage=lustre(**fields)) if path.startswith("sharedStorage")]


@pytest.mark.parametrize(
    ("needs", "speed"),
    [
        pytest.param({}, 250, id="nobody says"),
        pytest.param({"readThroughput": "100 MB/s"}, 125, id="800 MB/s over 18.75 TiB"),
        pytest.param({"readThroughput": "292 MB/s"}, 125, id="124.6 per TiB"),
        pytest.param({"readThroughput": "294 MB/s"}, 250, id="125.4 per TiB"),
        pytest.param({"readThroughput": "2 GB/s"}, 1000, id="853 per TiB"),
        pytest.param({"readThroughput": "9 GB/s"}, 1000, id="more than any class"),
        pytest.param({"readThroughput": "2 GB/s", "readFrom": "root"}, 250, id="read elsewhere"),
    ],
)
def test_least_throughput_that_serves_the_readers(plan_of: Any, needs: dict[str, Any], speed: int) -> None:
    assert plan_of({"needs": needs}, sharedStorage=lustre()).lustre[0].throughput == speed


def test_deployment_without_a_choice_of_throughput(plan_of: Any) -> None:
    assert plan_of(sharedStorage=lustre(deployment="scratch-2")).lustre[0].throughput is None


def test_throughput_that_is_not_sold_stays_as_written(plan_of: Any) -> None:
    """STO005 judges it."""
    assert plan_of(sharedStorage=lustre(throughput="333 MB/s/TiB")).lustre[0].throughput == 333


def test_zone_left_out_with_nodes_in_two(problems_of: Any) -> None:
    pool = {"workload": "batch", "machine": "g6e.4xlarge"}
    (problem,) = problems_of(pool, zones=["use1-az1", "use1-az6"], sharedStorage=lustre())
    assert problem.path == "sharedStorage[fsx].lustre.zone"
    assert "use1-az1, use1-az6" in problem.message


def test_case_c42_ports_from_itself_and_from_the_nodes(plan_of: Any) -> None:
    rules = plan_of(sharedStorage=lustre()).lustre[0].security_group.rules
    for first, last in ((988, 988), (1018, 1023)):
        for peer in ("self", "nodes"):
            assert PlannedRule("ingress", "tcp", first, last, peer) in rules
            assert PlannedRule("egress", "tcp", first, last, peer) in rules


def test_case_c42_a_group_of_the_users_stays_as_told(plan_of: Any) -> None:
    group = {"id": "sg-1", "rules": [{"from": "self", "port": 988, "protocol": "tcp"}]}
    planned = plan_of(sharedStorage=lustre(securityGroup=group)).lustre[0].security_group
    assert planned.id == "sg-1"
    assert planned.path == "sharedStorage[fsx].lustre.securityGroup"
    assert planned.rules == (PlannedRule("ingress", "tcp", 988, 988, "self"),)


def test_lifecycle_in_whole_days(plan_of: Any) -> None:
    store = bucket(infrequentAfter="30 d", archiveAfter="2161 h", expireAfter="365 d")
    (one,) = plan_of(sharedStorage=store).buckets
    assert (one.infrequent_after_days, one.archive_after_days, one.expire_after_days) == (30, 91, 365)
    assert (one.path, one.mount, one.read_by) == ("sharedStorage[store].bucket", None, ("train",))


def test_bucket_without_a_lifecycle(plan_of: Any) -> None:
    """COST005 judges it."""
    (one,) = plan_of(sharedStorage=[{"name": "store", "mount": "/store", "bucket": {}}]).buckets
    assert (one.infrequent_after_days, one.archive_after_days, one.expire_after_days) == (None, None, None)
    assert one.mount == "/store"


@pytest.mark.parametrize(("after", "fits"), [("29 d", False), ("30 d", True)])
def test_infrequent_class_takes_objects_of_thirty_days(plan_of: Any, problems_of: Any, after: str, fits: bool) -> None:
    if fits:
        assert plan_of(sharedStorage=bucket(infrequentAfter=after)).buckets[0].infrequent_after_days == 30
    else:
        (problem,) = problems_of(sharedStorage=bucket(infrequentAfter=after))
        assert problem.path == "sharedStorage[store].bucket.lifecycle.infrequentAfter"


def test_steps_that_fall_on_one_day(problems_of: Any) -> None:
    (problem,) = problems_of(sharedStorage=bucket(archiveAfter="25 h", expireAfter="26 h"))
    assert problem.path == "sharedStorage[store].bucket.lifecycle"
    assert "2 d, 2 d" in problem.message
