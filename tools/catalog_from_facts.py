"""Derives `gpuform/catalog/data/*.csv` for AWS from the collected fact tables.

    python tools/catalog_from_facts.py FACTS_DIR

FACTS_DIR holds `aws-instances.csv` (one row per machine, from the describe-instance-types answers that moto ships),
`aws-az-offerings.csv` and `prices-aws.csv`. The small tables (disks, images, CUDA floors, Lustre, limits) are kept by hand
in the data folder: each row there names its own source and date. Run it after a refresh of the facts and read the diff.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "gpuform" / "catalog" / "data"
FACTS_DATE = "2026-11-30"
GPU_WORDS = {
    "GB200 (B200)": "GB200",
    "Gaudi HL-205": "Gaudi",
    "Qualcomm AI100": "AI100",
    "RTX PRO Server 6000": "RTX PRO 6000",
}
MIB_PER_MB = Decimal(1_000_000) / Decimal(1_048_576)
AGGREGATE_WINS = ("g6e.24xlarge", "g6e.48xlarge", "p6-b200.48xlarge")
"""Machines whose per-card figures do not add up to what the node has; see the facts, section 0."""
FABRIC_GBPS = {"p6e-gb200.36xlarge": Decimal(1600), "p6-b300.48xlarge": Decimal(6400)}
DISPUTED = {
    "p6-b200.48xlarge": "cards fabric_interfaces",
    "p6e-gb200.36xlarge": "local_gb memory_gib vcpus network_gbps disk_max_iops cards",
}
RETIRED = {"p2": "g4dn", "p3": "g5", "p3dn": "p4d", "g2": "g4dn", "g3": "g4dn", "g3s": "g4dn"}
"""Families gone from the newest describe-instance-types answer, or of a generation AWS calls previous."""
PRICE_ITEMS = re.compile(
    r"^(ebs-(gp2|gp3|io1|io2|st1|sc1|standard)|fsx-lustre-|nat-gateway|cross-az|public-ipv4|s3-(standard|glacier|one-zone|intelligent)"
    r"|egress-internet|cloudwatch-alarm-standard|cloudwatch-custom-metric|kms-key)"
)


def main(facts: Path) -> None:
    machines = list(rows(facts / "aws-instances.csv"))
    write("machines.csv", [machine_row(row) for row in machines])
    write("offerings.csv", offering_rows(rows(facts / "aws-az-offerings.csv")))
    write("prices.csv", price_rows(rows(facts / "prices-aws.csv")))


def rows(path: Path) -> Iterable[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as handle:
        yield from csv.DictReader(handle)


def write(name: str, made: list[dict[str, Any]]) -> None:
    with (DATA / name).open("w", newline="", encoding="utf-8") as handle:
        writer = csv.DictWriter(handle, list(made[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(made)


def machine_row(row: dict[str, str]) -> dict[str, Any]:
    name = row["instance_type"]
    family = name.split(".")[0]
    efa = row["efa_supported"] == "True"
    baseline = row["network_gbps"] if name in AGGREGATE_WINS else row["network_gbps_baseline_sum"]
    disks, gb = local_disks(row)
    return {
        "cloud": "aws",
        "name": name,
        "status": "retired" if family in RETIRED else "disputed" if name == "p6e-gb200.36xlarge" else "current",
        "vendor": row["accelerator_vendor"],
        "gpu": GPU_WORDS.get(row["accelerator_model"], row["accelerator_model"]),
        "gpus": row["accelerator_count"],
        "gpu_memory_gib": plain(row["accelerator_mem_gib_each"]),
        "compute_capability": row["compute_capability"],
        "vcpus": row["vcpus"],
        "memory_gib": plain(row["memory_gib"]),
        "arch": row["arch"],
        "network_gbps": plain(row["network_gbps"]),
        "network_baseline_gbps": plain(baseline),
        "network_is_burst": "yes" if row["network_is_burst"] == "True" else "no",
        "fabric": "efa" if efa else "none",
        "fabric_gbps": plain(str(FABRIC_GBPS.get(name, row["network_gbps"]))) if efa else "",
        "fabric_interfaces": row["max_efa_interfaces"] or "0",
        "cards": cards(row),
        "gpu_direct": direct(row["gpudirect_rdma"]),
        "nvswitch": "yes"
        if "NVSwitch" in row["nvlink_nvswitch"] and "no NVSwitch" not in row["nvlink_nvswitch"]
        else "no",
        "fabric_manager": row["fabric_manager_required"],
        "disk_baseline_iops": row["ebs_baseline_iops"],
        "disk_max_iops": row["ebs_max_iops"],
        "disk_baseline_mibps": mibps(row["ebs_baseline_MBps"]),
        "disk_max_mibps": mibps(row["ebs_max_MBps"]),
        "max_disks": row["max_ebs_attachments"],
        "local_disks": disks,
        "local_gb": gb,
        "placements": row["placement_strategies"].replace("|", " "),
        "markets": row["usage_classes"].replace("|", " "),
        "boot_modes": row["boot_modes"].replace("|", " "),
        "disputed": DISPUTED.get(name, ""),
        "replaced_by": RETIRED.get(family, ""),
        "notes": row["notes"],
        "source": row["spec_source"],
        "dated": FACTS_DATE,
    }


def plain(text: str) -> str:
    return f"{Decimal(text).normalize():f}" if text else ""


def mibps(megabytes: str) -> str:
    """The API tells megabytes, disks are sold in mebibytes: 10,000 MB/s carry 9,536.74 MiB/s."""
    return f"{(Decimal(megabytes) * MIB_PER_MB).quantize(Decimal('0.01')).normalize():f}" if megabytes else ""


def direct(word: str) -> str:
    return "yes" if word.startswith("yes") else "no" if word.startswith("no") else ""


def local_disks(row: dict[str, str]) -> tuple[str, str]:
    match = re.match(r"^(\d+)x(\d+)", row["local_disks"])
    if match:
        return match[1], str(int(match[1]) * int(match[2]))
    return "0", plain(row["local_storage_gb"]) or "0"


def cards(row: dict[str, str]) -> str:
    """`first-last:devices:types` per run of like cards."""
    if row["instance_type"] == "p6e-gb200.36xlarge":
        odd = [f"{index}:1:efa-only" for index in range(1, 16, 2)]
        even = [f"{index}:2:interface+efa" for index in range(2, 17, 2)]
        runs = ["0:2:interface", *sorted([*odd, *even], key=lambda run: int(run.split(":")[0]))]
        return "|".join(runs)
    count, devices = int(row["max_network_cards"] or 1), row["enis_per_card"]
    types = row["card_interface_types"]
    if not types:
        types = "interface+efa" if row["efa_supported"] == "True" else "interface"
    if ":" not in types:
        return f"0-{count - 1}:{devices}:{types}"
    by_card = dict(part.strip().split(":", 1) for part in types.split("|"))
    return "|".join(f"{index}:{devices}:{by_card[str(index)]}" for index in range(count))


def offering_rows(offers: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    zones: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in offers:
        zones[row["region"], row["instance_type"]].add(row["zone_id"])
    return [
        {"cloud": "aws", "region": region, "machine": machine, "zones": " ".join(sorted(found))}
        for (region, machine), found in sorted(zones.items())
    ]


def price_rows(prices: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    """The newest row per region, item and kind; undated rows only where nothing dated is there."""
    newest: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in prices:
        wanted = row["unit"] == "instance-hour" or PRICE_ITEMS.match(row["item"])
        if not wanted or " " in row["region"]:
            continue
        key = (row["region"], row["item"], row["kind"])
        if key not in newest or day(row) > day(newest[key]):
            newest[key] = row
    return [
        {
            "cloud": "aws",
            "region": row["region"],
            "item": row["item"],
            "kind": row["kind"],
            "unit": row["unit"],
            "low": plain(row["min_price"] or row["price"]),
            "high": plain(row["max_price"] or row["price"]),
            "currency": row["currency"],
            "confidence": row["confidence"],
            "source": row["source"].split(" (")[0].split(",")[0][:60],
            "dated": row["as_of"] if row["as_of"] != "undated" else "",
        }
        for _, row in sorted(newest.items())
    ]


def day(row: dict[str, str]) -> str:
    return "" if row["as_of"] == "undated" else row["as_of"]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
