"""Plain data as YAML that reads back to the same data."""

from __future__ import annotations

from io import StringIO
from typing import Any


def yaml_form(data: Any) -> str:
    from ruamel.yaml import YAML

    writer: Any = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.sort_base_mapping_type_on_output = False
    writer.width = 120
    out = StringIO()
    writer.dump(data, out)
    return out.getvalue()
