"""The stand-in provider's process: `python -m gpuform_sandbox.provider aws 7.51.1`, started by the engine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gpuform_sandbox.home import HOME_VARIABLE, Home
from gpuform_sandbox.plugin import serve
from gpuform_sandbox.provider.protos import provider_pb2_grpc
from gpuform_sandbox.provider.servicer import Provider


def main() -> None:
    cloud, version = sys.argv[1:3]
    provider = Provider(cloud, version, Home(Path(os.environ[HOME_VARIABLE])))
    serve(lambda server: provider_pb2_grpc.add_ResourceProviderServicer_to_server(provider, server))


if __name__ == "__main__":
    main()
