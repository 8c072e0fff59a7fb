"""Factories of facts for rule tests: a sound eight-node p5.48xlarge pool with the real catalog, changed field by field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from gpuform.catalog import Catalog, Machine, load
from gpuform.spec.models import Checkpoint, Needs
from gpuform_policies.fact import (
    Bucket,
    Cluster,
    Disk,
    Fact,
    Idle,
    Labelled,
    Lustre,
    Nic,
    Pool,
    Reservation,
    SecurityGroup,
    SecurityRule,
    Slice,
    Subnet,
    Template,
    World,
)
from gpuform_policies.finding import Finding
from gpuform_policies.judge import Verdict, judge
from gpuform_policies.rule import Rule

CATALOG = load("aws")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
REGION, ZONE = "us-east-1", "use1-az6"
MACHINE = "p5.48xlarge"
POOL = "pools[train]"
GIB = 1024**3


def known(name: str) -> Machine:
    found = CATALOG.machine(name)
    assert found is not None, name
    return found


def machines_of(machines: Sequence[str | Machine]) -> tuple[Machine, ...]:
    return tuple(known(one) if isinstance(one, str) else one for one in machines)


@pytest.fixture
def catalog() -> Catalog:
    return CATALOG


@pytest.fixture
def machine() -> Callable[..., Machine]:
    """A machine of the catalog with fields changed: `machine("p5.48xlarge", gpu_direct=None)`."""

    def make(name: str = MACHINE, **changes: Any) -> Machine:
        return replace(known(name), **changes)

    return make


@pytest.fixture
def world() -> Callable[..., World]:
    def make(**changes: Any) -> World:
        return replace(World(catalog=CATALOG, now=NOW, environment="prod", surface="spec"), **changes)

    return make


@pytest.fixture
def needs() -> Callable[..., Needs]:
    """`needs(checkpoint={...})` in base units, as the spec keeps them."""

    def make(**fields: Any) -> Needs:
        return needs_of(**fields)

    return make


def needs_of(**fields: Any) -> Needs:
    checkpoint: Any = fields.get("checkpoint")
    if checkpoint is not None:
        whole: dict[str, Any] = {"size": 1024 * GIB, "every": 1800, "to": "scratch"} | checkpoint
        fields["checkpoint"] = Checkpoint.model_construct(**whole)
    return Needs.model_construct(**fields)


def nics_of(layout: str) -> tuple[Nic, ...]:
    """`0/0 interface, 0/1 efa-only` as facts."""
    found: list[Nic] = []
    for index, one in enumerate(part.split() for part in layout.split(",")):
        card, device = one[0].split("/")
        found.append(Nic(f"{POOL}.nics[{index}]", "", int(card), int(device), one[1], public_ip=False))  # pyright: ignore[reportArgumentType]
    return tuple(found)


@pytest.fixture
def nics() -> Callable[[str], tuple[Nic, ...]]:
    return nics_of


@pytest.fixture
def full_nics() -> Callable[..., tuple[Nic, ...]]:
    """The layout AWS advises: a plain interface, then one fabric interface per card, up to `count` of them."""

    def make(cards: int = 32, first: int = 0) -> tuple[Nic, ...]:
        fabric = [f"{card}/{1 if card == 0 else 0} efa-only" for card in range(first, first + cards)]
        return nics_of(", ".join(["0/0 interface", *fabric]))

    return make


def subnet_of(**changes: Any) -> Subnet:
    return replace(Subnet("network", "", id=ZONE, zone=ZONE, addresses=8192, auto_public_ip=False), **changes)


@pytest.fixture
def subnet() -> Callable[..., Subnet]:
    return subnet_of


@pytest.fixture
def reservation() -> Callable[..., Reservation]:
    def make(**changes: Any) -> Reservation:
        told = Reservation(
            path=f"{POOL}.capacity[0].reservation",
            resource="",
            id="cr-1",
            new=False,
            kind="targeted",
            block=False,
            machine=MACHINE,
            zone=ZONE,
            nodes=8,
            starts=None,
            ends=None,
        )
        return replace(told, **changes)

    return make


def slice_of(**changes: Any) -> Slice:
    changes = dict(changes)
    if "machines" in changes:
        changes["machines"] = machines_of(changes["machines"])
    told = Slice(
        path=f"{POOL}.capacity[0].onDemand",
        resource="",
        key="on-demand",
        kind="onDemand",
        asked_nodes=None,
        min=8,
        max=8,
        machines=(known(MACHINE),),
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
    return replace(told, **changes)


@pytest.fixture
def slice_() -> Callable[..., Slice]:
    return slice_of


@pytest.fixture
def idle() -> Callable[..., Idle]:
    def make(**changes: Any) -> Idle:
        told = Idle(f"{POOL}.idle", "", gpu_below_percent=30, for_seconds=900, action="scale-in", by_hand=False)  # pyright: ignore[reportArgumentType]
        return replace(told, **changes)

    return make


@pytest.fixture
def pool() -> Callable[..., Pool]:
    """A sound pool; machines by name; slices and subnets follow the zones, machines and counts unless given."""

    def make(**changes: Any) -> Pool:
        changes = dict(changes)
        machines = machines_of(changes.pop("machines", (MACHINE,)))
        zones = changes.get("zones", (ZONE,))
        most = changes["max"] if isinstance(changes.get("max"), int) else 8
        told = Pool(
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
        return replace(told, **changes)

    return make


@pytest.fixture
def disk() -> Callable[..., Disk]:
    """A fast gp3 root; `type` brings its limits, `role="data"` its path."""

    def make(**changes: Any) -> Disk:
        changes = dict(changes)
        kind = changes.get("type", "gp3")
        data = changes.get("role") == "data"
        name = changes.get("name", "data" if data else "root")
        told = Disk(
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
        return replace(told, **changes)

    return make


@pytest.fixture
def template(disk: Callable[..., Disk], full_nics: Callable[..., tuple[Nic, ...]]) -> Callable[..., Template]:
    """How a sound p5.48xlarge starts: 1 + 32 interfaces, a fast root, no public address."""

    def make(**changes: Any) -> Template:
        changes = dict(changes)
        if "machines" in changes:
            changes["machines"] = machines_of(changes["machines"])
        told = Template(
            path=POOL,
            resource="",
            pool="train",
            machines=(known(MACHINE),),
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
        return replace(told, **changes)

    return make


@pytest.fixture
def security_rule() -> Callable[..., SecurityRule]:
    """`security_rule("ingress", "self")` for all traffic; ports and protocol by name."""

    def make(direction: str, peer: str, protocol: str = "all", ports: tuple[int, int] = (0, 65535)) -> SecurityRule:
        return SecurityRule("network", "", direction, protocol, *ports, peer)  # pyright: ignore[reportArgumentType]

    return make


@pytest.fixture
def security_group(security_rule: Callable[..., SecurityRule]) -> Callable[..., SecurityGroup]:
    """The nodes' group with everything out and the fabric's two self rules."""

    def make(**changes: Any) -> SecurityGroup:
        told = SecurityGroup(
            path="network.existing.securityGroup",
            resource="",
            name="nodes",
            rules=(
                security_rule("egress", "0.0.0.0/0"),
                security_rule("ingress", "self"),
                security_rule("egress", "self"),
            ),
            guards_fabric=True,
            guards_nodes=True,
            guards_lustre=False,
        )
        return replace(told, **changes)

    return make


@pytest.fixture
def lustre() -> Callable[..., Lustre]:
    def make(**changes: Any) -> Lustre:
        changes = dict(changes)
        name = changes.get("name", "scratch")
        deployment = changes.get("deployment", "persistent-2")
        told = Lustre(
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
        return replace(told, **changes)

    return make


@pytest.fixture
def bucket() -> Callable[..., Bucket]:
    def make(**changes: Any) -> Bucket:
        name = changes.get("name", "checkpoints")
        told = Bucket(
            path=f"sharedStorage[{name}].bucket",
            resource="",
            name=name,
            encrypted=True,
            public=False,
            has_lifecycle=True,
            read_by=("train",),
        )
        return replace(told, **changes)

    return make


@pytest.fixture
def labelled() -> Callable[..., Labelled]:
    def make(**changes: Any) -> Labelled:
        told = Labelled("metadata", "", kind="every resource", labels=frozenset({"owner", "environment"}))
        return replace(told, **changes)

    return make


@pytest.fixture
def cluster() -> Callable[..., Cluster]:
    """Empty; give it the parts: `cluster(pools=(pool(),))`."""

    def make(**changes: Any) -> Cluster:
        told = Cluster(
            path="",
            resource="",
            region=REGION,
            pools=(),
            templates=(),
            security_groups=(),
            lustre=(),
            buckets=(),
            labelled=(),
        )
        return replace(told, **changes)

    return make


PARTS: dict[type[Fact], str] = {
    Pool: "pools",
    Template: "templates",
    SecurityGroup: "security_groups",
    Lustre: "lustre",
    Bucket: "buckets",
    Labelled: "labelled",
}


@pytest.fixture
def verdict(
    cluster: Callable[..., Cluster],
    pool: Callable[..., Pool],
    template: Callable[..., Template],
    world: Callable[..., World],
) -> Callable[..., Verdict]:
    """What the judge says of one fact by one rule, as in a cluster that has only it."""

    def make(rule: Rule, fact: Fact, **about: Any) -> Verdict:
        return judge(placed(fact), world(**about), rules=[rule])

    def placed(fact: Fact) -> Cluster:
        if isinstance(fact, Cluster):
            return fact
        if isinstance(fact, Slice):
            return cluster(pools=(pool(slices=(fact,)),))
        if isinstance(fact, Disk):
            role = object.__getattribute__(fact, "role")
            return cluster(templates=(template(root=fact) if role == "root" else template(root=None, data=(fact,)),))
        return cluster(**{PARTS[type(fact)]: (fact,)})

    return make


@pytest.fixture
def findings(verdict: Callable[..., Verdict]) -> Callable[..., tuple[Finding, ...]]:
    """The findings of a verdict in which nothing stayed undecided."""

    def make(rule: Rule, fact: Fact, **about: Any) -> tuple[Finding, ...]:
        told = verdict(rule, fact, **about)
        assert told.undecided == 0
        return told.findings

    return make


@pytest.fixture
def make(request: pytest.FixtureRequest) -> SimpleNamespace:
    """All factories by name, for rows of a table: `lambda make: make.pool(max=2)`."""
    return SimpleNamespace(**{name: request.getfixturevalue(name) for name in FACTORIES})


FACTORIES = (
    "bucket",
    "cluster",
    "disk",
    "full_nics",
    "idle",
    "labelled",
    "lustre",
    "machine",
    "needs",
    "nics",
    "pool",
    "reservation",
    "security_group",
    "security_rule",
    "slice_",
    "subnet",
    "template",
)


@pytest.fixture
def agrees(verdict: Callable[..., Verdict]) -> Callable[..., None]:
    """Asserts the rule's findings on a fact: one `(severity, path, words of the message …)` each, in the judge's order."""

    def check(rule: Rule, fact: Fact, expected: Sequence[tuple[str, ...]], undecided: int = 0, **about: Any) -> None:
        told = verdict(rule, fact, **about)
        found = told.findings
        assert [(one.rule, one.severity, one.path) for one in found] == [(rule.id, *row[:2]) for row in expected]
        for one, row in zip(found, expected, strict=True):
            assert [word for word in row[2:] if word not in one.message] == [], one.message
            assert one.message.endswith("."), one.message
            assert one.fix, one.message
        assert told.undecided == undecided

    return check
