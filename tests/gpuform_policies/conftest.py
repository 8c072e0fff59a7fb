"""Factories of facts: a sound eight-node p5.48xlarge pool by the real catalog, changed field by field. Rules have more of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from gpuform.catalog import Machine, load
from gpuform_policies.fact import (
    Bucket,
    Cluster,
    Disk,
    Idle,
    Labelled,
    Lustre,
    Nic,
    Pool,
    SecurityGroup,
    SecurityRule,
    Slice,
    Subnet,
    Template,
    World,
)

CATALOG = load("aws")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
REGION, ZONE = "us-east-1", "use1-az6"
MACHINE = "p5.48xlarge"
POOL = "pools[train]"
FACTORIES = (
    "bucket cluster disk full_nics idle labelled lustre nics pool security_group security_rule slice_ subnet template"
)
T = TypeVar("T")


def changed(sound: T) -> Callable[..., T]:
    """A factory of this fact with fields changed."""
    return lambda **changes: replace(sound, **changes)  # pyright: ignore[reportArgumentType, reportUnknownLambdaType]


def machines_of(machines: Sequence[str | Machine]) -> tuple[Machine, ...]:
    """Machines of the catalog by name; one that is a record already stays as it is."""
    found = [CATALOG.machine(one) if isinstance(one, str) else one for one in machines]
    assert None not in found, machines
    return tuple(one for one in found if one is not None)


@pytest.fixture
def make(request: pytest.FixtureRequest) -> SimpleNamespace:
    """All factories by name, for rows of a table: `lambda make: make.pool(max=2)`."""
    return SimpleNamespace(**{name: request.getfixturevalue(name) for name in FACTORIES.split()})


@pytest.fixture
def world() -> Callable[..., World]:
    return changed(World(catalog=CATALOG, now=NOW, environment="prod", surface="spec"))


@pytest.fixture
def cluster() -> Callable[..., Cluster]:
    """Empty; give it the parts: `cluster(pools=(pool(),))`."""
    return changed(Cluster("", "", REGION, (), (), (), (), (), ()))


def subnet_of(**changes: Any) -> Subnet:
    return replace(Subnet("network", "", id=ZONE, zone=ZONE, addresses=8192, auto_public_ip=False), **changes)


@pytest.fixture
def subnet() -> Callable[..., Subnet]:
    return subnet_of


@pytest.fixture
def labelled() -> Callable[..., Labelled]:
    return changed(Labelled("metadata", "", kind="every resource", labels=frozenset({"owner", "environment"})))


@pytest.fixture
def idle() -> Callable[..., Idle]:
    return changed(Idle(f"{POOL}.idle", "", Decimal(30), for_seconds=900, action="scale-in", by_hand=False))


def slice_of(**changes: Any) -> Slice:
    sound = Slice(
        path=f"{POOL}.capacity[0].onDemand",
        resource="",
        key="on-demand",
        kind="onDemand",
        asked_nodes=None,
        min=8,
        max=8,
        machines=machines_of([MACHINE]),
        zones=(ZONE,),
        reservation=None,
        market=None,
        preference=None,
        targets=False,
        mixed=False,
        max_price=None,
        strategy=None,
        placement_group=None,
        rebalances_zones=False,
        rebalances_capacity=False,
        protected=True,
    )
    machines = {"machines": machines_of(changes["machines"])} if "machines" in changes else {}
    return replace(sound, **(changes | machines))


@pytest.fixture
def slice_() -> Callable[..., Slice]:
    """Machines by name."""
    return slice_of


@pytest.fixture
def pool() -> Callable[..., Pool]:
    """Machines by name; slices and subnets follow the zones, machines and counts unless given."""

    def make(**changes: Any) -> Pool:
        machines = machines_of(changes.pop("machines", [MACHINE]))
        zones = changes.get("zones", (ZONE,))
        most = changes["max"] if isinstance(changes.get("max"), int) else 8
        sound = Pool(
            path=POOL,
            resource="",
            name="train",
            workload="training",
            region=REGION,
            machines=machines,
            zones=(ZONE,),
            min=most,
            start=most,
            max=most,
            fabric="efa",
            fabric_asked="required",
            gang="all",
            placement="none",
            placement_group=None,
            slices=(slice_of(machines=machines, zones=zones, min=most, max=most),),
            subnets=tuple(subnet_of(id=zone, zone=zone) for zone in zones) if isinstance(zones, tuple) else (),
            idle=None,
            surge=0,
            needs=None,
            addresses_per_node=1,
            asked=frozenset({"machine", "nodes", "workload", "name"}),
        )
        return replace(sound, **changes)

    return make


def nics_of(layout: str) -> tuple[Nic, ...]:
    found: list[Nic] = []
    for index, one in enumerate(part.split() for part in layout.split(",")):
        card, device = one[0].split("/")
        found.append(Nic(f"{POOL}.nics[{index}]", "", int(card), int(device), one[1], public_ip=False))  # pyright: ignore[reportArgumentType]
    return tuple(found)


@pytest.fixture
def nics() -> Callable[[str], tuple[Nic, ...]]:
    """`nics("0/0 interface, 0/1 efa-only")`."""
    return nics_of


@pytest.fixture
def full_nics() -> Callable[..., tuple[Nic, ...]]:
    """The layout AWS advises: a plain interface, then one fabric interface per card."""
    further = ", ".join(f"{card}/0 efa-only" for card in range(1, 32))
    return lambda: nics_of(f"0/0 interface, 0/1 efa-only, {further}")


@pytest.fixture
def disk() -> Callable[..., Disk]:
    """A fast gp3 root; `type` brings its limits, `role="data"` its path."""

    def make(**changes: Any) -> Disk:
        kind, data = changes.get("type", "gp3"), changes.get("role") == "data"
        name = changes.get("name", "data" if data else "root")
        sound = Disk(
            path=f"{POOL}.disks.data[{name}]" if data else f"{POOL}.disks.root",
            resource="",
            role="root",
            name=name,
            type="gp3",
            size_gib=500,
            iops=16000,
            throughput_mibps=1000,
            encrypted=True,
            device="/dev/sdf" if data else "/dev/sda1",
            mount="/data" if data else None,
            limits=CATALOG.disk(kind) if isinstance(kind, str) else kind,
        )
        return replace(sound, **changes)

    return make


@pytest.fixture
def template(disk: Callable[..., Disk], full_nics: Callable[..., tuple[Nic, ...]]) -> Callable[..., Template]:
    """Machines by name; 1 + 32 interfaces, a fast root, no public address."""

    def make(**changes: Any) -> Template:
        sound = Template(
            path=POOL,
            resource="",
            pool="train",
            machines=machines_of(changes.pop("machines", [MACHINE])),
            nics=full_nics(),
            public_ip=False,
            subnets=(subnet_of(),),
            security_groups=("nodes",),
            fabric="efa",
            fabric_asked="required",
            root=disk(),
            data=(),
            local_mount="/scratch",
            image_family="dlami-base-ubuntu-24.04",
            image_root_gib=75,
            image_root_device="/dev/sda1",
            tokens_required=True,
            hop_limit=2,
            needs=None,
            reads_lustre=False,
            nodes=8,
        )
        return replace(sound, **changes)

    return make


def security_rule_of(direction: str, peer: str, protocol: str = "all", ports: tuple[int, int] = (0, 65535)) -> Any:
    return SecurityRule("network", "", direction, protocol, *ports, peer)  # pyright: ignore[reportArgumentType]


@pytest.fixture
def security_rule() -> Callable[..., SecurityRule]:
    """`security_rule("ingress", "self")` for all traffic."""
    return security_rule_of


@pytest.fixture
def security_group() -> Callable[..., SecurityGroup]:
    """The nodes' group with everything out and the fabric's two self rules."""
    sound = SecurityGroup(
        path="network.existing.securityGroup",
        resource="",
        name="nodes",
        rules=(
            security_rule_of("egress", "0.0.0.0/0"),
            security_rule_of("ingress", "self"),
            security_rule_of("egress", "self"),
        ),
        guards_fabric=True,
        guards_nodes=True,
        guards_lustre=False,
    )
    return changed(sound)


@pytest.fixture
def lustre() -> Callable[..., Lustre]:
    def make(**changes: Any) -> Lustre:
        name, deployment = changes.get("name", "scratch"), changes.get("deployment", "persistent-2")
        sound = Lustre(
            path=f"sharedStorage[{name}].lustre",
            resource="",
            name=name,
            zone=ZONE,
            size_gib=19200,
            deployment=deployment,
            throughput=1000,
            read_by=("train",),
            encrypted=True,
            security_groups=(name,),
            offer=CATALOG.lustre(deployment) if isinstance(deployment, str) else deployment,
        )
        return replace(sound, **changes)

    return make


@pytest.fixture
def bucket() -> Callable[..., Bucket]:
    def make(**changes: Any) -> Bucket:
        name = changes.get("name", "checkpoints")
        path = f"sharedStorage[{name}].bucket"
        sound = Bucket(path, "", name, encrypted=True, public=False, has_lifecycle=True, read_by=("train",))
        return replace(sound, **changes)

    return make
