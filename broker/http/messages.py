"""One HTTP request and its response, as routes see them: plain values, no sockets.

A response is a whole body, or a stream of server-sent events that goes on until the client leaves.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from kavka.common.steps import Steps

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"
EVENTS: Final = "text/event-stream"
DEPTH_IN_STEPS: Final = 4
"""Of JSON: /state, its parts, their lists, and the items of these; what lies deeper is written with its item."""
TEXTS_A_PIECE: Final = 500
"""Texts of JSON that are put together at once: a millisecond."""


class HttpError(Exception):
    """A request that is refused: a status, and a sentence for whoever sent it."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Request:
    """What a client asks.

    Attributes:
        path: decoded, without the query.
        query: the last value of each parameter.
        headers: names in lower case.
        params: what the route's pattern found in the path.
    """

    __slots__ = ("body", "headers", "method", "params", "path", "query")

    def __init__(self, method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> None:
        parts = urlsplit(target)
        self.method = method
        self.path = unquote(parts.path)
        self.query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        self.headers = headers
        self.body = body
        self.params: Mapping[str, str] = {}

    def json(self) -> Any:
        """Reads the body as JSON.

        Raises:
            HttpError: it is none.
        """
        try:
            return json.loads(self.body or b"null")
        except RecursionError:
            raise HttpError(HTTPStatus.BAD_REQUEST, "the body is not JSON: it is nested too deeply") from None
        except ValueError as error:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from error

    def integer(self, name: str, default: int, *, low: int = 0, high: int = 2**31 - 1) -> int:
        """Reads a number of the query.

        Raises:
            HttpError: it is none, or out of its bounds.
        """
        text = self.query.get(name)
        if text is None:
            return default
        if not text.removeprefix("-").isdecimal() or not low <= int(text) <= high:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{name} must be a number from {low} to {high}, not {text!r}")
        return int(text)


class Response:
    """A whole response.

    Attributes:
        pieces: the body, in pieces that are sent one after the other.
    """

    __slots__ = ("content_type", "headers", "pieces", "status")

    def __init__(
        self,
        body: bytes | Sequence[bytes],
        content_type: str,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.pieces: Sequence[bytes] = (body,) if isinstance(body, bytes) else body
        self.content_type = content_type
        self.status = status
        self.headers = headers or {}

    @property
    def body(self) -> bytes:
        """Joins the pieces."""
        return b"".join(self.pieces)


class EventStream:
    """A response without an end: each value is one server-sent event, (name, what is shown as JSON)."""

    __slots__ = ("events",)

    def __init__(self, events: AsyncIterator[tuple[str, Any]]) -> None:
        self.events = events


def json_in_steps(value: Any) -> Steps[list[bytes]]:
    """Writes a value as JSON in pieces, in steps. Each item of its lists by itself."""
    pieces: list[bytes] = []
    texts: list[str] = []
    for text in _json_texts(value, DEPTH_IN_STEPS):
        texts.append(text)
        if len(texts) == TEXTS_A_PIECE:
            pieces.append("".join(texts).encode())
            texts.clear()
            yield
    pieces.append("".join(texts).encode() + b"\n")
    return pieces


def _json_texts(value: Any, depth: int) -> Iterator[str]:
    if depth and isinstance(value, dict) and value and all(isinstance(name, str) for name in value):
        opening = "{"
        for name, item in value.items():
            yield f"{opening}{json.dumps(name)}:"
            yield from _json_texts(item, depth - 1)
            opening = ","
        yield "}"
    elif depth and isinstance(value, list) and value:
        opening = "["
        for item in value:
            yield opening
            yield from _json_texts(item, depth - 1)
            opening = ","
        yield "]"
    else:
        yield json.dumps(value, separators=(",", ":"), default=str)


def json_response(value: Any, *, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Writes a value as JSON, one line, a newline behind it: a terminal likes that."""
    return Response(json.dumps(value, separators=(",", ":"), default=str).encode() + b"\n", JSON, status=status)


def error_response(error: HttpError) -> Response:
    """Builds the response to a refused request."""
    response = json_response({"error": error.message}, status=error.status)
    if error.status == HTTPStatus.UNAUTHORIZED:
        response.headers = {"WWW-Authenticate": "Bearer"}
    return response


def event_bytes(name: str, value: Any) -> bytes:
    """Encodes one server-sent event; its number, if any, is what a client names when it comes back."""
    number = f"id: {value['number']}\n" if isinstance(value, dict) and "number" in value else ""
    return f"{number}event: {name}\ndata: {json.dumps(value, separators=(',', ':'), default=str)}\n\n".encode()
