"""Look-ups: what is known, what is not known, and the edge between them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from gpuform.catalog import Catalog, load
from gpuform.catalog.catalog import release

AWS = load("aws")


def test_machine_of_a_name() -> None:
    machine = AWS.machine("p5.48xlarge")
    assert machine is not None
    assert (machine.gpu, machine.gpus, machine.node_gpu_memory_gib) == ("H100", 8, 640)
    assert machine.fabric_interfaces == len(machine.cards) == 32
    assert machine.fabric_gbps == 3200
    assert machine.source.startswith("moto 5.2.5")
    assert machine.dated == "2026-10-27"


def test_machine_that_is_not_there() -> None:
    assert AWS.machine("p5.47xlarge") is None
    assert Catalog("azure").machine("p5.48xlarge") is None


def test_machine_is_built_once() -> None:
    assert AWS.machine("p5.48xlarge") is AWS.machine("p5.48xlarge") is AWS.machines()["p5.48xlarge"]


def test_machines_are_all_of_them() -> None:
    assert tuple(AWS.machines()) == AWS.machine_names()
    assert len(AWS.machines()) == 102


@pytest.mark.parametrize(
    ("name", "gib"),
    [
        pytest.param("g6f.large", Decimal("2.79"), id="an eighth of an L4: the fraction's own memory"),
        pytest.param("g6.xlarge", Decimal("22.4"), id="one L4"),
        pytest.param("g6.48xlarge", Decimal("179.2"), id="eight L4"),
    ],
)
def test_memory_of_a_node(name: str, gib: Decimal) -> None:
    machine = AWS.machine(name)
    assert machine is not None
    assert machine.node_gpu_memory_gib == gib


@pytest.mark.parametrize(
    ("machine", "region", "zone", "sold"),
    [
        pytest.param("p6-b200.48xlarge", "us-east-1", "use1-az6", True, id="sold"),
        pytest.param("p6-b200.48xlarge", "us-east-1", "use1-az1", False, id="zone known, not sold"),
        pytest.param("p6-b200.48xlarge", "us-east-1", "us-east-1a", None, id="a name differs by account"),
        pytest.param("p6-b200.48xlarge", "us-east-9", "use9-az1", None, id="unknown region"),
        pytest.param("p5.48xlarge", "ca-west-1", "caw1-az1", False, id="region without any accelerator"),
        pytest.param("p5.49xlarge", "us-east-1", "use1-az6", False, id="unknown machine"),
    ],
)
def test_is_sold(machine: str, region: str, zone: str, sold: bool | None) -> None:
    assert AWS.is_sold(machine, region, zone) is sold


def test_zones_are_sorted_ids() -> None:
    assert AWS.zones("us-east-1") == tuple(f"use1-az{digit}" for digit in range(1, 7))
    assert AWS.zones("nowhere") == ()


def test_regions() -> None:
    assert "us-east-1" in AWS.regions()
    assert list(AWS.regions()) == sorted(AWS.regions())
    assert Catalog("alibaba").regions() == ()


def test_regions_that_sell() -> None:
    assert AWS.regions_selling("p4de.24xlarge") == (
        "ap-northeast-1",
        "ap-southeast-1",
        "eu-central-1",
        "il-central-1",
        "us-east-1",
        "us-west-2",
    )
    assert AWS.regions_selling("p6e-gb200.36xlarge") == ()


@pytest.mark.parametrize(
    ("asked", "row"),
    [
        pytest.param("12.8", "12.8", id="the release"),
        pytest.param("12.8.1", "12.8.1", id="its update"),
        pytest.param("12.8.9", "12.8.1", id="an update without a row: the newest before it"),
        pytest.param("12.8.0", "12.8", id="update zero is the release"),
        pytest.param("12.7", None, id="never released"),
        pytest.param("14.0", None, id="newer than any row"),
        pytest.param("12", None, id="no release at all"),
        pytest.param("twelve", None, id="no version"),
        pytest.param("", None, id="empty"),
    ],
)
def test_cuda(asked: str, row: str | None) -> None:
    found = AWS.cuda(asked)
    assert (None if found is None else found.cuda) == row


def test_release_compares_as_numbers() -> None:
    assert release("12.10") > release("12.9")
    assert release("١.٢") == ()
    assert release("9" * 5000) == ()


def test_disk() -> None:
    gp3 = AWS.disk("gp3")
    assert gp3 is not None
    assert (gp3.min_iops, gp3.max_iops, gp3.base_iops, gp3.max_mibps) == (3000, 80000, 3000, 2000)
    assert AWS.disk("gp4") is None
    assert "gp3" in AWS.disk_types()


def test_image() -> None:
    family = AWS.image("dlami-base-ubuntu-24.04")
    assert family is not None
    assert {arch for arch, _ in family.parameters} == {"x86_64", "arm64"}
    assert AWS.image("dlami") is None
    assert "dlami-base-al2023" in AWS.images()


def test_gpu_software() -> None:
    found = AWS.gpu_software("V100")
    assert found is not None
    assert (found.cuda_to, found.kernel_module) == ("12.9", "proprietary")
    assert AWS.gpu_software("H10O") is None


def test_lustre() -> None:
    found = AWS.lustre("persistent-2")
    assert found is not None
    assert found.throughputs == (125, 250, 500, 1000)
    assert AWS.lustre("persistent-3") is None
    assert set(AWS.lustre_deployments()) == {"scratch-1", "scratch-2", "persistent-1", "persistent-2"}


def test_limit() -> None:
    assert AWS.limit("subnet-reserved-addresses") == 5
    with pytest.raises(KeyError):
        AWS.limit("subnet-reserved-adresses")


def test_dated_is_the_newest_day_of_a_machine() -> None:
    assert AWS.dated == max(machine.dated for machine in AWS.machines().values())
    assert Catalog("azure").dated == ""


def test_price_of_a_machine_by_market() -> None:
    listed = AWS.price("p5.48xlarge", "us-east-1")
    block = AWS.price("p5.48xlarge", "us-east-1", "capacity-block")
    spot = AWS.price("p5.48xlarge", "us-east-1", "spot")
    assert listed is not None
    assert block is not None
    assert spot is not None
    assert listed.low == listed.high == Decimal("55.04")
    assert (block.low, block.dated) == (Decimal("47.76"), "2026-10-07")
    assert spot.low < spot.high <= listed.high
    assert spot.dated == "", "its source tells no day, and none is made up"


def test_price_that_nobody_published_is_unknown() -> None:
    assert AWS.price("p5e.48xlarge", "us-east-1") is None
    assert AWS.price("nat-gateway-hour", "eu-west-1") is None, "only remembered, so not in the catalog"


def test_market_that_does_not_exist() -> None:
    with pytest.raises(KeyError):
        AWS.price("p5.48xlarge", "us-east-1", "barter")
