"""Buckets closed, encrypted and aged as written; Lustre as the service words it."""

from __future__ import annotations

import json
from typing import Any

import pytest

BATCH, PRETRAINING = "aws-l40s-batch-spot", "aws-h100-pretraining"
LIFECYCLE = "{lifecycle: {infrequentAfter: 30 d, expireAfter: 400 d}}"


def test_lustre_in_the_service_s_words(planned: Any, built: Any) -> None:
    made = built(planned(PRETRAINING)).one("LustreFileSystem")
    assert made.name == "scratch"
    wanted = {"deploymentType": "PERSISTENT_2", "storageCapacity": 19200, "perUnitStorageThroughput": 1000}
    assert wanted.items() <= made.inputs.items()


def test_scratch_takes_no_throughput(planned: Any, built: Any) -> None:
    swap = ("deployment: persistent-2, throughput: 1000 MB/s/TiB", "deployment: scratch-2")
    made = built(planned(PRETRAINING, swap)).one("LustreFileSystem").inputs
    assert made["deploymentType"] == "SCRATCH_2"
    assert "perUnitStorageThroughput" not in made


def test_own_group_of_the_user_gets_no_rules(planned: Any, built: Any) -> None:
    swap = (
        "zone: use1-az6}\n  - name: checkpoints",
        "zone: use1-az6, securityGroup: {id: sg-0bbb}}\n  - name: checkpoints",
    )
    graph = built(planned(PRETRAINING, swap))
    assert graph.one("LustreFileSystem").inputs["securityGroupIds"] == ["sg-0bbb"]
    assert [one.name for one in graph.of("SecurityGroup")] == ["llm-pretrain-nodes"]


def test_bucket_is_closed_and_encrypted(planned: Any, built: Any) -> None:
    graph = built(planned(BATCH))
    bucket = graph.one("Bucket")
    assert bucket.name == "assets"
    assert "bucket" not in bucket.inputs
    block = graph.one("BucketPublicAccessBlock").inputs
    flags = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")
    assert all(block[flag] is True for flag in flags)
    policy = json.loads(graph.one("BucketPolicy").inputs["policy"])["Statement"][0]
    assert (policy["Effect"], policy["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    assert graph.one("BucketServerSideEncryptionConfiguration").depends["bucket"] == [bucket.urn]


@pytest.mark.parametrize(
    ("written", "transitions", "expiration"),
    [
        pytest.param(LIFECYCLE, [{"days": 30, "storageClass": "STANDARD_IA"}], {"days": 400}, id="both"),
        pytest.param(
            "{lifecycle: {archiveAfter: 1 d}}", [{"days": 1, "storageClass": "GLACIER"}], None, id="archive only"
        ),
        pytest.param("{lifecycle: {expireAfter: 7 d}}", None, {"days": 7}, id="end only"),
    ],
)
def test_ageing_as_written(written: str, transitions: Any, expiration: Any, planned: Any, built: Any) -> None:
    (rule,) = built(planned(BATCH, (LIFECYCLE, written))).one("BucketLifecycleConfiguration").inputs["rules"]
    assert rule.get("transitions") == transitions
    assert rule.get("expiration") == expiration


def test_no_ageing_where_none_is_written(planned: Any, built: Any) -> None:
    """Rule COST005 must be able to see that there is none."""
    assert built(planned(BATCH, (LIFECYCLE, "{}"))).of("BucketLifecycleConfiguration") == []
