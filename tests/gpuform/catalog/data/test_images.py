"""Image families."""

from __future__ import annotations

import gzip
import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gpuform.catalog import ImageFamily, load

AWS = load("aws")
WORDS = {"ubuntu-22.04": "/dev/sda1", "ubuntu-24.04": "/dev/sda1", "amazon-linux-2023": "/dev/xvda"}


def family(name: str) -> ImageFamily:
    found = AWS.image(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", AWS.images())
def test_parameter_names_its_arch_and_system(name: str) -> None:
    image = family(name)
    for arch, where in image.parameters:
        assert where == f"/aws/service/deeplearning/ami/{arch}/base-oss-nvidia-driver-gpu-{image.os}/latest/ami-id"


@pytest.mark.parametrize("name", AWS.images())
def test_root_device_is_that_of_the_system(name: str) -> None:
    assert family(name).root_device == WORDS[family(name).os]


def test_root_devices_of_older_images_in_the_api_agree() -> None:
    """No answer of describe-images for the families themselves is at hand; those of the same makers are."""
    moto = find_spec("moto")
    assert moto is not None
    assert moto.origin is not None
    path = Path(moto.origin).parent / "ec2" / "resources" / "amis.json.gz"
    images: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
    seen = {
        (system, image["root_device_name"])
        for image in images
        for system, pattern in (("ubuntu", r"^ubuntu/|Ubuntu"), ("amazon", r"^amzn2?-ami-.*hvm|DLAMI|Amazon Linux"))
        if re.search(pattern, image["name"]) and not (system == "amazon" and "Ubuntu" in image["name"])
    }
    assert seen == {("ubuntu", "/dev/sda1"), ("amazon", "/dev/xvda")}


@pytest.mark.parametrize("name", AWS.images())
def test_driver_carries_the_toolkit(name: str) -> None:
    image = family(name)
    floor = AWS.cuda(image.cuda)
    assert floor is not None
    assert tuple(map(int, image.driver.split("."))) >= tuple(map(int, floor.driver.split(".")))
