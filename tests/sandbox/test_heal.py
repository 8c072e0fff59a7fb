"""What a killed run left open is closed by what the inventory proves."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gpuform_sandbox.heal import healed, outcome_of
from gpuform_sandbox.home import Home
from gpuform_sandbox.provider.inventory import Inventory, Thing, place_of
from gpuform_sandbox.stack import Stack

VPC = "aws:ec2/vpc:Vpc"
URN = f"urn:pulumi:dev::trial::{VPC}::net"
RESOURCE: dict[str, Any] = {"urn": URN, "type": VPC, "custom": True, "inputs": {"cidrBlock": "10.0.0.0/16"}}


@pytest.fixture
def inventory(home: Home) -> Inventory:
    return Inventory(home.inventory)


def exists(inventory: Inventory, thing_id: str = "vpc-1", **sealed: str) -> None:
    outputs = {"arn": "arn", "cidrBlock": "10.0.0.0/16"}
    inventory.put(Thing(thing_id, VPC, URN, {}, outputs, sealed, place=place_of(URN)))


def operation(what: str = "creating", **extra: Any) -> dict[str, Any]:
    return {"type": what, "resource": {**RESOURCE, **extra}}


def test_built_and_not_recorded_is_taken_up(inventory: Inventory) -> None:
    exists(inventory)
    outcome = outcome_of(operation(), inventory, set())
    assert outcome.told == "net was built before the run was killed: took up vpc-1"
    assert outcome.resource == {**RESOURCE, "id": "vpc-1", "outputs": {"arn": "arn", "cidrBlock": "10.0.0.0/16"}}


def test_never_built_is_built_now(inventory: Inventory) -> None:
    outcome = outcome_of(operation(), inventory, set())
    assert (outcome.told, outcome.resource) == ("net was begun and never built: it is built now", None)


def test_what_the_state_knows_is_not_taken_up_again(inventory: Inventory) -> None:
    exists(inventory)
    assert outcome_of(operation(), inventory, {"vpc-1"}).resource is None


@pytest.mark.parametrize("what", ["updating", "deleting"])
def test_other_operations_are_done_again(inventory: Inventory, what: str) -> None:
    exists(inventory)
    assert outcome_of(operation(what), inventory, set()).resource is None


def test_secrets_stay_as_the_state_has_them(inventory: Inventory) -> None:
    exists(inventory, key="digest")
    sealed = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:x"}
    outcome = outcome_of(operation(inputs={"key": sealed}), inventory, set())
    assert outcome.resource is not None
    assert outcome.resource["outputs"]["key"] == sealed


def test_the_state_is_mended_as_a_whole(home: Home, inventory: Inventory, capsys: pytest.CaptureFixture[str]) -> None:
    exists(inventory)
    stack = Stack(home, "trial", "dev")
    stack.file.parent.mkdir(parents=True)
    stack.file.write_text(json.dumps({"checkpoint": {"latest": {"pending_operations": [operation()]}}}))
    exported = {
        "version": 3,
        "deployment": {"resources": [{"urn": "other", "id": "x"}], "pending_operations": [operation()]},
    }
    taken: list[dict[str, Any]] = []

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        if words[:2] == ("stack", "import"):
            taken.append(json.loads(Path(words[-1]).read_text()))
        return subprocess.CompletedProcess(words, 0, json.dumps(exported), "")

    healed(stack, call)
    (mended,) = taken
    assert [resource["id"] for resource in mended["deployment"]["resources"]] == ["x", "vpc-1"]
    assert "pending_operations" not in mended["deployment"]
    assert "took up vpc-1" in capsys.readouterr().err
    assert list(home.folder.glob("mended-*")) == []


def test_nothing_open_costs_nothing(home: Home) -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        raise AssertionError(words)

    healed(Stack(home, "trial", "dev"), call)
