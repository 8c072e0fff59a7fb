"""Findings on a terminal: long source lines are cut around the caret, colour only when asked."""

from __future__ import annotations

from pathlib import Path

from gpuform.report.text import paint, source_lines
from gpuform.spec import read


def test_caret_stays_under_a_value_far_right(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text("metadata: {" + ", ".join(f"k{i}: v" for i in range(60)) + ", name: far}\n")
    document = read(str(file))
    shown, carets = source_lines("metadata.name", document, 80, colour=False)
    assert len(shown) <= 80
    at = carets.index("^")
    assert shown[at : at + 3] == "far"


def test_paint_adds_nothing_without_colour() -> None:
    assert paint("x", "error", colour=False) == "x"
    assert paint("x", "error", colour=True) == "\x1b[31mx\x1b[0m"


def test_values_of_the_environment_are_never_quoted(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text('pools: [{name: a, nodes: 4, boot: {env: {TOKEN: "hf_abcdefgh"}}}]\n')
    shown, carets = source_lines("pools[a].nodes", read(str(file)), 120, colour=False)
    assert "hf_" not in shown
    assert shown[carets.index("^")] == "4"
