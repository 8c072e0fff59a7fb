"""The metadata service hands out credentials too easily, or not at all.

What: version 1 of the metadata service allowed, or a hop limit that lets more than one container layer in.

Why: with version 1 a single forged request from the node (a proxy, a notebook) reads the node's credentials. A hop limit of 1 cuts
off containers, which need 2; more than 2 reaches beyond the node.

Example:
    metadataOptions: {httpTokens: optional}

Instead:
    metadataOptions: {httpTokens: required, httpPutResponseHopLimit: 2}   (what gpuform writes)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule


def check(template: Template, world: World) -> Iterator[Found]:
    if not template.tokens_required:
        yield Found(
            f"Nodes of {template.pool} answer to version 1 of the metadata service.",
            fix="metadataOptions: {httpTokens: required}",
        )
    hops, most = template.hop_limit, int(world.limit("metadata-hop-limit"))
    if hops is not None and hops > most:
        yield Found(
            f"The metadata service answers over {hops} hops; {most} are enough for containers on the node.",
            fix=f"httpPutResponseHopLimit: {most}",
            severity="warning",
        )


RULE = Rule(
    id="SEC004",
    name="metadata-service",
    severity="error",
    judges=Template,
    check=check,
    source="https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html (EC2.8, EC2.170); https://github.com/buildkite/elastic-ci-stack-for-aws/issues/857",
    page=__doc__ or "",
    cases=("C76",),
)
