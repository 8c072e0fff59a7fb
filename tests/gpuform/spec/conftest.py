"""The example of eight nodes as text to change, words of a small world, and a way to see what a changed spec is told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from gpuform.errors import Problem, SpecError
from gpuform.spec import Loaded, loaded, parse

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"
GOOD = (EXAMPLES / "aws-h100-pretraining.yaml").read_text(encoding="utf-8")
Swap = tuple[str, str]


class SmallWorld:
    """Words of AWS and of nobody else."""

    def machines(self, cloud: str) -> Collection[str]:
        return ("p5.48xlarge", "p5en.48xlarge", "p4d.24xlarge", "g6e.4xlarge", "g6e.8xlarge") if cloud == "aws" else ()

    def regions(self, cloud: str) -> Collection[str]:
        return ("us-east-1", "us-west-2", "cn-north-1") if cloud == "aws" else ()

    def zones(self, cloud: str, region: str) -> Collection[str]:
        names = {"us-east-1": "use1", "us-west-2": "usw2"}
        return tuple(f"{names[region]}-az{number}" for number in range(1, 7)) if region in names else ()

    def images(self, cloud: str) -> Collection[str]:
        return ("dlami-base-ubuntu-24.04", "dlami-base-ubuntu-22.04") if cloud == "aws" else ()

    def disk_types(self, cloud: str) -> Collection[str]:
        return ("gp3", "io2", "st1") if cloud == "aws" else ()


def swapped(*swaps: Swap, text: str = GOOD) -> str:
    for old, new in swaps:
        assert old in text, f"{old!r} is not in the example"
        text = text.replace(old, new, 1)
    return text


def read_spec(text: str, folder: Path = EXAMPLES) -> Loaded:
    return loaded(parse(text, str(folder / "spec.yaml")), SmallWorld())


def problems_in(text: str, folder: Path = EXAMPLES) -> tuple[Problem, ...]:
    """What is told of a text; nothing if it is fine."""
    try:
        read_spec(text, folder)
    except SpecError as error:
        return error.problems
    return ()


@pytest.fixture
def good() -> str:
    return GOOD


@pytest.fixture
def world() -> SmallWorld:
    return SmallWorld()


@pytest.fixture
def spec_of() -> Callable[..., Loaded]:
    return lambda *swaps: read_spec(swapped(*swaps))


@pytest.fixture
def told() -> Callable[..., tuple[Problem, ...]]:
    """`told(swap, …)`: the problems of the changed example; `told(text=…)`: of a whole text."""

    def told_of(*swaps: Swap, text: str = GOOD, folder: Path = EXAMPLES) -> tuple[Problem, ...]:
        return problems_in(swapped(*swaps, text=text), folder)

    return told_of
