"""`kavka consume`: records of a topic on stdout.

Where to begin (-o), as kcat has it: beginning, end, an offset, -N for the last N of each partition, @MS for a time in
ms since the epoch. With a group (-g) it goes on where the group has got to, shares the topic with the group's other
members, and commits what it printed; -o then says where to begin what the group has no offset of.
"""

from __future__ import annotations

import asyncio
import sys
from typing import NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import CALL_TIMEOUT_MS, REACH_TIMEOUT_MS, bootstrap_option, client_security
from kavka.cli.record_format import DEFAULT_FORMAT, Formatter, compile_format, format_json
from kavka.cli.runner import run_async
from kavka.cli.signals import until_signal
from kavka.client.consumer import Consumer, TopicPartition
from kavka.protocol.errors import IllegalGeneration, RebalanceInProgress, UnknownMemberId

POLL_MS = 1_000
RECORDS_PER_POLL = 10_000


class _Job(NamedTuple):
    topic: str
    bootstrap: str
    partitions: tuple[int, ...]
    offset: str
    is_exit_at_end: bool
    count_max: int | None
    formatter: Formatter
    isolation_level: str
    group: str | None


@click.command()
@click.argument("topic")
@bootstrap_option
@click.option(
    "-p", "--partition", "partitions", type=click.IntRange(min=0), multiple=True, help="Default: all of them."
)
@click.option(
    "-o", "--offset", default="beginning", show_default=True, metavar="WHERE", help="beginning, end, N, -N or @MS."
)
@click.option("-g", "--group", metavar="GROUP", help="Share TOPIC with the others of a group, and commit.")
@click.option("-e", "--exit", "is_exit_at_end", is_flag=True, help="Stop at what is the end now.")
@click.option("-c", "--max", "count_max", type=click.IntRange(min=1), help="Stop after this many records.")
@click.option(
    "-f", "--format", "text", metavar="FMT", help="%s value, %k key, %o %p %t %h %T %S %K, \\n \\t. As in kcat."
)
@click.option("-J", "--json", "is_json", is_flag=True, help="One JSON object a line.")
@click.option("--read-committed", is_flag=True, help="Nothing of transactions that are open or were aborted.")
def consume(
    *,
    topic: str,
    bootstrap: str,
    partitions: tuple[int, ...],
    offset: str,
    group: str | None,
    is_exit_at_end: bool,
    count_max: int | None,
    text: str | None,
    is_json: bool,
    read_committed: bool,
) -> int:
    """Print records of TOPIC; Ctrl-C ends."""
    if is_json and text is not None:
        raise click.UsageError("--json and --format are two ways to write a record; choose one")
    if group is not None and partitions:
        raise click.UsageError("the partitions of a group are shared out among its members; leave --partition out")
    if group is not None and offset not in ("beginning", "end"):
        raise click.UsageError("a group goes on where it has got to; move it with: kavka group reset")
    try:
        formatter = format_json if is_json else compile_format(text if text is not None else DEFAULT_FORMAT)
        _check_offset(offset)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    job = _Job(
        topic=topic,
        bootstrap=bootstrap,
        partitions=partitions,
        offset=offset,
        is_exit_at_end=is_exit_at_end,
        count_max=count_max,
        formatter=formatter,
        isolation_level="read_committed" if read_committed else "read_uncommitted",
        group=group,
    )
    try:
        run_async(_consume(job) if group is None else until_signal(_consume_in_group(job)))
    except KeyboardInterrupt:
        return ExitCode.OK  # the way to end it
    return ExitCode.OK


def _check_offset(offset: str) -> None:
    number = offset.removeprefix("@").removeprefix("-")
    if offset not in ("beginning", "end") and not number.isdigit():
        raise ValueError(f"-o {offset!r} is no place in a log; write beginning, end, N, -N or @MS")


async def _consume_in_group(job: _Job) -> None:
    async with Consumer(
        job.bootstrap,
        group_id=job.group,
        auto_commit=False,
        api_timeout_ms=CALL_TIMEOUT_MS,
        reach_timeout_ms=REACH_TIMEOUT_MS,
        offset_reset="earliest" if job.offset == "beginning" else "latest",
        isolation_level=job.isolation_level,
        client_id="kavka-consume",
        security=client_security(),
    ) as consumer:
        await consumer.partitions_for(job.topic)  # says that there is no such topic
        consumer.subscribe(job.topic)
        left = job.count_max if job.count_max is not None else sys.maxsize
        while left:
            found = await consumer.poll(timeout_ms=POLL_MS, records_max=min(left, RECORDS_PER_POLL))
            for tp, records in found.items():
                left -= len(records)
                click.echo(job.formatter(tp, records), nl=False)
            if found:
                await _commit(consumer)
            elif job.is_exit_at_end and await _is_all_read(consumer):
                return


async def _commit(consumer: Consumer) -> None:
    """What is printed is committed at once, so that Ctrl-C prints nothing twice."""
    try:
        await consumer.commit()
    except (RebalanceInProgress, IllegalGeneration, UnknownMemberId):
        return  # the next poll joins again, and the partitions' next owner prints these records once more


async def _is_all_read(consumer: Consumer) -> bool:
    """Whether this member has partitions, and nothing is left in them."""
    ends = await consumer.end_offsets(consumer.assignment())
    return bool(ends) and await _is_at_end(consumer, ends)


async def _consume(job: _Job) -> None:
    async with Consumer(
        job.bootstrap,
        api_timeout_ms=CALL_TIMEOUT_MS,
        reach_timeout_ms=REACH_TIMEOUT_MS,
        offset_reset="earliest",
        isolation_level=job.isolation_level,
        client_id="kavka-consume",
        security=client_security(),
    ) as consumer:
        every = await consumer.partitions_for(job.topic)
        wanted = [tp for tp in every if not job.partitions or tp.partition in job.partitions]
        if len(wanted) < len(set(job.partitions)):
            raise CliError(f"{job.topic!r} has partitions 0 to {len(every) - 1} only")
        ends = await consumer.end_offsets(wanted) if job.is_exit_at_end else None
        await consumer.assign(wanted)
        await _seek(consumer, wanted, job.offset)
        await _print(consumer, job, ends)


async def _seek(consumer: Consumer, partitions: list[TopicPartition], offset: str) -> None:
    if offset == "beginning":
        consumer.seek_to_beginning()
    elif offset == "end":
        consumer.seek_to_end()
    elif offset.startswith("@"):
        found = await consumer.offsets_for_times(dict.fromkeys(partitions, int(offset[1:])))
        for tp, item in found.items():
            if item is None:
                consumer.seek_to_end(tp)
            else:
                consumer.seek(tp, item.offset)
    elif offset.startswith("-"):
        begins = await consumer.beginning_offsets(partitions)
        ends = await consumer.end_offsets(partitions)
        for tp in partitions:
            consumer.seek(tp, max(begins[tp], ends[tp] + int(offset)))
    else:
        for tp in partitions:
            consumer.seek(tp, int(offset))


async def _print(consumer: Consumer, job: _Job, ends: dict[TopicPartition, int] | None) -> None:
    left = job.count_max if job.count_max is not None else sys.maxsize
    while left and not (ends is not None and await _is_at_end(consumer, ends)):
        for tp, records in (await consumer.poll(timeout_ms=POLL_MS, records_max=min(left, RECORDS_PER_POLL))).items():
            left -= len(records)
            if ends is not None:
                records = [record for record in records if record.offset < ends[tp]]
            if records:
                click.echo(job.formatter(tp, records), nl=False)
        await asyncio.sleep(0)


async def _is_at_end(consumer: Consumer, ends: dict[TopicPartition, int]) -> bool:
    for tp, end in ends.items():
        if await consumer.position(tp) < end:
            return False
    return True
