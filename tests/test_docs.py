"""Generated pages are fresh: what `make docs` would write is what lies in docs/."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_rule_pages_are_fresh(tmp_path: Path) -> None:
    from gpuform_policies.pages import write

    write(tmp_path)
    told = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "rules").glob("*.md")}
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md")} == told


def test_schema_is_fresh() -> None:
    from gpuform.spec.schema import schema_text

    assert (DOCS / "spec.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.slow
def test_command_reference_is_fresh(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("typer")
    command = [program, "gpuform.cli.app", "utils", "docs", "--name", "gpuform", "--output", tmp_path / "cli.md"]
    subprocess.run(command, capture_output=True, timeout=120, check=True)
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == (tmp_path / "cli.md").read_text(encoding="utf-8")


def test_picture_is_fresh_and_fetches_nothing() -> None:
    from importlib.util import module_from_spec, spec_from_file_location

    found = spec_from_file_location("docs_tool", DOCS.parent / "tools" / "docs.py")
    assert found is not None
    assert found.loader is not None
    tool = module_from_spec(found)
    found.loader.exec_module(tool)
    drawn = (DOCS / "images" / "check.svg").read_text(encoding="utf-8")
    assert drawn == tool.picture()
    assert "url(" not in drawn.replace("url(#", "")
