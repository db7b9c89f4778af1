"""`kavka txn list | describe | abort`."""

from __future__ import annotations

from typing import Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.slips import question
from kavka.cli.typed_names import names_there
from kavka.cli.verb_group import VerbGroup
from kavka.client import transactions
from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition
from kavka.protocol.errors import TransactionalIdNotFound

STATES = ("Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort")


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-txn"))


@click.group(cls=VerbGroup)
def txn() -> None:
    """List, describe and abort transactions."""


@txn.command("list")
@bootstrap_option
@output_option
@click.option("-s", "--state", "states", multiple=True, type=click.Choice(STATES), help="Only in it; repeatable.")
@click.option("--pattern", metavar="REGEX", help="Only ids that match all of it (RE2's syntax).")
@click.option("--longer-than", type=click.IntRange(min=0), metavar="MS", help="Only transactions open for longer.")
def list_(*, bootstrap: str, output: str, states: tuple[str, ...], pattern: str | None, longer_than: int | None) -> int:
    """List transactional ids."""
    longer_than_ms = transactions.ANY_DURATION if longer_than is None else longer_than
    found = run_async(_list(bootstrap, states, pattern=pattern, longer_than_ms=longer_than_ms))
    rows = [listing._asdict() for listing in found]
    print_rows(rows, ["transactional_id", "state", "producer_id", "coordinator"], output)
    return ExitCode.OK


async def _list(
    bootstrap: str, states: tuple[str, ...], *, pattern: str | None, longer_than_ms: int
) -> list[transactions.TransactionListing]:
    async with _cluster(bootstrap) as cluster:
        return await transactions.list_transactions(
            cluster, states=states, pattern=pattern, longer_than_ms=longer_than_ms
        )


@txn.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@bootstrap_option
@output_option
def describe(*, ids: tuple[str, ...], bootstrap: str, output: str) -> int:
    """Show where transactional ids stand, and the partitions of their open transactions."""
    columns = ["transactional_id", "state", "producer_id", "producer_epoch", "coordinator", "timeout_ms", "partitions"]
    print_rows(run_async(_describe(bootstrap, ids)), columns, output)
    return ExitCode.OK


async def _describe(bootstrap: str, ids: tuple[str, ...]) -> list[dict[str, Any]]:
    async with _cluster(bootstrap) as cluster:
        found = [await _described(cluster, transactional_id) for transactional_id in ids]
    return [{**info._asdict(), "partitions": [str(partition) for partition in info.partitions]} for info in found]


async def _described(cluster: Cluster, transactional_id: str) -> transactions.TransactionInfo:
    try:
        return await transactions.describe_transaction(cluster, transactional_id)
    except TransactionalIdNotFound as error:
        hint = question(transactional_id, await names_there(_ids(cluster)))
        raise CliError(
            f"nobody uses transactional id {transactional_id!r}.{hint} List those that are used with: kavka txn list",
            ExitCode.NOT_FOUND,
        ) from error


async def _ids(cluster: Cluster) -> list[str]:
    return [listing.transactional_id for listing in await transactions.list_transactions(cluster)]


@txn.command()
@click.argument("transactional_id", metavar="[ID]", required=False)
@bootstrap_option
@click.option("-t", "--topic", help="Abort what hangs in a partition of this topic, whoever coordinates it.")
@click.option("-p", "--partition", type=click.IntRange(min=0), help="Which one.")
@click.option("--start-offset", type=click.IntRange(min=0), help="The transaction that begins there; else the oldest.")
def abort(
    *, transactional_id: str | None, bootstrap: str, topic: str | None, partition: int | None, start_offset: int | None
) -> int:
    """Abort the open transaction of an id, or one that hangs in a partition.

    The first shuts the id's producer out, as another instance of it would. The second is for a transaction that holds
    read_committed consumers back and that no coordinator knows any more.
    """
    if (transactional_id is None) == (topic is None) or (topic is None) != (partition is None):
        raise click.UsageError("name a transactional id, or a partition with --topic and --partition")
    if transactional_id is not None:
        run_async(_fence(bootstrap, transactional_id))
        click.echo(f"aborted what {transactional_id} had open; its producer is fenced")
        return ExitCode.OK
    assert topic is not None
    assert partition is not None
    hanging = run_async(_abort(bootstrap, TopicPartition(topic, partition), start_offset))
    click.echo(f"aborted the transaction of producer {hanging.producer_id} at offset {hanging.start_offset}")
    return ExitCode.OK


async def _fence(bootstrap: str, transactional_id: str) -> None:
    async with _cluster(bootstrap) as cluster:
        await _described(cluster, transactional_id)  # fencing an id that nobody uses would begin to use it
        await transactions.fence(cluster, transactional_id)


async def _abort(bootstrap: str, tp: TopicPartition, start_offset: int | None) -> transactions.OpenTransaction:
    async with _cluster(bootstrap) as cluster:
        found = await transactions.open_transactions(cluster, tp)
        wanted = [one for one in found if start_offset in (None, one.start_offset)]
        if not wanted:
            where = "" if start_offset is None else f" at offset {start_offset}"
            there = ", ".join(str(one.start_offset) for one in found) or "none"
            raise CliError(f"no transaction is open in {tp}{where}; open ones begin at: {there}", ExitCode.NOT_FOUND)
        await transactions.abort_hanging(cluster, tp, wanted[0])
        return wanted[0]
