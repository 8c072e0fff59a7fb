"""A plan's resources under mocks: every registration as the engine would get it, without an engine."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pulumi
import pytest
from google.protobuf import json_format
from pulumi.runtime.mocks import MockMonitor

from gpuform.plan import ClusterPlan
from gpuform_components.all_clouds import cluster
from gpuform_components.planned import plan_of_text

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


class Answers(pulumi.runtime.Mocks):
    """What a cloud would fill in, as far as another resource asks for it."""

    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        filled = {
            "arn": f"arn:aws:any:us-east-1:123456789012:{args.name}",
            "latestVersion": 1,
            "dnsName": f"{args.name}.fsx.us-east-1.amazonaws.com",
            "mountName": "mount1",
            "allocationId": f"eipalloc-{args.name}",
            "availabilityZone": "us-east-1a",
            "name": f"{args.inputs.get('namePrefix') or args.name}0001",
            "bucket": f"{args.inputs.get('bucketPrefix') or args.name}0001",
        }
        return f"{args.name}-id", {**filled, **args.inputs}

    def call(self, args: pulumi.runtime.MockCallArgs) -> dict[str, Any]:
        return {"insecureValue": "ami-0123456789abcdef0", "availabilityZone": "us-east-1a"}


@dataclass(frozen=True)
class Made:
    """One registered resource."""

    type: str
    name: str
    urn: str
    parent: str
    inputs: dict[str, Any]
    depends: dict[str, list[str]]
    dependencies: list[str]
    ignored: list[str]
    delete_first: bool
    outputs: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def kind(self) -> str:
        return self.type.rsplit(":", 1)[-1]

    @property
    def user_data(self) -> str:
        return base64.b64decode(self.inputs["userData"]).decode()


class Recorder(MockMonitor):
    """Refuses two resources of one URN, as the engine does; URNs as the engine's: without the stack's own type."""

    def __init__(self) -> None:
        super().__init__(Answers())
        self.made: dict[str, Made] = {}

    def make_urn(self, parent: str, type_: str, name: str) -> str:
        root = parent and parent.split("::")[2] == "pulumi:pulumi:Stack"
        return super().make_urn("" if root else parent, type_, name)

    def RegisterResource(self, request: Any) -> Any:
        urn = self.make_urn(request.parent, request.type, request.name)
        assert urn not in self.made, f"two resources are called {urn}"
        if request.type != "pulumi:pulumi:Stack":
            self.made[urn] = Made(
                type=request.type,
                name=request.name,
                urn=urn,
                parent=request.parent,
                inputs=json_format.MessageToDict(request.object),
                depends={key: sorted(one.urns) for key, one in request.propertyDependencies.items() if one.urns},
                dependencies=sorted(request.dependencies),
                ignored=list(request.ignoreChanges),
                delete_first=request.deleteBeforeReplace,
            )
        return super().RegisterResource(request)

    def RegisterResourceOutputs(self, request: Any) -> Any:
        if request.urn in self.made:
            self.made[request.urn].outputs.update(json_format.MessageToDict(request.outputs))
        return super().RegisterResourceOutputs(request)


@dataclass(frozen=True)
class Graph:
    all: tuple[Made, ...]

    def of(self, kind: str) -> list[Made]:
        return [one for one in self.all if one.kind == kind]

    def one(self, kind: str, name: str = "") -> Made:
        found = [one for one in self.of(kind) if name in one.name]
        assert len(found) == 1, [one.name for one in found]
        return found[0]


def registered(program: Callable[[], Any], *, preview: bool = False) -> Graph:
    """Everything a program registers, sorted by URN."""
    monitor = Recorder()
    asyncio.set_event_loop(asyncio.new_event_loop())
    pulumi.runtime.set_mocks(Answers(), project="gpuform", stack="test", preview=preview, monitor=monitor)
    pulumi.runtime.test(program)()
    return Graph(tuple(monitor.made[urn] for urn in sorted(monitor.made)))


@pytest.fixture
def run() -> Callable[..., Graph]:
    return registered


@pytest.fixture(scope="session")
def built() -> Callable[..., Graph]:
    """The whole cluster of a plan, kept for other tests of the same plan. `fresh`: made anew, and free to be changed."""
    kept: dict[tuple[int, bool], tuple[ClusterPlan, Graph]] = {}

    def build(plan: ClusterPlan, *, preview: bool = False, fresh: bool = False) -> Graph:
        key = (id(plan), preview)
        if fresh or key not in kept:
            graph = registered(lambda: cluster(plan.name, plan), preview=preview)
            if fresh:
                return graph
            kept[key] = (plan, graph)  # the plan too, so that no other object gets its id
        return kept[key][1]

    return build


@pytest.fixture(scope="session")
def planned() -> Callable[..., ClusterPlan]:
    """An example with text replaced: `planned("aws-h100-pretraining", ("nodes: 8", "nodes: 9"))`."""

    @cache
    def plan(example: str, *swaps: tuple[str, str]) -> ClusterPlan:
        text = (EXAMPLES / f"{example}.yaml").read_text(encoding="utf-8")
        for old, new in swaps:
            assert old in text, f"{old!r} is not in {example}"
            text = text.replace(old, new, 1)
        return plan_of_text(text)

    return plan


@pytest.fixture(scope="session")
def examples(planned: Callable[..., ClusterPlan]) -> dict[str, ClusterPlan]:
    return {file.stem: planned(file.stem) for file in sorted(EXAMPLES.glob("aws-*.yaml"))}


@pytest.fixture
def leaves() -> Callable[[Any], Iterator[tuple[str, Any]]]:
    """Every value below a value with its path, containers too."""
    return walked


def walked(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from walked(member, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from walked(member, f"{path}[{index}]")
