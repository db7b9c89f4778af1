"""The options of `kavka consume` that say how a record is written, put together: one formatter for a run.

-f FMT              a format string            -J    JSON lines           else   value, delimiter; with -K a key before
-s [key=|value=]P   binary content unpacked    -Z    NULL for null
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kavka.cli.format_layout import unescaped
from kavka.cli.pack_strings import compile_pack_string
from kavka.cli.record_format import (
    DEFAULT_FORMAT,
    KCAT_NULL,
    Formatter,
    RecordStyle,
    Text,
    compile_format,
    compile_separated,
)
from kavka.cli.record_json import Value, format_json, plain_value
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

if TYPE_CHECKING:
    from kavka.cli.registry_options import DecodedParts
    from kavka.registry.decoder import SchemaDecoder


class StyleOptions(NamedTuple):
    """What the command line says of it."""

    text: str | None
    key_separator: str | None
    delimiter: str | None
    packs: tuple[str, ...]
    is_json: bool = False
    is_null_shown: bool = False
    decoder: SchemaDecoder | None = None


class UnwritableRecord(ValueError):
    """A record cannot be written as it was asked for.

    Attributes:
        before: What was written of the records before it.
    """

    def __init__(self, message: str, *, before: bytes) -> None:
        super().__init__(message)
        self.before = before


class RecordOutput:
    """Writes records as the options say.

    Args:
        formatter: Makes bytes of records.
        decoder: Whose schemas the formatter asks for, if it does.
    """

    def __init__(self, formatter: Formatter, decoder: SchemaDecoder | None = None) -> None:
        self._formatter = formatter
        self._decoder = decoder

    async def write(self, tp: TopicPartition, records: Sequence[Record]) -> bytes:
        """Returns what is written of a partition's records.

        Raises:
            UnwritableRecord: the key or value of one is not what -s or its schema says.
        """
        if self._decoder is not None:
            await self._decoder.prepare(content for record in records for content in (record.key, record.value))
        try:
            return self._formatter(tp, records)
        except ValueError:
            pass
        before = b""
        for record in records:
            try:
                before += self._formatter(tp, [record])
            except ValueError as error:
                message = f"{tp.topic} [{tp.partition}] at offset {record.offset} cannot be written: {error}"
                raise UnwritableRecord(message, before=before) from None
        return before


def record_output(options: StyleOptions) -> RecordOutput:
    """Makes the output that the options ask for.

    Raises:
        ValueError: they contradict each other, or one makes no sense.
    """
    if options.is_json and options.text is not None:
        raise ValueError("--json and --format are two ways to write a record; choose one")
    if options.is_json and (options.key_separator or options.delimiter):
        raise ValueError("-K and -D stand between plain keys and values; --json needs neither")
    key, value = _unpackers(options.packs)
    decoded = None
    if options.decoder is not None:
        from kavka.cli.registry_options import DecodedParts  # for who has a registry

        decoded = DecodedParts(options.decoder)
    if options.is_json:
        of_key, of_value = (_json_value(unpack, decoded) for unpack in (key, value))
        return RecordOutput(lambda tp, records: format_json(tp, records, key=of_key, value=of_value), options.decoder)
    if decoded is not None:
        key, value = key or decoded.text, value or decoded.text
    texts = {name: unpack for name, unpack in (("key", key), ("value", value)) if unpack is not None}
    style = RecordStyle(null=KCAT_NULL if options.is_null_shown else b"", **texts)
    return RecordOutput(_formatter(options, style), options.decoder)


def _formatter(options: StyleOptions, style: RecordStyle) -> Formatter:
    if options.text is not None:
        return compile_format(options.text, style)  # as with kcat it goes before -K and -D
    if options.key_separator is None and options.delimiter is None:
        return compile_format(DEFAULT_FORMAT, style)
    delimiter = b"\n" if options.delimiter is None else unescaped(options.delimiter)
    return compile_separated(unescaped(options.key_separator or ""), delimiter, style)


def _unpackers(packs: Iterable[str]) -> tuple[Text | None, Text | None]:
    """Returns the functions of keys and of values that -s names."""
    key: Text | None = None
    value: Text | None = None
    for pack in packs:
        part, equals, text = pack.partition("=")
        if equals and part not in ("key", "value"):
            raise ValueError(f"-s {pack!r} is neither key=PACK nor value=PACK")
        unpack = compile_pack_string(text if equals else pack)
        if not equals or part == "key":
            key = unpack
        if not equals or part == "value":
            value = unpack
    return key, value


def _json_value(unpack: Text | None, decoded: DecodedParts | None) -> Value:
    if unpack is None:
        return plain_value if decoded is None else decoded.members

    def unpacked(content: bytes) -> Mapping[str, Any]:
        try:
            return plain_value(unpack(content))
        except ValueError as error:  # as with kcat the record is shown as it is, and what it lacks beside it
            return {**plain_value(content), "_error": str(error)}

    return unpacked
