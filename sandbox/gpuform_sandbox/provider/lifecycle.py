"""An object's life in the stand-in cloud: created, updated, read, deleted, each against the inventory on disk."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace

from gpuform_sandbox.clouds.aws.all_checks import refusals
from gpuform_sandbox.clouds.aws.request import Request
from gpuform_sandbox.provider import autoscaling, deletion, outputs, references
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.computed import Made
from gpuform_sandbox.provider.faults import Faults
from gpuform_sandbox.provider.inventory import Thing, place_of, sealed, unsealed
from gpuform_sandbox.provider.naming import SETTINGS, names_given, new_id
from gpuform_sandbox.provider.tables import ResourceType
from gpuform_sandbox.provider.tokens import GROUP, SECURITY_GROUP, TEMPLATE
from gpuform_sandbox.provider.values import DEFAULTS, Properties, Values, same_json, same_members

TRIES = 4
FIRST_PAUSE = 0.05
"""The real provider starts at about a second and doubles; the shape is kept, the waiting is not."""
THROTTLED = "Throttling: Rate exceeded"
NO_CAPACITY = (
    "InsufficientInstanceCapacity: We currently do not have sufficient {machine} capacity in the Availability Zone you "
    "requested. Our system will be working on provisioning additional capacity."
)
WAITED = (
    "waiting for Auto Scaling Group ({group}) capacity satisfied: Launching a new EC2 instance. Status Reason: {told} "
    "Launching EC2 instance failed."
)
NO_WAIT = ("0", "0s", "0m")


class RefusedError(Exception):
    """The cloud refuses; the message is its own."""


class IncompleteError(Exception):
    """The object exists but is not what was asked for; it is kept in the state and finished by the next run."""

    def __init__(self, told: str, thing: Thing) -> None:
        super().__init__(told)
        self.thing = thing


@dataclass(frozen=True)
class Life:
    """What creating, updating, reading and deleting need."""

    cloud: Cloud
    faults: Faults

    # ---- create

    def create(self, kind: ResourceType, urn: str, given: Properties) -> Thing:
        logical = urn.rpartition("::")[2]
        generation = self.cloud.inventory.generation(urn)
        named = names_given(kind.token, given.values, urn, generation)
        self._refuse(kind.token, named)
        short = self._strike(kind.token, logical, named)
        thing_id = new_id(kind.token, named, urn, generation, self.cloud.account, self.cloud.partition)
        if told := self._taken(kind.token, thing_id, urn, named):
            raise RefusedError(told)
        answer = outputs.created(kind, Made(thing_id, named, self.cloud))
        inputs, hidden = sealed(given)
        on_disk = {name: value for name, value in answer.items() if name not in hidden}
        thing = Thing(thing_id, kind.token, urn, inputs, on_disk, hidden, place=place_of(urn))
        self.cloud.inventory.put(thing)
        if short:
            raise IncompleteError(WAITED.format(group=thing.id, told=short), replace(thing, outputs=answer))
        self._settle(thing)
        if self.faults.strikes("crash", kind.token, logical):
            _kill_engine()
        return replace(thing, outputs=answer)

    def _settle(self, thing: Thing) -> None:
        if thing.type == GROUP:
            autoscaling.settled(thing, self.cloud)

    def _strike(self, token: str, logical: str, named: Values) -> str:
        """Lets the injected faults strike. The answer is why a group that waits for its instances gets none."""
        if slow := self.faults.strikes("slow", token, logical):
            time.sleep(slow.seconds)
        if self.faults.strikes("no-capacity", token, logical):
            told = NO_CAPACITY.format(machine=self._machine(token, named))
            if token == GROUP and str(named.get("waitForCapacityTimeout", "10m")) not in NO_WAIT:
                return told
            raise RefusedError(told)
        for attempt in range(TRIES):
            if not self.faults.strikes("throttle", token, logical):
                return ""
            time.sleep(FIRST_PAUSE * 2**attempt)
        raise RefusedError(f"{THROTTLED} (gave up after {TRIES} tries)")

    def _machine(self, token: str, named: Values) -> str:
        if token == GROUP:
            return autoscaling.launch_of(named, self.cloud).machine
        return str(named.get("instanceType") or "instance")

    def _taken(self, token: str, thing_id: str, urn: str, named: Values) -> str:
        """What AWS says about a name that is in use already; "" when it is free."""
        there = self.cloud.inventory.find(thing_id, token)
        if token in NAMED_APART:
            return self._same_name(token, named)
        if there is None or token in SETTINGS:
            return ""
        return TAKEN.get(token, "AlreadyExists: {} already exists").format(thing_id)

    def _same_name(self, token: str, named: Values) -> str:
        for other in self.cloud.inventory.of_type(token):
            same_vpc = other.value("vpcId") == named.get("vpcId")
            if other.value("name") == named.get("name") and named.get("name") and same_vpc:
                return TAKEN[token].format(named["name"])
        return ""

    # ---- update

    def update(
        self, kind: ResourceType, thing_id: str, urn: str, old: Properties, new: Properties, state: Values
    ) -> Thing:
        thing = self.cloud.inventory.find(thing_id, kind.token)
        if thing is None:
            raise RefusedError(references.MISSING.get(kind.token, "NotFound: {} does not exist").format(thing_id))
        self._refuse(kind.token, new.values)
        before = unsealed(thing, state)
        after = outputs.updated(kind, before, old.values, new.values)
        if kind.token == TEMPLATE:
            after.update(outputs.new_version(before, old.values, new.values, preview=False))
        inputs, hidden = sealed(new)
        on_disk = {name: value for name, value in after.items() if name not in hidden}
        changed = replace(thing, urn=urn, inputs=inputs, outputs=on_disk, sealed=hidden)
        if kind.token == GROUP:
            changed = _clamped(changed)
            after["desiredCapacity"] = changed.outputs["desiredCapacity"]
        self.cloud.inventory.put(changed)
        self._settle(changed)
        return replace(changed, outputs=after)

    # ---- read and delete

    def read(self, kind: ResourceType, thing_id: str) -> Thing | None:
        """The object as it is now. Reading a group lets it replace the instances it lost."""
        thing = self.cloud.inventory.find(thing_id, kind.token)
        if thing is not None:
            self._settle(thing)
        return thing

    def delete(self, kind: ResourceType, thing_id: str) -> None:
        """Deletes the object; one that is gone already is fine, as it is with the real provider."""
        thing = self.cloud.inventory.find(thing_id, kind.token)
        if thing is None:
            return
        if told := deletion.refusal(thing, self.cloud):
            raise RefusedError(told)
        if kind.token == GROUP:
            autoscaling.ended(thing, self.cloud)
        self.cloud.inventory.remove(thing)

    def _refuse(self, token: str, inputs: Values) -> None:
        request = Request(token, inputs, self.cloud)
        told = [*references.dangling(token, inputs, self.cloud), *refusals(request)]
        if told:
            raise RefusedError("; ".join(dict.fromkeys(told)))


NAMED_APART = (TEMPLATE, SECURITY_GROUP)
"""Types whose name is not their id and may not be given twice all the same."""
TAKEN: dict[str, str] = {
    "aws:autoscaling/group:Group": "AlreadyExists: AutoScalingGroup by this name already exists - A group with the name {} already exists",
    "aws:ec2/launchTemplate:LaunchTemplate": "InvalidLaunchTemplateName.AlreadyExistsException: Launch template name already in use.",
    "aws:ec2/placementGroup:PlacementGroup": "InvalidPlacementGroup.Duplicate: The placement group '{}' already exists.",
    "aws:ec2/securityGroup:SecurityGroup": "InvalidGroup.Duplicate: The security group '{}' already exists",
    "aws:ec2/keyPair:KeyPair": "InvalidKeyPair.Duplicate: The keypair already exists",
    "aws:iam/role:Role": "EntityAlreadyExists: Role with name {} already exists.",
    "aws:iam/instanceProfile:InstanceProfile": "EntityAlreadyExists: Instance Profile {} already exists.",
    "aws:iam/policy:Policy": "EntityAlreadyExists: A policy called {} already exists. Duplicate names are not allowed.",
    "aws:s3/bucket:Bucket": "BucketAlreadyOwnedByYou: Your previous request to create the named bucket succeeded and you already own it: {}",
    "aws:budgets/budget:Budget": "DuplicateRecordException: the budget {} already exists.",
    "aws:cloudwatch/logGroup:LogGroup": "ResourceAlreadyExistsException: The specified log group already exists",
    "aws:ssm/parameter:Parameter": "ParameterAlreadyExists: The parameter {} already exists.",
}
"""What AWS says about a name that is in use."""


def drifted(thing_inputs: Values, now: Values) -> Values:
    """The inputs as the cloud has them now: what still means the same stays as the program wrote it."""
    found: Values = {}
    for name, value in thing_inputs.items():
        if name == DEFAULTS:
            found[name] = value
        elif name in now:
            found[name] = value if _means_the_same(value, now[name]) else now[name]
    return found


def _means_the_same(told: object, now: object) -> bool:
    if told == now or same_json(told, now):
        return True
    return isinstance(told, list) and isinstance(now, list) and same_members(told, now)


def _clamped(group: Thing) -> Thing:
    """A group never asks for fewer than its minimum or more than its maximum."""
    low, high = int(group.outputs.get("minSize") or 0), int(group.outputs.get("maxSize") or 0)
    wanted = int(group.outputs.get("desiredCapacity") or 0)
    return replace(group, outputs={**group.outputs, "desiredCapacity": min(max(wanted, low), high)})


def _kill_engine() -> None:
    """Ends the engine that started this process as a power cut would, then this process."""
    os.kill(os.getppid(), signal.SIGKILL)
    os._exit(1)
