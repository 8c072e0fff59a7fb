"""Which project a command is about, its name, its region, its sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform_sandbox import project as module
from gpuform_sandbox.home import HOME_VARIABLE, home_beside
from gpuform_sandbox.project import project_folder, project_name
from gpuform_sandbox.region import region_of


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "stacks" / "deep").mkdir(parents=True)
    (folder / "Pulumi.yaml").write_text("name: 'trial.one'\nruntime: python\n")
    return folder


def test_nearest_project_upward(mine: Path, tmp_path: Path) -> None:
    assert project_folder(mine / "stacks" / "deep", tmp_path / "cache") == mine
    assert project_name(mine) == "trial.one"
    (mine / "Pulumi.yaml").write_text("runtime: python\n")
    assert project_name(mine) == "mine"


def test_the_checkout_s_own_where_there_is_none(tmp_path: Path) -> None:
    assert project_folder(tmp_path, tmp_path / "cache") == Path(module.__file__).resolve().parents[2]


def test_the_shipped_one_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "package" / "project"
    (shipped / "stacks").mkdir(parents=True)
    (shipped / "Pulumi.yaml").write_text("name: gpuform\n")
    monkeypatch.setattr(module, "SHIPPED", shipped)
    folder = project_folder(tmp_path, tmp_path / "cache")
    assert folder == tmp_path / "cache"
    assert (folder / "Pulumi.yaml").read_text() == "name: gpuform\n"


def test_home(mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    assert home_beside(mine).folder == mine / ".gpuform" / "sandbox"
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    assert home_beside(mine).folder == tmp_path / "elsewhere"


def test_region(mine: Path, tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text("cloud: aws\nregion: us-west-2  # cheap\n")
    (mine / "stacks" / "dev.yaml").write_text("region: eu-north-1\n")
    assert region_of(mine, "dev", {}) == "eu-north-1"
    assert region_of(mine, "dev", {"GPUFORM_SPEC": str(spec)}) == "us-west-2"
    assert region_of(mine, "dev", {"AWS_REGION": "x"}) == ""
    (mine / "stacks" / "Pulumi.dev.yaml").write_text("config:\n  aws:region: us-east-1\n")
    assert region_of(mine, "dev", {"GPUFORM_SPEC": str(spec)}) == ""
    assert region_of(mine, "none", {}) == ""
