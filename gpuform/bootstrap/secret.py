"""A reference into the cloud's secret store. The secret itself is fetched by the node and is never in user data (case C74)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Store = Literal["secretsmanager", "ssm"]


@dataclass(frozen=True, slots=True)
class Secret:
    store: Store
    name: str
    """As the store's own command takes it."""
    region: str
    arn: str
    """What a policy allows; with a wildcard only where the reference leaves something open."""


def secret_of(reference: str, region: str, partition: str) -> Secret:
    """Read `arn:…`, `secretsmanager:NAME`, `ssm:/NAME`, `/NAME` (a parameter) or `NAME` (a secret)."""
    if reference.startswith("arn:"):
        return by_arn(reference, region)
    store, _, name = (
        reference.rpartition(":") if reference.startswith(("secretsmanager:", "ssm:")) else ("", "", reference)
    )
    if store == "ssm" or (store == "" and name.startswith("/")):
        return Secret("ssm", name, region, f"arn:{partition}:ssm:{region}:*:parameter/{name.lstrip('/')}")
    # the service adds a hyphen and six characters of its own to every secret's name
    return Secret("secretsmanager", name, region, f"arn:{partition}:secretsmanager:{region}:*:secret:{name}-??????")


def by_arn(arn: str, region: str) -> Secret:
    parts = arn.split(":", 5)
    where = parts[3] if len(parts) > 3 and parts[3] else region
    if len(parts) == 6 and parts[2] == "ssm":
        return Secret("ssm", "/" + parts[5].removeprefix("parameter").lstrip("/"), where, arn)
    return Secret("secretsmanager", arn, where, arn)
