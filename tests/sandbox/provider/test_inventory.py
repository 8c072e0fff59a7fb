"""The inventory on disk: whole files, other processes' changes, and what was ever issued."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform_sandbox.provider.inventory import Inventory, Place, Thing, place_of, sealed, unsealed
from gpuform_sandbox.provider.values import Properties

VPC = "aws:ec2/vpc:Vpc"
URN = f"urn:pulumi:dev::trial::{VPC}::net"


def thing(thing_id: str = "vpc-1", urn: str = URN, **outputs: object) -> Thing:
    return Thing(thing_id, VPC, urn, {}, dict(outputs), place=place_of(urn))


@pytest.fixture
def inventory(tmp_path: Path) -> Inventory:
    return Inventory(tmp_path)


def test_place() -> None:
    assert place_of("urn:pulumi:prod::web::a:b:C$aws:ec2/vpc:Vpc::net") == Place("web", "prod")


@pytest.mark.parametrize("thing_id", ["vpc-1", "role:policy/with odd signs", "n" * 300, "é"])
def test_there_and_back(inventory: Inventory, thing_id: str) -> None:
    inventory.put(thing(thing_id, cidr="x"))
    assert Inventory(inventory.folder).find(thing_id, VPC) == thing(thing_id, cidr="x")
    assert inventory.find(thing_id) == inventory.find(thing_id, VPC)
    assert inventory.find(thing_id, "aws:ec2/subnet:Subnet") is None
    inventory.remove(thing(thing_id))
    assert inventory.all() == []


def test_two_types_may_share_an_id(inventory: Inventory) -> None:
    inventory.put(thing("data"))
    inventory.put(Thing("data", "aws:s3/bucket:Bucket", URN, {}, {}, place=Place("trial", "dev")))
    assert len(inventory.all()) == 2
    assert [found.type for found in inventory.of_type(VPC)] == [VPC]


def test_an_object_of_ours_or_never_seen(inventory: Inventory) -> None:
    inventory.put(thing("vpc-1"))
    inventory.remove(thing("vpc-1"))
    assert inventory.was_issued("vpc-1")
    assert not inventory.was_issued("vpc-2")
    assert inventory.generation(URN) == 1


def test_changes_of_other_processes_are_seen(inventory: Inventory) -> None:
    inventory.put(thing(size=1))
    assert inventory.find("vpc-1") == thing(size=1)
    Inventory(inventory.folder).put(thing(size=2222))
    assert inventory.find("vpc-1") == thing(size=2222)
    next(inventory.folder.glob("*/*/vpc-1*")).unlink()
    assert inventory.find("vpc-1") is None


def test_changing_an_object_is_no_new_one(inventory: Inventory) -> None:
    inventory.put(thing(size=1))
    inventory.put(thing(size=2))
    assert inventory.generation(URN) == 1


def test_stacks_are_apart_and_one_account(inventory: Inventory) -> None:
    other = URN.replace(":dev:", ":prod:")
    inventory.put(thing("vpc-1"))
    inventory.put(thing("vpc-2", other))
    assert [found.id for found in inventory.of_urn(other)] == ["vpc-2"]
    assert {found.place.stack for found in inventory.all()} == {"dev", "prod"}


def test_secrets_come_back_only_while_they_are_the_same() -> None:
    values, hidden = sealed(Properties({"a": 1, "key": "hush"}, frozenset({"key"})))
    assert values == {"a": 1}
    sealed_thing = Thing("x", VPC, URN, {}, {"a": 1}, hidden)
    assert unsealed(sealed_thing, {"key": "hush"}) == {"a": 1, "key": "hush"}
    assert unsealed(sealed_thing, {"key": "other"}) == {"a": 1}
