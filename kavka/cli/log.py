"""`kavka log dump | verify`: a broker's files, read as they lie on disk. No broker is asked, none need run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import output_option
from kavka.cli.output import print_rows
from kavka.cli.partition_files import SegmentFile, segment_paths, verify_partition
from kavka.cli.verb_group import VerbGroup
from kavka.protocol.disk.errors import CorruptFile
from kavka.protocol.disk.file_names import (
    LOG_SUFFIX,
    OFFSET_INDEX_SUFFIX,
    SNAPSHOT_SUFFIX,
    TIME_INDEX_SUFFIX,
    TXN_INDEX_SUFFIX,
)
from kavka.protocol.disk.indexes import AbortedTxn, decode_txn_index, offset_index_entries, time_index_entries
from kavka.protocol.disk.inspection import Report
from kavka.protocol.disk.producer_snapshot import decode_snapshot
from kavka.protocol.records.batch import iter_records
from kavka.protocol.records.errors import CorruptRecords

BATCH_COLUMNS = [
    "position",
    "base_offset",
    "last_offset",
    "records",
    "bytes",
    "epoch",
    "time",
    "compression",
    "producer_id",
    "producer_epoch",
    "sequence",
    "flags",
]
RECORD_COLUMNS = ["offset", "time", "key", "value", "headers"]
TEXT_MAX = 60
"""Characters of a key or value in the table; the other forms have all of them."""

VERIFY_COLUMNS = ["partition", "segments", "batches", "records", "bytes", "start", "end", "state"]


@click.group(cls=VerbGroup)
def log() -> None:
    """Read and check a broker's log files."""


# ---------------------------------------------------------------- dump


@log.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@output_option
@click.option("-r", "--records", "with_records", is_flag=True, help="Each record, not only each batch.")
def dump(*, paths: tuple[Path, ...], output: str, with_records: bool) -> int:
    """Print what is in .log, .index, .timeindex, .txnindex and .snapshot files, or in a partition's directory."""
    for path in _files(paths):
        if output == "table":
            click.echo(f"{path}  {path.stat().st_size} bytes")
        columns, rows = _contents(path, with_records=with_records, is_short=output == "table")
        print_rows(rows, columns, output)
    return ExitCode.OK


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            segments = segment_paths(path)
            if not segments:
                raise CliError(f"{path} holds no .log files; name a partition's directory, such as t-0")
            yield from segments
        else:
            yield path


def _contents(path: Path, *, with_records: bool, is_short: bool) -> tuple[list[str], list[dict[str, Any]]]:
    """Columns and rows for one file."""
    readers: dict[str, Callable[[], tuple[list[str], list[dict[str, Any]]]]] = {
        LOG_SUFFIX: lambda: _records(path, is_short=is_short) if with_records else _batches(path),
        OFFSET_INDEX_SUFFIX: lambda: _pairs(offset_index_entries, path, "offset", "position"),
        TIME_INDEX_SUFFIX: lambda: _pairs(time_index_entries, path, "time", "offset"),
        TXN_INDEX_SUFFIX: lambda: _aborted(path),
        SNAPSHOT_SUFFIX: lambda: _producers(path),
    }
    reader = readers.get(path.suffix)
    if reader is None:
        raise CliError(f"{path} is none of {', '.join(readers)}; checkpoints are text, any pager shows them")
    try:
        return reader()
    except (CorruptFile, CorruptRecords, ValueError) as error:
        raise CliError(f"{path}: {error}") from error


def _batches(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    with SegmentFile(path) as file:
        for position, header, _ in file.batches():
            flags = [
                name
                for name, is_set in (
                    ("transactional", header.is_transactional),
                    ("control", header.is_control),
                    ("append-time", header.timestamp_type == 1),
                )
                if is_set
            ]
            rows.append(
                {
                    "position": position,
                    "base_offset": header.base_offset,
                    "last_offset": header.last_offset,
                    "records": header.record_count,
                    "bytes": header.size_in_bytes,
                    "epoch": header.partition_leader_epoch,
                    "time": header.max_timestamp,
                    "compression": header.compression.name.lower(),
                    "producer_id": header.producer_id,
                    "producer_epoch": header.producer_epoch,
                    "sequence": header.base_sequence,
                    "flags": flags,
                }
            )
    return BATCH_COLUMNS, rows


def _records(path: Path, *, is_short: bool) -> tuple[list[str], list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    with SegmentFile(path) as file:
        for _, _, data in file.batches():
            rows += (
                {
                    "offset": record.offset,
                    "time": record.timestamp,
                    "key": _shown(record.key, is_short=is_short),
                    "value": _shown(record.value, is_short=is_short),
                    "headers": [f"{name}={_shown(value, is_short=is_short)}" for name, value in record.headers],
                }
                for record in iter_records(data, include_control=True)
            )
    return RECORD_COLUMNS, rows


def _shown(content: Any, *, is_short: bool) -> str | None:
    """Text as it is; bytes that are none, escaped."""
    if content is None:
        return None
    text = bytes(content).decode(errors="backslashreplace")
    if not is_short:
        return text
    text = text.encode("unicode_escape").decode() if not text.isprintable() else text
    return text if len(text) <= TEXT_MAX else text[: TEXT_MAX - 1] + "…"


class _Entries(Protocol):
    """Decodes an index's entries."""

    def __call__(self, data: bytes, *, base_offset: int) -> list[tuple[int, int]]: ...


def _pairs(entries: _Entries, path: Path, first: str, second: str) -> tuple[list[str], list[dict[str, Any]]]:
    rows = entries(path.read_bytes(), base_offset=int(path.stem))
    return [first, second], [{first: left, second: right} for left, right in rows]


def _aborted(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    rows = [txn._asdict() for txn in decode_txn_index(path.read_bytes(), base_offset=int(path.stem))]
    return list(AbortedTxn._fields), rows


def _producers(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    columns = [
        *("producer_id", "producer_epoch", "last_sequence", "last_offset", "time"),
        *("coordinator_epoch", "transaction_since"),
    ]
    rows = []
    for entry in decode_snapshot(path.read_bytes()):
        last = entry.batches[-1] if entry.batches else None
        rows.append(
            {
                "producer_id": entry.producer_id,
                "producer_epoch": entry.epoch,
                "last_sequence": entry.last_sequence,
                "last_offset": last.last_offset if last else None,
                "time": entry.last_timestamp,
                "coordinator_epoch": entry.coordinator_epoch,
                "transaction_since": entry.txn_first_offset if entry.txn_first_offset >= 0 else None,
            }
        )
    return columns, rows


# ---------------------------------------------------------------- verify


@log.command()
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@output_option
def verify(*, directories: tuple[Path, ...], output: str) -> int:
    """Check partitions' directories, or all in a log directory: checksums, offsets, epochs, indexes.

    Exits with 1 when something is wrong.
    """
    partitions = list(_partitions(directories))
    reports = [(path, verify_partition(path)) for path in partitions]
    print_rows([_row(path, report) for path, report in reports], VERIFY_COLUMNS, output)
    for _, report in reports:
        for finding in report.findings:
            where = f"{finding.path}:{finding.position}" if finding.position >= 0 else finding.path
            click.echo(f"{'error' if finding.is_error else 'note'}  {where}  {finding.text}", err=True)
    return ExitCode.OK if all(report.is_good for _, report in reports) else ExitCode.FAILED


def _partitions(directories: tuple[Path, ...]) -> Iterator[Path]:
    for directory in directories:
        below = sorted(path for path in directory.iterdir() if path.is_dir() and segment_paths(path))
        if segment_paths(directory):
            yield directory
        elif below:
            yield from below
        else:
            raise CliError(f"{directory} holds no .log files, and no directory with some")


def _row(path: Path, report: Report) -> dict[str, Any]:
    return {
        "partition": path.name,
        "segments": report.segments,
        "batches": report.batches,
        "records": report.records,
        "bytes": report.size_bytes,
        "start": report.log_start_offset,
        "end": report.log_end_offset,
        "state": "good" if report.is_good else "damaged",
    }
