"""`kavka produce`: each line of stdin becomes a record."""

from __future__ import annotations

import sys
from typing import NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.line_reader import LineTooLong, read_lines
from kavka.cli.options import CALL_TIMEOUT_MS, REACH_TIMEOUT_MS, bootstrap_option, client_security, parse_assignments
from kavka.cli.record_format import unescaped
from kavka.cli.runner import run_async
from kavka.client.producer import Producer

COMPRESSIONS = ["none", "gzip", "snappy", "lz4", "zstd"]


class _Job(NamedTuple):
    topic: str
    bootstrap: str
    key_separator: bytes | None
    key: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    partition: int | None
    compression: str
    acks: str
    is_null_empty: bool


@click.command()
@click.argument("topic")
@bootstrap_option
@click.option(
    "-K", "--key-separator", metavar="SEP", help="What stands before SEP in a line is the key; \\t, \\xNN and so on."
)
@click.option("-k", "--key", metavar="KEY", help="The key of every record.")
@click.option("-H", "--header", "headers", metavar="NAME=VALUE", multiple=True, help="A header of every record.")
@click.option("-p", "--partition", type=click.IntRange(min=0), help="Default: by key, or spread over all.")
@click.option("-z", "--compression", type=click.Choice(COMPRESSIONS), default="none", show_default=True)
@click.option("--acks", type=click.Choice(["all", "1", "0"]), default="all", show_default=True)
@click.option("-Z", "--null", "is_null_empty", is_flag=True, help="An empty value, or key, is null: a tombstone.")
def produce(
    *,
    topic: str,
    bootstrap: str,
    key_separator: str | None,
    key: str | None,
    headers: tuple[str, ...],
    partition: int | None,
    compression: str,
    acks: str,
    is_null_empty: bool,
) -> int:
    """Write lines of stdin to TOPIC; returns when all are acknowledged."""
    parse_assignments(headers, option="--header")
    if key is not None and key_separator is not None:
        raise click.UsageError("--key gives every record the same key; a line's own comes with --key-separator")
    job = _Job(
        topic=topic,
        bootstrap=bootstrap,
        key_separator=_separator(key_separator),
        key=None if key is None else key.encode(),
        headers=tuple((name, value.encode()) for name, _, value in (header.partition("=") for header in headers)),
        partition=partition,
        compression=compression,
        acks=acks,
        is_null_empty=is_null_empty,
    )
    if sys.stdin.isatty():
        click.echo(f"one record a line to {topic!r}; Ctrl-D ends", err=True)
    run_async(_produce(job))
    return ExitCode.OK


def _separator(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        separator = unescaped(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--key-separator") from None
    if not separator:
        raise click.BadParameter("an empty separator separates nothing", param_hint="--key-separator")
    return separator


async def _produce(job: _Job) -> None:
    async with Producer(
        job.bootstrap,
        acks=job.acks,
        compression=job.compression,
        max_block_ms=CALL_TIMEOUT_MS,
        reach_timeout_ms=REACH_TIMEOUT_MS,
        client_id="kavka-produce",
        security=client_security(),
    ) as producer:
        partitions = await producer.partitions_for(job.topic)
        if job.partition is not None and job.partition not in partitions:
            raise CliError(f"{job.topic!r} has partitions 0 to {len(partitions) - 1}, not {job.partition}")
        try:
            async for lines in read_lines(sys.stdin.fileno()):
                for line in lines:
                    key, value = _split(line, job)
                    await producer.send(job.topic, value, key=key, partition=job.partition, headers=job.headers)
        except LineTooLong as error:
            raise CliError(str(error)) from error


def _split(line: bytes, job: _Job) -> tuple[bytes | None, bytes | None]:
    """Splits a line into key and value; a line without the separator has no key of its own."""
    key: bytes | None = job.key
    value: bytes | None = line
    if job.key_separator is not None:
        before, separator, after = line.partition(job.key_separator)
        if separator:
            key, value = before, after
    if job.is_null_empty:
        key, value = key or None, value or None
    return key, value
