"""Pushes what a client measures of itself to a broker that asked for it (KIP-714): the driver of `wire.telemetry`.

    timer ─ due ─▶ an open connection whose broker offers it ─▶ GetTelemetrySubscriptions │ PushTelemetry
      ▲                │ none: later                                        │ response, or none
      └────────────────┴────────────────────────────────────────────────────┘

It has a timer and no task, opens no connection, and raises nothing: a client that nobody asks costs one request in five
minutes, and where brokers do not offer it none. It keeps to one broker as long as that is connected, as Kafka's
clients do, so that a client's values are in one place. The timer keeps no client alive that its user let go.

Closing pushes for a last time where metrics are wanted, and waits `LAST_PUSH_MS_MAX` at most.
"""

from __future__ import annotations

import asyncio
import base64
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.protocol.api_keys import ApiKey
from kavka.timer.moments import MonotonicMs
from kavka.wire.client_measures import ClientMeasures
from kavka.wire.deadline_timer import DeadlineTimer
from kavka.wire.errors import ClientClosed, DeadlineExceeded
from kavka.wire.telemetry import TelemetryCore

if TYPE_CHECKING:
    from kavka.wire.telemetry_payload import TelemetryPayload

LAST_PUSH_MS_MAX: Final = 1_000
"""How long closing waits for the last push to be taken: milliseconds are enough, and a silent broker holds nobody."""

COMPRESSIONS: Final = frozenset({1, 2, 3, 4})
"""GZIP, SNAPPY, LZ4, ZSTD: what `protocol.records.compression` has."""

APIS: Final = (ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY)
VERSION: Final = 0
"""Of both APIs; there is no other."""

NOT_PUSHING: Final = "this client pushes no metrics, and has no instance id: make it with enable_metrics_push=True"

Labels = Callable[[], Mapping[str, str | None]]


class TelemetryReporter:
    """One client's telemetry.

    Args:
        cluster: Its connections.
        measures: What it measures.
        labels: Attributes of the client, by their names in KIP-714; None: it has none of that name.
    """

    def __init__(self, cluster: Cluster, measures: ClientMeasures, labels: Labels) -> None:
        self._cluster = cluster
        self._clock = cluster.clock
        self._measures = measures
        self._labels = labels
        self._core = TelemetryCore(draw=cluster.rng.random, compressions=COMPRESSIONS)
        self._began_ms = cluster.clock.now_ms()
        self._payload: TelemetryPayload | None = None
        self._connection: Connection | None = None
        self._is_known = asyncio.Event()
        self._is_open = False
        own = weakref.ref(self)

        def ring(now_ms: MonotonicMs) -> None:
            reporter = own()
            if reporter is not None:
                reporter._ring(now_ms)

        self._timer = DeadlineTimer(self._clock, ring)

    def start(self) -> None:
        """Asks a broker, to which the client is connected by now, what is wanted."""
        self._is_open = True
        now_ms = self._clock.monotonic_ms()
        self._core.start(now_ms)
        self._ring(now_ms)

    async def instance_id(self, *, timeout_ms: int | None) -> str:
        """Returns the client instance id, as Kafka prints UUIDs; waits for a broker to give it.

        Raises:
            DeadlineExceeded: none did in time; they may not offer it.
            ClientClosed: the client is not open.
        """
        if not self._is_open:
            raise ClientClosed("this client is not open; a broker gives it an instance id when it is")
        timeout_ms = self._cluster.api_timeout_ms if timeout_ms is None else timeout_ms
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                await self._is_known.wait()
        except TimeoutError:
            raise DeadlineExceeded(f"no broker gave this client an instance id within {timeout_ms} ms") from None
        if self._core.instance_id is None:
            raise ClientClosed("the client was closed before a broker gave it an instance id")
        return base64.urlsafe_b64encode(self._core.instance_id).decode().rstrip("=")

    async def close(self) -> None:
        """Pushes for a last time, where metrics are wanted; a second time nothing happens."""
        if not self._is_open:
            return
        self._is_open = False
        self._timer.set(None)
        connection = self._find_connection() if self._core.terminate() else None
        try:
            if connection is not None:
                future = self._start(connection)
                if future is not None:
                    await asyncio.wait((future,), timeout=LAST_PUSH_MS_MAX / 1000)
        finally:
            self._core.end()
            self._is_known.set()
            self._connection = None

    # ---------------------------------------------------------------- inside

    def _ring(self, now_ms: MonotonicMs) -> None:
        connection = self._find_connection()
        if connection is None:
            self._core.postpone(now_ms)
        else:
            self._start(connection)
        self._timer.set(self._core.due_ms)

    def _find_connection(self) -> Connection | None:
        """Returns the connection that was used last, while it is open, or the one that has least to do."""
        last = self._connection
        if last is None or last.is_closed or last.must_renew:
            self._connection = self._cluster.least_loaded(APIS, VERSION)
        return self._connection

    def _start(self, connection: Connection) -> asyncio.Future[Any] | None:
        """Sends what is due; None: the connection has just been lost."""
        core = self._core
        is_push = core.has_to_push
        request = core.push(self._data()) if is_push else core.subscribe()
        try:
            future = connection.start_request(request, version=VERSION)
        except ConnectionError:
            core.failed(self._clock.monotonic_ms())
            return None
        future.add_done_callback(partial(self._done, is_push))
        return future

    def _data(self) -> bytes:
        payload, subscription = self._payload, self._core.subscription
        assert subscription is not None
        if payload is None:
            from kavka.wire.telemetry_payload import TelemetryPayload  # most clients are never asked to push

            payload = self._payload = TelemetryPayload(self._began_ms)
        resource = {name: text for name, text in self._labels().items() if text}
        return payload.data(
            subscription, self._measures.metrics(self._clock.monotonic_ms()), resource, self._clock.now_ms()
        )

    def _done(self, is_push: bool, future: asyncio.Future[Any]) -> None:
        now_ms, core = self._clock.monotonic_ms(), self._core
        if future.cancelled() or future.exception() is not None:
            core.failed(now_ms)
        elif not is_push:
            core.subscribed(future.result(), now_ms)
        elif not core.pushed(future.result(), now_ms) and self._payload is not None:
            self._payload.refused()
        if core.instance_id is not None:
            self._is_known.set()
        if self._is_open:
            self._timer.set(core.due_ms)


class PushesMetrics:
    """What every client has that pushes its metrics."""

    _telemetry: TelemetryReporter | None

    async def client_instance_id(self, *, timeout_ms: int | None = None) -> str:
        """Returns the id by which brokers know this client's metrics (KIP-714); it stays the same until it is closed.

        Args:
            timeout_ms: How long to wait for a broker to give it; None: the deadline of other calls.

        Raises:
            DeadlineExceeded: no broker did in time; they may not offer it.
            ClientClosed: the client is not open.
            RuntimeError: it pushes no metrics.
        """
        if self._telemetry is None:
            raise RuntimeError(NOT_PUSHING)
        return await self._telemetry.instance_id(timeout_ms=timeout_ms)


async def push_and_close(telemetry: TelemetryReporter | None, cluster: Cluster) -> None:
    """Closes a client's connections, whose last request is its last push."""
    try:
        if telemetry is not None:
            await telemetry.close()
    finally:
        await cluster.close()
