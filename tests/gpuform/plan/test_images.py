"""The image nodes start from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gpuform.catalog import load
from gpuform.plan.images import by_family
from gpuform.plan.unresolved import Unresolved

BY_ID: dict[str, Any] = {"id": "ami-0123456789abcdef0", "os": "rocky-9", "arch": "x86_64", "rootDevice": "/dev/xvda"}
ALONE: dict[str, Any] = {"workload": "inference", "nodes": 1}


@pytest.mark.parametrize(
    ("machine", "arch"),
    [pytest.param("p5.48xlarge", "x86_64", id="x86"), pytest.param("g5g.16xlarge", "arm64", id="arm")],
)
def test_default_family_in_the_machines_architecture(pool_of: Any, chosen_of: Any, machine: str, arch: str) -> None:
    image = pool_of({"machine": machine}).image
    assert (image.family, image.arch, image.id) == ("dlami-base-ubuntu-24.04", arch, None)
    assert f"/{arch}/" in image.parameter
    assert chosen_of({"machine": machine})["image"].value == "dlami-base-ubuntu-24.04"


@pytest.mark.parametrize("family", load("aws").images())
def test_family_as_written(pool_of: Any, chosen_of: Any, catalog: Any, family: str) -> None:
    row = catalog.image(family)
    arch = row.parameters[0][0]
    pool = {"image": {"family": family, "arch": arch}}
    image = pool_of(pool).image
    assert (image.family, image.os, image.root_device, image.root_gib, image.driver, image.cuda, image.parameter) == (
        family,
        row.os,
        row.root_device,
        row.root_gib,
        row.driver or None,
        row.cuda or None,
        row.parameters[0][1],
    )
    assert not [path for path in chosen_of(pool) if path.startswith("image")]


def test_what_is_told_beside_a_family_comes_first(pool_of: Any) -> None:
    image = pool_of({"image": {"family": "dlami-base-al2023", "driver": "570.1", "rootDevice": "/dev/sdz"}}).image
    assert (image.driver, image.root_device) == ("570.1", "/dev/sdz")


def test_figures_the_catalog_does_not_know_are_none(catalog: Any, spec_of: Any) -> None:
    row = replace(catalog.image("dlami-base-al2023"), driver="", cuda="")
    image = by_family(spec_of().pools[0].image, row, "pools[train].image", catalog.machine("p5.48xlarge"))
    assert (image.driver, image.cuda) == (None, None)


def test_family_that_does_not_come_for_the_machine(catalog: Any) -> None:
    row = replace(catalog.image("dlami-base-al2023"), parameters=(("x86_64", "/p"),))
    with pytest.raises(Unresolved, match="comes for x86_64, not for arm64"):
        by_family(None, row, "pools[train].image", catalog.machine("g5g.16xlarge"))


def test_id_as_told(pool_of: Any, chosen_of: Any) -> None:
    pool = {"image": {**BY_ID, "driver": "570.1", "cuda": "12.8", "rootSize": "40 GiB", "secureBoot": True}}
    image = pool_of(pool).image
    assert (image.id, image.family, image.parameter) == (BY_ID["id"], None, None)
    assert (image.driver, image.cuda, image.root_gib, image.secure_boot) == ("570.1", "12.8", 40, True)
    assert not [path for path in chosen_of(pool) if path.startswith("image")]


def test_what_an_id_leaves_open_is_told(pool_of: Any, chosen_of: Any) -> None:
    pool = {"image": {"id": BY_ID["id"]}}
    image = pool_of(pool).image
    assert (image.arch, image.root_device, image.root_gib) == ("x86_64", "/dev/sda1", None)
    assert {"image.arch", "image.rootDevice"} <= set(chosen_of(pool))


def test_wrong_architecture_of_an_id_stays_as_told(pool_of: Any) -> None:
    """IMG004 judges it."""
    assert pool_of({"image": {**BY_ID, "arch": "arm64"}}).image.arch == "arm64"


@pytest.mark.parametrize("machine", ["trn1.32xlarge", "dl1.24xlarge"])
def test_no_family_drives_it(problems_of: Any, pool_of: Any, machine: str) -> None:
    (problem,) = problems_of({"machine": machine, **ALONE})
    assert problem.path == "pools[train].image"
    assert machine in problem.message
    assert pool_of({"machine": machine, "image": BY_ID, **ALONE}).image.id == BY_ID["id"]
