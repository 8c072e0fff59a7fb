"""The registry of AWS rules holds every rule of every file, once."""

from __future__ import annotations

import importlib
from pathlib import Path

import gpuform_sandbox.clouds.aws as package
from gpuform_sandbox.clouds.aws.all_checks import CHECKS
from gpuform_sandbox.clouds.aws.request import Check
from gpuform_sandbox.provider.tables import resource_types

NO_RULES = {"__init__", "all_checks", "request"}


def test_every_rule_of_every_file_is_listed() -> None:
    folder = Path(package.__path__[0])
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem not in NO_RULES)
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Check)]
    assert {check.id for check in found} == {check.id for check in CHECKS}
    assert len({check.id for check in CHECKS}) == len(CHECKS)


def test_rules_judge_types_that_exist() -> None:
    assert {token for check in CHECKS for token in check.types} <= set(resource_types("aws"))


def test_the_rules_of_the_facts_are_there() -> None:
    wanted = "EFA-1 EFA-5 EFA-6 EFA-9 EFA-10 EFA-12 EFA-14 EFA-15 PG-1 PG-2 PG-3 PG-9 CR-2 CR-3 CR-4 CR-6"
    more = "CB-1 CB-6 CB-8 CB-10 SP-1 SP-2 SP-3 SP-4"
    assert {*wanted.split(), *more.split()} <= {check.id for check in CHECKS}
