"""`gpuform sandbox`: the real Pulumi engine against stand-in clouds, without an account."""

from __future__ import annotations

import typer

from gpuform.errors import MissingError

HELP = """Usage: gpuform sandbox PULUMI-ARGUMENTS...

  Run the real Pulumi engine against stand-in clouds: no account, no network, nothing costs money.

  gpuform sandbox up --stack dev --yes          bring the dev stack up
  gpuform sandbox preview --stack dev --diff    what would change
  gpuform sandbox stack export --stack dev      its state
  gpuform sandbox inventory                     what "exists in the cloud"
  gpuform sandbox inventory delete ID           delete it behind the stack's back
  gpuform sandbox inventory scale GROUP N       do what an autoscaler would do
  gpuform sandbox faults                        which faults are planted (docs/sandbox.md says how)
  gpuform sandbox destroy --stack dev --yes     take it down

  GPUFORM_SANDBOX_HOME   the folder it keeps (default .gpuform/sandbox)
  GPUFORM_SPEC           a spec file for any stack name
"""


def sandbox(context: typer.Context) -> None:
    """Run the real Pulumi engine against stand-in clouds, without an account.

    Example: gpuform sandbox up --stack dev --yes
    """
    arguments = context.args
    if not arguments or arguments[0] in ("-h", "--help"):
        typer.echo(HELP, nl=False)
        return
    try:
        from gpuform_sandbox import run
    except ImportError as missing:
        raise MissingError(
            f"the sandbox needs the Python package `{missing.name}`: pip install 'gpuform[sandbox,aws,policy]'"
        ) from None
    raise typer.Exit(run(arguments))
