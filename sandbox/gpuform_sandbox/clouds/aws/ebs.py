"""EBS volumes: sizes, IOPS, throughput, and the ratios between them. The limits are rows of `aws-volumes.csv`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.tables import rows_of
from gpuform_sandbox.provider.tokens import INSTANCE, SPOT_REQUEST, TEMPLATE, VOLUME
from gpuform_sandbox.provider.values import UNKNOWN, Values, every

PLACES = ("blockDeviceMappings[].ebs", "rootBlockDevice", "ebsBlockDevices[]")


@dataclass(frozen=True)
class Limits:
    """What one volume type takes."""

    min_gib: int
    max_gib: int
    min_iops: int
    max_iops: int
    iops_per_gib: int
    max_mibps: int
    mibps_per_iops: float
    takes_iops: bool
    takes_throughput: bool
    boots: bool


@cache
def limits() -> dict[str, Limits]:
    return {row["type"]: _limits(row) for row in rows_of("aws-volumes.csv")}


def _limits(row: dict[str, str]) -> Limits:
    whole = {
        name: int(row[name] or 0)
        for name in ("min_gib", "max_gib", "min_iops", "max_iops", "iops_per_gib", "max_mibps")
    }
    flags = {name: row[name] == "yes" for name in ("takes_iops", "takes_throughput", "boots")}
    return Limits(**whole, **flags, mibps_per_iops=float(row["mibps_per_iops"] or 0))


def _volumes(request: Request) -> Iterator[Values]:
    if request.token == VOLUME:
        yield {**request.inputs, "volumeType": request.inputs.get("type"), "volumeSize": request.inputs.get("size")}
        return
    for place in PLACES:
        for _, volume in every(request.inputs, place):
            if isinstance(volume, dict):
                yield volume


def _ebs(request: Request) -> Iterator[str]:
    for volume in _volumes(request):
        kind = volume.get("volumeType") or "gp2"
        known = limits().get(str(kind))
        if known is not None:
            yield from _size(known, str(kind), volume)
            yield from _iops(known, str(kind), volume)
            yield from _throughput(known, str(kind), volume)


def _number(volume: Values, name: str) -> int | None:
    value = volume.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _size(known: Limits, kind: str, volume: Values) -> Iterator[str]:
    size = _number(volume, "volumeSize")
    if size is not None and size > known.max_gib:
        yield f"InvalidParameterValue: Volume of {size}GiB is too large for volume type {kind}; maximum is {known.max_gib}GiB."
    if size is not None and size < known.min_gib:
        yield f"InvalidParameterValue: Volume of {size}GiB is too small; minimum is {known.min_gib}GiB."


def _iops(known: Limits, kind: str, volume: Values) -> Iterator[str]:
    iops, size = _number(volume, "iops"), _number(volume, "volumeSize")
    if kind in ("io1", "io2") and volume.get("iops") is None:
        yield f"MissingParameter: The request must contain the parameter iops for volume type {kind}"
    if iops is None:
        return
    if not known.takes_iops:
        yield f"InvalidParameterCombination: The parameter iops is not supported for {kind} volumes."
    elif iops < known.min_iops:
        yield f"InvalidParameterValue: Volume iops of {iops} is too low; minimum is {known.min_iops}."
    elif iops > known.max_iops:
        yield f"InvalidParameterValue: Volume iops of {iops} is too high; maximum is {known.max_iops}."
    # gp3 gives its baseline at any size: the ratio bites above it
    elif size and iops > known.iops_per_gib * size and (kind != "gp3" or iops > known.min_iops):
        ratio = f"{iops / size:.1f}"
        yield f"InvalidParameterCombination: Iops to volume size ratio of {ratio} is too high; maximum is {known.iops_per_gib}"


def _throughput(known: Limits, kind: str, volume: Values) -> Iterator[str]:
    throughput = _number(volume, "throughput")
    if throughput is None:
        return
    iops = _number(volume, "iops") or (known.min_iops if volume.get("iops") != UNKNOWN else None)
    if not known.takes_throughput:
        yield f"InvalidParameterCombination: The parameter throughput is not supported for {kind} volumes."
    elif throughput > known.max_mibps:
        yield f"InvalidParameterValue: Volume throughput of {throughput} is too high; maximum is {known.max_mibps}."
    elif iops and throughput > known.mibps_per_iops * iops:
        ratio = f"{throughput / iops:.3f}"
        yield (
            f"InvalidParameterCombination: Throughput (MiBps) to iops ratio of {ratio} is too high; "
            f"maximum is {known.mibps_per_iops:g} MiBps per iops."
        )


def _boot(request: Request) -> Iterator[str]:
    for _, volume in every(request.inputs, "rootBlockDevice"):
        known = limits().get(str(volume.get("volumeType")))
        if known is not None and not known.boots:
            yield f"InvalidParameterValue: {volume['volumeType']} volumes can't be used as a boot volume."


EBS = Check("EBS", (TEMPLATE, INSTANCE, SPOT_REQUEST, VOLUME), _ebs)
EBS_BOOT = Check("EBS-BOOT", (INSTANCE, SPOT_REQUEST), _boot)
