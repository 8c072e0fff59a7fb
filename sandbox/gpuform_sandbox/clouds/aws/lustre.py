"""FSx for Lustre: one subnet, capacity steps, throughput per unit, fabric, and the port its servers speak on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gpuform_sandbox.clouds.aws.request import Check, Request
from gpuform_sandbox.provider.inventory import Thing
from gpuform_sandbox.provider.tables import rows_of
from gpuform_sandbox.provider.tokens import INGRESS, LUSTRE, OLD_RULE, SECURITY_GROUP
from gpuform_sandbox.provider.values import UNKNOWN

PORT = 988
NO_PORT = (
    "InvalidNetworkSettings: The file system cannot be created because the default security group in the subnet provided "
    "or the provided security groups do not permit Lustre LNET network traffic on port 988"
)


@cache
def _rows() -> list[dict[str, str]]:
    return rows_of("aws-lustre.csv")


def _deployment(request: Request) -> str:
    return str(request.get("deploymentType") or "SCRATCH_1")


def _meant(request: Request) -> list[dict[str, str]]:
    """The rows of the file system's deployment type and storage."""
    storage = request.get("storageType") or "SSD"
    return [row for row in _rows() if row["deployment"] == _deployment(request) and row["storage"] == storage]


def _one_subnet(request: Request) -> Iterator[str]:
    # the SDK takes one id as a text; the API's own field is a list
    subnets = request.get("subnetIds") or []
    if isinstance(subnets, list) and len(subnets) > 1:
        yield f"BadRequest: Exactly one subnet ID is allowed for a Lustre file system, got {len(subnets)}."


def _throughput(request: Request) -> Iterator[str]:
    told = request.get("perUnitStorageThroughput")
    allowed = [row["throughput"] for row in _meant(request) if row["throughput"]]
    if told is not None and str(told) not in allowed:
        words = ", ".join(allowed) or "none"
        yield f"InvalidPerUnitStorageThroughput: {told} is not valid for {_deployment(request)}; valid: {words}"
    persistent = _deployment(request).startswith("PERSISTENT") and request.get("storageType") in (None, "SSD", "HDD")
    if persistent and request.inputs.get("perUnitStorageThroughput") is None:
        yield f"InvalidPerUnitStorageThroughput: {_deployment(request)} needs a per unit storage throughput: {', '.join(allowed)}"


def _capacity(request: Request) -> Iterator[str]:
    size, throughput = request.get("storageCapacity"), request.get("perUnitStorageThroughput")
    rows = [row for row in _meant(request) if not row["throughput"] or row["throughput"] == str(throughput)]
    if not isinstance(size, int) or not rows:
        return
    smallest, step = int(rows[0]["smallest_gib"]), int(rows[0]["step_gib"])
    if size != smallest and (size < smallest or size % step):
        yield (
            f"BadRequest: Invalid storage capacity {size} GiB for {_deployment(request)}; "
            f"valid are {smallest} and multiples of {step} GiB."
        )


def _efa(request: Request) -> Iterator[str]:
    if request.get("efaEnabled") is not True:
        return
    size, throughput = request.get("storageCapacity"), request.get("perUnitStorageThroughput")
    if _deployment(request) != "PERSISTENT_2" or not request.inputs.get("metadataConfiguration"):
        yield "BadRequest: An EFA-enabled file system needs the deployment type PERSISTENT_2 and a metadata configuration."
    for row in _meant(request):
        step = int(row["efa_step_gib"] or 0)
        if step and row["throughput"] == str(throughput) and isinstance(size, int) and size % step:
            yield f"BadRequest: An EFA-enabled file system of {throughput} MB/s/TiB grows in steps of {step} GiB, not {size}."


def _port(request: Request) -> Iterator[str]:
    """Judged only when every group is ours: what a foreign group allows is not known."""
    groups = request.get("securityGroupIds") or []
    ours = [request.cloud.look(word, SECURITY_GROUP) for word in groups if word != UNKNOWN]
    if ours and len(ours) == len(groups) and all(ours) and not any(_lets_in(group, request) for group in ours if group):
        yield NO_PORT


def _lets_in(group: Thing, request: Request) -> bool:
    inventory = request.cloud.inventory
    apart = [
        rule
        for rule in [*inventory.of_type(INGRESS), *inventory.of_type(OLD_RULE)]
        if rule.value("securityGroupId") == group.id
    ]
    told = [
        (rule.value("ipProtocol") or rule.value("protocol"), rule.value("fromPort"), rule.value("toPort"))
        for rule in apart
    ]
    inside = [(row.get("protocol"), row.get("fromPort"), row.get("toPort")) for row in group.value("ingress") or []]
    return any(_covers(str(protocol), low, high) for protocol, low, high in told + inside)


def _covers(protocol: str, low: object, high: object) -> bool:
    if protocol in ("-1", "all"):
        return True
    return protocol in ("tcp", "6") and isinstance(low, int) and isinstance(high, int) and low <= PORT <= high


ONE_SUBNET = Check("FSX-SUBNET", (LUSTRE,), _one_subnet)
THROUGHPUT = Check("FSX-THROUGHPUT", (LUSTRE,), _throughput)
CAPACITY = Check("FSX-CAPACITY", (LUSTRE,), _capacity)
FABRIC = Check("FSX-EFA", (LUSTRE,), _efa)
PORT_988 = Check("FSX-PORT", (LUSTRE,), _port)
