"""The fabric's interfaces (EFA): which machine and which network card takes which, and what excludes what.

Texts of EFA-6 and EFA-14 are not AWS's own: none was captured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gpuform_sandbox.clouds.aws.request import Check, Request, known
from gpuform_sandbox.provider.tokens import GROUP, SUBNET, TEMPLATE
from gpuform_sandbox.provider.values import UNKNOWN, Values

ADDRESSES = (
    "privateIpAddress",
    "ipv4AddressCount",
    "ipv4Addresses",
    "ipv4PrefixCount",
    "ipv4Prefixes",
    "ipv6AddressCount",
    "ipv6Addresses",
    "ipv6PrefixCount",
    "ipv6Prefixes",
)


@dataclass(frozen=True)
class Nic:
    """One interface of a launch."""

    card: int
    device: int
    kind: str
    values: Values

    @property
    def is_fabric(self) -> bool:
        return self.kind in ("efa", "efa-only")


def nics(launched: Values) -> list[Nic]:
    """The interfaces that are fully known; what a preview can't know yet is not judged."""
    told = known(launched, "networkInterfaces") or []
    found: list[Nic] = []
    for row in told:
        card, device = row.get("networkCardIndex", 0), row.get("deviceIndex", 0)
        if UNKNOWN not in (card, device, row.get("interfaceType")):
            found.append(Nic(int(card), int(device), row.get("interfaceType") or "interface", row))
    return found


def _efa_1(request: Request) -> Iterator[str]:
    machine = request.machine
    if machine and not machine.efa and any(nic.is_fabric for nic in nics(request.inputs)):
        yield f"UnsupportedOperation: EFA interfaces are not supported on {machine.name}"


def _efa_5(request: Request) -> Iterator[str]:
    machine = request.machine
    fabric = [nic for nic in nics(request.inputs) if nic.is_fabric]
    if machine is None or not machine.efa or not fabric:
        return
    per_card = Counter(nic.card for nic in fabric)
    if len(fabric) > machine.efa_max or max(per_card.values()) > 1:
        yield f"AttachmentLimitExceeded: Interface count {len(fabric)} exceeds the limit for {machine.name}"


def _efa_6(request: Request) -> Iterator[str]:
    if any((nic.card, nic.device, nic.kind) == (0, 0, "efa-only") for nic in nics(request.inputs)):
        yield "InvalidParameterValue: The primary network interface (card 0, device 0) can't be of the type efa-only."


def _efa_9(request: Request) -> Iterator[str]:
    machine, found = request.machine, nics(request.inputs)
    if len({(nic.card, nic.device) for nic in found}) < len(found):
        yield "InvalidParameterValue: Each network interface requires a unique device index on its network card."
    for nic in found:
        if machine is None:
            continue
        if nic.card >= machine.cards:
            yield (
                f"InvalidParameterValue: The network card index '{nic.card}' exceeds the number of network cards of "
                f"{machine.name}, which is {machine.cards}."
            )
        elif nic.device >= machine.per_card.get(nic.card, nic.device + 1):
            most = machine.per_card[nic.card]
            yield (
                f"InvalidParameterValue: The specified number '{nic.device}' for the device index exceeds the maximum "
                f"number of network interfaces supported by the network card at network card index {nic.card}. "
                f"The maximum devices for this network card is {most}. Specify a number from 0 to {most - 1}, and try again."
            )


def _efa_10(request: Request) -> Iterator[str]:
    machine = request.machine
    if machine is None or not machine.efa:
        return
    for nic in nics(request.inputs):
        takes = machine.card_types.get(nic.card, frozenset())
        if nic.is_fabric and takes and nic.kind not in takes:
            yield f"UnsupportedOperation: EFA interfaces are not supported on {machine.name} at network card index {nic.card}"


def _efa_12(request: Request) -> Iterator[str]:
    found = nics(request.launched)
    asked = any(nic.values.get("associatePublicIpAddress") in ("true", True) for nic in found)
    by_subnet = any(request.cloud.value(subnet, SUBNET, "mapPublicIpOnLaunch") is True for subnet in request.subnets)
    if len(found) > 1 and (asked or by_subnet):
        yield (
            "InvalidParameterCombination: The associatePublicIPAddress parameter cannot be specified when launching with "
            "multiple network interfaces."
        )


def _efa_14(request: Request) -> Iterator[str]:
    for nic in nics(request.inputs):
        given = [name for name in ADDRESSES if nic.values.get(name)]
        if nic.kind == "efa-only" and given:
            yield f"InvalidParameterCombination: An efa-only interface takes no IP address; {given[0]} is not allowed."


def _efa_15(request: Request) -> Iterator[str]:
    if request.get("networkInterfaces") and (request.get("vpcSecurityGroupIds") or request.get("securityGroupNames")):
        yield (
            "InvalidParameterCombination: Network interfaces and an instance-level security groups may not be specified "
            "on the same request"
        )


EFA_1 = Check("EFA-1", (TEMPLATE,), _efa_1)
EFA_5 = Check("EFA-5", (TEMPLATE,), _efa_5)
EFA_6 = Check("EFA-6", (TEMPLATE,), _efa_6)
EFA_9 = Check("EFA-9", (TEMPLATE,), _efa_9)
EFA_10 = Check("EFA-10", (TEMPLATE,), _efa_10)
EFA_12 = Check("EFA-12", (TEMPLATE, GROUP), _efa_12)
EFA_14 = Check("EFA-14", (TEMPLATE,), _efa_14)
EFA_15 = Check("EFA-15", (TEMPLATE,), _efa_15)
