"""`kavka producer list`: the producers that a partition's leader remembers, to recognise their retries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client import transactions
from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition

COLUMNS: Final = [
    *("topic", "partition", "producer_id", "producer_epoch", "last_sequence", "last_timestamp"),
    *("coordinator_epoch", "start_offset"),
]


@click.group(cls=VerbGroup)
def producer() -> None:
    """Show the producers that partitions remember."""


@producer.command("list")
@click.argument("topics", metavar="TOPIC...", nargs=-1, required=True)
@bootstrap_option
@output_option
@click.option(
    "-p", "--partition", "partitions", type=click.IntRange(min=0), multiple=True, help="Default: all of them."
)
def list_(*, topics: tuple[str, ...], bootstrap: str, output: str, partitions: tuple[int, ...]) -> int:
    """List idempotent and transactional producers, partition by partition.

    START OFFSET is where a producer's open transaction begins, and -1 where none is open.
    """
    print_rows(run_async(_list(bootstrap, topics, partitions)), COLUMNS, output)
    return ExitCode.OK


async def _list(bootstrap: str, topics: Sequence[str], partitions: Sequence[int]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with Cluster(bootstrap, **cluster_settings("kavka-producer")) as cluster:
        for topic in topics:
            count = len((await cluster.topic(topic)).partitions)
            if max(partitions, default=0) >= count:
                raise CliError(f"{topic!r} has partitions 0 to {count - 1}, not {max(partitions)}")
            for number in sorted(set(partitions)) or range(count):
                found = await transactions.describe_producers(cluster, TopicPartition(topic, number))
                rows.extend({"topic": topic, "partition": number, **state._asdict()} for state in found)
    return rows
