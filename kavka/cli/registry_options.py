"""What consume and produce do with a schema registry: --registry, and keys and values by its schemas.

    consume --registry URL                           what has a schema's id before it is shown as JSON, the rest as is
    produce --registry URL --schema orders-value     a line of JSON becomes a value of that schema

`kavka.registry` does it; here are the options, and how it meets formats and records.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from kavka.cli.chosen_context import context_in_use
from kavka.cli.cli_error import CliError
from kavka.cli.record_json import plain_value
from kavka.cli.record_sources import NewRecord
from kavka.registry.client import RegistryClient
from kavka.registry.codecs import Codec
from kavka.registry.decoder import SchemaDecoder
from kavka.registry.errors import NotFramed, RegistryError, SchemaNotFound, SchemaUnusable, UndecodableValue

F = TypeVar("F", bound=Callable[..., Any])


def registry_option(function: F) -> F:
    """Adds --registry URL to a command, which gets a decoder, or None."""
    return click.option(
        "--registry",
        "decoder",
        metavar="URL",
        envvar="KAVKA_REGISTRY",
        show_envvar=True,
        callback=_make_decoder,
        help="A schema registry, by whose schemas keys and values are read; http://user:password@host:8081. Default: "
        "that of the context in use, if it has one.",
    )(function)


def _make_decoder(context: click.Context, parameter: click.Parameter, url: str | None) -> SchemaDecoder | None:
    if url is None and not context.resilient_parsing and (chosen := context_in_use(context)) is not None:
        url = chosen.registry
    if url is None:
        return None
    try:
        return SchemaDecoder(RegistryClient(url))
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None


class DecodedParts:
    """Keys or values by a registry's schemas, as formats and JSON lines take them.

    Args:
        decoder: Has been prepared for what comes.
    """

    def __init__(self, decoder: SchemaDecoder) -> None:
        self._decoder = decoder

    def text(self, content: bytes) -> bytes:
        """Returns the value as JSON text; what was written by no schema, as it is.

        Raises:
            ValueError: it cannot be decoded.
        """
        try:
            decoded = self._decoder.decode(content)
        except NotFramed:
            return content
        except RegistryError as error:
            raise ValueError(str(error)) from None
        return json.dumps(decoded.value, ensure_ascii=False).encode()

    def members(self, content: bytes) -> Mapping[str, Any]:
        """Returns the value and its schema's id, or what is wrong beside the bytes; see `record_json.Value`.

        Raises:
            ValueError: the registry does not say, or a library is missing: none of the others will fare better.
        """
        try:
            decoded = self._decoder.decode(content)
        except NotFramed:
            return plain_value(content)
        except (UndecodableValue, SchemaUnusable, SchemaNotFound) as error:
            return {**plain_value(content), "_error": str(error)}
        except RegistryError as error:
            raise ValueError(str(error)) from None
        return {"": decoded.value, "_schema_id": decoded.schema_id}


class RecordEncoder:
    """Encodes records that are to be sent.

    Args:
        decoder: Has the schemas.
        key: The key's schema, as `SchemaDecoder.codec` takes it; None: the one that a JSON line names, if any.
        value: The value's.
    """

    def __init__(self, decoder: SchemaDecoder, *, key: str | None, value: str | None) -> None:
        self._decoder = decoder
        self._key_name = key
        self._value_name = value
        self._key: Codec | None = None
        self._value: Codec | None = None

    async def start(self) -> None:
        """Fetches the schemas that were named.

        Raises:
            CliError: one cannot be had.
        """
        try:
            if self._key_name is not None:
                self._key = await self._decoder.codec(self._key_name)
            if self._value_name is not None:
                self._value = await self._decoder.codec(self._value_name)
        except RegistryError as error:
            raise CliError(str(error)) from None

    async def encoded(self, record: NewRecord) -> NewRecord:
        """Returns the record with key and value by their schemas; null stays null.

        Raises:
            CliError: one is not of its schema, or the schema cannot be had.
        """
        try:
            key = await self._part(self._key, record.key_schema_id, record.key, record.key_json)
            value = await self._part(self._value, record.value_schema_id, record.value, record.value_json)
        except (RegistryError, ValueError) as error:
            raise CliError(f"a record cannot be sent: {error}") from None
        return record._replace(key=key, value=value)

    async def _part(
        self, codec: Codec | None, schema_id: int | None, content: bytes | None, text: str | None
    ) -> bytes | None:
        if codec is None and schema_id is not None:
            codec = await self._decoder.codec_by_id(schema_id)
        if codec is None or content is None:
            return content
        return codec.encode(json.loads(content if text is None else text))
