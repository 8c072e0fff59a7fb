"""The small field types of the models: names, addresses, ports, moments. Each says what is allowed when it refuses.

Names of the world (machine, region, zone, image family, disk type) are held against the `Known` words given as validation
context; a cloud about which nothing is known accepts any well-formed name.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import AfterValidator, BeforeValidator, ValidationInfo, WithJsonSchema

from gpuform.record import record
from gpuform.spec.kinds import is_list, is_tuple
from gpuform.spec.words import closest, near, quoted

T = TypeVar("T")
LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
WORLD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
AWS_ZONE_ID = re.compile(r"[a-z]{3,5}\d+-([a-z]+\d+-)?az\d+")
AZURE_ZONES = ("1", "2", "3")
MOUNT = re.compile(r"/[A-Za-z0-9._/-]*")
PORT_RANGE = re.compile(r"(\d{1,5})\s*-\s*(\d{1,5})")
SYSTEM_FOLDERS = ("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "root", "run", "sbin", "sys", "usr", "var")
"""Mounting over one of these breaks the node; `/var/lib/x` and the like are the user's own affair."""
NEVER_BELOW = ("dev", "proc", "sys")
LOCAL_MOUNT = "/scratch"
"""Where the machine's own disks go if nobody says."""


class Known(Protocol):
    """The words of the world, from the catalog. An empty collection: nothing is known, so nothing is refused."""

    def machines(self, cloud: str) -> Collection[str]: ...
    def regions(self, cloud: str) -> Collection[str]: ...
    def zones(self, cloud: str, region: str) -> Collection[str]: ...
    def images(self, cloud: str) -> Collection[str]: ...
    def disk_types(self, cloud: str) -> Collection[str]: ...


@record
class Words:
    """`Known` for one cloud and region, as written at the top of the spec."""

    known: Known
    cloud: str
    region: str
    """Empty where the region itself is misspelt: then its zones can't be told."""


def words_of(info: ValidationInfo) -> Words | None:
    return info.context if isinstance(info.context, Words) else None


def known_word(value: str, among: Collection[str], what: str) -> str:
    if value in among:
        return value
    if not WORLD_NAME.fullmatch(value):
        raise ValueError(f"{quoted(value)} is no {what}; such a name has letters, digits, `.`, `_` and `-`")
    if among:
        raise ValueError(f"unknown {what} {quoted(value)}; {closest(value, among)}")
    return value


def machine_name(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return known_word(value, words.known.machines(words.cloud) if words else (), "machine")


def region_name(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return known_word(value, words.known.regions(words.cloud) if words else (), "region")


def image_family(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return known_word(value, words.known.images(words.cloud) if words else (), "image family")


def disk_type(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return known_word(value, words.known.disk_types(words.cloud) if words else (), "disk type")


def zone_name(value: str, info: ValidationInfo) -> str:
    """AWS: a zone id of the region, or a zone name (region and one letter), which means another zone in each account."""
    words = words_of(info)
    if words is None or not words.region:
        return known_word(value, (), "zone")
    known = words.known.zones(words.cloud, words.region)
    if words.cloud == "azure":
        return known_word(value, known or AZURE_ZONES, "zone")
    if words.cloud == "aws" and value not in known:
        if re.fullmatch(rf"{re.escape(words.region)}[a-z]", value):
            return value
        if not AWS_ZONE_ID.fullmatch(value):
            hint = near(value, known) or f"write a zone id such as `use1-az6`, or a name such as `{words.region}a`"
            raise ValueError(f"{quoted(value)} is no zone of {words.region}; {hint}")
    return known_word(value, known, f"zone of {words.region}")


def text(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        what = "a truth value" if isinstance(value, bool) else "a number"
        raise ValueError(f"{quoted(value)} is read as {what}; put it in quotes")
    if isinstance(value, str) and not value.strip():
        raise ValueError("is empty text")
    if isinstance(value, str) and any(
        (one < " " and one not in "\n\t") or "\ud800" <= one <= "\udfff" for one in value
    ):
        raise ValueError("has a control character in it")
    return value


def label(value: str) -> str:
    if len(value) > 63 or not LABEL.fullmatch(value):
        rule = "lower-case letters, digits and `-`, first and last a letter or digit, at most 63 characters"
        raise ValueError(f"{quoted(value)} is no label; use {rule}")
    return value


def cidr(value: str) -> str:
    from ipaddress import ip_interface, ip_network

    try:
        if "/" not in value:
            raise ValueError(f"{quoted(value)} has no prefix length; write `10.0.0.0/16`, or `/32` for one address")
        return str(ip_network(value))
    except ValueError as error:
        if "has host bits set" in str(error):
            raise ValueError(
                f"{quoted(value)} has host bits set; did you mean `{ip_interface(value).network}`?"
            ) from None
        if "/" not in value:
            raise
    raise ValueError(f"{quoted(value)} is no address range; write one such as `10.0.0.0/16`")


def own_cidr(value: str) -> str:
    """A network of one's own is IPv4: the clouds give IPv6 ranges out themselves."""
    if ":" in value:
        raise ValueError(f"{quoted(value)} is IPv6; a network's own range is IPv4, such as `10.0.0.0/16`")
    return value


def mount(value: str) -> str:
    parts = [part for part in value.split("/") if part]
    if not MOUNT.fullmatch(value) or ".." in parts or "." in parts:
        rule = "an absolute path of letters, digits, `.`, `_` and `-`, without `..`, such as `/data`"
        raise ValueError(f"{quoted(value)} is no mount point; write {rule}")
    if not parts or (len(parts) == 1 and parts[0] in SYSTEM_FOLDERS) or parts[0] in NEVER_BELOW:
        raise ValueError(f"{quoted(value)} belongs to the system; mount on a folder of your own such as `/data`")
    return "/" + "/".join(parts)


def instant(value: Any) -> datetime:
    """An ISO date (midnight UTC) or date and time; without an offset it is UTC."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value.strip())
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"{quoted(value)} is no date; write `2026-12-31` or `2026-12-31T11:30Z`")


def day(value: Any) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            pass
    raise ValueError(f"{quoted(value)} is no date; write one such as `2027-03-31`")


def ports(value: Any) -> tuple[int, int]:
    """`22`, `"1018-1023"` or `all` as (first, last)."""
    if value == "all":
        return (0, 65535)
    first = last = value
    if isinstance(value, str) and (match := PORT_RANGE.fullmatch(value.strip())):
        first, last = int(match[1]), int(match[2])
    if isinstance(first, bool) or not isinstance(first, int) or not isinstance(last, int):
        raise ValueError(f"{quoted(value)} is no port; write `22`, a range such as `1018-1023`, or `all`")
    if not 0 <= first <= 65535 or not 0 <= last <= 65535:
        raise ValueError(f"{quoted(value)} is outside the ports 0 … 65535")
    if first > last:
        raise ValueError(f"{quoted(value)} is upside down; did you mean `{last}-{first}`?")
    return (first, last)


def node_count(value: Any) -> Any:
    """`8` as `{min: 8, max: 8, start: 8}`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"min": value, "max": value, "start": value}
    if isinstance(value, str | float | bool):
        raise ValueError(f"{quoted(value)} is no number of nodes; write `8` or `{{min: 0, max: 8, start: 0}}`")
    return value


def many(value: Any) -> Any:
    """One word as a list of one; a list without repeats."""
    if isinstance(value, str | int | float | bool):
        return (value,)
    if is_list(value) or is_tuple(value):
        if not value:
            raise ValueError("is an empty list; name at least one")
        seen: set[str] = set()
        for one in value:
            if isinstance(one, str) and one in seen:
                raise ValueError(f"names {quoted(one)} twice; once is enough")
            if isinstance(one, str):
                seen.add(one)
        return tuple(value)
    return value


def raid_word(value: Any) -> Any:
    """`0` is the level's name, not a number."""
    return "0" if type(value) is int and value == 0 else value


Text = Annotated[str, BeforeValidator(text)]
Label = Annotated[Text, AfterValidator(label)]
MachineName = Annotated[Text, AfterValidator(machine_name)]
RegionName = Annotated[Text, AfterValidator(region_name)]
ZoneName = Annotated[Text, AfterValidator(zone_name)]
ImageFamily = Annotated[Text, AfterValidator(image_family)]
DiskType = Annotated[Text, AfterValidator(disk_type)]
Cidr = Annotated[Text, AfterValidator(cidr)]
OwnCidr = Annotated[Text, AfterValidator(cidr), AfterValidator(own_cidr)]
Mount = Annotated[Text, AfterValidator(mount)]
Instant = Annotated[
    datetime, BeforeValidator(instant), WithJsonSchema({"type": "string", "examples": ["2026-12-31T11:30Z"]})
]
Day = Annotated[date, BeforeValidator(day), WithJsonSchema({"type": "string", "format": "date"})]
Ports = Annotated[
    tuple[int, int],
    BeforeValidator(ports),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 65535},
                {"type": "string", "pattern": r"^(all|\d{1,5}\s*-\s*\d{1,5})$"},
            ]
        }
    ),
]
OneOrMany = Annotated[tuple[T, ...], BeforeValidator(many)]
NodesField = Annotated[T, BeforeValidator(node_count)]
