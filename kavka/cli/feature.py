"""`kavka feature list | update`: what the cluster has agreed on to use (KIP-584)."""

from __future__ import annotations

from typing import Final

import click

from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option, parse_assignments
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client import features
from kavka.client.cluster import Cluster

COLUMNS: Final = ["name", "supported_min", "supported_max", "finalized"]


@click.group(cls=VerbGroup)
def feature() -> None:
    """Show and change the features that the cluster has agreed on."""


@feature.command("list")
@bootstrap_option
@output_option
def list_(*, bootstrap: str, output: str) -> int:
    """List the features that a broker supports, and the levels that are finalized.

    Brokers whose inter.broker.protocol.version is before 3.9 support none.
    """
    found = run_async(_list(bootstrap))
    print_rows([{**item._asdict(), "epoch": found.epoch} for item in found.features], COLUMNS, output)
    if output == "table" and not found.features:
        click.echo("no feature is supported or finalized here", err=True)
    return ExitCode.OK


async def _list(bootstrap: str) -> features.Features:
    async with Cluster(bootstrap, **cluster_settings("kavka-feature")) as cluster:
        return await features.describe(cluster)


@feature.command()
@click.argument("levels", metavar="NAME=LEVEL...", nargs=-1, required=True)
@bootstrap_option
@click.option("--downgrade", "is_downgrade", is_flag=True, help="A lower level is meant; 0 takes the feature back.")
def update(*, levels: tuple[str, ...], bootstrap: str, is_downgrade: bool) -> int:
    """Finalize features at levels, for the whole cluster."""
    wanted: dict[str, int] = {}
    for name, level in parse_assignments(levels, option="NAME=LEVEL").items():
        if not level.isdecimal() or int(level) > 2**15 - 1:
            raise click.BadParameter(f"{level!r} is no level of {name}; levels are numbers from 0", param_hint="LEVEL")
        wanted[name] = int(level)
    run_async(_update(bootstrap, wanted, is_downgrade=is_downgrade))
    for name, number in wanted.items():
        click.echo(f"{name} is finalized at {number}" if number else f"{name} is not finalized any more")
    return ExitCode.OK


async def _update(bootstrap: str, levels: dict[str, int], *, is_downgrade: bool) -> None:
    async with Cluster(bootstrap, **cluster_settings("kavka-feature")) as cluster:
        await features.update(cluster, levels, is_downgrade=is_downgrade)
