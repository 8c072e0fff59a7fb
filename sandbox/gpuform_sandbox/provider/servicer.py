"""The gRPC face of the stand-in: what the engine asks, answered from the tables and the inventory."""

from __future__ import annotations

import os
from typing import Any

import grpc

from gpuform_sandbox.clouds.aws.all_checks import refusals
from gpuform_sandbox.clouds.aws.request import Request
from gpuform_sandbox.errors import SandboxError
from gpuform_sandbox.home import Home
from gpuform_sandbox.provider import invoke, outputs
from gpuform_sandbox.provider.check import problems
from gpuform_sandbox.provider.cloud import Cloud
from gpuform_sandbox.provider.defaults import with_defaults
from gpuform_sandbox.provider.diff import Change, Sides, changes, keeps_fixed_name
from gpuform_sandbox.provider.faults import Faults
from gpuform_sandbox.provider.inventory import Inventory, Thing, unsealed
from gpuform_sandbox.provider.lifecycle import IncompleteError, Life, RefusedError, drifted
from gpuform_sandbox.provider.protos import empty_pb2, plugin_pb2, provider_pb2, provider_pb2_grpc, status, struct_pb2
from gpuform_sandbox.provider.tables import ResourceType, resource_types
from gpuform_sandbox.provider.tokens import TEMPLATE
from gpuform_sandbox.provider.values import UNKNOWN, Properties, Values, from_struct, holds_unknown, to_struct

KINDS = {"add": 0, "delete": 2, "update": 4}
"""The engine's numbers of a property difference; one more when it replaces."""
NO_REGION = (
    "Missing region information\nMake sure you have set your AWS region, e.g. `pulumi config set aws:region us-west-2`."
)


class Provider(provider_pb2_grpc.ResourceProviderServicer):
    """A stand-in for one cloud's Pulumi provider."""

    def __init__(self, name: str, version: str, home: Home) -> None:
        self.name = name
        self.version = version
        self.types = resource_types(name)
        self.home = home
        self.inventory = Inventory(home.inventory)
        self.faults = Faults(home)
        self.region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or ""

    # ---- the provider itself

    def Handshake(self, request: Any, context: Any) -> Any:
        return provider_pb2.ProviderHandshakeResponse(accept_secrets=True, accept_resources=False, accept_outputs=False)

    def GetPluginInfo(self, request: Any, context: Any) -> Any:
        return plugin_pb2.PluginInfo(version=self.version)

    def Attach(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()

    def Cancel(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()

    def GetSchema(self, request: Any, context: Any) -> Any:
        return provider_pb2.GetSchemaResponse(schema="{}")

    def GetMapping(self, request: Any, context: Any) -> Any:
        return provider_pb2.GetMappingResponse()

    def CheckConfig(self, request: Any, context: Any) -> Any:
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(self, request: Any, context: Any) -> Any:
        """Another region is another provider: everything in it is replaced, as the real one says."""
        old, new = from_struct(request.old_inputs).values, from_struct(request.news).values
        keys = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
        replaces = [name for name in keys if name == "region"]
        some = provider_pb2.DiffResponse.DIFF_SOME if keys else provider_pb2.DiffResponse.DIFF_NONE
        return provider_pb2.DiffResponse(changes=some, diffs=keys, replaces=replaces)

    def Configure(self, request: Any, context: Any) -> Any:
        told = from_struct(request.args).values.get("region") or request.variables.get(f"{self.name}:config:region")
        if isinstance(told, str) and told and told != UNKNOWN:
            self.region = told
        if not self.region and told != UNKNOWN:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, NO_REGION)
        return provider_pb2.ConfigureResponse(acceptSecrets=True, supportsPreview=True, acceptResources=False)

    # ---- resources

    def Check(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        old, new = from_struct(request.olds), from_struct(request.news)
        name = request.urn.rpartition("::")[2]
        told = problems(kind, new.values, name, new.secret)
        if not told:
            told = list(refusals(Request(kind.token, new.values, self._cloud(new.values))))
        failures = [provider_pb2.CheckFailure(reason=reason) for reason in dict.fromkeys(told)]
        filled = with_defaults(kind, new.values, old.values, request.urn, self.inventory.generation(request.urn))
        return provider_pb2.CheckResponse(inputs=_struct(Properties(filled, new.secret)), failures=failures)

    def Diff(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        old, new, state = (from_struct(part).values for part in (request.old_inputs, request.news, request.olds))
        sides = Sides(old, new, state)
        found = changes(kind, sides, request.ignoreChanges)
        replaces = sorted({_top(change.place) for change in found if change.replaces})
        response = provider_pb2.DiffResponse
        return response(
            changes=response.DIFF_SOME if found else response.DIFF_NONE,
            diffs=sorted({_top(change.place) for change in found}),
            replaces=replaces,
            deleteBeforeReplace=bool(replaces) and keeps_fixed_name(kind, sides),
            detailedDiff={change.place: _difference(change) for change in found},
            hasDetailedDiff=True,
        )

    def Create(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        given = from_struct(request.properties)
        if request.preview:
            shown = Properties(outputs.planned(kind, given.values), given.secret)
            return provider_pb2.CreateResponse(id="", properties=_struct(shown))
        thing = self._done(context, lambda: self._life(given.values).create(kind, request.urn, given))
        return provider_pb2.CreateResponse(id=thing.id, properties=_struct(Properties(thing.outputs, given.secret)))

    def Update(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        state, new, old = (from_struct(part) for part in (request.olds, request.news, request.old_inputs))
        if request.preview:
            after = outputs.updated(kind, state.values, old.values, new.values)
            if kind.token == TEMPLATE:
                after.update(outputs.new_version(state.values, old.values, new.values, preview=True))
            return provider_pb2.UpdateResponse(properties=_struct(Properties(after, new.secret)))
        life = self._life(new.values)
        thing = self._done(context, lambda: life.update(kind, request.id, request.urn, old, new, state.values))
        return provider_pb2.UpdateResponse(properties=_struct(Properties(thing.outputs, new.secret)))

    def Read(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        state, inputs = from_struct(request.properties), from_struct(request.inputs)
        thing = self._life(state.values).read(kind, request.id)
        if thing is None:
            return provider_pb2.ReadResponse(id="")
        now = unsealed(thing, state.values)
        told = drifted(inputs.values, now) if inputs.values else thing.inputs
        return provider_pb2.ReadResponse(
            id=thing.id,
            properties=_struct(Properties(now, state.secret)),
            inputs=_struct(Properties(told, inputs.secret)),
        )

    def Delete(self, request: Any, context: Any) -> Any:
        kind = self._kind(request, context)
        values = from_struct(request.properties).values
        self._done(context, lambda: self._life(values).delete(kind, request.id))
        return empty_pb2.Empty()

    def Invoke(self, request: Any, context: Any) -> Any:
        arguments = from_struct(request.args).values
        try:
            found = {} if holds_unknown(arguments) else invoke.answer(request.tok, arguments, self._cloud(arguments))
        except invoke.RefusedError as told:
            return provider_pb2.InvokeResponse(failures=[provider_pb2.CheckFailure(reason=str(told))])
        return provider_pb2.InvokeResponse(**{"return": _struct(Properties(found))})

    # ---- helpers

    def _kind(self, request: Any, context: Any) -> ResourceType:
        token = request.type or request.urn.split("::")[2].rpartition("$")[2]
        kind = self.types.get(token)
        if kind is None:
            told = f"the stand-in cloud does not know the resource type `{token}`; no table says how it behaves"
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, told)
            raise AssertionError
        return kind

    def _cloud(self, values: Values) -> Cloud:
        region = values.get("region")
        return Cloud(
            self.home, self.inventory, region if isinstance(region, str) and region != UNKNOWN else self.region
        )

    def _life(self, values: Values) -> Life:
        return Life(self._cloud(values), self.faults)

    def _done(self, context: Any, act: Any) -> Any:
        """What the act gives; a refusal becomes the engine's error, an unfinished object is kept in the state."""
        try:
            return act()
        except (RefusedError, SandboxError) as told:
            context.abort(grpc.StatusCode.UNKNOWN, str(told))
        except IncompleteError as told:
            context.abort_with_status(status(_incomplete(told.thing, str(told)), str(told)))
        return None


def _incomplete(thing: Thing, told: str) -> Any:
    return provider_pb2.ErrorResourceInitFailed(
        id=thing.id,
        properties=_struct(Properties(thing.outputs)),
        reasons=[told],
        inputs=_struct(Properties(thing.inputs)),
    )


def _struct(properties: Properties) -> Any:
    return to_struct(struct_pb2.Struct(), properties)


def _top(place: str) -> str:
    return place.split(".")[0].split("[")[0]


def _difference(change: Change) -> Any:
    return provider_pb2.PropertyDiff(kind=KINDS[change.kind] + (1 if change.replaces else 0), inputDiff=True)
