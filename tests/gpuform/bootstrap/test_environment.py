"""A missing field is an error, and the shell's own braces stay the shell's."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from gpuform.bootstrap.environment import environment


@pytest.mark.parametrize("text", ["{{ gone }}", "{{ gone | sh }}", "{% for one in gone %}{% endfor %}"])
def test_missing_field_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError, match="gone"):
        environment().from_string(text).render()


def test_a_value_is_one_word() -> None:
    assert environment().from_string("{{ value | sh }}").render(value="a b'c") == "'a b'\"'\"'c'"


def test_count_of_a_list_is_shell_not_comment() -> None:
    assert environment().from_string("${#disks[@]} <# gone #>").render() == "${#disks[@]} "
