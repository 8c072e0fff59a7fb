"""One account of the stand-in cloud, as one provider process sees it: region, account, inventory, what is foreign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpuform_sandbox.files import read_json
from gpuform_sandbox.home import Home
from gpuform_sandbox.provider.inventory import Inventory, Thing
from gpuform_sandbox.provider.values import UNKNOWN, Values

ACCOUNT = "111122223333"
"""The account number AWS uses in its own documentation; it belongs to nobody."""


@dataclass(frozen=True)
class Cloud:
    """What the rules and the computed outputs may ask."""

    home: Home
    inventory: Inventory
    region: str
    account: str = ACCOUNT

    @property
    def partition(self) -> str:
        return (
            "aws-cn" if self.region.startswith("cn-") else "aws-us-gov" if self.region.startswith("us-gov-") else "aws"
        )

    def arn(self, service: str, rest: str, *, regional: bool = True, account: bool = True) -> str:
        region = self.region if regional else ""
        return f"arn:{self.partition}:{service}:{region}:{self.account if account else ''}:{rest}"

    def foreign(self, thing_id: str) -> Values:
        """What `foreign.json` says about an object that no stack of this sandbox made."""
        told = (read_json(self.home.foreign) or {}).get(thing_id)
        return dict(told) if told else {}

    def is_gone(self, thing_id: Any, kind: str) -> bool:
        """Whether an id was issued here and the object no longer exists. An id never issued here is the user's own."""
        if not isinstance(thing_id, str) or thing_id == UNKNOWN:
            return False
        return self.inventory.find(thing_id, kind) is None and self.inventory.was_issued(thing_id)

    def look(self, thing_id: Any, kind: str) -> Thing | None:
        return self.inventory.find(thing_id, kind) if isinstance(thing_id, str) and thing_id != UNKNOWN else None

    def value(self, thing_id: Any, kind: str, name: str) -> Any:
        """A property of an object of ours or of a foreign one; None when nobody knows."""
        thing = self.look(thing_id, kind)
        if thing is not None:
            return thing.value(name)
        return self.foreign(thing_id).get(name) if isinstance(thing_id, str) else None
