"""What a check of AWS rules may look at: the request itself, and the account it goes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.machines import Machine, machines
from gpuform_sandbox.provider.values import UNKNOWN, Values, at


@dataclass(frozen=True)
class Request:
    """A creation or update on its way to the cloud. Values may be unknown in a preview."""

    token: str
    inputs: Values
    cloud: Cloud
    created: bool = True

    def get(self, path: str) -> Any:
        """The value at a path; None where it is missing or not known yet: rules judge only what is known."""
        value = at(self.inputs, path)
        return None if value == UNKNOWN else value

    @property
    def machine(self) -> Machine | None:
        return machines().get(str(self.get("instanceType")))


@dataclass(frozen=True)
class Check:
    """One rule of the cloud: its id in the facts, the types it judges, and what the cloud answers when it is broken."""

    id: str
    types: tuple[str, ...]
    refusals: Callable[[Request], Iterator[str]]
