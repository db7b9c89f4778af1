"""The admin endpoint's state and its stream of events, as a page asks for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlsplit

from kavka import LocalCluster
from tests.support.http.web import ask

DEADLINE_S = 60


def urls(cluster: LocalCluster) -> list[str]:
    return [broker["admin"] for broker in cluster.state.public()["brokers"]]


async def state(url: str, part: str) -> Any:
    answer = await ask(f"{url}/state/{part}")
    assert answer.status == 200, answer.body
    return answer.json()


class Stream:
    """A browser's EventSource, nearly."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._parts.hostname, self._parts.port)
        target = f"{self._parts.path}?{self._parts.query}"
        self._writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await self._reader.readuntil(b"\r\n\r\n")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def until(self, kind: str, is_it: Callable[[Any], object]) -> Any:
        """The first event of a kind that is it."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                line = (await self._reader.readline()).decode().strip()
                if line.startswith("event: "):
                    seen = line.removeprefix("event: ")
                elif line.startswith("data: ") and seen == kind:
                    what = json.loads(line.removeprefix("data: "))
                    if is_it(what):
                        return what
