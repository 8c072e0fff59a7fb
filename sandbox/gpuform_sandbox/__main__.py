"""`python -m gpuform_sandbox …` is `gpuform sandbox …`."""

from __future__ import annotations

import sys

from gpuform_sandbox.command import run

sys.exit(run(sys.argv[1:]))
