"""STO004: the root holds its image and what CUDA brings, on the image's own device (case C40)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform_policies.fact import UNKNOWN, Template
from gpuform_policies.rules.sto004_root_too_small import RULE

Row = Callable[[SimpleNamespace], Template]
ROOT = "pools[train].disks.root"


def sized(gib: int | None, device: str | None = "/dev/sda1", **changes: Any) -> Row:
    return lambda make: make.template(root=make.disk(size_gib=gib, device=device), **changes)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        pytest.param(sized(500), [], id="roomy"),
        pytest.param(sized(100), [], id="exactly what CUDA images fill"),
        pytest.param(sized(99), [("warning", f"{ROOT}.size", "99 GiB", "100 GiB")], id="one GiB below that"),
        pytest.param(sized(75), [("warning", f"{ROOT}.size", "75 GiB", "100 GiB")], id="exactly what the image needs"),
        pytest.param(
            sized(74),
            [("error", f"{ROOT}.size", "74 GiB", "dlami-base-ubuntu-24.04 needs 75 GiB")],
            id="one GiB below that",
        ),
        pytest.param(
            sized(10, image_root_gib=None, image_family=None),
            [("warning", f"{ROOT}.size", "10 GiB")],
            id="unknown image",
        ),
        pytest.param(
            sized(119, image_root_gib=120, image_family=None),
            [("error", f"{ROOT}.size", "the image needs 120 GiB")],
            id="own image, larger than the usual",
        ),
        pytest.param(sized(None), [], id="size left to the image"),
        pytest.param(
            sized(500, "/dev/xvda"), [("error", f"{ROOT}.device", "/dev/xvda", "/dev/sda1")], id="another root device"
        ),
        pytest.param(sized(500, "/dev/xvda", image_root_device="/dev/xvda"), [], id="the image's own device"),
        pytest.param(sized(500, "/dev/xvda", image_root_device=None), [], id="unknown device of the image"),
        pytest.param(sized(500, None), [], id="device left out"),
        pytest.param(
            sized(60, "/dev/xvda"),
            [("error", f"{ROOT}.device", "/dev/xvda"), ("error", f"{ROOT}.size", "60 GiB")],
            id="both",
        ),
        pytest.param(lambda make: make.template(root=None), [], id="no disk set: the image's own"),
        pytest.param(
            lambda make: make.template(
                path="", resource="urn:lt", root=make.disk(path="", size_gib=20), image_root_gib=None, image_family=None
            ),
            [("warning", "size", "20 GiB")],
            id="somebody else's template",
        ),
    ],
)
def test_root(fact: Row, expected: list[Any], make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, fact(make), expected)


def test_fix_is_enough_for_both_floors(make: SimpleNamespace, findings: Callable[..., Any]) -> None:
    (found,) = findings(RULE, sized(10)(make))
    assert found.fix == "size: 100 GiB"
    (found,) = findings(RULE, sized(10, image_root_gib=120)(make))
    assert found.fix == "size: 120 GiB"


def test_unknown_size_is_not_decidable(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    agrees(RULE, make.template(root=make.disk(size_gib=UNKNOWN)), [], undecided=1)


def test_unknown_size_does_not_hide_the_device(make: SimpleNamespace, agrees: Callable[..., None]) -> None:
    told = make.template(root=make.disk(size_gib=UNKNOWN, device="/dev/xvda"))
    agrees(RULE, told, [("error", f"{ROOT}.device", "/dev/xvda")], undecided=1)
