"""`gpuform sandbox …`: the real engine with a backend of files, stand-in clouds and no account."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuform_sandbox import faults_command, inventory_command
from gpuform_sandbox.arguments import Command, absolute, absolute_paths, command
from gpuform_sandbox.config_file import has_own_salt, unchanged
from gpuform_sandbox.engine import engine, engine_folder
from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.heal import healed
from gpuform_sandbox.home import HOME_VARIABLE, Home, home_beside
from gpuform_sandbox.launchers import install
from gpuform_sandbox.lock import wait_for_lock
from gpuform_sandbox.project import project_folder, project_name, user_cache
from gpuform_sandbox.region import region_of
from gpuform_sandbox.stack import Stack

KILLED = 128
"""A process that died of signal n counts as exit code 128 + n, as in a shell."""
OWN_COMMANDS = {"inventory": inventory_command.run, "faults": faults_command.run}


@dataclass(frozen=True)
class Sandbox:
    """One sandbox ready to run the engine."""

    engine: Path
    home: Home
    project: Path
    env: Mapping[str, str]

    def call(self, *words: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
        """Runs the engine for the sandbox's own needs. Raises SandboxError when it fails."""
        done = subprocess.run(
            [str(self.engine), *words],
            capture_output=True,
            text=True,
            check=False,
            env=dict(self.env),
            cwd=self.project,
        )
        if done.returncode and not quiet:
            raise SandboxError(f"`pulumi {' '.join(words[:2])}` failed:\n{done.stderr.strip()}")
        return done


def run(arguments: Sequence[str]) -> int:
    """Runs one sandbox command; the exit code is the engine's. Mistakes are told on stderr, never as a traceback."""
    try:
        return _run(arguments)
    except SandboxError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return KILLED + signal.SIGINT


def _run(arguments: Sequence[str]) -> int:
    project = project_folder(Path.cwd(), user_cache() / "project")
    home = home_beside(project)
    if arguments and arguments[0] in OWN_COMMANDS:
        return OWN_COMMANDS[arguments[0]](home, arguments[1:])
    asked = command(arguments)
    sandbox = _sandbox(home, project, asked)
    named = asked.stack or (_selected(sandbox) if asked.deploys else "")
    stack = Stack(home, project_name(project), named)
    with unchanged(home, project, stack.name):
        if asked.needs_stack and not stack.exists:
            sandbox.call("stack", "init", stack.name, "--non-interactive", "--color", "never", "--no-select")
        # what another run is doing right now looks just like what a killed one left open
        if asked.deploys and wait_for_lock(stack, waits=asked.locks):
            healed(stack, sandbox.call)
        return _passed_on(sandbox, asked)


def _selected(sandbox: Sandbox) -> str:
    """The stack chosen by `stack select`; "" when none is."""
    return sandbox.call("stack", "--show-name", quiet=True).stdout.strip()


def _sandbox(home: Home, project: Path, asked: Command) -> Sandbox:
    built = engine(engine_folder(user_cache()))
    home.state.mkdir(parents=True, exist_ok=True)
    install(home, built)
    return Sandbox(built, home, project, _environment(home, built, project, asked))


def _environment(home: Home, built: Path, project: Path, asked: Command) -> dict[str, str]:
    python = Path(sys.executable).parent
    env = {
        **os.environ,
        HOME_VARIABLE: str(home.folder),
        "PULUMI_HOME": str(home.engine),
        "PULUMI_BACKEND_URL": f"file://{home.state}",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
        "PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK": "true",
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        # a real provider on PATH would reach a real account
        "PULUMI_IGNORE_AMBIENT_PLUGINS": "true",
        "PULUMI_PYTHON_CMD": sys.executable,
        "PATH": os.pathsep.join([str(python), str(built.parent), os.environ.get("PATH", "")]),
    }
    if not has_own_salt(home, project, asked.stack):
        # the sandbox's own secrets protect nothing: nobody should be asked for a passphrase
        env["PULUMI_CONFIG_PASSPHRASE"] = ""
        env.pop("PULUMI_CONFIG_PASSPHRASE_FILE", None)
    env.pop("PULUMI_ACCESS_TOKEN", None)
    if env.get("PYTHONPATH"):
        # the program runs in a folder of its own
        env["PYTHONPATH"] = os.pathsep.join(absolute(part) for part in env["PYTHONPATH"].split(os.pathsep) if part)
    if env.get("GPUFORM_SPEC"):
        env["GPUFORM_SPEC"] = absolute(env["GPUFORM_SPEC"])
    if region := region_of(project, asked.stack, env):
        env["AWS_REGION"] = region
    return env


def _passed_on(sandbox: Sandbox, asked: Command) -> int:
    sys.stdout.flush()
    inside = sandbox.project in (Path.cwd(), *Path.cwd().parents)
    process = subprocess.Popen(
        [str(sandbox.engine), *absolute_paths(asked.words)],
        env=dict(sandbox.env),
        cwd=None if inside else sandbox.project,
    )
    while True:
        try:
            code = process.wait()
            break
        except KeyboardInterrupt:
            continue  # the engine has got the same signal and ends its work in order
    if code < 0:
        print(f"the engine was killed (signal {-code}); the next run takes up what was built", file=sys.stderr)
        return KILLED - code
    return code
