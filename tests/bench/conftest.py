"""Figures beside their aims (DESIGN section 9), printed at the end of `make bench`. Nothing here fails on wall time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "data" / "examples"

Figure = Callable[[str, float, str, float | None], None]
"""What was measured, how much, in what unit, and at most how much it should be (None: told only)."""


@dataclass(frozen=True)
class Measured:
    what: str
    value: float
    unit: str
    aim: float | None

    def __str__(self) -> str:
        aim = "" if self.aim is None else f"aim {self.aim:>8,.2f}  {'ok' if self.value <= self.aim else 'OVER'}"
        return f"{self.what:62} {self.value:>9,.2f} {self.unit:5} {aim}".rstrip()


MEASURED = pytest.StashKey[list[Measured]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[MEASURED] = []


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    def add(what: str, value: float, unit: str, aim: float | None) -> None:
        request.config.stash[MEASURED].append(Measured(what, value, unit, aim))

    return add


@pytest.fixture(scope="session")
def eight_nodes() -> Path:
    return EXAMPLES / "aws-h100-pretraining.yaml"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash[MEASURED]:
        terminalreporter.section("figures")
        for measured in config.stash[MEASURED]:
            terminalreporter.write_line(str(measured))
