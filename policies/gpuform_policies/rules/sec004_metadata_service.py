"""The metadata service hands out credentials too easily, or not at all.

What: version 1 of the metadata service allowed, a hop limit that reaches beyond the node (a warning), or one that containers on it
can't reach over (told as information).

Why: with version 1 a single forged request from the node (a proxy, a notebook) reads the node's credentials. A hop limit of 1 cuts
off containers, which need 2; more than 2 reaches beyond the node.

Example:
    # a launch template
    metadataOptions: {httpTokens: optional}

Instead:
    # what gpuform writes
    metadataOptions: {httpTokens: required, httpPutResponseHopLimit: 2}
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_policies.fact import Template, World
from gpuform_policies.rule import Found, Rule, all_of


def check(template: Template, world: World) -> Iterator[Found]:
    yield from all_of((version_problems(template), hop_problems(template, world)))


def version_problems(template: Template) -> Iterator[Found]:
    if not template.tokens_required:
        yield Found(
            f"Nodes of {template.pool} answer to version 1 of the metadata service (httpTokens is not `required`).",
            fix="metadataOptions: {httpTokens: required}",
        )


def hop_problems(template: Template, world: World) -> Iterator[Found]:
    hops, most = template.hop_limit, int(world.limit("metadata-hop-limit"))
    if hops is None:
        return  # the image says: images made for containers bring their own
    if hops > most:
        yield Found(
            f"The metadata service of {template.pool} answers over {hops} hops; {most} are enough for containers on the node.",
            fix=f"httpPutResponseHopLimit: {most}",
            severity="warning",
        )
    elif hops < most:
        yield Found(
            f"The metadata service of {template.pool} answers over {hops} hop: containers on the node, which add one, get no credentials from it.",
            fix=f"httpPutResponseHopLimit: {most}, unless containers are to be kept from the node's role",
            severity="info",
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
