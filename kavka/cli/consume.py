"""`kavka consume`: records of topics on stdout.

Where to begin and to stop (-o) says `log_places`, how a record is written `record_format` and `record_json`. With a
group (-g) it goes on where the group has got to, shares the topics with the group's other members, and commits what it
printed; -o then says where to begin what the group has no offset of.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings, consumer_settings, refused_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.log_places import ReadSpan, parse_span
from kavka.cli.log_reading import POLL_MS, RECORDS_PER_POLL, read_span
from kavka.cli.old_consume import OldConsumption, consume_old, zookeeper_options
from kavka.cli.options import bootstrap_option, said_properties
from kavka.cli.record_output import RecordOutput, StyleOptions, UnwritableRecord, record_output
from kavka.cli.registry_options import registry_option
from kavka.cli.runner import run_async
from kavka.cli.signals import until_signal
from kavka.cli.wanted_topics import WantedTopics, wanted_topics
from kavka.client.consumer import Consumer, Record, TopicPartition
from kavka.protocol.errors import (
    GroupIdNotFound,
    IllegalGeneration,
    RebalanceInProgress,
    StaleMemberEpoch,
    UnknownMemberId,
)
from kavka.registry.decoder import SchemaDecoder
from kavka.timer.clock import SystemClock

GROUP_PLACES = ("beginning", "start", "earliest", "end", "latest", "stored")


class _Job(NamedTuple):
    topics: WantedTopics
    bootstrap: str
    partitions: frozenset[int]
    span: ReadSpan
    now_ms: int
    is_exit_at_end: bool
    count_max: int | None
    output: RecordOutput
    isolation_level: str
    group: str | None
    offset_reset: str


@click.command()
@click.argument("topics", metavar="TOPIC...", nargs=-1, required=True)
@bootstrap_option
@click.option(
    "-p", "--partition", "partitions", type=click.IntRange(min=0), multiple=True, help="Of each topic. Default: all."
)
@click.option(
    "-o",
    "--offset",
    "offsets",
    multiple=True,
    metavar="WHERE",
    help="beginning, end, stored, N, -N, +N, N:M, @TIME, @TIME:TIME, s@TIME, e@TIME; TIME is ms, a date, or -1h. "
    "Default: beginning.",
)
@click.option("-r", "--regex", "is_regex", is_flag=True, help="Every TOPIC is a regular expression, as is ^TOPIC.")
@click.option("-g", "-G", "--group", metavar="GROUP", help="Share the topics with the others of a group, and commit.")
@click.option("-e", "--exit", "is_exit_at_end", is_flag=True, help="Stop at what is the end now.")
@click.option("-c", "-n", "--max", "count_max", type=click.IntRange(min=1), help="Stop after this many records.")
@click.option(
    "-f",
    "--format",
    "text",
    metavar="FMT",
    help="%s value, %k key, %o %p %t %h %T %S %K %R, \\n; %v{hex}, %k{base64}, %d{strftime[%F]}. As in kcat and rpk.",
)
@click.option("-K", "--key-separator", metavar="SEP", help="Write the key and SEP before the value.")
@click.option("-D", "--delimiter", metavar="SEP", help="Write SEP behind each record. Default: \\n.")
@click.option("-J", "--json", "is_json", is_flag=True, help="One JSON object a line; `kavka produce -J` reads it.")
@click.option("-Z", "--null", "is_null_shown", is_flag=True, help="Write NULL where a key, value or header is null.")
@click.option(
    "-s",
    "--unpack",
    "packs",
    metavar="[key=|value=]PACK",
    multiple=True,
    help="Binary keys and values as kcat's pack string.",
)
@click.option("-u", "--unbuffered", is_flag=True, help="Nothing is held back in any case; understood for kcat's sake.")
@click.option("-Q", "--query", "is_query", is_flag=True, help="Only tell offsets: TOPIC:PARTITION:TIME, as kcat -Q.")
@registry_option
@zookeeper_options
@click.option("--read-committed", is_flag=True, help="Nothing of transactions that are open or were aborted.")
def consume(
    *,
    topics: tuple[str, ...],
    bootstrap: str,
    partitions: tuple[int, ...],
    offsets: tuple[str, ...],
    is_regex: bool,
    group: str | None,
    is_exit_at_end: bool,
    count_max: int | None,
    text: str | None,
    key_separator: str | None,
    delimiter: str | None,
    is_json: bool,
    is_null_shown: bool,
    packs: tuple[str, ...],
    unbuffered: bool,
    is_query: bool,
    decoder: SchemaDecoder | None,
    zookeeper: str | None,
    threads: int,
    read_committed: bool,
) -> int:
    """Print records of TOPICs; Ctrl-C ends.

    A TOPIC that begins with ^ is a regular expression.
    """
    group = group or said_properties().settings.get("group_id")
    if is_query:
        return _query(bootstrap, topics, is_json=is_json)
    if zookeeper is not None and (partitions or is_exit_at_end or not set(offsets) <= set(GROUP_PLACES[:-1])):
        raise click.UsageError("a group in ZooKeeper goes on where it has got to; leave -p, -e and offsets out")
    if group is not None and partitions:
        raise click.UsageError("the partitions of a group are shared out among its members; leave --partition out")
    if group is not None and not set(offsets) <= set(GROUP_PLACES):
        raise click.UsageError("a group goes on where it has got to; move it with: kavka group reset")
    if group is None and "stored" in offsets:
        raise click.UsageError("-o stored is where a group has got to; name it with -g")
    now_ms = SystemClock().now_ms()
    try:
        wanted = wanted_topics(topics, is_regex=is_regex)
        span = parse_span(offsets, now_ms=now_ms)
        output = record_output(StyleOptions(text, key_separator, delimiter, packs, is_json, is_null_shown, decoder))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    job = _Job(
        topics=wanted,
        bootstrap=bootstrap,
        partitions=frozenset(partitions),
        span=span,
        now_ms=now_ms,
        is_exit_at_end=is_exit_at_end,
        count_max=count_max,
        output=output,
        isolation_level="read_committed" if read_committed else "read_uncommitted",
        group=group,
        offset_reset="latest" if set(offsets) & {"end", "latest"} else "earliest",
    )
    try:
        if zookeeper is not None:
            run_async(until_signal(_consume_by_zookeeper(job, zookeeper, threads)))
            return ExitCode.OK
        run_async(_consume(job) if group is None else until_signal(_consume_in_group(job)))
    except KeyboardInterrupt:
        return ExitCode.OK  # the way to end it
    return ExitCode.OK


def _query(bootstrap: str, places: Sequence[str], *, is_json: bool) -> int:
    from kavka.cli.offset_query import print_offsets

    print_offsets(bootstrap, places, is_json=is_json)
    return ExitCode.OK


def _consumer(job: _Job) -> Consumer:
    settings = consumer_settings("kavka-consume", offset_reset=job.offset_reset, isolation_level=job.isolation_level)
    if job.group is None:
        settings["offset_reset"] = "earliest"  # what was deleted meanwhile is passed over
    with refused_settings():
        return Consumer(job.bootstrap, auto_commit=False, **{**settings, "group_id": job.group})


# ---------------------------------------------------------------- with a group


async def _consume_in_group(job: _Job) -> None:
    async with _consumer(job) as consumer:
        for topic in job.topics.names:
            await consumer.partitions_for(topic)  # says that there is no such topic
        consumer.subscribe(job.topics.whole_name_pattern() if job.topics.patterns else job.topics.names)
        left = job.count_max if job.count_max is not None else sys.maxsize
        while left:
            found = await consumer.poll(timeout_ms=POLL_MS, records_max=min(left, RECORDS_PER_POLL))
            for tp, records in found.items():
                left -= len(records)
                await _print(job, tp, records)
            if found:
                await _commit(consumer)
            elif job.is_exit_at_end and await _is_all_read(consumer):
                return


async def _commit(consumer: Consumer) -> None:
    """What is printed is committed at once, so that Ctrl-C prints nothing twice."""
    try:
        await consumer.commit()
    except (RebalanceInProgress, IllegalGeneration, StaleMemberEpoch, UnknownMemberId, GroupIdNotFound):
        return  # the next poll joins again, and the partitions' next owner prints these records once more


async def _is_all_read(consumer: Consumer) -> bool:
    """Whether this member has partitions, and nothing is left in them."""
    ends = await consumer.end_offsets(consumer.assignment())
    for tp, end in ends.items():
        if await consumer.position(tp) < end:
            return False
    return bool(ends)


async def _consume_by_zookeeper(job: _Job, zookeeper: str, threads: int) -> None:
    async def write(tp: TopicPartition, records: Sequence[Record]) -> None:
        await _print(job, tp, records)

    topics = job.topics.whole_name_pattern() if job.topics.patterns else job.topics.names
    await consume_old(
        OldConsumption(
            zookeeper,
            job.group,
            topics,
            threads,
            is_from_beginning=job.offset_reset == "earliest",
            count_max=job.count_max,
        ),
        write,
    )


# ---------------------------------------------------------------- without


async def _consume(job: _Job) -> None:
    names = list(job.topics.names)
    if job.topics.patterns:
        names = job.topics.chosen(await _existing_topics(job.bootstrap))
        if not names:
            texts = ", ".join(repr(pattern.pattern) for pattern in job.topics.patterns)
            raise CliError(f"no topic matches {texts}. Topics that there are: kavka topic list", ExitCode.NOT_FOUND)
    async with _consumer(job) as consumer:
        partitions = [tp for name in names for tp in await _partitions_of(consumer, name, job.partitions)]

        async def write(tp: TopicPartition, records: Sequence[Record]) -> None:
            await _print(job, tp, records)

        await read_span(
            consumer,
            partitions,
            job.span,
            write,
            now_ms=job.now_ms,
            is_exit_at_end=job.is_exit_at_end,
            count_max=job.count_max,
        )


async def _existing_topics(bootstrap: str) -> list[str]:
    from kavka.client.admin import Admin

    async with Admin(bootstrap, **admin_settings("kavka-consume")) as admin:
        return [info.name for info in await admin.list_topics()]


async def _partitions_of(consumer: Consumer, topic: str, chosen: frozenset[int]) -> list[TopicPartition]:
    every = await consumer.partitions_for(topic)
    wanted = [tp for tp in every if not chosen or tp.partition in chosen]
    if len(wanted) < len(chosen):
        raise CliError(f"{topic!r} has partitions 0 to {len(every) - 1} only")
    return wanted


async def _print(job: _Job, tp: TopicPartition, records: Sequence[Record]) -> None:
    try:
        click.echo(await job.output.write(tp, records), nl=False)
    except UnwritableRecord as error:
        click.echo(error.before, nl=False)
        raise CliError(str(error)) from None
