"""What every test gets: this machine's own accounts out of reach, and the same examples from Hypothesis on every run.

Sockets are held to this machine by pytest-socket (see pyproject.toml).
"""

from __future__ import annotations

import os

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
