"""Where `kavka produce` gets its records: lines, JSON lines, a format, or whole files. Each yields lists of records.

    lines        a record each, cut by -D; what stands before -K is its key
    JSON lines   -J, what `kavka consume -J` wrote
    a format     -f, what `kavka consume -f` wrote by the same one
    files        without -l, each is one record

What they read from is a descriptor, read as it comes (`line_reader`); what a record then misses, such as the key that
-k gives to all, the verb adds.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kavka.cli.cli_error import CliError
from kavka.cli.line_reader import LINE_BYTES_MAX, LineTooLong, read_chunks, read_lines
from kavka.cli.record_json import parse_json
from kavka.cli.record_parser import ParsedRecord, RecordParser, RecordSyntaxError


class NewRecord(NamedTuple):
    """A record as its source has it; None: the source does not say, or says null."""

    key: bytes | None = None
    value: bytes | None = None
    headers: tuple[tuple[str, bytes | None], ...] = ()
    timestamp: int | None = None
    partition: int | None = None
    has_key: bool = False
    """The source itself says what the key is, even that it is null."""
    key_json: str | None = None
    """The key as JSON, for a schema to encode; None: its bytes are."""
    value_json: str | None = None
    key_schema_id: int | None = None
    value_schema_id: int | None = None


Records = AsyncIterator[Sequence[NewRecord]]
Source = Callable[[int], Records]
"""Reads a descriptor."""


def lines(*, delimiter: bytes, key_separator: bytes | None, is_null_empty: bool) -> Source:
    """Makes the source of plain lines; a line without the separator has no key of its own."""

    def parse(line: bytes) -> NewRecord:
        key: bytes | None = None
        value: bytes | None = line
        has_key = False
        if key_separator is not None:
            before, separator, after = line.partition(key_separator)
            if separator:
                key, value, has_key = before, after, True
        if is_null_empty:
            key, value = key or None, value or None
        return NewRecord(key, value, (), None, None, has_key)

    async def read(descriptor: int) -> Records:
        try:
            async for some in read_lines(descriptor, delimiter=delimiter):
                yield list(map(parse, some))
        except LineTooLong as error:
            raise CliError(str(error)) from error

    return read


def json_lines() -> Source:
    """Makes the source of JSON lines; empty lines are passed over."""

    async def read(descriptor: int) -> Records:
        number = 0
        try:
            async for some in read_lines(descriptor):
                records, failure = _until_failure(_parsed(some, number))
                yield records
                if failure is not None:
                    raise failure
                number += len(some)
        except LineTooLong as error:
            raise CliError(str(error)) from error

    return read


def _parsed(some: Sequence[bytes], number: int) -> Iterator[NewRecord]:
    for line in some:
        number += 1
        if not line.strip():
            continue
        try:
            found = parse_json(line)
        except ValueError as error:
            raise CliError(f"line {number} cannot be sent: {error}") from None
        yield NewRecord(
            found.key,
            found.value,
            found.headers,
            found.timestamp,
            found.partition,
            has_key=True,
            key_json=_json_of(found.key, is_json=found.is_key_json),
            value_json=_json_of(found.value, is_json=found.is_value_json),
            key_schema_id=found.key_schema_id,
            value_schema_id=found.value_schema_id,
        )


def _json_of(content: bytes | None, *, is_json: bool) -> str | None:
    """Returns what stood in a JSON line: a text is one there, too."""
    if content is None:
        return None
    text = content.decode(errors="replace")
    return text if is_json else json.dumps(text)


def formatted(parser: RecordParser, *, has_key: bool) -> Source:
    """Makes the source of what a format string describes."""

    def converted(some: Iterator[ParsedRecord]) -> Iterator[NewRecord]:
        try:
            for found in some:
                yield NewRecord(*found, has_key=has_key)
        except RecordSyntaxError as error:
            raise CliError(str(error)) from None

    async def read(descriptor: int) -> Records:
        async for chunk in read_chunks(descriptor):
            records, failure = _until_failure(converted(parser.feed(chunk)))
            yield records
            if failure is not None:
                raise failure
        records, failure = _until_failure(converted(parser.end()))
        yield records
        if failure is not None:
            raise failure

    return read


def _until_failure(records: Iterator[NewRecord]) -> tuple[list[NewRecord], CliError | None]:
    """Returns the records before a mistake, and the mistake, so that they can be sent first."""
    before: list[NewRecord] = []
    try:
        before.extend(records)
    except CliError as error:
        return before, error
    return before, None


async def whole_files(paths: Iterable[Path], *, is_null_empty: bool) -> Records:
    """Yields each file as one record.

    Raises:
        CliError: one is larger than a broker would take.
    """
    for path in paths:
        with path.open("rb") as file:
            content = file.read(LINE_BYTES_MAX + 1)
        if len(content) > LINE_BYTES_MAX:
            raise CliError(f"{path} is longer than {LINE_BYTES_MAX} bytes; with -l each of its lines is a record")
        yield [NewRecord(None, None if is_null_empty and not content else content)]
