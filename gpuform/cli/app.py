"""The list of commands: each is registered here by hand, in the order of `gpuform --help`."""

from __future__ import annotations

from typing import Annotated

import typer

from gpuform.cli.check import check
from gpuform.cli.plan import plan
from gpuform.cli.rules import rules
from gpuform.cli.sandbox import sandbox
from gpuform.cli.schema import schema
from gpuform.cli.validate import validate

app = typer.Typer(
    name="gpuform",
    help="One YAML spec of a GPU cluster: planned and judged before a node costs money, then built.",
    epilog="Exit codes: 0 fine, 1 a bug of ours, 2 wrong usage, 3 the spec is invalid, 4 blocked by a rule, 5 a file or tool is missing.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(validate)
app.command()(plan)
app.command()(check)
app.command()(schema)
app.command()(rules)
app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)(sandbox)


def _version(wanted: bool) -> None:
    if wanted:
        from gpuform import __version__

        typer.echo(f"gpuform {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """One YAML spec of a GPU cluster: planned and judged before a node costs money, then built."""
