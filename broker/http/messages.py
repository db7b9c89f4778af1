"""One HTTP request and its response, as routes see them: plain values, no sockets.

A response is a whole body, or a stream of server-sent events that goes on until the client leaves.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"
EVENTS: Final = "text/event-stream"


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
    """A whole response."""

    __slots__ = ("body", "content_type", "headers", "status")

    def __init__(
        self,
        body: bytes,
        content_type: str,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.body = body
        self.content_type = content_type
        self.status = status
        self.headers = headers or {}


class EventStream:
    """A response without an end: each value is one server-sent event, (name, what is shown as JSON)."""

    __slots__ = ("events",)

    def __init__(self, events: AsyncIterator[tuple[str, Any]]) -> None:
        self.events = events


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
