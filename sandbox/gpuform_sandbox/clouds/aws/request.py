"""What a check of AWS rules may look at: the request itself, and the account it goes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gpuform_sandbox.provider.autoscaling import Launch, launch_of
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.machines import Machine, machines
from gpuform_sandbox.provider.tokens import GROUP, INSTANCE, RESERVATION, SPOT_REQUEST, SUBNET, TEMPLATE
from gpuform_sandbox.provider.values import UNKNOWN, Values, at

TARGET = "capacityReservationSpecification.capacityReservationTarget.capacityReservationId"
LAUNCHING = (TEMPLATE, INSTANCE, SPOT_REQUEST)
"""Types that say themselves what an instance is like."""


@dataclass(frozen=True)
class Request:
    """A creation or update on its way to the cloud. Values may be unknown in a preview."""

    token: str
    inputs: Values
    cloud: Cloud

    def get(self, path: str) -> Any:
        """The value at a path; None where it is missing or not known yet: rules judge only what is known."""
        return known(self.inputs, path)

    @cached_property
    def launch(self) -> Launch:
        """What the group would launch; without a template when that is not ours or not known yet."""
        return launch_of(self.inputs, self.cloud)

    @property
    def launched(self) -> Values:
        """The description of an instance: the request's own, or for a group that of its template."""
        return self.launch.data if self.token == GROUP else self.inputs

    @property
    def machine_name(self) -> str:
        return self.launch.machine if self.token == GROUP else str(self.get("instanceType") or "")

    @property
    def machine(self) -> Machine | None:
        """The machine's facts; None for a machine the tables do not hold."""
        return machines().get(self.machine_name)

    @property
    def subnets(self) -> list[str]:
        told = self.get("vpcZoneIdentifiers") or [self.get("subnetId")]
        return [word for word in told if isinstance(word, str) and word != UNKNOWN]

    @property
    def zone_ids(self) -> list[str]:
        """The zones the instances would go to, as far as they are known."""
        found = {self.cloud.value(subnet, SUBNET, "availabilityZoneId") for subnet in self.subnets}
        return sorted(zone for zone in found if zone)

    @property
    def reservation(self) -> Values:
        """What is known of the capacity reservation that is targeted; empty when nothing is."""
        target = known(self.launched, TARGET)
        thing = self.cloud.look(target, RESERVATION)
        if thing is not None:
            return {"id": thing.id, **thing.outputs}
        told = self.cloud.foreign(target) if isinstance(target, str) else {}
        return {"id": target, **told} if told else {}


def known(values: Values, path: str) -> Any:
    value = at(values, path)
    return None if value == UNKNOWN else value


@dataclass(frozen=True)
class Check:
    """One rule of the cloud: its id in the facts, the types it judges, and what the cloud answers when it is broken."""

    id: str
    types: tuple[str, ...]
    refusals: Callable[[Request], Iterator[str]]
