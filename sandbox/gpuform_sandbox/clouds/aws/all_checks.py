"""The registry of AWS rules."""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import Check, Request

CHECKS: tuple[Check, ...] = ()


def refusals(request: Request) -> Iterator[str]:
    """Every answer with which AWS would refuse the request, each beginning with AWS's own code."""
    for check in CHECKS:
        if request.token in check.types:
            yield from check.refusals(request)
