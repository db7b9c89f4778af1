"""A browserless client of the admin endpoint: one request a connection, in a thread, whatever the status."""

from __future__ import annotations

import asyncio
import http.client
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


async def ask(url: str, *, method: str = "GET", body: Any = None, headers: dict[str, str] | None = None) -> Answer:
    """One request; `body` is sent as JSON."""

    def request() -> Answer:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        try:
            data = None if body is None else json.dumps(body)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request(method, target, body=data, headers=headers or {})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    return await asyncio.to_thread(request)
