"""What every test gets: this machine's own accounts out of reach, and the same examples from Hypothesis on every run.

Sockets are held to this machine by pytest-socket (see pyproject.toml).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ACCOUNTS = ("AWS_", "ARM_", "AZURE_", "ALICLOUD_", "ALIBABA_CLOUD_", "GOOGLE_", "PULUMI_", "GPUFORM_")
"""Variables by which somebody's account, backend or sandbox could slip into a test."""

KEPT = ("GPUFORM_UPDATE_GOLDEN",)

for name in [name for name in os.environ if name.startswith(ACCOUNTS) and name not in KEPT]:
    del os.environ[name]
os.environ.update(
    AWS_EC2_METADATA_DISABLED="true",
    COLUMNS="120",
    NO_COLOR="1",
    PULUMI_SKIP_UPDATE_CHECK="true",
)

# A deadline is wall time, and so is "too slow": both would fail on a busy machine for no fault of the code.
COMMON = settings(derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", COMMON, max_examples=100)
settings.register_profile("ci", COMMON, max_examples=400, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write tests/golden anew; read the difference before you commit it"
    )


PACK = Path(__file__).resolve().parent.parent / "policies"
LARGE = 256 * 1024 * 1024
"""Bytes of one message: gRPC's own limit of 4 MiB is below a stack of 5,000 resources."""


@pytest.fixture(scope="module")
def pack() -> Iterator[Any]:
    """The policy pack as the engine runs it: its own process, asked over gRPC."""
    import grpc
    from google.protobuf import empty_pb2
    from pulumi.runtime.proto import analyzer_pb2 as proto
    from pulumi.runtime.proto import analyzer_pb2_grpc

    env = {**os.environ, "PULUMI_PROJECT": "p", "PULUMI_STACK": "dev", "PULUMI_DRY_RUN": "true",
           "PULUMI_ORGANIZATION": "organization", "PULUMI_CONFIG": "{}"}  # fmt: skip
    command = [sys.executable, "-u", "-m", "pulumi.policy", "127.0.0.1:1", str(PACK)]
    limits = [("grpc.max_send_message_length", LARGE), ("grpc.max_receive_message_length", LARGE)]
    with subprocess.Popen(command, cwd=PACK, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with grpc.insecure_channel(f"127.0.0.1:{port}", options=limits) as channel:
            stub: Any = analyzer_pb2_grpc.AnalyzerStub(channel)
            info = stub.GetAnalyzerInfo(empty_pb2.Empty())
            levels = {one.name: proto.PolicyConfig(enforcementLevel=one.enforcementLevel) for one in info.policies}
            stub.Configure(proto.ConfigureAnalyzerRequest(policyConfig=levels))
            yield stub
        process.terminate()
