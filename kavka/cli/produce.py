"""`kavka produce`: lines of stdin or of a file, JSON lines, what a format describes, or whole files become records."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import producer_settings, refused_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.format_layout import unescaped
from kavka.cli.options import bootstrap_option, said_properties
from kavka.cli.record_parser import RecordParser
from kavka.cli.record_sources import NewRecord, Records, Source, formatted, json_lines, lines, whole_files
from kavka.cli.registry_options import RecordEncoder, registry_option
from kavka.cli.runner import run_async
from kavka.client.producer import Producer
from kavka.registry.decoder import SchemaDecoder

COMPRESSIONS = ["none", "gzip", "snappy", "lz4", "zstd"]
BY_KEY: Final = -1
"""The partition that is none: it is chosen by the key, as kcat has it."""


class _Job(NamedTuple):
    topic: str
    bootstrap: str
    source: Source | None
    files: tuple[Path, ...]
    key: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    partition: int | None
    compression: str
    acks: str
    is_null_empty: bool
    count_max: int | None
    is_tee: bool
    encoder: RecordEncoder | None
    is_one_transaction: bool


@click.command()
@click.argument("topic")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@bootstrap_option
@click.option(
    "-K", "--key-separator", metavar="SEP", help="What stands before SEP in a line is the key; \\t, \\xNN and so on."
)
@click.option("-D", "--delimiter", metavar="SEP", default="\\n", show_default=True, help="What stands between records.")
@click.option("-k", "--key", metavar="KEY", help="The key of every record that has none of its own.")
@click.option(
    "-H",
    "--header",
    "headers",
    metavar="NAME=VALUE",
    multiple=True,
    help="A header of every record; NAME alone is null.",
)
@click.option(
    "-p",
    "--partition",
    type=click.IntRange(min=BY_KEY),
    help="Default: the one that -J or -f found, else by key, or spread over all. -1: by key in any case.",
)
@click.option("-z", "--compression", type=click.Choice(COMPRESSIONS), default="none", show_default=True)
@click.option("--acks", type=click.Choice(["all", "1", "0"]), default="all", show_default=True)
@click.option("-Z", "--null", "is_null_empty", is_flag=True, help="An empty value, or key, is null: a tombstone.")
@click.option("-J", "--json", "is_json", is_flag=True, help="Each line is an object as `kavka consume -J` writes it.")
@click.option(
    "-f",
    "--format",
    "text",
    metavar="FMT",
    help="What a record looks like, as for consume: '%k\\t%s\\n', '%R%s', '%s{hex}\\n'.",
)
@click.option("-l", "--lines", "is_by_line", is_flag=True, help="The records are the lines of FILE, not FILE itself.")
@click.option("-c", "-n", "--max", "count_max", type=click.IntRange(min=1), help="Stop after this many records.")
@registry_option
@click.option(
    "--schema", metavar="SUBJECT[:VERSION]", help="Values are JSON and become values of this schema, of the registry."
)
@click.option("--key-schema", metavar="SUBJECT[:VERSION]", help="The same of keys.")
@click.option("-T", "--tee", "is_tee", is_flag=True, help="Write the values to stdout as well, one a line.")
def produce(
    *,
    topic: str,
    files: tuple[Path, ...],
    bootstrap: str,
    key_separator: str | None,
    delimiter: str,
    key: str | None,
    headers: tuple[str, ...],
    partition: int | None,
    compression: str,
    acks: str,
    is_null_empty: bool,
    is_json: bool,
    text: str | None,
    is_by_line: bool,
    count_max: int | None,
    decoder: SchemaDecoder | None,
    schema: str | None,
    key_schema: str | None,
    is_tee: bool,
) -> int:
    """Write records to TOPIC; returns when all are acknowledged.

    A record is a line of stdin, or of FILE with -l. Without -l each FILE as a whole is one record.
    """
    _check(files, is_by_line=is_by_line, is_json=is_json, text=text, key_separator=key_separator)
    if decoder is None and (schema or key_schema):
        raise click.UsageError("--schema and --key-schema are of a registry; say which with --registry URL")
    is_by_file = bool(files) and not is_by_line
    separators = (None if key_separator is None else _separator(key_separator, "-K"), _separator(delimiter, "-D"))
    job = _Job(
        topic=topic,
        bootstrap=bootstrap,
        source=None if is_by_file else _source(text, separators, is_json=is_json, is_null_empty=is_null_empty),
        files=files,
        key=None if key is None else key.encode(),
        headers=tuple(map(_header, headers)),
        partition=partition,
        compression=compression,
        acks=acks,
        is_null_empty=is_null_empty,
        count_max=count_max,
        is_tee=is_tee,
        encoder=None if decoder is None else RecordEncoder(decoder, key=key_schema, value=schema),
        is_one_transaction="transactional_id" in said_properties().settings,
    )
    if not files and sys.stdin.isatty():
        click.echo(f"one record a line to {topic!r}; Ctrl-D ends", err=True)
    run_async(_produce(job))
    return ExitCode.OK


def _check(
    files: Sequence[Path], *, is_by_line: bool, is_json: bool, text: str | None, key_separator: str | None
) -> None:
    """Refuses options that contradict each other."""
    if is_by_line and len(files) != 1:
        raise click.UsageError("-l reads the lines of one FILE; name it behind the topic")
    forms = [
        name for name, is_there in (("-J", is_json), ("-f", text is not None), ("-K", bool(key_separator))) if is_there
    ]
    if len(forms) > 1:
        raise click.UsageError(f"{' and '.join(forms)} are two ways to read a record; choose one")
    if files and not is_by_line and forms:
        raise click.UsageError(f"{forms[0]} reads stdin, or the lines of FILE with -l; without -l FILE is one record")


def _source(text: str | None, separators: tuple[bytes | None, bytes], *, is_json: bool, is_null_empty: bool) -> Source:
    if is_json:
        return json_lines()
    if text is not None:
        try:
            return formatted(RecordParser(text, null=b"" if is_null_empty else None), has_key="%k" in text)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--format") from None
    key_separator, delimiter = separators
    return lines(delimiter=delimiter, key_separator=key_separator, is_null_empty=is_null_empty)


def _separator(text: str, option: str) -> bytes:
    try:
        separator = unescaped(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None
    if not separator:
        raise click.BadParameter("an empty separator separates nothing", param_hint=option)
    return separator


def _header(text: str) -> tuple[str, bytes | None]:
    """Reads NAME=VALUE; as with kcat a NAME alone has null."""
    name, equals, value = text.partition("=")
    if not name:
        raise click.BadParameter(f"{text!r} names no header; write NAME=VALUE", param_hint="--header")
    return name, value.encode() if equals else None


async def _produce(job: _Job) -> None:
    settings = producer_settings("kavka-produce", acks=job.acks, compression=job.compression)
    with refused_settings():
        producer = Producer(job.bootstrap, **settings)
    async with producer:
        if not job.is_one_transaction:
            await _send_source(producer, job)
            return
        await producer.init_transactions()
        async with producer.transaction():  # as with kcat all of it is one
            await _send_source(producer, job)


async def _send_source(producer: Producer, job: _Job) -> None:
    if job.encoder is not None:
        await job.encoder.start()
    partitions = await producer.partitions_for(job.topic)
    if job.partition is not None and job.partition >= len(partitions):
        raise CliError(f"{job.topic!r} has partitions 0 to {len(partitions) - 1}, not {job.partition}")
    if job.source is None:
        await _send_all(producer, job, whole_files(job.files, is_null_empty=job.is_null_empty), len(partitions))
    elif job.files:
        with job.files[0].open("rb", buffering=0) as file:
            await _send_all(producer, job, job.source(file.fileno()), len(partitions))
    else:
        await _send_all(producer, job, job.source(sys.stdin.fileno()), len(partitions))


async def _send_all(producer: Producer, job: _Job, records: Records, partition_count: int) -> None:
    left = sys.maxsize if job.count_max is None else job.count_max
    try:
        async for some in records:
            for found in some[:left]:
                record = found if job.encoder is None else await job.encoder.encoded(found)
                await producer.send(
                    job.topic,
                    record.value,
                    key=record.key if record.has_key else job.key,
                    partition=_partition(job, record, partition_count),
                    timestamp=record.timestamp,
                    headers=record.headers + job.headers,
                )
            if job.is_tee:
                click.echo(b"".join([(record.value or b"") + b"\n" for record in some[:left]]), nl=False)
            left -= min(left, len(some))
            if not left:
                return
    except CliError as error:
        if job.is_one_transaction:
            raise CliError(f"{error.message}. Nothing was sent: the transaction is aborted") from None
        await producer.flush()
        raise CliError(f"{error.message}. What stands before it was sent") from None


def _partition(job: _Job, record: NewRecord, count: int) -> int | None:
    partition = record.partition if job.partition is None else job.partition
    if partition is None or partition == BY_KEY:
        return None
    if not 0 <= partition < count:
        raise CliError(
            f"a record is of partition {partition}, and {job.topic!r} has {count}; -p -1 chooses partitions by key"
        )
    return partition
