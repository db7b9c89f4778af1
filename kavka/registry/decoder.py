"""Decodes and encodes values by a registry's schemas, each fetched once.

    decoder = SchemaDecoder(RegistryClient("http://localhost:8081"))
    await decoder.prepare(contents)          # fetches what is not known yet
    decoded = decoder.decode(content)        # DecodedValue(value=…, schema_id=7); a plain call
    decoded = await decoder.decode_one(content)   # both in one

A schema that could not be had is not asked for again for a while: every record would. Values are what `json.dumps`
takes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from kavka.registry.client import SchemaSource
from kavka.registry.codecs import Codec, codec_of
from kavka.registry.errors import NotFramed, RegistryError, RegistryUnreachable, SchemaUnusable
from kavka.registry.schemas import Schema
from kavka.registry.wire_format import schema_id_of
from kavka.timer.clock import Clock, SystemClock

SCHEMAS_MAX: Final = 1_000
"""How many are kept; the one that was used longest ago goes first."""

FAILURE_AGE_MS_MAX: Final = 30_000
"""How long it is remembered that a schema could not be had."""


class DecodedValue(NamedTuple):
    """A value, and the schema that it was written by."""

    value: Any
    schema_id: int


class _Failure(NamedTuple):
    error: RegistryError
    since_ms: int


class SchemaDecoder:
    """Decodes what was written by schemas of one registry, and encodes by them.

    Args:
        source: Has the schemas.
        clock: Tells how old failures are.
    """

    def __init__(self, source: SchemaSource, *, clock: Clock | None = None) -> None:
        self._source = source
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._known: OrderedDict[int, Codec | _Failure] = OrderedDict()

    async def prepare(self, contents: Iterable[bytes | None]) -> None:
        """Fetches the schemas of keys or values that are not known yet.

        What cannot be had is told by `decode`, of each value that needs it.
        """
        wanted: set[int] = set()
        for content in contents:
            if content is not None:
                try:
                    wanted.add(schema_id_of(content))
                except NotFramed:
                    continue
        for schema_id in sorted(wanted):
            if not self._is_known(schema_id):
                await self._fetch(schema_id)

    def decode(self, content: bytes) -> DecodedValue:
        """Decodes content whose schema was prepared.

        Raises:
            NotFramed: it was not written by a schema.
            UndecodableValue: it is not of its schema.
            RegistryError: its schema could not be had, or was not asked for.
        """
        schema_id = schema_id_of(content)
        codec = self._known.get(schema_id)
        if codec is None:
            raise RegistryUnreachable(f"schema {schema_id} was not fetched")
        if isinstance(codec, _Failure):
            raise codec.error.with_traceback(None)  # one object for many values
        self._known.move_to_end(schema_id)
        return DecodedValue(codec.decode(content), schema_id)

    async def decode_one(self, content: bytes) -> DecodedValue:
        """Decodes content; fetches its schema if need be. Raises as `decode`."""
        await self.prepare([content])
        return self.decode(content)

    async def codec(self, name: str) -> Codec:
        """Returns the codec of a schema for writing by it.

        Args:
            name: SUBJECT (its latest version) or SUBJECT:VERSION.

        Raises:
            RegistryError: it cannot be had.
        """
        subject, colon, version = name.rpartition(":")
        if not colon or not (version.isdecimal() or version == "latest"):
            subject, version = name, "latest"
        schema = await self._source.schema_of(subject, version)
        if schema.schema_id < 0:
            raise SchemaUnusable(f"the registry does not say the id of {name!r}")
        return await _make(schema)

    async def codec_by_id(self, schema_id: int) -> Codec:
        """Returns the codec of a schema, which is kept. Raises as `codec`."""
        if not self._is_known(schema_id):
            await self._fetch(schema_id)
        codec = self._known[schema_id]
        if isinstance(codec, _Failure):
            raise codec.error.with_traceback(None)
        return codec

    def _is_known(self, schema_id: int) -> bool:
        known = self._known.get(schema_id)
        if isinstance(known, _Failure):
            return self._clock.monotonic_ms() - known.since_ms < FAILURE_AGE_MS_MAX
        return known is not None

    async def _fetch(self, schema_id: int) -> None:
        try:
            made: Codec | _Failure = await _make(await self._source.schema(schema_id))
        except RegistryError as error:
            made = _Failure(error, self._clock.monotonic_ms())
        self._known[schema_id] = made
        self._known.move_to_end(schema_id)
        while len(self._known) > SCHEMAS_MAX:
            self._known.popitem(last=False)


async def _make(schema: Schema) -> Codec:
    """Makes a codec in a thread: protoc takes its time."""
    return await asyncio.to_thread(codec_of, schema)
