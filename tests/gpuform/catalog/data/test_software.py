"""Driver floors per toolkit, and the range of each GPU."""

from __future__ import annotations

import pytest

from gpuform.catalog import load
from gpuform.catalog.catalog import release
from gpuform.catalog.read import shipped

AWS = load("aws")
TOOLKITS = [row["cuda"] for row in shipped("cuda.csv")]
GPUS = [row["gpu"] for row in shipped("gpu-software.csv")]


def test_newer_toolkits_want_newer_drivers() -> None:
    assert sorted(TOOLKITS, key=release, reverse=True) == TOOLKITS
    floors = [release(row["driver"]) for row in shipped("cuda.csv")]
    assert floors == sorted(floors, reverse=True)


@pytest.mark.parametrize("cuda", TOOLKITS)
def test_minor_compatibility_starts_with_the_major_release(cuda: str) -> None:
    """https://docs.nvidia.com/deploy/cuda-compatibility/minor-version-compatibility.html"""
    row = AWS.cuda(cuda)
    assert row is not None
    assert row.minor_compatible_driver == {"13": "580", "12": "525", "11": "450.80.02"}[cuda.split(".")[0]]
    if cuda != "11.0":
        assert release(row.minor_compatible_driver) <= release(row.driver)


def test_gpus_of_nvidia_that_are_sold_have_a_row() -> None:
    sold = {one.gpu for one in AWS.machines().values() if one.vendor == "NVIDIA" and one.status != "retired"}
    assert sold <= set(GPUS)


@pytest.mark.parametrize("gpu", GPUS)
def test_range_of_a_gpu(gpu: str) -> None:
    row = AWS.gpu_software(gpu)
    assert row is not None
    for low, high in ((row.cuda_from, row.cuda_to), (row.driver_from, row.driver_to)):
        assert not (low and high) or release(low) < release(high)


@pytest.mark.parametrize("gpu", GPUS)
def test_open_module_wants_turing_or_newer(gpu: str) -> None:
    row = AWS.gpu_software(gpu)
    assert row is not None
    capability = {release(one.compute_capability) for one in AWS.machines().values() if one.gpu == gpu}
    assert (row.kernel_module == "proprietary") == (max(capability) < (7, 5))
    if min(capability) >= (10, 0):
        assert row.kernel_module == "open", "Blackwell has no other"
