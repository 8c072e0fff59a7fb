"""The wheel: what a user gets who has no checkout, and with nothing but the base dependencies within reach."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "data" / "examples"
PACKAGES = {"gpuform", "gpuform_components", "gpuform_policies", "gpuform_sandbox"}

# Runs the command line with every library out of reach that a plain `pip install gpuform` would not have brought.
ALONE = """
import re, sys
from importlib import metadata

def needed(name, found):
    if name not in found:
        found.add(name)
        for one in metadata.requires(name) or []:
            if "extra ==" not in one:
                other = re.split(r"[<>=!~\\[; (]", one, maxsplit=1)[0]
                try:
                    needed(re.sub(r"[-_.]+", "-", other).lower(), found)
                except metadata.PackageNotFoundError:
                    pass  # for another platform
    return found

allowed = needed("gpuform", set())
owners = metadata.packages_distributions()

class Refuse:
    def find_spec(self, name, path=None, target=None):
        mine = {re.sub(r"[-_.]+", "-", one).lower() for one in owners.get(name.partition(".")[0], ())}
        if mine and not mine & allowed:
            raise ModuleNotFoundError(f"{name} is not a base dependency", name=name)

sys.meta_path.insert(0, Refuse())
import gpuform
assert gpuform.__file__.startswith(sys.argv[1]), gpuform.__file__
sys.argv[0:2] = ["gpuform"]
from gpuform.cli import main
main()
"""

pytestmark = pytest.mark.slow


def ran(*command: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed by pip into a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")
    done = ran(
        sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", folder, wheel, cwd=folder
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


def alone(installed: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return ran(sys.executable, "-c", ALONE, installed, *arguments, cwd=installed, PYTHONPATH=str(installed))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_holds_the_four_packages_and_no_other(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in names(wheel)}
    assert {name for name in top if not name.endswith(".dist-info")} == PACKAGES


@pytest.mark.parametrize(
    ("folder", "inside"), [("templates", "gpuform/templates"), ("gpuform/catalog/data", "gpuform/catalog/data")]
)
def test_every_data_file_is_inside(wheel: Path, folder: str, inside: str) -> None:
    wanted = {
        f"{inside}/{path.relative_to(ROOT / folder).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".pyc"
    }
    assert wanted
    assert wanted - names(wheel) == set()


@pytest.mark.parametrize("name", ["project/Pulumi.yaml", "project/stacks/__main__.py", "tools/go.mod", "tools/go.sum"])
def test_sandbox_brings_its_project(wheel: Path, name: str) -> None:
    assert f"gpuform_sandbox/{name}" in names(wheel)


@pytest.mark.parametrize(
    ("example", "code"),
    [
        pytest.param("aws-h100-pretraining", 0, id="good"),
        pytest.param("aws-everything-wrong", 4, id="wrong"),
    ],
)
def test_checks_a_spec_with_base_dependencies_alone(installed: Path, example: str, code: int) -> None:
    done = alone(installed, "check", EXAMPLES / f"{example}.yaml", "--now", "2026-12-01")
    assert done.returncode == code, done.stdout + done.stderr
    assert example.endswith("wrong") == ("ZON001" in done.stdout)


@pytest.mark.parametrize(
    "arguments", [("rules",), ("rules", "ZON001"), ("schema",), ("sandbox", "--help"), ("--help",), ("--version",)]
)
def test_other_commands_work_with_base_dependencies_alone(installed: Path, arguments: tuple[str, ...]) -> None:
    done = alone(installed, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_templates_are_found(installed: Path) -> None:
    program = "from gpuform.bootstrap.folder import templates; print(templates('cloud-init'))"
    done = ran(sys.executable, "-c", program, cwd=installed, PYTHONPATH=str(installed))
    assert done.stdout.strip() == str(installed / "gpuform" / "templates" / "cloud-init"), done.stderr


def test_same_tree_same_bytes(wheel: Path, tmp_path: Path) -> None:
    done = ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_editable_install_copies_nothing(tmp_path: Path) -> None:
    """A copy of a template beside the checkout's own would go stale unseen."""
    program = "from hatchling.build import build_editable; import sys; print(build_editable(sys.argv[1]))"
    done = ran(sys.executable, "-c", program, tmp_path, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (built,) = tmp_path.glob("*.whl")
    assert {name for name in names(built) if ".dist-info/" not in name} == {"_gpuform.pth"}
