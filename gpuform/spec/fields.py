"""The small field types of the models: names, addresses, ports, moments. Each says what is allowed when it refuses.

Names of the world (machine, region, zone, image family, disk type) are held against the `Known` words given as validation
context; a cloud about which nothing is known accepts any well-formed name.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from ipaddress import ip_network
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import AfterValidator, BeforeValidator, ValidationInfo, WithJsonSchema

from gpuform.spec.units import shown

T = TypeVar("T")
LABEL = re.compile(r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
AWS_ZONE_ID = re.compile(r"^[a-z]{3,4}\d-[a-z0-9-]*az\d+$")
PORT_RANGE = re.compile(r"^(\d{1,5})-(\d{1,5})$")
FORBIDDEN_MOUNTS = frozenset(
    {"/", "/proc", "/sys", "/dev", "/run", "/boot", "/etc", "/usr", "/bin", "/sbin", "/lib", "/var"}
)


class Known(Protocol):
    """The words of the world, from the catalog. An empty collection: nothing is known, so nothing is refused."""

    def machines(self, cloud: str) -> Collection[str]: ...
    def regions(self, cloud: str) -> Collection[str]: ...
    def zones(self, cloud: str, region: str) -> Collection[str]: ...
    def images(self, cloud: str) -> Collection[str]: ...
    def disk_types(self, cloud: str) -> Collection[str]: ...


@dataclass(frozen=True)
class Words:
    """`Known` for one cloud and region, as written at the top of the spec."""

    known: Known
    cloud: str
    region: str


def closest(word: str, known: Collection[str]) -> str:
    """`did you mean …`, else the first of them all."""
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.7)
    if near:
        return f"did you mean {' or '.join(f'`{one}`' for one in near)}?"
    few = sorted(known)[:8]
    return f"known: {', '.join(few)}{', …' if len(known) > 8 else ''}"


def words_of(info: ValidationInfo) -> Words | None:
    return info.context if isinstance(info.context, Words) else None


def known_word(value: str, among: Collection[str], what: str) -> str:
    if among and value not in among:
        raise ValueError(f"unknown {what} `{shown(value)}`; {closest(value, among)}")
    return value


def machine_name(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return value if words is None else known_word(value, words.known.machines(words.cloud), f"machine on {words.cloud}")


def region_name(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return value if words is None else known_word(value, words.known.regions(words.cloud), f"region of {words.cloud}")


def image_family(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return value if words is None else known_word(value, words.known.images(words.cloud), "image family")


def disk_type(value: str, info: ValidationInfo) -> str:
    words = words_of(info)
    return value if words is None else known_word(value, words.known.disk_types(words.cloud), "disk type")


def zone_name(value: str, info: ValidationInfo) -> str:
    """AWS: a zone id of the region, or a zone name (region and one letter), which means another zone in each account."""
    words = words_of(info)
    if words is None:
        return value
    if words.cloud == "aws" and re.fullmatch(rf"{re.escape(words.region)}[a-z]", value):
        return value
    zones = words.known.zones(words.cloud, words.region)
    if words.cloud == "aws" and not zones and not AWS_ZONE_ID.match(value):
        raise ValueError(
            f"`{shown(value)}` is no zone: write a zone id such as `use1-az6` or a name such as `us-east-1a`"
        )
    return known_word(value, zones, f"zone of {words.region}")


def text(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        raise ValueError(
            f"`{value}` is read as a {'truth value' if isinstance(value, bool) else 'number'}; put it in quotes"
        )
    if isinstance(value, str) and not value.strip():
        raise ValueError("is empty text")
    if isinstance(value, str) and any(ord(char) < 32 and char not in "\n\t" for char in value):
        raise ValueError("has a control character in it")
    return value


def label(value: str) -> str:
    if len(value) > 63 or not LABEL.match(value):
        raise ValueError(
            f"`{shown(value)}` is no label: lower-case letters, digits and hyphens, first and last a letter or digit, at most 63"
        )
    return value


def cidr(value: str) -> str:
    try:
        ip_network(value)
    except ValueError as error:
        reason = str(error).replace("'", "`")
        raise ValueError(f"`{shown(value)}` is no address range such as `10.0.0.0/16` ({shown(reason)})") from None
    if "/" not in value:
        raise ValueError(f"`{shown(value)}` has no prefix length: write `{shown(value)}/32` for one address")
    return value


def mount(value: str) -> str:
    parts = value.split("/")
    if not value.startswith("/") or ".." in parts or "." in parts or not re.fullmatch(r"[A-Za-z0-9._/-]+", value):
        raise ValueError(
            f"`{shown(value)}` is no mount point: an absolute path of letters, digits, `.`, `_`, `-` without `..`"
        )
    clean = "/" + "/".join(part for part in parts if part)
    if clean in FORBIDDEN_MOUNTS:
        raise ValueError(f"`{shown(value)}` belongs to the system; mount on a folder of your own such as `/data`")
    return clean


def instant(value: Any) -> datetime:
    """An ISO date (midnight UTC) or date and time; without an offset it is UTC."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is not None:
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    raise ValueError(f"`{shown(value)}` is no date: write `2026-12-31` or `2026-12-31T11:30Z`")


def day(value: Any) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise ValueError(f"`{shown(value)}` is no date: write `2027-03-31`")


def ports(value: Any) -> tuple[int, int]:
    """`22`, `"1018-1023"` or `all` as (first, last)."""
    if value == "all":
        return (0, 65535)
    first = last = value
    if isinstance(value, str):
        match = PORT_RANGE.match(value.strip())
        if match:
            first, last = int(match[1]), int(match[2])
    if isinstance(first, bool) or not isinstance(first, int) or not isinstance(last, int):
        raise ValueError(f"`{shown(value)}` is no port: write `22`, a range such as `1018-1023`, or `all`")
    if not 0 <= first <= last <= 65535:
        raise ValueError(f"`{shown(value)}` is outside the ports 0 … 65535, or the range is upside down")
    return (first, last)


def node_count(value: Any) -> Any:
    """`8` as `{min: 8, max: 8, start: 8}`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"min": value, "max": value, "start": value}
    return value


def many(value: Any) -> Any:
    """One word as a list of one; a list without repeats."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple):
        items: list[Any] = list(value)
        if not items:
            raise ValueError("is an empty list; name at least one")
        if all(isinstance(item, str) for item in items) and len(set(items)) < len(items):
            raise ValueError("names the same one twice")
        return tuple(items)
    return value


def raid_word(value: Any) -> Any:
    """`0` is the level's name, not a number."""
    return "0" if value == 0 and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(text)]
Label = Annotated[str, BeforeValidator(text), AfterValidator(label)]
MachineName = Annotated[str, BeforeValidator(text), AfterValidator(machine_name)]
RegionName = Annotated[str, BeforeValidator(text), AfterValidator(region_name)]
ZoneName = Annotated[str, BeforeValidator(text), AfterValidator(zone_name)]
ImageFamily = Annotated[str, BeforeValidator(text), AfterValidator(image_family)]
DiskType = Annotated[str, BeforeValidator(text), AfterValidator(disk_type)]
Cidr = Annotated[str, BeforeValidator(text), AfterValidator(cidr)]
Mount = Annotated[str, BeforeValidator(text), AfterValidator(mount)]
Instant = Annotated[
    datetime, BeforeValidator(instant), WithJsonSchema({"type": "string", "examples": ["2026-12-31T11:30Z"]})
]
Day = Annotated[date, BeforeValidator(day), WithJsonSchema({"type": "string", "format": "date"})]
Ports = Annotated[
    tuple[int, int],
    BeforeValidator(ports),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 65535}, {"type": "string"}]}),
]
OneOrMany = Annotated[tuple[T, ...], BeforeValidator(many)]
NodesField = Annotated[T, BeforeValidator(node_count)]
