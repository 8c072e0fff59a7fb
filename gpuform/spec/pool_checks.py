"""What no single field of a pool can tell: one of two, counts in order, mounts used once, references that point somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gpuform.spec.fields import LOCAL_MOUNT, instant
from gpuform.spec.kinds import is_map
from gpuform.spec.paths import joined
from gpuform.spec.raw import (
    Told,
    a_list,
    a_map,
    again,
    clean_mount,
    mounts_of,
    paths_of,
    repeated,
    repeated_names,
    texts,
)
from gpuform.spec.scripts import Unreadable, script_text
from gpuform.spec.words import closest, quoted, shown

SLICES = ("reservation", "block", "onDemand", "spot")
OWN_DISKS = ("root", "local")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def pool_problems(pool: dict[str, Any], path: str, data: dict[str, Any], folder: Path) -> Iterator[Told]:
    if ("machine" in pool) == ("gpu" in pool):
        yield path, "needs exactly one of `machine` and `gpu`", "`machine` is a name, `gpu` the need to find one for"
    yield from node_problems(a_map(pool.get("nodes")), joined(path, "nodes"))
    yield from zone_problems(pool, path, texts(data.get("zones")))
    for where, part in paths_of(pool.get("capacity"), f"{path}.capacity"):
        yield from slice_problems(part, where)
    yield from disk_problems(pool, path, data)
    yield from reference_problems(pool, path, data)
    yield from image_problems(pool, path)
    yield from boot_problems(a_map(pool.get("boot")), joined(path, "boot"), folder)


def node_problems(nodes: dict[str, Any], path: str) -> Iterator[Told]:
    least, most, start = count_of(nodes.get("min", 0)), count_of(nodes.get("max")), count_of(nodes.get("start"))
    if least is None or most is None:
        return  # told by the field itself
    if least > most:
        yield path, f"min {least} is above max {most}", "min, start, max in rising order"
    elif start is not None and not least <= start <= most:
        yield (
            joined(path, "start"),
            f"start {start} is outside min {least} … max {most}",
            "min, start, max in rising order",
        )


def count_of(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def zone_problems(pool: dict[str, Any], path: str, cluster: list[str]) -> Iterator[Told]:
    yield from repeated(pool, "zones", path)
    for zone in dict.fromkeys(texts(pool.get("zones"))):
        if cluster and zone not in cluster:
            message = f"{quoted(zone)} is not among the cluster's zones ({', '.join(map(shown, cluster))})"
            yield joined(path, "zones"), message, "add it to `zones` at the top, or take it out here"


def slice_problems(part: dict[str, Any], path: str) -> Iterator[Told]:
    kinds = [kind for kind in SLICES if kind in part]
    if len(kinds) > 1:
        yield path, f"is {' and '.join(kinds)} in one; each slice is exactly one", "write them as members of the list"
    if not kinds:
        yield path, f"needs exactly one of {', '.join(SLICES)}", "such as `onDemand: {}`"
    if is_map(part.get("reservation")):
        yield from reservation_problems(part["reservation"], f"{path}.reservation")
    for kind in ("reservation", "block"):
        yield from order_problems(a_map(part.get(kind)), f"{path}.{kind}")
    for word, count in again(texts(a_map(part.get("spot")).get("machines"))):
        yield f"{path}.spot.machines", f"names {quoted(word)} {count} times", "once is enough"


def order_problems(part: dict[str, Any], path: str) -> Iterator[Told]:
    try:
        late = instant(part.get("start")) >= instant(part.get("end"))
    except ValueError:
        return  # not both given, or told by the field itself
    if late:
        yield (
            joined(path, "end"),
            f"ends ({shown(part['end'])}) before it starts ({shown(part['start'])})",
            "swap the two?",
        )


def reservation_problems(reservation: dict[str, Any], path: str) -> Iterator[Told]:
    given = [f"`{key}`" for key in ("id", "group") if key in reservation]
    given += ["`new: true`"] if reservation.get("new") is True else []
    if len(given) != 1:
        yield path, f"has {' and '.join(given) or 'none'} of `id`, `group` and `new: true`", "give exactly one"
    if "id" in reservation and "kind" not in reservation:
        yield (
            path,
            "has an `id` and no `kind`: all kinds have ids of one shape and launch differently, so it is never guessed",
            "add `kind: targeted` or `kind: open`; a capacity block is a `block:` slice",
        )


def disk_problems(pool: dict[str, Any], path: str, data: dict[str, Any]) -> Iterator[Told]:
    disks = a_map(pool.get("disks"))
    own = disks.get("data")
    yield from repeated_names(own, f"{path}.disks.data")
    stores = {one["name"] for _, one in paths_of(data.get("sharedStorage"), "") if isinstance(one.get("name"), str)}
    for where, disk in paths_of(own, f"{path}.disks.data"):
        name = disk.get("name")
        if name in OWN_DISKS:
            yield joined(where, "name"), f"{quoted(name)} is a reserved name", "call the disk otherwise"
        elif isinstance(name, str) and name in stores:
            yield joined(where, "name"), f"{quoted(name)} is also a shared storage", "a reference could mean either"
    local = a_map(disks.get("local")).get("mount", LOCAL_MOUNT) if "local" in disks else None
    here = [*mounts_of(own), *([clean_mount(local)] if isinstance(local, str) else [])]
    shared = set(mounts_of(data.get("sharedStorage")))
    for mount, count in again([*here, *(one for one in shared if one in here)]):
        yield f"{path}.disks", f"{quoted(mount)} is the mount point of {count} things", "each needs its own"
    for device, count in again(devices_of(disks)):
        yield f"{path}.disks", f"{quoted(device)} is the device of {count} disks", "each needs its own"


def devices_of(disks: dict[str, Any]) -> Iterator[str]:
    for disk in (disks.get("root"), *a_list(disks.get("data"))):
        device = a_map(disk).get("device")
        if isinstance(device, str):
            yield device


def reference_problems(pool: dict[str, Any], path: str, data: dict[str, Any]) -> Iterator[Told]:
    """`needs.readFrom` and `checkpoint.to` name a data disk, shared storage, `root` or `local`."""
    needs = a_map(pool.get("needs"))
    references = (
        (needs.get("readFrom"), f"{path}.needs.readFrom"),
        (a_map(needs.get("checkpoint")).get("to"), f"{path}.needs.checkpoint.to"),
    )
    members = (*a_list(a_map(pool.get("disks")).get("data")), *a_list(data.get("sharedStorage")))
    known = [*OWN_DISKS, *(one["name"] for one in map(a_map, members) if isinstance(one.get("name"), str))]
    for name, where in references:
        if isinstance(name, str) and name not in known:
            yield (
                where,
                f"{quoted(name)} is no disk of this pool and no shared storage",
                closest(name, map(shown, known)),
            )


def image_problems(pool: dict[str, Any], path: str) -> Iterator[Told]:
    image, root = pool.get("image"), a_map(a_map(pool.get("disks")).get("root"))
    if not is_map(image):
        return
    if ("family" in image) == ("id" in image):
        yield (
            joined(path, "image"),
            "needs exactly one of `family` and `id`",
            "a family of the catalog, or your own image",
        )
    if "id" in image and "size" in root and "rootDevice" not in image and "device" not in root:
        yield (
            joined(path, "image"),
            "says nothing of its root device, so the size of `disks.root` could land on a second disk",
            "add `rootDevice`, such as /dev/sda1 (Ubuntu) or /dev/xvda (Amazon Linux)",
        )


def boot_problems(boot: dict[str, Any], path: str, folder: Path) -> Iterator[Told]:
    script = boot.get("script")
    if isinstance(script, str) and script.strip():
        try:
            script_text(folder, script)
        except Unreadable as why:
            yield joined(path, "script"), f"{quoted(script)} {why}", "the path is relative to the spec file"
    env, secrets = a_map(boot.get("env")), a_map(boot.get("secrets"))
    for key, names in (("env", env), ("secrets", secrets)):
        for name in names:
            if not VARIABLE.fullmatch(name):
                message = f"{quoted(name)} is no name of an environment variable"
                yield joined(f"{path}.{key}", name), message, "letters, digits and `_`, not first a digit"
    for name in env.keys() & secrets.keys():
        yield joined(f"{path}.env", name), f"{quoted(name)} is in `env` and in `secrets`", "keep it in one of them"
