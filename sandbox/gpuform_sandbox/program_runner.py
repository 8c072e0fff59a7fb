"""Runs one Pulumi program against an engine: `python -m gpuform_sandbox.program_runner JSON`, started by the language host."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import runpy
import sys
import traceback

import pulumi
import pulumi.runtime
from pulumi.runtime import Settings

from gpuform_sandbox.errors import TOLD_ALREADY
from gpuform_sandbox.orphan import when_parent_is_gone


def main(arguments: dict[str, str]) -> int:
    when_parent_is_gone(lambda: os._exit(TOLD_ALREADY))
    pulumi.runtime.set_all_config(pulumi.runtime.get_config_env(), pulumi.runtime.get_config_secret_keys_env())
    pulumi.runtime.configure(_settings(arguments))
    program = arguments["program"]
    sys.argv = [program]
    # a cancelled task of a program that failed is no news to the user
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(pulumi.runtime.run_in_stack(lambda: _run(program)))
    except pulumi.RunError as error:
        # a user's mistake: what to do stands in the message, a traceback would hide it
        pulumi.log.error(str(error))
        return TOLD_ALREADY
    except Exception:
        pulumi.log.error("Program failed with an unhandled exception:\n" + traceback.format_exc())
        return TOLD_ALREADY
    except KeyboardInterrupt:
        return TOLD_ALREADY
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


def _settings(arguments: dict[str, str]) -> Settings:
    return Settings(
        monitor=arguments["monitor"],
        engine=arguments["engine"],
        project=arguments["project"],
        stack=arguments["stack"],
        parallel=int(arguments["parallel"]),
        dry_run=arguments["dry_run"] == "true",
        organization=arguments["organization"],
        root_directory=arguments["root_directory"],
    )


def _run(program: str) -> None:
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
