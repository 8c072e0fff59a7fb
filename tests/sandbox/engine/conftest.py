"""A small Pulumi project in a temporary folder, run on the real engine in a sandbox of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gpuform_sandbox.home import HOME_VARIABLE, Home
from gpuform_sandbox.provider.inventory import Inventory
from gpuform_sandbox.stack import Stack

SANDBOX = Path(__file__).resolve().parents[3] / "sandbox"
PROJECT = "name: trial\nruntime: python\nmain: stacks\nstackConfigDir: stacks\n"
CONFIG = "config:\n  aws:region: us-east-1\n"
NETWORK = """
import pulumi
import pulumi_aws as aws

vpc = aws.ec2.Vpc("net", cidr_block="10.0.0.0/16", tags={"team": "ml"})
subnet = aws.ec2.Subnet("sub", vpc_id=vpc.id, cidr_block="10.0.1.0/24", availability_zone_id="use1-az6")
template = aws.ec2.LaunchTemplate("lt", instance_type="g6e.4xlarge", image_id="ami-0123456789abcdef0")


def group(name, **arguments):
    given = {"min_size": 0, "max_size": 8, "desired_capacity": 2, "wait_for_capacity_timeout": "0", **arguments}
    opts = given.pop("opts", None)
    return aws.autoscaling.Group(
        name,
        vpc_zone_identifiers=[subnet.id],
        launch_template={"id": template.id, "version": template.latest_version.apply(str)},
        opts=opts,
        **given,
    )

"""


@dataclass
class World:
    """One project and its sandbox."""

    folder: Path
    home: Home
    extra: dict[str, str] = field(default_factory=dict[str, str])

    def program(self, text: str) -> None:
        (self.folder / "stacks" / "__main__.py").write_text(text)

    def faults(self, *faults: dict[str, Any]) -> None:
        self.home.folder.mkdir(parents=True, exist_ok=True)
        self.home.faults.write_text(json.dumps({"faults": list(faults)}))

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "gpuform_sandbox", *words]
        return subprocess.run(
            command, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=300, check=False
        )

    @property
    def env(self) -> dict[str, str]:
        path = os.pathsep.join(part for part in (str(SANDBOX), os.environ.get("PYTHONPATH", "")) if part)
        return {**os.environ, HOME_VARIABLE: str(self.home.folder), "PYTHONPATH": path, **self.extra}

    def run(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """`up`, `preview` … of the stack `dev`; only a preview is asked for a preview."""
        quick = ["--yes", "--skip-preview"] if name in ("up", "refresh", "destroy") else []
        return self.call(name, "--stack", "dev", "--color", "never", *quick, *words)

    def good(self, name: str, *words: str) -> str:
        """What a run that must succeed printed."""
        done = self.run(name, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        assert "warning" not in done.stderr.lower()
        return done.stdout + done.stderr

    def bad(self, name: str, *words: str) -> str:
        """What a run that must fail printed: something a person can read."""
        done = self.run(name, *words)
        assert done.returncode != 0, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        return done.stdout + done.stderr

    def objects(self, kind: str = "") -> list[dict[str, Any]]:
        """What exists in the cloud, read from its files: a process per look would cost more than the rest."""
        found = [asdict(thing) for thing in Inventory(self.home.inventory).all()]
        return [thing for thing in found if thing["type"].endswith(kind)]

    def state(self) -> dict[str, Any]:
        """What the engine has saved."""
        file = Stack(self.home, "trial", "dev").file
        return json.loads(file.read_text())["checkpoint"]["latest"] if file.exists() else {}

    def recorded(self, kind: str) -> list[str]:
        """The ids of a type in the engine's state."""
        return sorted(r["id"] for r in self.state().get("resources") or [] if r["type"].endswith(kind))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    folder = tmp_path / "project"
    (folder / "stacks").mkdir(parents=True)
    (folder / "Pulumi.yaml").write_text(PROJECT)
    (folder / "stacks" / "Pulumi.dev.yaml").write_text(CONFIG)
    world = World(folder, Home(tmp_path / "home"))
    world.program(NETWORK)
    yield world
    assert (folder / "stacks" / "Pulumi.dev.yaml").read_text() == CONFIG


@pytest.fixture
def network() -> str:
    """The beginning of a program: a network, a launch template, and `group(name, …)`."""
    return NETWORK
