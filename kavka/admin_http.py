"""A client of a broker's admin endpoint: plain calls that block, over the standard library's HTTP.

    AdminHttp("http://127.0.0.1:19092").get("/wait", {"for": "topic", "topic": "t"})

For the command line and for tests that are no coroutines. One connection a call: nothing is kept, so a broker that
died and came back needs no care.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    import http.client

__tracebackhide__ = True  # of pytest, for tests that fail in a call

TIMEOUT_MS: Final = 30_000
ANSWER_BYTES_MAX: Final = 256 * 1024 * 1024
LINE_BYTES_MAX: Final = 64 * 1024 * 1024


class AdminUnreachable(OSError):
    """Nothing answers at the address."""


class AdminRefused(Exception):
    """The endpoint said no.

    Attributes:
        status: the HTTP status.
        answer: what it sent, as JSON has it.
    """

    def __init__(self, status: int, message: str, answer: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.answer = answer


class AdminHttp:
    """One broker's endpoint.

    Args:
        url: as `kavka start --json` shows it.
        token: what its broker wants to be shown, if anything.
        timeout_ms: how long a call may be silent.
    """

    __slots__ = ("_headers", "_host", "_port", "_timeout_s", "token", "url")

    def __init__(self, url: str, *, token: str | None = None, timeout_ms: int = TIMEOUT_MS) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(f"{url!r} is no address of an admin endpoint; write http://127.0.0.1:19092")
        self.url = url
        self.token = token
        self._host, self._port = parts.hostname, parts.port
        self._timeout_s = timeout_ms / 1000
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, query: Mapping[str, Any] | None = None, *, timeout_ms: int | None = None) -> Any:
        """Requests a path and decodes its JSON.

        Raises:
            AdminRefused, AdminUnreachable: as their names say.
        """
        return self._call("GET", path, query, None, timeout_ms)

    def text(self, path: str, *, timeout_ms: int | None = None) -> str:
        """Requests a path and returns its text as it is, such as /metrics; raises as `get`."""
        timeout_s = self._timeout_s if timeout_ms is None else timeout_ms / 1000
        with closing(self._connection(timeout_s)) as connection:
            return self._ask(connection, "GET", path, None, None).read(ANSWER_BYTES_MAX).decode()

    def post(self, path: str, body: Any, *, timeout_ms: int | None = None) -> Any:
        """Sends a POST; raises as `get`."""
        return self._call("POST", path, None, body, timeout_ms)

    def delete(self, path: str) -> Any:
        """Sends a DELETE; raises as `get`."""
        return self._call("DELETE", path, None, None, None)

    def follow(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[tuple[str, Any]]:
        """Yields the (name, value) of each server-sent event until the broker ends the stream. There is no timeout."""
        with closing(self._connection(None)) as connection:
            response = self._ask(connection, "GET", path, query, None)
            name = "message"
            while line := response.readline(LINE_BYTES_MAX):
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                elif key == "data":
                    yield name, json.loads(value)

    def _call(self, method: str, path: str, query: Any, body: Any, timeout_ms: int | None) -> Any:
        timeout_s = self._timeout_s if timeout_ms is None else timeout_ms / 1000
        with closing(self._connection(timeout_s)) as connection:
            return _json(self._ask(connection, method, path, query, body))

    def _connection(self, timeout_s: float | None) -> http.client.HTTPConnection:
        import http.client  # 15 ms, only where it is used

        return http.client.HTTPConnection(self._host, self._port, timeout=timeout_s)

    def _ask(
        self, connection: http.client.HTTPConnection, method: str, path: str, query: Any, body: Any
    ) -> http.client.HTTPResponse:
        target = f"{path}?{urlencode(query)}" if query else path
        data = None if body is None else json.dumps(body)
        import http.client

        try:
            connection.request(method, target, body=data, headers=self._headers)
            response = connection.getresponse()
        except TimeoutError as error:
            raise AdminUnreachable(f"{self.url} did not answer in time") from error
        except (OSError, http.client.HTTPException) as error:
            raise AdminUnreachable(f"nobody answers at {self.url}: {error}") from error
        if response.status >= 400:
            answer = _json(response)
            message = answer.get("error") if isinstance(answer, dict) else None
            raise AdminRefused(response.status, message or f"{method} {target}: status {response.status}", answer)
        return response


def _json(response: http.client.HTTPResponse) -> Any:
    try:
        return json.loads(response.read(ANSWER_BYTES_MAX))
    except ValueError:
        return None
