"""References to secrets, in the spellings people write."""

from __future__ import annotations

import pytest

from gpuform.bootstrap import Secret, secret_of

HUB = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:hub-AbCdEf"
KEY = "arn:aws:ssm:eu-west-1:123456789012:parameter/team/key"


@pytest.mark.parametrize(
    ("reference", "secret"),
    [
        pytest.param(HUB, Secret("secretsmanager", HUB, "eu-west-1", HUB), id="secret by ARN"),
        pytest.param(KEY, Secret("ssm", "/team/key", "eu-west-1", KEY), id="parameter by ARN"),
        pytest.param(
            "/team/key",
            Secret("ssm", "/team/key", "us-east-1", "arn:aws:ssm:us-east-1:*:parameter/team/key"),
            id="parameter by path",
        ),
        pytest.param(
            "ssm:key",
            Secret("ssm", "key", "us-east-1", "arn:aws:ssm:us-east-1:*:parameter/key"),
            id="parameter by name",
        ),
        pytest.param(
            "hub",
            Secret("secretsmanager", "hub", "us-east-1", "arn:aws:secretsmanager:us-east-1:*:secret:hub-??????"),
            id="secret by name",
        ),
        pytest.param(
            "secretsmanager:team/hub",
            Secret(
                "secretsmanager", "team/hub", "us-east-1", "arn:aws:secretsmanager:us-east-1:*:secret:team/hub-??????"
            ),
            id="secret by store and name",
        ),
    ],
)
def test_reference(reference: str, secret: Secret) -> None:
    assert secret_of(reference, "us-east-1", "aws") == secret


def test_policy_in_another_partition() -> None:
    assert secret_of("hub", "cn-north-1", "aws-cn").arn.startswith("arn:aws-cn:secretsmanager:cn-north-1:")
