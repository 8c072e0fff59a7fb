"""Derives `gpuform/catalog/data/*.csv` for AWS from the collected fact tables.

    python tools/catalog_from_facts.py FACTS_DIR

FACTS_DIR holds `aws-instances.csv` (one row per machine, from the describe-instance-types answers that moto ships),
`aws-az-offerings.csv` and `prices-aws.csv`. The zones come from the offerings of the moto that is installed: all of a
region's, also those that sell no accelerator. The small tables (disks, images, CUDA floors, Lustre, limits) are kept by
hand in the data folder: each row there names its own source and date. Run it after a refresh of the facts and read the diff.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from importlib.util import find_spec
from itertools import groupby
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
US = "us (region not stated)"
US_REGION = re.compile(r"us-(east|west)-\d")
MIB_PER_MB = Decimal(1_000_000) / Decimal(1_048_576)
AGGREGATE_WINS = ("p6-b200.48xlarge",)
"""Machines whose cards report less than the node has: the ENA share of each, not the EFA's. See the facts, section 0."""
FABRIC_GBPS = {"p6e-gb200.36xlarge": Decimal(1600)}
DISPUTED = {
    "p6-b200.48xlarge": "cards fabric_interfaces",
    "trn2.3xlarge": "gpu_memory_gib",
    "trn2.48xlarge": "gpu_memory_gib",
    "trn2u.48xlarge": "gpu_memory_gib",
    "p6e-gb200.36xlarge": "cards fabric_interfaces gpu_memory_gib local_disks local_gb memory_gib network_gbps vcpus",
}
MEMORY_GIB = {"vt1.3xlarge": "24", "vt1.6xlarge": "24", "vt1.24xlarge": "24"}
"""Left out of the fact table; the API's answer has it under MediaAcceleratorInfo."""
MOTO_DAYS = {
    "3.1.19": "2023-11-18",
    "4.2.14": "2024-01-27",
    "5.0.28": "2025-02-02",
    "5.1.15": "2025-10-17",
    "5.2.5": "2026-10-27",
}
"""Day of each package that the describe-instance-types answers were read from, by the files in its wheel."""
NEWEST = "5.2.5"
LAST_BUT_ONE = "5.1.15"
PRICE_ITEMS = re.compile(
    r"^(ebs-(gp2|gp3|io1|io2|st1|sc1|standard)|fsx-lustre-|nat-gateway|cross-az|public-ipv4|s3-(standard|glacier|one-zone|intelligent)"
    r"|egress-internet|cloudwatch-alarm-standard|cloudwatch-custom-metric|kms-key)"
)


def main(facts: Path) -> None:
    machines = list(rows(facts / "aws-instances.csv"))
    write("machines.csv", [machine_row(row) for row in machines])
    write("offerings.csv", offering_rows(rows(facts / "aws-az-offerings.csv")))
    write("prices.csv", price_rows(rows(facts / "prices-aws.csv")))
    write("zones.csv", zone_rows())


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
    seen, day_seen = seen_in(row["spec_source"])
    efa = row["efa_supported"] == "True"
    disks, gb = local_disks(row)
    return {
        "cloud": "aws",
        "name": name,
        "status": status(seen),
        "vendor": row["accelerator_vendor"],
        "gpu": GPU_WORDS.get(row["accelerator_model"], row["accelerator_model"]),
        "gpus": row["accelerator_count"],
        "gpu_memory_gib": plain(row["accelerator_mem_gib_each"] or MEMORY_GIB.get(name, "")),
        "compute_capability": row["compute_capability"],
        "vcpus": row["vcpus"],
        "memory_gib": plain(row["memory_gib"]),
        "arch": row["arch"],
        "network_gbps": plain(row["network_gbps"]),
        "network_baseline_gbps": baseline(row),
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
        "replaced_by": "",
        "notes": "; ".join(note for note in (row["notes"], missing_since(seen)) if note),
        "source": row["spec_source"],
        "dated": day_seen,
    }


def seen_in(source: str) -> tuple[str, str]:
    """(version of moto whose answer holds the machine, its day); no version for a row made by hand."""
    found = re.match(r"moto (\S+) ", source)
    return (found[1], MOTO_DAYS[found[1]]) if found else ("", FACTS_DATE)


def status(seen: str) -> str:
    """Gone for more than a year is retired; gone since the last answer but one may still be had by who has it."""
    return {"": "disputed", NEWEST: "current", LAST_BUT_ONE: "limited"}.get(seen, "retired")


def missing_since(seen: str) -> str:
    if not seen or seen == NEWEST:
        return ""
    return f"in the API's answer of {MOTO_DAYS[seen]}, not in that of {MOTO_DAYS[NEWEST]}, which sells it in no zone"


def baseline(row: dict[str, str]) -> str:
    """What is there all day: the cards together, but never more than the node has."""
    cards_have, node_has = row["network_gbps_baseline_sum"], row["network_gbps"]
    if row["instance_type"] in AGGREGATE_WINS:
        return plain(node_has)
    if not cards_have or not node_has:
        return plain(cards_have)
    return plain(str(min(Decimal(cards_have), Decimal(node_has))))


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
        each = ["1:efa-only" if index % 2 else "2:interface+efa" for index in range(1, 17)]
        return runs(["2:interface", *each])
    count, devices = int(row["max_network_cards"] or 1), row["enis_per_card"]
    types = row["card_interface_types"]
    if not types:
        types = "interface+efa" if row["efa_supported"] == "True" else "interface"
    if ":" not in types:
        return runs([f"{devices}:{types}"] * count)
    by_card = dict(part.strip().split(":", 1) for part in types.split("|"))
    return runs([f"{devices}:{by_card[str(index)]}" for index in range(count)])


def runs(each: list[str]) -> str:
    made: list[str] = []
    for what, group in groupby(enumerate(each), key=lambda pair: pair[1]):
        indices = [index for index, _ in group]
        which = str(indices[0]) if len(indices) == 1 else f"{indices[0]}-{indices[-1]}"
        made.append(f"{which}:{what}")
    return "|".join(made)


def zone_rows() -> list[dict[str, Any]]:
    moto = find_spec("moto")
    if moto is None or moto.origin is None:
        sys.exit("moto is not installed: the zones are read from its files (pip install moto)")
    folder = Path(moto.origin).parent / "ec2" / "resources" / "instance_type_offerings" / "availability-zone-id"
    made: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.json.gz")):
        offers: list[dict[str, str]] = json.loads(gzip.decompress(path.read_bytes()))
        made += [
            {"cloud": "aws", "region": path.name.removesuffix(".json.gz"), "id": zone}
            for zone in sorted({offer["Location"] for offer in offers})
        ]
    return [
        {**row, "source": f"moto {NEWEST} describe-instance-type-offerings dump", "dated": MOTO_DAYS[NEWEST]}
        for row in made
    ]


def offering_rows(offers: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    zones: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in offers:
        zones[row["region"], row["instance_type"]].add(row["zone_id"])
    return [
        {"cloud": "aws", "region": region, "machine": machine, "zones": " ".join(sorted(found))}
        for (region, machine), found in sorted(zones.items())
    ]


def price_rows(prices: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    """The newest row per region, item and kind; undated rows only where nothing dated is there, remembered ones never."""
    newest: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in by_region(list(prices)):
        wanted = row["unit"] == "instance-hour" or PRICE_ITEMS.match(row["item"])
        if not wanted or row["confidence"] == "memory":
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
            "source": short(row["source"]),
            "dated": row["as_of"] if row["as_of"] != "undated" else "",
        }
        for _, row in sorted(newest.items())
    ]


def by_region(prices: list[dict[str, str]]) -> Iterable[dict[str, str]]:
    """A rate told for the US as a whole becomes one for each US region that already sold the machine at a rate common to all.

    A rate that its source assumed (p5.4xlarge) stays out.
    """
    for row in prices:
        if row["region"] != US:
            yield row
        elif "assumed" not in row["note"]:
            same = [old for old in prices if (old["item"], old["kind"]) == (row["item"], row["kind"])]
            here = [old for old in same if US_REGION.fullmatch(old["region"])]
            if len({old["price"] for old in here}) == 1:
                told = f"{short(row['source'])}: US rate"
                yield from ({**row, "region": old["region"], "source": told} for old in here)


def short(source: str) -> str:
    """The name of a source without what it has in brackets: 3,000 rows carry it."""
    if source.startswith("estimate"):
        return "on-demand less the Spot Advisor saving of alexei-led/spotinfo @5eedf20"
    return re.split(r" \(|,", source)[0]


def day(row: dict[str, str]) -> str:
    return "" if row["as_of"] == "undated" else row["as_of"]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
