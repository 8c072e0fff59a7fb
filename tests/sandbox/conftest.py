"""What all sandbox tests share: a stand-in cloud in a temporary folder, and the real engine where it can be had."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gpuform_sandbox.engine import engine_folder
from gpuform_sandbox.home import Home
from gpuform_sandbox.project import user_cache
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.inventory import Inventory

ENGINE_TESTS = Path(__file__).parent / "engine"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without an engine and without the means to build one the engine's tests are left out, except in CI: there they fail."""
    if os.environ.get("CI") or engine_can_be_had():
        return
    for item in items:
        if ENGINE_TESTS in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="no Pulumi CLI, and no Go to build it with"))


def engine_can_be_had() -> bool:
    return any((shutil.which("pulumi"), (engine_folder(user_cache()) / "pulumi").exists(), shutil.which("go")))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def cloud(home: Home) -> Cloud:
    """An empty account in us-east-1."""
    return Cloud(home, Inventory(home.inventory), "us-east-1")
