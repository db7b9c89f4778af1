"""The login of a blocking connection: the exchange of `kavka.client.login`, which waits for nothing but requests.

What it awaits is done here before the await returns, so its coroutine never suspends and needs no event loop: one
step runs it from end to end.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from kavka.client.login import log_in

if TYPE_CHECKING:
    from kavka.client.security import SaslClient
    from kavka.pipeline.wire.connection import BlockingConnection

T = TypeVar("T")


class _Blocking:
    """A connection as `log_in` knows it, whose responses are there when they are awaited."""

    def __init__(self, connection: BlockingConnection) -> None:
        self.host = connection.address.host
        self.port = connection.address.port
        self._connection = connection

    @property
    def api_versions(self) -> dict[int, tuple[int, int]]:
        return self._connection.api_versions

    async def negotiate(self, timeout_ms: int | None = None) -> dict[int, tuple[int, int]]:
        self._connection.negotiate(timeout_ms)
        return self._connection.api_versions

    async def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        return self._connection.request(message, version=version, timeout_ms=timeout_ms)


def log_in_blocking(connection: BlockingConnection, client: SaslClient, *, timeout_ms: int) -> int:
    """Runs `kavka.client.login.log_in`, blocking; arguments, result and errors are its."""
    return _run_to_end(log_in(_Blocking(connection), client, timeout_ms=timeout_ms))


def _run_to_end(coroutine: Coroutine[Any, Any, T]) -> T:
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    coroutine.close()
    raise AssertionError("a login waited for something else than its broker")
