"""The engine's protocol classes, loaded without the rest of the `pulumi` package: a third of the start-up time.

`import pulumi` runs the whole SDK. The generated protocol modules need none of it, so the package is entered here as
two empty modules that only know where their files lie.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from pathlib import Path
from typing import Any


def _enter_package() -> None:
    spec = importlib.util.find_spec("pulumi")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'pulumi'", name="pulumi")
    folder = Path(next(iter(spec.submodule_search_locations)))
    for name, path in (("pulumi", folder), ("pulumi.runtime", folder / "runtime")):
        module = types.ModuleType(name)
        module.__path__ = [str(path)]
        sys.modules[name] = module


def _load(*names: str) -> tuple[Any, ...]:
    """The named protocol modules. A process that has the SDK keeps it."""
    light = "pulumi" not in sys.modules
    if light:
        _enter_package()
    try:
        return tuple(importlib.import_module(f"pulumi.runtime.proto.{name}") for name in names)
    finally:
        if light:
            # whoever imports the SDK later in this process gets the real one
            for name in ("pulumi", "pulumi.runtime"):
                sys.modules.pop(name, None)


plugin_pb2, provider_pb2, provider_pb2_grpc = _load("plugin_pb2", "provider_pb2", "provider_pb2_grpc")
language_pb2, language_pb2_grpc, status_pb2 = _load("language_pb2", "language_pb2_grpc", "status_pb2")
empty_pb2: Any = importlib.import_module("google.protobuf.empty_pb2")
struct_pb2: Any = importlib.import_module("google.protobuf.struct_pb2")


class _Status:
    """What grpc wants of an error with details."""

    def __init__(self, code: Any, details: str, trailing_metadata: Any) -> None:
        self.code, self.details, self.trailing_metadata = code, details, trailing_metadata


def status(detail: Any, message: str) -> Any:
    """A gRPC error that carries a message of the engine's protocol."""
    import grpc
    from google.protobuf import any_pb2

    packed = any_pb2.Any()
    packed.Pack(detail)
    full = status_pb2.Status(code=grpc.StatusCode.UNKNOWN.value[0], message=message, details=[packed])
    trailer = (("grpc-status-details-bin", full.SerializeToString()),)
    return _Status(grpc.StatusCode.UNKNOWN, message, trailer)
