"""`kavka client-metrics list | describe | set | delete`: which metrics of their own clients push (KIP-714).

A subscription names metrics by their prefixes, says how often, and which clients are meant. What they push stands on
the brokers' `/metrics`. Kafka's kafka-client-metrics.sh does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client import client_metrics as subscriptions
from kavka.client.client_metrics import INTERVAL, MATCH, METRICS, Subscription
from kavka.client.cluster import Cluster

COLUMNS: Final = ["name", "metrics", "interval_ms", "match"]


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-client-metrics"))


@click.group(cls=VerbGroup)
def client_metrics() -> None:
    """Say which metrics of their own clients push, and how often.

    What they push stands on /metrics of the broker that each of them chose.
    """


@client_metrics.command("list")
@bootstrap_option
@output_option
def list_(*, bootstrap: str, output: str) -> int:
    """List the subscriptions."""
    print_rows([{"name": name} for name in run_async(_list(bootstrap))], ["name"], output)
    return ExitCode.OK


async def _list(bootstrap: str) -> list[str]:
    async with _cluster(bootstrap) as cluster:
        return await subscriptions.list_subscriptions(cluster)


@client_metrics.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@bootstrap_option
@output_option
def describe(*, names: tuple[str, ...], bootstrap: str, output: str) -> int:
    """Show subscriptions: those named, or all."""
    found = run_async(_describe(bootstrap, names))
    print_rows([_row(each) for each in found], COLUMNS, output)
    return ExitCode.OK


async def _describe(bootstrap: str, names: Sequence[str]) -> list[Subscription]:
    async with _cluster(bootstrap) as cluster:
        known = await subscriptions.list_subscriptions(cluster)
        for name in names:
            if name not in known:
                raise CliError(f"there is no subscription {name}; `kavka client-metrics list` shows those there are")
        return [await subscriptions.describe(cluster, name) for name in names or known]


def _row(found: Subscription) -> dict[str, str | int]:
    return {
        "name": found.name,
        "metrics": ",".join(found.metrics),
        "interval_ms": found.interval_ms,
        "match": ",".join(found.match),
    }


@client_metrics.command("set")
@click.argument("name")
@bootstrap_option
@click.option("--metrics", metavar="PREFIX,…", help="Prefixes of the metrics to push; *: all.")
@click.option("--interval-ms", type=int, metavar="MS", help="How often clients push: 100 to 3600000.")
@click.option(
    "--match",
    multiple=True,
    metavar="NAME=REGEX",
    help="Which clients; repeatable, and all must match. NAME is client_id, client_instance_id, client_software_name, "
    "client_software_version, client_source_address or client_source_port.",
)
def set_(*, name: str, bootstrap: str, metrics: str | None, interval_ms: int | None, match: tuple[str, ...]) -> int:
    """Make a subscription, or change one; what is not named stays as it is."""
    changes: dict[str, str | None] = {}
    if metrics is not None:
        changes[METRICS] = metrics
    if interval_ms is not None:
        changes[INTERVAL] = str(interval_ms)
    if match:
        changes[MATCH] = ",".join(match)
    if not changes:
        raise CliError("nothing is set; for example --metrics '*' --interval-ms 60000", code=ExitCode.USAGE)
    run_async(_set(bootstrap, name, changes))
    return ExitCode.OK


async def _set(bootstrap: str, name: str, changes: dict[str, str | None]) -> None:
    async with _cluster(bootstrap) as cluster:
        await subscriptions.subscribe(cluster, name, changes)


@client_metrics.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@bootstrap_option
def delete(*, names: tuple[str, ...], bootstrap: str) -> int:
    """Delete subscriptions; clients hear of it with their next request."""
    run_async(_delete(bootstrap, names))
    return ExitCode.OK


async def _delete(bootstrap: str, names: Sequence[str]) -> None:
    async with _cluster(bootstrap) as cluster:
        await subscriptions.unsubscribe(cluster, names)
