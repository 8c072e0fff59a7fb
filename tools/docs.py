"""Draws `docs/images/check.svg`: what `gpuform check` prints on a terminal for one bad change, as a picture.

python tools/docs.py docs/images/check.svg
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from gpuform.cli.each import each_spec
from gpuform.report.text import text_form

ROOT = Path(__file__).resolve().parent.parent
BAD = ("zones: [use1-az6]", "zones: [use1-az1, use1-az6]")
WIDTH = 112
DAY = datetime(2026, 12, 1, tzinfo=UTC)


def picture() -> str:
    """The prod spec with a second zone, judged."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "prod.yaml"
        spec.write_text((ROOT / "stacks" / "prod.yaml").read_text(encoding="utf-8").replace(*BAD, 1), encoding="utf-8")
        (result,) = each_spec([str(spec)], None, DAY)
    told = text_form([result], width=WIDTH, colour=True).replace(str(spec), "stacks/prod.yaml")
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="standard")
    console.print(Text.from_ansi(f"$ gpuform check stacks/prod.yaml\n{told}"), end="")
    drawn = console.export_svg(title="one line changed", unique_id="check")
    # a picture that fetches nothing: the viewer's own monospaced font will do
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL).replace("Fira Code, ", "")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(picture(), encoding="utf-8")
