"""`gpuform schema`: the JSON Schema of the spec, for editors."""

from __future__ import annotations

import typer


def schema() -> None:
    """Print the JSON Schema of gpuform/v1.

    Example: gpuform schema > gpuform.schema.json
    (then, at the top of a spec: # yaml-language-server: $schema=gpuform.schema.json)
    """
    import json

    from gpuform.spec.schema import json_schema

    typer.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))
