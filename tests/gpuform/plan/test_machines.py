"""Which machines a pool gets: as written, or the cheapest that meets the need."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import gpuform.catalog

ANYWHERE: dict[str, Any] = {"zones": []}
ALONE: dict[str, Any] = {"nodes": 1, "workload": "inference"}
ROWS = Path(gpuform.catalog.__file__).parent / "data"


def rows(file: str) -> list[dict[str, str]]:
    with (ROWS / file).open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def test_written_machines_keep_their_order(pool_of: Any) -> None:
    pool = pool_of({"machine": ["g6e.8xlarge", "g6e.4xlarge"], **ALONE})
    assert [machine.name for machine in pool.machines] == ["g6e.8xlarge", "g6e.4xlarge"]


def test_a_written_machine_is_no_choice(chosen_of: Any) -> None:
    assert "machine" not in chosen_of()


@pytest.mark.parametrize(
    ("gpu", "needs", "machine"),
    [
        pytest.param({"model": "H100", "perNode": 8}, {}, "p5.48xlarge", id="eight of a model"),
        pytest.param({"model": "h100"}, {}, "p5.4xlarge", id="one of a model, letter case aside"),
        pytest.param({"model": "H100"}, {"gpuMemory": "80 GiB"}, "p5.4xlarge", id="memory of the node just enough"),
        pytest.param({"model": "H100"}, {"gpuMemory": "81 GiB"}, "p5.48xlarge", id="memory of the node one more"),
        pytest.param({"model": "H100"}, {"vcpus": 16}, "p5.4xlarge", id="vcpus just enough"),
        pytest.param({"model": "H100"}, {"vcpus": 17}, "p5.48xlarge", id="vcpus one more"),
        pytest.param({"model": "H100"}, {"memory": "256 GiB"}, "p5.4xlarge", id="memory just enough"),
        pytest.param({"model": "H100"}, {"memory": "257 GiB"}, "p5.48xlarge", id="memory one more"),
        pytest.param({"model": "H100"}, {"interconnect": "100 Gbps"}, "p5.4xlarge", id="interconnect just enough"),
        pytest.param({"model": "H100"}, {"interconnect": "101 Gbps"}, "p5.48xlarge", id="interconnect one more"),
        pytest.param({"model": "A100", "memory": "40 GiB"}, {}, "p4d.24xlarge", id="memory of one GPU just enough"),
        pytest.param({"model": "A100", "memory": "41 GiB"}, {}, "p4de.24xlarge", id="memory of one GPU one more"),
        pytest.param(
            {"model": "L40S", "memory": "48 GB"}, {}, "g6e.xlarge", id="48 GB are the 44.7 GiB of the catalog"
        ),
        pytest.param({"model": "L4", "fraction": 1}, {}, "g6.xlarge", id="a whole L4"),
    ],
)
def test_cheapest_that_fits(pool_of: Any, gpu: dict[str, Any], needs: dict[str, Any], machine: str) -> None:
    assert pool_of({"gpu": gpu, "needs": needs, **ALONE}, **ANYWHERE).machine.name == machine


@pytest.mark.parametrize("fraction", [0.125, 0.25, 0.5, 1.0])
def test_fraction_of_a_gpu_is_enough_and_the_cheapest(pool_of: Any, fraction: float) -> None:
    machine = pool_of({"gpu": {"model": "L4", "fraction": fraction}, **ALONE}, **ANYWHERE).machine
    assert machine.gpus >= Decimal(str(fraction))
    assert machine.name == cheapest(lambda row: row["gpu"] == "L4" and Decimal(row["gpus"]) >= Decimal(str(fraction)))


def test_need_without_a_model_means_gpus_the_image_drives(pool_of: Any) -> None:
    machine = pool_of({"gpu": {"memory": "16 GiB"}, **ALONE}, **ANYWHERE).machine
    assert machine.vendor == "NVIDIA"
    wanted = cheapest(
        lambda row: (
            row["vendor"] == "NVIDIA" and Decimal(row["gpus"]) >= 1 and Decimal(row["gpu_memory_gib"] or 0) >= 16
        )
    )
    assert machine.name == wanted


def test_need_keeps_to_the_architecture_of_the_image(pool_of: Any) -> None:
    image = {"id": "ami-1", "os": "ubuntu-24.04", "arch": "x86_64", "rootDevice": "/dev/sda1"}
    assert pool_of({"gpu": {"memory": "14 GiB"}, "image": image, **ALONE}, **ANYWHERE).machine.arch == "x86_64"
    arm = {**image, "arch": "arm64"}
    assert pool_of({"gpu": {"memory": "14 GiB"}, "image": arm, **ALONE}, **ANYWHERE).machine.arch == "arm64"


def cheapest(fits: Any) -> str:
    """By the data files alone, without the planner: current, sold in us-east-1, priced there."""
    sold = {row["machine"] for row in rows("offerings.csv") if row["region"] == "us-east-1"}
    price = {
        row["item"]: Decimal(row["low"])
        for row in rows("prices.csv")
        if row["region"] == "us-east-1" and row["kind"] == "list"
    }
    names = [
        row["name"]
        for row in rows("machines.csv")
        if row["status"] == "current" and row["name"] in sold and row["name"] in price and fits(row)
    ]
    return min(names, key=lambda name: (price[name], name))


def test_zone_narrows_the_choice(pool_of: Any, problems_of: Any) -> None:
    need = {"gpu": {"model": "H200", "perNode": 8}, **ALONE}
    assert pool_of(need, zones=["use1-az2"]).machine.name == "p5en.48xlarge"
    (problem,) = problems_of(need, zones=["use1-az1"])
    assert problem.path == "pools[train].gpu"
    assert "p5en.48xlarge" in problem.message
    assert "use1-az1 does not sell it" in problem.message


def test_choice_is_told_with_price_date_and_runners_up(chosen_of: Any) -> None:
    chosen = chosen_of({"gpu": {"model": "L40S"}, **ALONE}, **ANYWHERE)["machine"]
    assert chosen.value == "g6e.xlarge (x86_64)"
    assert "USD/h on demand (prices of 20" in chosen.why
    assert "g6e.2xlarge" in chosen.why


@pytest.mark.parametrize(
    ("gpu", "says"),
    [
        pytest.param({"model": "K80"}, "it is retired", id="retired machines are never chosen"),
        pytest.param({"model": "GB200"}, "it is disputed", id="disputed machines are never chosen"),
        pytest.param({"model": "H10O"}, "did you mean `H100`", id="unknown model"),
        pytest.param({"model": "H100", "perNode": 16}, "it has 8 of 16 GPUs", id="more than a node has"),
        pytest.param({"model": "L40S", "memory": "80 GiB"}, "a GPU has 44.7 GiB", id="more memory than the model has"),
    ],
)
def test_nothing_fits(problems_of: Any, gpu: dict[str, Any], says: str) -> None:
    (problem,) = problems_of({"gpu": gpu, **ALONE}, **ANYWHERE)
    assert problem.path == "pools[train].gpu"
    assert says in problem.message
    assert problem.hint


def test_unpriced_machines_are_never_chosen(pool_of: Any, problems_of: Any) -> None:
    priced = {row["item"] for row in rows("prices.csv") if row["region"] == "us-east-1" and row["kind"] == "list"}
    assert "trn2.48xlarge" not in priced
    (problem,) = problems_of({"gpu": {"model": "Trainium2"}, **ALONE}, **ANYWHERE)
    assert "no price on demand is known" in problem.message
