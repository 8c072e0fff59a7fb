"""A Python language host for the engine, for machines where `pulumi-language-python` is not installed.

The engine starts it as `pulumi-language-python <engine address>` and asks it to run programs (`Run`), policy packs and
component plugins (`RunPlugin`). Everything runs in the Python environment the sandbox itself runs in.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from gpuform_sandbox.errors import TOLD_ALREADY
from gpuform_sandbox.plugin import serve
from gpuform_sandbox.provider.protos import empty_pb2, language_pb2, language_pb2_grpc, plugin_pb2

CHUNK = 65_536


class PythonHost(language_pb2_grpc.LanguageRuntimeServicer):
    """Runs Python programs and plugins for one engine."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self._running: set[subprocess.Popen[bytes]] = set()

    def end(self) -> None:
        """Ends what still runs: an engine that was killed will never answer it again."""
        for process in list(self._running):
            process.kill()

    def Handshake(self, request: Any, context: Any) -> Any:
        return language_pb2.LanguageHandshakeResponse()

    def About(self, request: Any, context: Any) -> Any:
        return language_pb2.AboutResponse(executable=sys.executable, version=sys.version.split()[0])

    def GetPluginInfo(self, request: Any, context: Any) -> Any:
        return plugin_pb2.PluginInfo(version="0.0.0")

    def GetRequiredPackages(self, request: Any, context: Any) -> Any:
        """None: what the sandbox has no stand-in for is refused when it is used, and nothing is ever downloaded."""
        return language_pb2.GetRequiredPackagesResponse()

    def GetProgramDependencies(self, request: Any, context: Any) -> Any:
        found = sorted(
            {(d.metadata["Name"], d.version) for d in importlib.metadata.distributions() if d.metadata["Name"]}
        )
        told = [language_pb2.DependencyInfo(name=name, version=version) for name, version in found]
        return language_pb2.GetProgramDependenciesResponse(dependencies=told)

    def RuntimeOptionsPrompts(self, request: Any, context: Any) -> Any:
        return language_pb2.RuntimeOptionsResponse()

    def InstallDependencies(self, request: Any, context: Any) -> Iterator[Any]:
        """Nothing to do: the environment is already there."""
        return iter(())

    def Cancel(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()

    def Run(self, request: Any, context: Any) -> Any:
        where = request.info.program_directory or request.pwd
        entry = request.info.entry_point
        arguments = {
            "monitor": request.monitor_address,
            "engine": self.engine,
            "project": request.project,
            "stack": request.stack,
            "organization": request.organization,
            "root_directory": request.info.root_directory,
            "parallel": str(request.parallel),
            "dry_run": "true" if request.dryRun else "false",
            "program": where if entry in ("", ".") else entry,
        }
        command = [sys.executable, "-u", "-m", "gpuform_sandbox.program_runner", json.dumps(arguments)]
        config = {
            "PULUMI_CONFIG": json.dumps(dict(request.config)),
            "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(request.configSecretKeys)),
        }
        with self._started(command, where, {**os.environ, **config}, sys.stderr, None) as process:
            code = process.wait()
        if code == TOLD_ALREADY:
            return language_pb2.RunResponse(bail=True)
        return language_pb2.RunResponse(error=f"program exited with code {code}" if code else "")

    def RunPlugin(self, request: Any, context: Any) -> Iterator[Any]:
        """Starts a policy pack (kind `analyzer`) or a component plugin, and streams what it prints."""
        where = request.info.program_directory
        pack = ["-m", "pulumi.policy", *request.args, where] if request.kind == "analyzer" else [where, *request.args]
        env = dict(entry.split("=", 1) for entry in request.env) or dict(os.environ)
        command = [sys.executable, "-u", *pack]
        with self._started(command, request.pwd, env, subprocess.PIPE, subprocess.PIPE) as process:
            context.add_callback(process.kill)
            yield from _printed(process)
            yield language_pb2.RunPluginResponse(exitcode=process.wait())

    @contextmanager
    def _started(
        self, command: list[str], cwd: str, env: dict[str, str], stdout: Any, stderr: Any
    ) -> Generator[subprocess.Popen[bytes]]:
        # in a session of its own: the engine's interrupt is for this process, which then ends the program
        process = subprocess.Popen(command, cwd=cwd, env=env, stdout=stdout, stderr=stderr, start_new_session=True)
        self._running.add(process)
        try:
            yield process
        finally:
            self._running.discard(process)


def _printed(process: subprocess.Popen[bytes]) -> Iterator[Any]:
    chunks: queue.Queue[dict[str, bytes] | None] = queue.Queue()

    def pump(stream: Any, field: str) -> None:
        while chunk := stream.read1(CHUNK):
            chunks.put({field: chunk})
        chunks.put(None)

    for stream, field in ((process.stdout, "stdout"), (process.stderr, "stderr")):
        threading.Thread(target=pump, args=(stream, field), daemon=True).start()
    open_streams = 2
    while open_streams:
        chunk = chunks.get()
        if chunk is None:
            open_streams -= 1
        else:
            yield language_pb2.RunPluginResponse(**chunk)


def main() -> None:
    engine = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    host = PythonHost(engine)
    serve(lambda server: language_pb2_grpc.add_LanguageRuntimeServicer_to_server(host, server), host.end)


if __name__ == "__main__":
    main()
