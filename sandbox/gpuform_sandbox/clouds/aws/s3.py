"""S3 lifecycle: objects stay thirty days before they move to an infrequent-access class."""

from __future__ import annotations

from collections.abc import Iterator

from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.values import every

INFREQUENT = ("STANDARD_IA", "ONEZONE_IA")
FEWEST_DAYS = 30


def _days(request: Request) -> Iterator[str]:
    for path in ("rules[].transitions[]", "lifecycleRules[].transitions[]"):
        for _, transition in every(request.inputs, path):
            days, kind = transition.get("days"), transition.get("storageClass")
            if kind in INFREQUENT and isinstance(days, int) and days < FEWEST_DAYS:
                yield (
                    f"InvalidArgument: 'Days' in Transition action must be greater than or equal to {FEWEST_DAYS} "
                    f"for storageClass '{kind}'"
                )


LIFECYCLE = Check(
    "S3-DAYS",
    ("aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration", "aws:s3/bucket:Bucket"),
    _days,
)
