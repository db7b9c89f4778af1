"""The client of a schema registry: three GETs of Confluent's API, which every registry answers.

    GET /schemas/ids/{id}                     a schema by the id that stands before a value
    GET /subjects/{subject}/versions/{n}      one that another refers to, or that a producer names

The standard library's HTTP, one call a thread: schemas are fetched once, and few. https, a proxy (`HTTPS_PROXY`) and
`user:password@` in the URL are understood; of several URLs the first that responds has the say.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from kavka.registry.errors import RegistryUnreachable, SchemaNotFound, SchemaUnusable
from kavka.registry.schemas import Schema, SchemaReference, SchemaText, SchemaType

TIMEOUT_MS: Final = 10_000
RESPONSE_BYTES_MAX: Final = 16 * 1024 * 1024
REFERENCES_MAX: Final = 200
"""How many schemas one may bring with it."""
_ACCEPT: Final = "application/vnd.schemaregistry.v1+json, application/json"
_HTTP_NOT_FOUND: Final = 404

Get = Callable[[str, "dict[str, str]"], "tuple[int, bytes]"]
"""URL, headers → status, body; blocks. Raises OSError where nothing responds."""


class SchemaSource(Protocol):
    """What has schemas."""

    async def schema(self, schema_id: int) -> Schema:
        """Returns a schema by its id.

        Raises:
            RegistryError: it cannot be had.
        """

    async def schema_of(self, subject: str, version: str) -> Schema:
        """Returns a version of a subject; "latest" is one.

        Raises:
            RegistryError: it cannot be had.
        """


class RegistryClient:
    """Reads schemas of a registry.

    Args:
        urls: Its address; several, separated by commas, are tried in turn.
        timeout_ms: How long one may be silent.
        get: Does a GET; None: over the network.

    Raises:
        ValueError: a URL is none.
    """

    def __init__(self, urls: str, *, timeout_ms: int = TIMEOUT_MS, get: Get | None = None) -> None:
        self._bases = [_split(url.strip()) for url in urls.split(",")]
        self._get = get if get is not None else _urllib_get(timeout_ms / 1000)

    async def schema(self, schema_id: int) -> Schema:
        """Returns a schema by its id, with all that it refers to.

        Raises:
            SchemaNotFound: there is none.
            SchemaUnusable: it is of an unknown type, or refers to too much.
            RegistryUnreachable: the registry does not say.
        """
        found = _schema_text(await self._ask(f"/schemas/ids/{schema_id}", f"schema {schema_id}"))
        return await self._whole(found._replace(schema_id=schema_id))

    async def schema_of(self, subject: str, version: str) -> Schema:
        """Returns a version of a subject, with all that it refers to.

        Raises:
            SchemaNotFound, SchemaUnusable, RegistryUnreachable: as `schema`.
        """
        return await self._whole(await self._version(subject, version))

    async def _version(self, subject: str, version: str) -> SchemaText:
        path = f"/subjects/{quote(subject, safe='')}/versions/{quote(version, safe='')}"
        return _schema_text(await self._ask(path, f"version {version} of subject {subject!r}"))

    async def _whole(self, schema: SchemaText) -> Schema:
        referenced: dict[str, str] = {}
        await self._refer(schema.references, referenced, seen=set())
        return Schema(schema.schema_id, schema.schema_type, schema.text, tuple(referenced.items()))

    async def _refer(
        self, references: Sequence[SchemaReference], referenced: dict[str, str], *, seen: set[str]
    ) -> None:
        """Fetches what schemas refer to, depth first: what is referred to stands before who does."""
        for reference in references:
            if reference.name in seen:
                continue
            seen.add(reference.name)
            if len(seen) > REFERENCES_MAX:
                raise SchemaUnusable(f"it refers to more than {REFERENCES_MAX} schemas")
            found = await self._version(reference.subject, str(reference.version))
            await self._refer(found.references, referenced, seen=seen)
            referenced[reference.name] = found.text

    async def _ask(self, path: str, what: str) -> dict[str, Any]:
        failures: list[str] = []
        for base, headers in self._bases:
            try:
                status, body = await asyncio.to_thread(self._get, base + path, headers)
            except (OSError, ValueError) as error:
                failures.append(f"{base}: {getattr(error, 'reason', None) or error}")
                continue
            return _answer(base, what, status, body)
        raise RegistryUnreachable(f"no schema registry answers: {'; '.join(failures)}")


def _split(url: str) -> tuple[str, dict[str, str]]:
    """Returns a URL without the login in it, and the headers that carry it."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("the registry's URL is none; write http://host:8081")
    headers = {"Accept": _ACCEPT}
    login, at, place = parts.netloc.rpartition("@")
    if at:
        headers["Authorization"] = "Basic " + base64.b64encode(unquote(login).encode()).decode()
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), "", "")), headers


def _urllib_get(timeout_s: float) -> Get:
    def get(url: str, headers: dict[str, str]) -> tuple[int, bytes]:
        # Here, since it costs a verb that has no registry a tenth of its time.
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import Request, urlopen

        try:
            with urlopen(Request(url, headers=headers), timeout=timeout_s) as response:
                return response.status, response.read(RESPONSE_BYTES_MAX + 1)
        except HTTPError as error:
            with error:
                return error.code, error.read(RESPONSE_BYTES_MAX)
        except HTTPException as error:
            raise OSError(f"what answers speaks no HTTP: {error!r}") from error

    return get


def _answer(base: str, what: str, status: int, body: bytes) -> dict[str, Any]:
    if len(body) > RESPONSE_BYTES_MAX:
        raise RegistryUnreachable(f"{base}: more than {RESPONSE_BYTES_MAX} bytes for {what}")
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    if status == _HTTP_NOT_FOUND and isinstance(answer, dict):
        raise SchemaNotFound(f"the registry has no {what}")
    if status >= 400:
        said = answer.get("message") if isinstance(answer, dict) else None
        raise RegistryUnreachable(f"{base}: HTTP status {status} for {what}{f': {said}' if said else ''}")
    if not isinstance(answer, dict):
        raise RegistryUnreachable(f"{base}: what answers is no schema registry")
    return answer


def _schema_text(answer: dict[str, Any]) -> SchemaText:
    """Reads a schema's answer; foreign, so nothing is taken for granted."""
    text = answer.get("schema")
    kind = answer.get("schemaType") or "AVRO"  # what registries leave out
    if not isinstance(text, str):
        raise RegistryUnreachable("the registry's answer has no schema in it")
    if kind not in SchemaType.__members__:
        raise SchemaUnusable(f"schemas of type {kind!r} are not known; there are {', '.join(SchemaType.__members__)}")
    schema_id = answer.get("id")
    references = answer.get("references") or []
    try:
        named = tuple(SchemaReference(str(r["name"]), str(r["subject"]), int(r["version"])) for r in references)
    except (TypeError, KeyError, ValueError):
        raise RegistryUnreachable("the registry's answer has references that make no sense") from None
    return SchemaText(SchemaType[kind], text, named, schema_id if isinstance(schema_id, int) else -1)
