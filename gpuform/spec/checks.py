"""What no single field can tell: one of four, names used once, references that point to something.

Works on the plain data rather than on the models, so that these problems come together with all others, however broken the rest.
What a rule of the register judges (slices that do not add up, disk limits …) is not looked at here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gpuform.errors import Problem
from gpuform.spec.document import Document, joined
from gpuform.spec.fields import closest

SLICES = ("reservation", "block", "onDemand", "spot")
OWN_LABELS = ("aws:", "gpuform:")
OWN_DISKS = ("root", "local")


def checked(document: Document) -> list[Problem]:
    """Every cross-field problem of the document."""
    data = document.data if isinstance(document.data, dict) else {}
    found = [
        *network_problems(data),
        *storage_problems(data),
        *label_problems(data),
        *orchestrator_problems(data),
        *budget_problems(data),
        *repeated(data, "zones", ""),
    ]
    names = [str(one.get("name")) for one in maps(data.get("sharedStorage"))]
    for index, pool in enumerate(maps(data.get("pools"))):
        found += pool_problems(pool, f"pools[{pool.get('name', index)}]", names, data, Path(document.file).parent)
    return [Problem(document.place(path).line, path, message, hint) for path, message, hint in found]


Told = tuple[str, str, str]
"""Path, message, hint."""


def maps(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def a_map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def network_problems(data: dict[str, Any]) -> Iterator[Told]:
    network = a_map(data.get("network"))
    if "cidr" in network and "existing" in network:
        yield "network", "has both `cidr` and `existing`: a new network or an existing one, not both", ""
    group = a_map(a_map(network.get("existing")).get("securityGroup"))
    yield from rule_problems(group, "network.existing.securityGroup")
    subnets = maps(a_map(network.get("existing")).get("subnets"))
    for key in ("id", "zone"):
        for value, count in Counter(str(one.get(key)) for one in subnets).items():
            if count > 1 and key == "id":
                yield "network.existing.subnets", f"names the subnet `{value}` {count} times", ""


def rule_problems(group: dict[str, Any], path: str) -> Iterator[Told]:
    for index, rule in enumerate(maps(group.get("rules"))):
        if ("from" in rule) == ("to" in rule):
            yield (
                f"{path}.rules[{index}]",
                "needs exactly one of `from` (ingress) and `to` (egress)",
                "for the fabric: `{from: self, protocol: all}` and `{to: self, protocol: all}`",
            )


def storage_problems(data: dict[str, Any]) -> Iterator[Told]:
    stores = maps(data.get("sharedStorage"))
    yield from repeated_names(stores, "sharedStorage")
    for index, one in enumerate(stores):
        path = f"sharedStorage[{one.get('name', index)}]"
        if ("lustre" in one) == ("bucket" in one):
            yield path, "needs exactly one of `lustre` and `bucket`", ""
        yield from rule_problems(a_map(a_map(one.get("lustre")).get("securityGroup")), f"{path}.lustre.securityGroup")


def label_problems(data: dict[str, Any]) -> Iterator[Told]:
    for key in a_map(a_map(data.get("metadata")).get("labels")):
        path = f"metadata.labels.{key}"
        if key.lower().startswith(OWN_LABELS):
            yield path, f"`{key}`: labels that start with `aws:` or `gpuform:` are not yours to give", ""
        elif not key or len(key) > 128:
            yield path, "a label's name has 1 to 128 characters", ""


def orchestrator_problems(data: dict[str, Any]) -> Iterator[Told]:
    kind = a_map(data.get("orchestrator")).get("kind")
    if kind in ("kubernetes", "slurm"):
        yield "orchestrator.kind", f"not yet: `{kind}` is a reserved word; today nodes run without one", "kind: none"


def budget_problems(data: dict[str, Any]) -> Iterator[Told]:
    monthly = a_map(data.get("budget")).get("monthly")
    if isinstance(monthly, str) and monthly.rstrip().endswith("/h"):
        yield "budget.monthly", f"`{monthly}` is per hour; a monthly budget is an amount", "250000 USD"


def repeated(data: dict[str, Any], key: str, path: str) -> Iterator[Told]:
    for value, count in Counter(texts(data.get(key))).items():
        if count > 1:
            yield joined(path, key), f"names `{value}` {count} times", ""


def repeated_names(items: list[dict[str, Any]], path: str) -> Iterator[Told]:
    for name, count in Counter(one.get("name") for one in items if isinstance(one.get("name"), str)).items():
        if count > 1:
            yield path, f"`{name}` is the name of {count} members; each needs its own", ""


def pool_problems(
    pool: dict[str, Any], path: str, stores: list[str], data: dict[str, Any], folder: Path
) -> Iterator[Told]:
    if pool is maps(data.get("pools"))[0]:
        yield from repeated_names(maps(data.get("pools")), "pools")
    if ("machine" in pool) == ("gpu" in pool):
        yield path, "needs exactly one of `machine` (a name) and `gpu` (the need)", ""
    yield from node_problems(a_map(pool.get("nodes")), joined(path, "nodes"))
    yield from repeated(pool, "zones", path)
    cluster_zones = texts(data.get("zones"))
    for zone in texts(pool.get("zones")):
        if cluster_zones and zone not in cluster_zones:
            yield joined(path, "zones"), f"`{zone}` is not among the cluster's zones ({', '.join(cluster_zones)})", ""
    for index, part in enumerate(maps(pool.get("capacity"))):
        yield from slice_problems(part, f"{path}.capacity[{index}]", data)
    yield from disk_problems(pool, path, data)
    yield from reference_problems(pool, path, stores)
    yield from image_problems(pool, path)
    yield from boot_problems(a_map(pool.get("boot")), joined(path, "boot"), folder)


def node_problems(nodes: dict[str, Any], path: str) -> Iterator[Told]:
    least, most, start = nodes.get("min", 0), nodes.get("max"), nodes.get("start")
    if isinstance(least, int) and isinstance(most, int):
        if least > most:
            yield path, f"min {least} is above max {most}", ""
        elif isinstance(start, int) and not least <= start <= most:
            yield joined(path, "start"), f"start {start} is outside min {least} … max {most}", ""


def slice_problems(part: dict[str, Any], path: str, data: dict[str, Any]) -> Iterator[Told]:
    kinds = [kind for kind in SLICES if kind in part]
    if len(kinds) > 1:
        yield path, f"is {' and '.join(kinds)} in one: each slice is exactly one", "write them as two list members"
    if not kinds:
        yield path, f"needs exactly one of {', '.join(SLICES)}", ""
    if "reservation" in part:
        yield from reservation_problems(a_map(part["reservation"]), f"{path}.reservation", data)
    for kind in ("reservation", "block"):
        start, end = a_map(part.get(kind)).get("start"), a_map(part.get(kind)).get("end")
        if (
            isinstance(start, str)
            and isinstance(end, str)
            and start[:4].isdigit()
            and end[:4].isdigit()
            and start >= end
        ):
            yield f"{path}.{kind}.end", f"ends ({end}) before it starts ({start})", ""


def reservation_problems(reservation: dict[str, Any], path: str, data: dict[str, Any]) -> Iterator[Told]:
    given = [key for key in ("id", "group") if key in reservation] + (["new"] if reservation.get("new") is True else [])
    if len(given) != 1:
        got = " and ".join(given) or "none of them"
        yield path, f"needs exactly one of `id`, `group` and `new: true`; got {got}", ""
    if "id" in reservation and "kind" not in reservation and data.get("cloud") == "aws":
        yield (
            path,
            "needs `kind`: a targeted and an open reservation have ids of one shape and start nodes differently",
            "kind: targeted, kind: open, or write `block:` for a capacity block",
        )


def disk_problems(pool: dict[str, Any], path: str, data: dict[str, Any]) -> Iterator[Told]:
    disks = a_map(pool.get("disks"))
    data_disks = maps(disks.get("data"))
    yield from repeated_names(data_disks, f"{path}.disks.data")
    for one in data_disks:
        if one.get("name") in OWN_DISKS:
            yield f"{path}.disks.data[{one['name']}].name", f"`{one['name']}` is a reserved name for a disk", ""
    mounts = [one.get("mount") for one in data_disks]
    mounts.append(a_map(disks.get("local")).get("mount"))
    mounts += [one.get("mount") for one in maps(data.get("sharedStorage"))]
    for mount, count in Counter(one for one in mounts if isinstance(one, str)).items():
        if count > 1:
            yield f"{path}.disks", f"`{mount}` is the mount point of {count} things; each needs its own", ""


def reference_problems(pool: dict[str, Any], path: str, stores: list[str]) -> Iterator[Told]:
    """`needs.readFrom` and `checkpoint.to` name a data disk, shared storage, `root` or `local`."""
    needs = a_map(pool.get("needs"))
    disks = [str(one.get("name")) for one in maps(a_map(pool.get("disks")).get("data"))]
    known = [*OWN_DISKS, *disks, *stores]
    places = (
        (needs.get("readFrom"), f"{path}.needs.readFrom"),
        (a_map(needs.get("checkpoint")).get("to"), f"{path}.needs.checkpoint.to"),
    )
    for name, where in places:
        if isinstance(name, str) and name not in known:
            yield where, f"`{name}` is no data disk of this pool and no shared storage", closest(name, known)


def image_problems(pool: dict[str, Any], path: str) -> Iterator[Told]:
    image = a_map(pool.get("image"))
    root = a_map(a_map(pool.get("disks")).get("root"))
    if not image:
        return
    if ("family" in image) == ("id" in image):
        yield joined(path, "image"), "needs exactly one of `family` and `id`", ""
    if "id" in image and "size" in root and "rootDevice" not in image and "device" not in root:
        yield (
            joined(path, "image"),
            "says nothing of its root device, so the size of `disks.root` could land on a second disk",
            "add `rootDevice`, such as /dev/sda1 (Ubuntu) or /dev/xvda (Amazon Linux)",
        )


def boot_problems(boot: dict[str, Any], path: str, folder: Path) -> Iterator[Told]:
    script = boot.get("script")
    if isinstance(script, str):
        file = folder / script
        if not file.is_file():
            yield joined(path, "script"), f"`{script}` is no file beside the spec", f"looked for {file}"
        elif not readable(file):
            yield joined(path, "script"), f"`{script}` is no UTF-8 text, or can't be read", ""
    for key in ("env", "secrets"):
        for name in a_map(boot.get(key)):
            if not (name.isascii() and name.replace("_", "a").isalnum()) or name[:1].isdigit():
                yield f"{path}.{key}.{name}", f"`{name}` is no name of an environment variable", ""


def readable(file: Path) -> bool:
    try:
        file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return True
