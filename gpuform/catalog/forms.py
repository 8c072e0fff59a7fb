"""What each column of each data file may hold: the form of the catalog, for every cloud alike.

A literal to read; the order is that of the columns in the file. Figures nobody could source are left empty where `may` allows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import get_args

from gpuform.catalog.model import FabricKind, Market, NicType, Status


@dataclass(frozen=True, slots=True)
class Form:
    """One column: a test of its text, and how to say what it wants."""

    says: str
    """Completes `must be …`."""
    fits: Callable[[str], bool]
    needed: bool = True


def matching(says: str, pattern: str) -> Form:
    return Form(says, lambda text: re.fullmatch(pattern, text, re.ASCII) is not None)


def one_of(*words: str) -> Form:
    return Form(f"one of {', '.join(words)}", lambda text: text in words)


def some_of(*words: str) -> Form:
    """Words with blanks between; an empty text is none of them."""
    return Form(
        f"words out of {', '.join(words)}, with blanks between", lambda text: set(text.split()) <= set(words), False
    )


def may(form: Form) -> Form:
    """The same, or empty."""
    return replace(form, needed=False)


def above_zero(form: Form) -> Form:
    return Form(f"{form.says}, above 0", lambda text: form.fits(text) and float(text) > 0)


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_cards(text: str) -> bool:
    """Runs of like cards that cover the indices 0, 1, 2 … each once."""
    following = 0
    for run in text.split("|"):
        found = CARD_RUN.fullmatch(run)
        if found is None or not int(found["first"]) == following <= int(found["last"] or following):
            return False
        following = int(found["last"] or following) + 1
    return True


NIC_WORD = f"(?:{'|'.join(get_args(NicType))})"
CARD_RUN = re.compile(rf"(?P<first>\d{{1,2}})(?:-(?P<last>\d{{1,2}}))?:[1-9]\d?:{NIC_WORD}(?:\+{NIC_WORD})*", re.ASCII)

TEXT = Form("a text", lambda text: bool(text.strip()))
NUMBER = matching("a number such as 22.4", r"\d{1,15}(\.\d{1,9})?")
WHOLE = matching("a whole number", r"\d{1,15}")
VERSION = matching("a version such as 12.8.1", r"\d{1,9}(\.\d{1,9})*")
YES_NO = one_of("yes", "no")
DAY = Form("an ISO date such as 2026-11-30", is_day)
CLOUD = one_of("aws", "azure", "alibaba")
CARDS = Form("runs of cards such as 0:4:interface|1-16:4:interface+efa+efa-only, from card 0 on", is_cards)
PARAMETERS = matching("arch=where, with blanks between", r"(x86_64|arm64)=\S+( (x86_64|arm64)=\S+)*")
SIZES = matching("whole numbers with blanks between", r"\d{1,15}( \d{1,15})*")
FIELDS = (
    "cards",
    "disk_baseline_iops",
    "disk_baseline_mibps",
    "disk_max_iops",
    "disk_max_mibps",
    "fabric_gbps",
    "fabric_interfaces",
    "gpu_memory_gib",
    "local_disks",
    "local_gb",
    "max_disks",
    "memory_gib",
    "network_gbps",
    "vcpus",
)
"""Of a machine, that may be disputed."""

SOURCED = {"source": TEXT, "dated": DAY}

FORMS: Mapping[str, Mapping[str, Form]] = {
    "machines.csv": {
        "cloud": CLOUD,
        "name": TEXT,
        "status": one_of(*get_args(Status)),
        "vendor": TEXT,
        "gpu": TEXT,
        "gpus": above_zero(NUMBER),
        "gpu_memory_gib": may(above_zero(NUMBER)),
        "compute_capability": may(VERSION),
        "vcpus": above_zero(WHOLE),
        "memory_gib": above_zero(NUMBER),
        "arch": one_of("x86_64", "arm64"),
        "network_gbps": may(above_zero(NUMBER)),
        "network_baseline_gbps": may(above_zero(NUMBER)),
        "network_is_burst": YES_NO,
        "fabric": one_of(*get_args(FabricKind)),
        "fabric_gbps": may(above_zero(NUMBER)),
        "fabric_interfaces": WHOLE,
        "cards": CARDS,
        "gpu_direct": may(YES_NO),
        "nvswitch": YES_NO,
        "fabric_manager": one_of("yes", "no", "imex"),
        "disk_baseline_iops": may(above_zero(WHOLE)),
        "disk_max_iops": may(above_zero(WHOLE)),
        "disk_baseline_mibps": may(above_zero(NUMBER)),
        "disk_max_mibps": may(above_zero(NUMBER)),
        "max_disks": may(above_zero(WHOLE)),
        "local_disks": WHOLE,
        "local_gb": NUMBER,
        "placements": some_of("cluster", "partition", "spread"),
        "markets": some_of(*get_args(Market)),
        "boot_modes": some_of("legacy-bios", "uefi", "uefi-preferred"),
        "disputed": some_of(*FIELDS),
        "replaced_by": may(TEXT),
        "notes": may(TEXT),
        **SOURCED,
    },
    "zones.csv": {"cloud": CLOUD, "region": TEXT, "id": matching("one word", r"\S+"), **SOURCED},
    "offerings.csv": {"cloud": CLOUD, "region": TEXT, "machine": TEXT, "zones": TEXT},
    "disks.csv": {
        "cloud": CLOUD,
        "type": TEXT,
        "media": one_of("ssd", "hdd"),
        "boot": YES_NO,
        "old": YES_NO,
        "min_gib": above_zero(WHOLE),
        "max_gib": above_zero(WHOLE),
        "min_iops": may(above_zero(WHOLE)),
        "max_iops": may(above_zero(WHOLE)),
        "base_iops": may(above_zero(WHOLE)),
        "iops_per_gib": may(above_zero(NUMBER)),
        "min_mibps": may(above_zero(WHOLE)),
        "max_mibps": may(above_zero(WHOLE)),
        "base_mibps": may(above_zero(WHOLE)),
        "mibps_per_iops": may(above_zero(NUMBER)),
        **SOURCED,
    },
    "images.csv": {
        "cloud": CLOUD,
        "name": TEXT,
        "os": TEXT,
        "parameters": PARAMETERS,
        "vendor": may(TEXT),
        "root_device": matching("a device such as /dev/sda1", r"/dev/\S+"),
        "root_gib": above_zero(WHOLE),
        "driver": may(VERSION),
        "cuda": may(VERSION),
        "fabric_manager": may(VERSION),
        "efa_installer": may(VERSION),
        **SOURCED,
    },
    "cuda.csv": {"cuda": VERSION, "driver": VERSION, "minor_compatible_driver": VERSION, **SOURCED},
    "gpu-software.csv": {
        "gpu": TEXT,
        "cuda_from": may(VERSION),
        "cuda_to": may(VERSION),
        "driver_from": may(VERSION),
        "driver_to": may(VERSION),
        "kernel_module": one_of("any", "open", "proprietary"),
        **SOURCED,
    },
    "lustre.csv": {
        "cloud": CLOUD,
        "deployment": TEXT,
        "first_gib": may(SIZES),
        "step_gib": above_zero(WHOLE),
        "throughputs": may(SIZES),
        "default_throughput": may(above_zero(WHOLE)),
        **SOURCED,
    },
    "limits.csv": {"cloud": CLOUD, "name": TEXT, "value": NUMBER, "unit": TEXT, **SOURCED},
    "prices.csv": {
        "cloud": CLOUD,
        "region": TEXT,
        "item": TEXT,
        "kind": one_of("list", "spot", "block", "reserved-1y", "reserved-3y"),
        "unit": TEXT,
        "low": above_zero(NUMBER),
        "high": above_zero(NUMBER),
        "currency": one_of("USD", "CNY"),
        "confidence": one_of("catalog", "community", "negotiated"),
        **SOURCED,
    },
}
