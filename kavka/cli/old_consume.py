"""`kavka consume --zookeeper`: as a member of a group of before Kafka 0.9, which meets in ZooKeeper.

What the old console consumer was, by `kavka.legacy`: it takes part in rebalances with consumers of Kafka 0.8, keeps the
group's offsets where they look for them, and finds the brokers there, too. How records are written is `consume`'s.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import default_data_dir
from kavka.cli.zookeeper_login import checked_hosts, login_of

F = TypeVar("F", bound=Callable[..., Any])

POLL_MS = 1_000


class OldConsumption(NamedTuple):
    """What is consumed, and how.

    Attributes:
        zookeeper: where the group meets.
        group: its name; None: one of its own, as the old console consumer had.
        topics: names, or a pattern of names.
        threads: of this member, for each topic.
        is_from_beginning: where the group has no offset; else from the end.
        count_max: after so many records it ends.
    """

    zookeeper: str
    group: str | None
    topics: Sequence[str] | re.Pattern[str]
    threads: int
    is_from_beginning: bool
    count_max: int | None


def zookeeper_options(function: F) -> F:
    """Adds --zookeeper and --threads to `kavka consume`."""
    function = click.option(
        "--threads",
        metavar="N",
        type=click.IntRange(1, 1_000),
        default=1,
        help="With --zookeeper: by how many threads a topic the group counts this member.",
    )(function)
    return click.option(
        "--zookeeper",
        metavar="HOST:PORT[/CHROOT]",
        callback=checked_hosts,
        help="As Kafka 0.8's consumers: the group, its offsets and the brokers are found in ZooKeeper.",
    )(function)


async def consume_old(job: OldConsumption, write: Callable[[Any, Sequence[Any]], Awaitable[None]]) -> None:
    """Consumes until it is interrupted, or has written enough.

    Raises:
        CliError: ZooKeeper does not answer, or no broker is in it.
    """
    import logging

    from kavka.legacy.consumer_registry import ConsumerRegistry
    from kavka.legacy.zookeeper_consumer import ZookeeperConsumer

    for name in ("kazoo", "kavka.zk"):  # each try's failure would be a line
        logging.getLogger(name).addHandler(logging.NullHandler())
    login = login_of(None, job.zookeeper, default_data_dir())
    try:
        async with ConsumerRegistry.open(job.zookeeper, job.group or _own_group(), login=login) as registry:
            reset = "earliest" if job.is_from_beginning else "latest"
            async with ZookeeperConsumer(registry, offset_reset=reset, client_id="kavka-consume") as consumer:
                await consumer.subscribe(job.topics, threads=job.threads)
                left = sys.maxsize if job.count_max is None else job.count_max
                while left:
                    found = await consumer.poll(timeout_ms=POLL_MS, records_max=min(left, 10_000))
                    for tp, records in found.items():
                        left -= len(records)
                        await write(tp, records)
                    if found:
                        await consumer.commit()  # at once, so that Ctrl-C prints nothing twice
    except ConnectionError as error:
        raise CliError(f"{error} (--zookeeper {job.zookeeper})", ExitCode.UNREACHABLE) from error


def _own_group() -> str:
    import secrets

    return f"console-consumer-{secrets.randbelow(100_000)}"
