"""Every machine row: what must be true of any machine, and what the API itself says of it.

The witness is the answer of describe-instance-types in the newest moto. Where our figure is another one on purpose, the
difference stands in DIFFERS with the reason; docs/catalog.md lists them. A new difference fails, and so does one that is gone.
"""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gpuform.catalog import Machine, load

MACHINES = load("aws").machines()
MIB_PER_MB = Decimal(1_000_000) / Decimal(1_048_576)


def api_answer() -> dict[str, Any]:
    moto = find_spec("moto")
    assert moto is not None
    assert moto.origin is not None
    path = Path(moto.origin).parent / "ec2" / "resources" / "instance_types.json.gz"
    return json.loads(gzip.decompress(path.read_bytes()))


API = api_answer()
SHARED = sorted(MACHINES.keys() & API.keys())
AGGREGATE = "the cards' figures add up to more than NetworkPerformance, which is what the node has"
SERVER = "one spelling over the clouds"
FIELD_IS_512 = "the API tells 512 GiB of a Trainium2, AWS material 96 per chip; named as disputed"

DIFFERS: dict[tuple[str, str], str] = {
    ("g6e.24xlarge", "network_baseline_gbps"): AGGREGATE,
    ("g6e.48xlarge", "network_baseline_gbps"): AGGREGATE,
    ("p6-b300.48xlarge", "network_baseline_gbps"): AGGREGATE,
    (
        "p6-b200.48xlarge",
        "network_baseline_gbps",
    ): "the cards' figures are the ENA share; 3,200 Gbps by EFA (EC2 User Guide)",
    ("trn2.3xlarge", "gpu_memory_gib"): FIELD_IS_512,
    ("trn2.48xlarge", "gpu_memory_gib"): FIELD_IS_512,
    ("trn2u.48xlarge", "gpus"): "the API leaves its accelerators out; they are those of trn2.48xlarge",
    ("trn2u.48xlarge", "gpu"): "the API leaves its accelerators out",
    ("trn2u.48xlarge", "gpu_memory_gib"): "the API leaves its accelerators out",
    ("dl2q.24xlarge", "gpu"): "the maker is a column of its own",
    **{(name, "gpu"): SERVER for name in MACHINES if name.startswith("g7e.")},
}
NOT_IN_THE_API = {
    "p6e-gb200.36xlarge": "an UltraServer; made by hand, everything uncertain about it is named as disputed",
    **{name: "gone from the newest answer" for name in MACHINES if name.split(".")[0] in {"dl1", "g4ad", "p3"}},
    **{name: "gone for more than a year" for name in MACHINES if name.split(".")[0] in {"g2", "g3", "g3s", "p2"}},
}


def accelerator(api: dict[str, Any]) -> tuple[str, Decimal, Decimal | None]:
    """(name, how many, GiB of one); a fraction counts as such."""
    for info, devices in (
        ("GpuInfo", "Gpus"),
        ("NeuronInfo", "NeuronDevices"),
        ("InferenceAcceleratorInfo", "Accelerators"),
        ("MediaAcceleratorInfo", "Accelerators"),
    ):
        if info in api:
            (one,) = api[info][devices]
            count = Decimal(str(one.get("LogicalGpuCount", one["Count"]))) * Decimal(
                str(one.get("GpuPartitionSize", 1))
            )
            return one["Name"], count, Decimal(one["MemoryInfo"]["SizeInMiB"]) / 1024
    return "", Decimal(0), None


def api_figures(api: dict[str, Any]) -> dict[str, object]:
    network, disk, store = api["NetworkInfo"], api["EbsInfo"], api.get("InstanceStorageInfo")
    ebs = disk["EbsOptimizedInfo"]
    name, count, gib = accelerator(api)
    return {
        "gpu": name,
        "gpus": count,
        "gpu_memory_gib": gib,
        "vcpus": api["VCpuInfo"]["DefaultVCpus"],
        "memory_gib": Decimal(api["MemoryInfo"]["SizeInMiB"]) / 1024,
        "arch": next(arch for arch in api["ProcessorInfo"]["SupportedArchitectures"] if arch != "i386"),
        "cards": [
            (card["NetworkCardIndex"], card["MaximumNetworkInterfaces"], frozenset(card["InterfaceTypes"]))
            for card in network["NetworkCards"]
        ],
        "fabric": "efa" if network["EfaSupported"] else "none",
        "fabric_interfaces": network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0),
        "network_baseline_gbps": sum(Decimal(str(card["BaselineBandwidthInGbps"])) for card in network["NetworkCards"]),
        "disk_baseline_iops": ebs["BaselineIops"],
        "disk_max_iops": ebs["MaximumIops"],
        "disk_baseline_mibps": Decimal(str(ebs["BaselineThroughputInMBps"])) * MIB_PER_MB,
        "disk_max_mibps": Decimal(str(ebs["MaximumThroughputInMBps"])) * MIB_PER_MB,
        "max_disks": disk["MaximumEbsAttachments"],
        "local_disks": sum(one["Count"] for one in store["Disks"]) if store else 0,
        "local_gb": store["TotalSizeInGB"] if store else 0,
        "placements": frozenset(api["PlacementGroupInfo"]["SupportedStrategies"]),
        "markets": frozenset(api["SupportedUsageClasses"]),
        "boot_modes": frozenset(api["SupportedBootModes"]),
    }


def our_figures(machine: Machine, names: dict[str, object]) -> dict[str, object]:
    figures = {name: getattr(machine, name) for name in names}
    return {**figures, "cards": [(card.index, card.devices, card.types) for card in machine.cards]}


def same(name: str, ours: object, theirs: object) -> bool:
    """The files keep a GPU's memory to 0.1 GiB (a fraction's to 0.01), bandwidths to 0.01."""
    if isinstance(ours, Decimal) and isinstance(theirs, Decimal):
        slack = {"gpu_memory_gib": "0.06", "gpus": "0"}.get(name, "0.006")
        return abs(ours - theirs) <= Decimal(slack)
    return ours == theirs


@pytest.mark.parametrize("name", SHARED)
def test_api_says_the_same(name: str) -> None:
    theirs = api_figures(API[name])
    ours = our_figures(MACHINES[name], theirs)
    differing = {column for column in theirs if not same(column, ours[column], theirs[column])}
    assert differing == {column for machine, column in DIFFERS if machine == name}


@pytest.mark.parametrize("name", SHARED)
def test_disk_figures_of_the_api_are_decimal_megabytes(name: str) -> None:
    """8 × MBps is Mbps, so MB is 10^6; disks are sold in MiB/s, hence the conversion."""
    ebs = API[name]["EbsInfo"]["EbsOptimizedInfo"]
    for which in ("Baseline", "Maximum"):
        assert Decimal(str(ebs[f"{which}ThroughputInMBps"])) * 8 == ebs[f"{which}BandwidthInMbps"]


def test_machines_without_a_witness() -> None:
    assert MACHINES.keys() - API.keys() == NOT_IN_THE_API.keys()


def test_no_accelerated_machine_of_the_api_is_left_out() -> None:
    kinds = ("GpuInfo", "NeuronInfo", "InferenceAcceleratorInfo", "MediaAcceleratorInfo")
    assert {name for name, api in API.items() if any(kind in api for kind in kinds)} <= MACHINES.keys()


@pytest.mark.parametrize("name", MACHINES)
def test_status_says_whether_one_can_have_it(name: str) -> None:
    machine = MACHINES[name]
    assert (machine.status == "current") == (name in API) == bool(load("aws").regions_selling(name))


GIB_OF_ONE = {
    "A100": {40, 80},
    "A10G": {24},
    "AI100": {16},
    "B200": {192},
    "B300": {288},
    "GB200": {192},
    "Gaudi": {32},
    "H100": {80},
    "H200": {141},
    "Inferentia": {8},
    "Inferentia2": {32},
    "K520": {4},
    "K80": {12},
    "L4": {24},
    "L40S": {48},
    "M60": {8},
    "RTX PRO 4500": {32},
    "RTX PRO 6000": {96},
    "Radeon Pro V520": {8},
    "T4": {16},
    "T4g": {16},
    "Trainium": {32},
    "Trainium2": {96},
    "U30": {24},
    "V100": {16, 32},
}
"""As the makers advertise them; a cloud reports what is left of it after error correction, a few percent less."""


@pytest.mark.parametrize("name", MACHINES)
def test_memory_is_that_of_the_model(name: str) -> None:
    machine = MACHINES[name]
    assert machine.gpu_memory_gib is not None
    whole = machine.gpu_memory_gib / min(machine.gpus, Decimal(1))
    assert any(Decimal("0.92") * gib <= whole <= gib for gib in GIB_OF_ONE[machine.gpu])


def test_each_model_has_one_spelling() -> None:
    assert {machine.gpu for machine in MACHINES.values()} == GIB_OF_ONE.keys()


@pytest.mark.parametrize("name", MACHINES)
def test_shape_of_a_machine(name: str) -> None:
    machine = MACHINES[name]
    assert [card.index for card in machine.cards] == list(range(len(machine.cards)))
    assert all(card.devices >= 1 for card in machine.cards)
    assert "interface" in machine.cards[0].types, "the primary interface is on card 0"
    assert machine.fabric_interfaces <= sum(card.fabric for card in machine.cards)
    assert bool(machine.fabric_gbps) == (machine.fabric == "efa") == (machine.fabric_interfaces > 0)
    assert (machine.local_disks > 0) == (machine.local_gb > 0) or "local_disks" in machine.disputed
    assert (machine.vendor == "NVIDIA") == bool(machine.compute_capability)
    assert machine.fabric_manager == ("yes" if machine.nvswitch else machine.fabric_manager)
    assert machine.markets, "nobody could have it"


@pytest.mark.parametrize(
    ("name", "gbps", "interfaces"),
    [
        pytest.param("p4d.24xlarge", 400, 4, id="p4d"),
        pytest.param("p5.48xlarge", 3200, 32, id="p5"),
        pytest.param("p5en.48xlarge", 3200, 16, id="p5en"),
        pytest.param("p6-b200.48xlarge", 3200, 8, id="p6-b200"),
        pytest.param("p6-b300.48xlarge", 6400, 16, id="p6-b300: 17 cards, 16 of them EFA"),
        pytest.param("p6e-gb200.36xlarge", 1600, 16, id="p6e: 16 may be had, 1,600 Gbps used"),
        pytest.param("g6e.48xlarge", 400, 4, id="g6e: each card tells 400, the node has 400"),
        pytest.param("g5.48xlarge", 100, 1, id="one card"),
        pytest.param("g5.4xlarge", None, 0, id="none"),
    ],
)
def test_fabric(name: str, gbps: int | None, interfaces: int) -> None:
    machine = MACHINES[name]
    assert (machine.fabric_gbps, machine.fabric_interfaces) == (gbps, interfaces)


def test_card_0_of_p6_b300_takes_no_fabric() -> None:
    assert [card.index for card in MACHINES["p6-b300.48xlarge"].cards if not card.fabric] == [0]


def test_cards_of_p6e() -> None:
    cards = MACHINES["p6e-gb200.36xlarge"].cards
    assert [card.index for card in cards if card.types == {"efa-only"}] == list(range(1, 17, 2))
    assert [card.devices for card in cards] == [2] + [1, 2] * 8


def test_what_is_disputed_is_named() -> None:
    assert {name: set(machine.disputed) for name, machine in MACHINES.items() if machine.disputed} == {
        "p6-b200.48xlarge": {"cards", "fabric_interfaces"},
        "p6e-gb200.36xlarge": {
            "cards",
            "fabric_interfaces",
            "gpu_memory_gib",
            "local_disks",
            "local_gb",
            "memory_gib",
            "network_gbps",
            "vcpus",
        },
        "trn2.3xlarge": {"gpu_memory_gib"},
        "trn2.48xlarge": {"gpu_memory_gib"},
        "trn2u.48xlarge": {"gpu_memory_gib"},
    }


def test_what_nobody_could_source_is_unknown() -> None:
    p6e = MACHINES["p6e-gb200.36xlarge"]
    assert (p6e.disk_max_iops, p6e.disk_max_mibps, p6e.max_disks, p6e.network_baseline_gbps) == (None,) * 4


@pytest.mark.parametrize(
    ("name", "direct"),
    [
        pytest.param("p5.48xlarge", True, id="documented"),
        pytest.param("g5.48xlarge", False, id="EFA without RDMA"),
        pytest.param("g6e.48xlarge", None, id="no source says so"),
    ],
)
def test_gpu_direct(name: str, direct: bool | None) -> None:
    assert MACHINES[name].gpu_direct is direct
