"""The command line: `main` is the entry point; each command is one file beside this one.

Commands import what they need when they run, so that `gpuform --help` and `gpuform check` stay quick.
"""

from __future__ import annotations

import gc
import os
import sys

from gpuform.errors import BUG, GpuformError


def main() -> None:
    """Run the command line; every way out has its exit code (see `gpuform.errors`)."""
    # a command lives for a moment: looking for garbage while it loads costs more than it frees
    gc.set_threshold(100_000)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # other people's plugins have no say in a spec
    from gpuform.cli.app import app

    if os.environ.get("_GPUFORM_COMPLETE"):  # the shell asks for completions: nothing of ours may print
        app(prog_name="gpuform")
        return
    try:
        app(prog_name="gpuform")
    except GpuformError as error:
        from gpuform.report.problems import told

        sys.stderr.write(told(error))
        raise SystemExit(error.exit_code) from None
    except BrokenPipeError:  # the reader (`head`) has gone: not our fault, and nobody is left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as bug:
        from gpuform.report.problems import bug_report

        sys.stderr.write(bug_report(bug, sys.argv))
        raise SystemExit(BUG) from None
