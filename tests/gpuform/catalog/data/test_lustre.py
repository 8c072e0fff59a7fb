"""Lustre sizes and speeds, against what botocore's FSx model says of them."""

from __future__ import annotations

import re
from typing import Any

from botocore.loaders import Loader

from gpuform.catalog import LustreOffer, load

AWS = load("aws")
MODEL: Any = Loader().load_service_model("fsx", "service-2")


def said_of(shape: str, member: str) -> str:
    return re.sub(r"<[^>]+>", "", MODEL["shapes"][shape]["members"][member]["documentation"])


def offer(deployment: str) -> LustreOffer:
    found = AWS.lustre(deployment)
    assert found is not None
    return found


def test_deployments_are_those_of_the_api() -> None:
    told = MODEL["shapes"]["LustreDeploymentType"]["enum"]
    assert {name.lower().replace("_", "-") for name in told} == set(AWS.lustre_deployments())


def test_sizes() -> None:
    text = said_of("CreateFileSystemRequest", "StorageCapacity")
    assert "valid values are 1200 GiB, 2400 GiB, and increments of 2400 GiB" in text
    assert "For SCRATCH_1 deployment type, valid values are 1200 GiB, 2400 GiB, and increments of 3600 GiB" in text
    for name in ("scratch-2", "persistent-1", "persistent-2"):
        assert (offer(name).first_gib, offer(name).step_gib) == ((1200,), 2400)
    assert (offer("scratch-1").first_gib, offer("scratch-1").step_gib) == ((1200, 2400), 3600)


def test_throughputs() -> None:
    text = said_of("CreateFileSystemLustreConfiguration", "PerUnitStorageThroughput")
    told = dict(re.findall(r"For (PERSISTENT_\d) SSD storage: ([\d, ]+) MB/s/TiB", text))
    assert {name: ", ".join(map(str, offer(name.lower().replace("_", "-")).throughputs)) for name in told} == told
    assert [offer(name).throughputs for name in ("scratch-1", "scratch-2")] == [(), ()]
