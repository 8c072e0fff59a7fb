"""Volumes: both sides of every limit, and the limit itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gpuform_sandbox.provider.values import UNKNOWN

Refused = Callable[[str, dict[str, Any]], list[str]]


@pytest.mark.parametrize(
    ("ebs", "told"),
    [
        pytest.param({"volumeType": "gp3", "volumeSize": 500, "iops": 16000, "throughput": 1000}, "", id="good gp3"),
        pytest.param(
            {"volumeType": "gp3", "volumeSize": 160, "iops": 80000, "throughput": 2000}, "", id="gp3 at all its limits"
        ),
        pytest.param(
            {"volumeType": "gp3", "volumeSize": 159, "iops": 80000},
            "ratio of 503.1 is too high; maximum is 500",
            id="gp3 ratio",
        ),
        pytest.param({"volumeType": "gp3", "volumeSize": 1, "iops": 3000}, "", id="gp3 baseline at any size"),
        pytest.param({"volumeType": "gp3", "volumeSize": 500, "iops": 80001}, "maximum is 80000", id="gp3 iops"),
        pytest.param({"volumeType": "gp3", "volumeSize": 500, "iops": 2999}, "minimum is 3000", id="gp3 too few"),
        pytest.param({"volumeType": "gp3", "volumeSize": 500, "throughput": 750}, "", id="a quarter of the baseline"),
        pytest.param(
            {"volumeType": "gp3", "volumeSize": 500, "throughput": 751},
            "iops ratio of 0.250 is too high",
            id="past a quarter",
        ),
        pytest.param(
            {"volumeType": "gp3", "volumeSize": 500, "throughput": 1000, "iops": UNKNOWN}, "", id="unknown iops"
        ),
        pytest.param({"volumeType": "gp3", "volumeSize": 65536}, "", id="largest gp3"),
        pytest.param({"volumeType": "gp3", "volumeSize": 65537}, "maximum is 65536GiB", id="too large"),
        pytest.param({"volumeType": "io2", "volumeSize": 500, "iops": 256000}, "", id="io2 at its limit"),
        pytest.param({"volumeType": "io2", "volumeSize": 10, "iops": 10001}, "maximum is 1000", id="io2 ratio"),
        pytest.param(
            {"volumeType": "io2", "volumeSize": 500}, "must contain the parameter iops", id="io2 without iops"
        ),
        pytest.param(
            {"volumeType": "io2", "volumeSize": 500, "iops": 1000, "throughput": 500},
            "throughput is not supported for io2",
            id="io2 throughput",
        ),
        pytest.param({"volumeType": "io1", "volumeSize": 100, "iops": 5001}, "maximum is 50", id="io1 ratio"),
        pytest.param(
            {"volumeType": "gp2", "volumeSize": 100, "iops": 3000}, "iops is not supported for gp2", id="gp2 iops"
        ),
        pytest.param({"volumeType": "st1", "volumeSize": 124}, "minimum is 125GiB", id="st1 too small"),
        pytest.param({"volumeType": "st1", "volumeSize": 125}, "", id="st1 smallest"),
    ],
)
def test_limits_and_ratios(refused: Refused, ebs: dict[str, Any], told: str) -> None:
    answers = refused("template", {"blockDeviceMappings": [{"deviceName": "/dev/sda1", "ebs": ebs}]})
    assert answers == [] if not told else any(told in answer for answer in answers)


def test_volumes_stand_in_other_places_too(refused: Refused) -> None:
    wrong = {"volumeType": "gp3", "volumeSize": 500, "iops": 90000}
    assert any("maximum is 80000" in told for told in refused("instance", {"rootBlockDevice": wrong}))
    assert any("maximum is 80000" in told for told in refused("instance", {"ebsBlockDevices": [wrong]}))
    assert any("maximum is 80000" in told for told in refused("volume", {"type": "gp3", "size": 500, "iops": 90000}))


@pytest.mark.parametrize(("kind", "refuses"), [("st1", True), ("sc1", True), ("gp3", False)])
def test_what_can_boot(refused: Refused, kind: str, refuses: bool) -> None:
    told = refused("instance", {"rootBlockDevice": {"volumeType": kind, "volumeSize": 500}})
    assert any("boot volume" in answer for answer in told) is refuses
