"""The small executables by which the engine finds the stand-ins and the language host.

They lie where the engine keeps its installed plugins, so it neither looks on PATH, nor warns, nor downloads.
"""

from __future__ import annotations

import importlib.metadata
import shlex
import shutil
import sys
from pathlib import Path

from gpuform_sandbox.files import write_whole
from gpuform_sandbox.home import Home

STAND_INS = {"aws": "pulumi_aws"}
"""Cloud → the SDK whose provider it stands in for: the engine asks for the SDK's version."""
NO_SDK = "0.0.0"
HOST = "pulumi-language-python"
HOST_VERSION = "3.0.0"


def install(home: Home, engine: Path) -> None:
    """Writes every launcher that is not there yet as it should be."""
    for cloud, sdk in STAND_INS.items():
        version = _version(sdk)
        command = _python("gpuform_sandbox.provider", cloud, version)
        _write(home.plugins / f"resource-{cloud}-v{version}" / f"pulumi-resource-{cloud}", command)
    if (engine.parent / HOST).exists():
        return  # an installed engine brings its own
    installed = shutil.which(HOST)
    command = shlex.quote(installed) if installed else _python("gpuform_sandbox.language_host")
    _write(home.plugins / f"language-python-v{HOST_VERSION}" / HOST, command)


def _version(sdk: str) -> str:
    try:
        return importlib.metadata.version(sdk)
    except importlib.metadata.PackageNotFoundError:
        return NO_SDK


def _python(module: str, *arguments: str) -> str:
    return shlex.join([sys.executable, "-u", "-m", module, *arguments])


def _write(path: Path, command: str) -> None:
    text = f'#!/bin/sh\nexec {command} "$@"\n'
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_whole(path, text, mode=0o755)
