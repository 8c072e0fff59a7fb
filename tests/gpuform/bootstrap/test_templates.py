"""Where templates are found, and that a missing field is an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from gpuform.bootstrap import templates, templates_folder
from gpuform.bootstrap.templates import environment
from gpuform.errors import MissingError


@pytest.mark.parametrize("place", ["gpuform/templates", "templates"], ids=["wheel", "source tree"])
def test_folder(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / place / "cloud-init").mkdir(parents=True)
    monkeypatch.setattr(templates, "PACKAGE", tmp_path / "gpuform")
    assert templates_folder.__wrapped__() == tmp_path / place


def test_no_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "PACKAGE", tmp_path / "gpuform")
    with pytest.raises(MissingError, match="templates"):
        templates_folder.__wrapped__()


@pytest.mark.parametrize("text", ["{{ none }}", "{{ none | sh }}", "{% for one in none %}{% endfor %}"])
def test_missing_field_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError, match="none"):
        environment().from_string(text).render()


def test_count_of_a_list_is_shell_not_comment() -> None:
    assert environment().from_string("${#disks[@]} <# gone #>").render() == "${#disks[@]} "
