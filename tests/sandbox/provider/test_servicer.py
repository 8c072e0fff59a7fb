"""The stand-in over real gRPC, as the engine speaks to it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc
import pytest

from gpuform_sandbox.home import Home
from gpuform_sandbox.provider.protos import provider_pb2, provider_pb2_grpc, struct_pb2
from gpuform_sandbox.provider.servicer import Provider
from gpuform_sandbox.provider.values import SECRET, SIGNATURE, UNKNOWN, Properties, from_struct, to_struct

VPC, TEMPLATE, GROUP = "aws:ec2/vpc:Vpc", "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group"


def urn(token: str, name: str = "it") -> str:
    return f"urn:pulumi:dev::trial::gpuform:aws:Network${token}::{name}"


def wire(values: dict[str, Any]) -> Any:
    return to_struct(struct_pb2.Struct(), Properties(values))


class Engine:
    """The calls the engine makes."""

    def __init__(self, stub: Any) -> None:
        self.stub = stub

    def check(self, token: str, news: dict[str, Any], olds: dict[str, Any] | None = None) -> Any:
        return self.stub.Check(provider_pb2.CheckRequest(urn=urn(token), news=wire(news), olds=wire(olds or {})))

    def create(self, token: str, values: dict[str, Any], *, preview: bool = False, name: str = "it") -> Any:
        request = provider_pb2.CreateRequest(urn=urn(token, name), properties=wire(values), preview=preview)
        return self.stub.Create(request)

    def diff(self, token: str, old: dict[str, Any], new: dict[str, Any], *ignored: str) -> Any:
        request = provider_pb2.DiffRequest(
            id="x", urn=urn(token), olds=wire(old), old_inputs=wire(old), news=wire(new), ignoreChanges=list(ignored)
        )
        return self.stub.Diff(request)

    def update(self, token: str, made: Any, old: dict[str, Any], new: dict[str, Any], *, preview: bool = False) -> Any:
        request = provider_pb2.UpdateRequest(
            id=made.id, urn=urn(token), olds=made.properties, old_inputs=wire(old), news=wire(new), preview=preview
        )
        return self.stub.Update(request)

    def read(self, token: str, thing_id: str, inputs: dict[str, Any]) -> Any:
        return self.stub.Read(provider_pb2.ReadRequest(id=thing_id, urn=urn(token), inputs=wire(inputs)))


def serving(provider: Provider) -> Iterator[Engine]:
    server = grpc.server(futures.ThreadPoolExecutor(4))
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(provider, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Engine(provider_pb2_grpc.ResourceProviderStub(channel))
    server.stop(0)


@pytest.fixture
def provider(home: Home) -> Provider:
    return Provider("aws", "7.51.1", home)


@pytest.fixture
def engine(provider: Provider) -> Iterator[Engine]:
    provider.region = "us-east-1"
    yield from serving(provider)


def values(struct: Any) -> dict[str, Any]:
    return from_struct(struct).values


def test_greeting(engine: Engine) -> None:
    hand = engine.stub.Handshake(provider_pb2.ProviderHandshakeRequest(engine_address="x"))
    assert (hand.accept_secrets, hand.accept_resources, hand.accept_outputs) == (True, False, False)
    set_up = engine.stub.Configure(provider_pb2.ConfigureRequest(args=wire({"region": "us-west-2"})))
    assert (set_up.acceptSecrets, set_up.supportsPreview) == (True, True)


def test_a_region_is_needed(provider: Provider) -> None:
    provider.region = ""
    for engine in serving(provider):
        with pytest.raises(grpc.RpcError) as caught:
            engine.stub.Configure(provider_pb2.ConfigureRequest(args=wire({})))
        assert "pulumi config set aws:region" in str(caught.value)


def test_another_region_replaces_the_provider(engine: Engine) -> None:
    request = provider_pb2.DiffRequest(
        old_inputs=wire({"region": "a", "profile": "p"}), news=wire({"region": "b", "profile": "p"})
    )
    answer = engine.stub.DiffConfig(request)
    assert (list(answer.diffs), list(answer.replaces)) == (["region"], ["region"])


@pytest.mark.parametrize("token", ["aws:ec2/flowLog:FlowLog", "aws:ec2/vpc:Vcp"])
def test_an_unknown_type_is_refused_by_name(engine: Engine, token: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        engine.check(token, {})
    assert f"does not know the resource type `{token}`" in str(caught.value)


def test_check(engine: Engine) -> None:
    good = engine.check(
        GROUP, {"minSize": 0, "maxSize": 2, "launchTemplate": {"id": "lt-01234567"}, "vpcZoneIdentifiers": [UNKNOWN]}
    )
    assert not good.failures
    assert values(good.inputs)["waitForCapacityTimeout"] == "10m"
    bad = engine.check(VPC, {"cidrBlock": "10.0.0.0/99", "tag": {}})
    assert len(bad.failures) == 2
    refused = engine.check(
        TEMPLATE, {"instanceType": "g6e.xlarge", "networkInterfaces": [{"deviceIndex": 0, "interfaceType": "efa"}]}
    )
    assert [failure.reason for failure in refused.failures] == [
        "UnsupportedOperation: EFA interfaces are not supported on g6e.xlarge"
    ]


def test_create_in_a_preview_makes_nothing(engine: Engine, provider: Provider) -> None:
    answer = engine.create(VPC, {"cidrBlock": "10.0.0.0/16", "tags": {"a": "b"}}, preview=True)
    shown = values(answer.properties)
    assert answer.id == ""
    assert (shown["arn"], shown["cidrBlock"], shown["tagsAll"]) == (UNKNOWN, "10.0.0.0/16", {"a": "b"})
    assert provider.inventory.all() == []


def test_create_read_update_delete(engine: Engine, provider: Provider) -> None:
    inputs = {"cidrBlock": "10.0.0.0/16", "tags": {"a": "1"}}
    made = engine.create(VPC, inputs)
    assert values(engine.read(VPC, made.id, inputs).inputs) == inputs
    changed = {**inputs, "tags": {"a": "2"}}
    answer = engine.update(VPC, made, inputs, changed)
    assert values(answer.properties)["tagsAll"] == {"a": "2"}
    assert values(engine.read(VPC, made.id, inputs).inputs)["tags"] == {"a": "2"}  # drift
    imported = engine.read(VPC, made.id, {})
    assert values(imported.inputs)["cidrBlock"] == "10.0.0.0/16"
    engine.stub.Delete(provider_pb2.DeleteRequest(id=made.id, urn=urn(VPC)))
    assert engine.read(VPC, made.id, inputs).id == ""
    assert provider.inventory.all() == []


def test_a_template_s_next_version_is_unknown_in_a_preview(engine: Engine) -> None:
    old = {"instanceType": "g6e.xlarge"}
    made = engine.create(TEMPLATE, old)
    shown = engine.update(TEMPLATE, made, old, {"instanceType": "g6e.2xlarge"}, preview=True)
    assert values(shown.properties)["latestVersion"] == UNKNOWN
    same = engine.update(TEMPLATE, made, old, {**old, "description": "x"}, preview=True)
    assert values(same.properties)["latestVersion"] == 1


def test_diff(engine: Engine) -> None:
    kind = provider_pb2.PropertyDiff
    old = {"name": "fixed", "minSize": 0, "maxSize": 2, "tags": [{"key": "a", "value": "1"}]}
    none = engine.diff(GROUP, old, old)
    assert none.changes == provider_pb2.DiffResponse.DIFF_NONE
    some = engine.diff(GROUP, old, {**old, "maxSize": 3})
    assert (list(some.diffs), list(some.replaces), some.detailedDiff["maxSize"].kind) == (["maxSize"], [], kind.UPDATE)
    vpc = engine.diff(VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": "10.1.0.0/16"})
    assert (list(vpc.replaces), vpc.deleteBeforeReplace) == (["cidrBlock"], False)
    assert vpc.detailedDiff["cidrBlock"].kind == kind.UPDATE_REPLACE
    fixed = engine.diff("aws:iam/role:Role", {"name": "x", "path": "/a/"}, {"name": "x", "path": "/b/"})
    assert (list(fixed.replaces), fixed.deleteBeforeReplace) == (["path"], True)
    assert engine.diff(GROUP, old, {**old, "maxSize": 3}, "maxSize").changes == provider_pb2.DiffResponse.DIFF_NONE


def test_secrets_stay_secret(engine: Engine, provider: Provider) -> None:
    token = "aws:ssm/parameter:Parameter"
    hidden = {SIGNATURE: SECRET, "value": "hush-hush"}
    inputs = {"name": "token", "type": "SecureString", "value": hidden}
    made = engine.create(token, inputs)
    assert from_struct(made.properties).secret == {"value"}
    wrong = engine.check(token, {**inputs, "type": {SIGNATURE: SECRET, "value": "hush-hush"}})
    assert wrong.failures
    assert "hush-hush" not in str(wrong.failures)
    request = provider_pb2.ReadRequest(id=made.id, urn=urn(token), inputs=wire(inputs), properties=made.properties)
    read = engine.stub.Read(request)
    assert from_struct(read.properties) == from_struct(made.properties)
    assert from_struct(read.inputs) == from_struct(wire(inputs))


def test_a_refusal_is_the_cloud_s_own_text(engine: Engine) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        engine.create("aws:ec2/subnet:Subnet", {"vpcId": "vpc-1", "cidrBlock": "10.0.0.0/24"})
    assert caught.value.details().startswith("InvalidVpcID.Malformed")


def test_an_unfinished_object_reaches_the_state(engine: Engine, home: Home) -> None:
    home.folder.mkdir(parents=True)
    home.faults.write_text('{"faults": [{"kind": "no-capacity"}]}')
    group = {"minSize": 1, "maxSize": 1, "vpcZoneIdentifiers": ["subnet-01234567"], "name": "asg"}
    with pytest.raises(grpc.RpcError) as caught:
        engine.create(GROUP, {**group, "launchTemplate": {"id": "lt-01234567"}})
    trailer = dict(caught.value.trailing_metadata())
    assert b"ErrorResourceInitFailed" in trailer["grpc-status-details-bin"]


def test_look_ups(engine: Engine) -> None:
    found = engine.stub.Invoke(provider_pb2.InvokeRequest(tok="aws:index/getRegion:getRegion", args=wire({})))
    assert values(getattr(found, "return"))["name"] == "us-east-1"
    refused = engine.stub.Invoke(provider_pb2.InvokeRequest(tok="aws:ec2/getNo:getNo", args=wire({})))
    assert "does not know the look-up `aws:ec2/getNo:getNo`" in refused.failures[0].reason
    later = engine.stub.Invoke(provider_pb2.InvokeRequest(tok="aws:ec2/getVpc:getVpc", args=wire({"id": UNKNOWN})))
    assert values(getattr(later, "return")) == {}
