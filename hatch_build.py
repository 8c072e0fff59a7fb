"""Puts into a wheel what lies elsewhere in a checkout; an editable install finds those files where they are."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShippedFiles(BuildHookInterface[Any]):
    """The table `shipped` of pyproject.toml, for every build but an editable one, where the copies would go stale."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"].update(self.config["shipped"])
