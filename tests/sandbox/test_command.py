"""The sandbox's own words: inventory, faults, and mistakes told on stderr with the right exit code."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

import gpuform_sandbox
from gpuform_sandbox import command
from gpuform_sandbox.errors import MissingError
from gpuform_sandbox.home import HOME_VARIABLE, Home
from gpuform_sandbox.launchers import install
from gpuform_sandbox.provider.inventory import Inventory, Thing, place_of
from gpuform_sandbox.stack import Stack

VPC, GROUP = "aws:ec2/vpc:Vpc", "aws:autoscaling/group:Group"


@pytest.fixture
def run(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setenv(HOME_VARIABLE, str(home.folder))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Pulumi.yaml").write_text("name: trial\n")
    return lambda *words: gpuform_sandbox.run(list(words))


@pytest.fixture
def inventory(home: Home) -> Inventory:
    urn = f"urn:pulumi:dev::trial::{VPC}::net"
    inventory = Inventory(home.inventory)
    inventory.put(Thing("vpc-1", VPC, urn, {}, {"cidrBlock": "10.0.0.0/16"}, place=place_of(urn)))
    urn = f"urn:pulumi:dev::trial::{GROUP}::nodes"
    outputs = {"minSize": 0, "maxSize": 4, "desiredCapacity": 1, "region": "us-east-1"}
    inventory.put(Thing("nodes-1", GROUP, urn, {}, outputs, place=place_of(urn)))
    return inventory


def test_listed(run: Callable[..., int], inventory: Inventory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("inventory") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[1].split() == ["dev", "vpc-1", "Vpc", "net"]
    assert told.err == "2 objects\n"
    assert run("inventory", "--json") == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)["objects"]] == ["nodes-1", "vpc-1"]


def test_deleted_and_scaled(run: Callable[..., int], inventory: Inventory) -> None:
    assert run("inventory", "delete", "vpc-1") == 0
    assert inventory.find("vpc-1") is None
    assert run("inventory", "scale", "nodes-1", "3") == 0
    assert len(inventory.owned_by("nodes-1")) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["inventory", "delete", "vpc-9"], "no object `vpc-9` exists"),
        (["inventory", "scale", "nodes-1", "5"], "may have 0 to 4 instances, not 5"),
        (["inventory", "scale", "vpc-1", "1"], "no object `vpc-1` exists"),
        (["inventory", "burn"], "usage: gpuform sandbox inventory"),
        (["faults", "burn"], "usage: gpuform sandbox faults"),
    ],
)
def test_mistakes(
    run: Callable[..., int], inventory: Inventory, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert run(*words) == 2
    assert told in capsys.readouterr().err


def test_faults(run: Callable[..., int], home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    home.folder.mkdir(parents=True)
    home.faults.write_text('{"faults": [{"kind": "slow", "type": "aws:ec2/vpc:Vpc", "nth": 2}]}')
    home.faults_seen.write_text('{"0": 1}')
    assert run("faults") == 0
    assert capsys.readouterr().out == "0  slow  aws:ec2/vpc:Vpc  *  from 2, 1 times  met 1\n"
    assert run("faults", "reset") == 0
    assert not home.faults_seen.exists()
    home.faults.write_text("{")
    assert run("faults") == 2


def test_no_engine(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(folder: Path) -> Path:
        raise MissingError("no Pulumi CLI")

    monkeypatch.setattr(command, "engine", none)
    assert run("up", "--stack", "dev") == 5
    assert capsys.readouterr().err == "error: no Pulumi CLI\n"


@pytest.mark.parametrize("alive", [True, False])
def test_a_run_at_work_is_not_mended(
    run: Callable[..., int], home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alive: bool
) -> None:
    """What a living run has under way looks like what a killed one left: only the lock tells them apart."""
    engine = tmp_path / "pulumi"
    engine.write_text("#!/bin/sh\nexit 3\n")
    engine.chmod(0o755)
    monkeypatch.setattr(command, "engine", lambda folder: engine)
    mended: list[str] = []
    monkeypatch.setattr(command, "healed", lambda stack, call: mended.append(stack.name))
    stack = Stack(home, "trial", "dev")
    stack.file.parent.mkdir(parents=True)
    stack.file.write_text("{}")
    if alive:
        lock = home.state / ".pulumi" / "locks" / "organization" / "trial" / "dev" / "run.json"
        lock.parent.mkdir(parents=True)
        lock.write_text(json.dumps({"pid": os.getpid(), "hostname": socket.gethostname()}))
    assert run("preview", "--stack", "dev") == 3
    assert mended == ([] if alive else ["dev"])


def test_the_name_stays_a_function_once_used(run: Callable[..., int], inventory: Inventory) -> None:
    assert run("inventory") == 0
    assert callable(gpuform_sandbox.run)


def test_launchers_name_this_python(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    install(home, tmp_path / "bin" / "pulumi")
    found = sorted(path for path in home.plugins.rglob("*") if path.is_file())
    assert [path.name for path in found] == ["pulumi-language-python", "pulumi-resource-aws"]
    assert all(os.access(path, os.X_OK) and path.read_text().startswith("#!/bin/sh\nexec ") for path in found)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pulumi-language-python").touch()
    other = Home(tmp_path / "other")
    install(other, tmp_path / "bin" / "pulumi")
    assert not list(other.plugins.glob("language-*"))  # an installed engine brings its own
