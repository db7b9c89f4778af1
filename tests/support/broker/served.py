"""A listener on a free port with small fakes behind it, in the clear or over TLS, and raw clients of it."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import struct
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

from kavka.broker.metrics import BrokerMetrics
from kavka.broker.network.binding import bind_address
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.network.listener import Listener
from kavka.broker.requests.context import DEFERRED
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.security.principal import ANONYMOUS
from kavka.common.lane import Lanes
from kavka.common.machine_network import MachineNetwork
from kavka.common.tls import TlsSettings, client_context, server_context
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import (
    ApiVersionsResponse,
    FetchResponse,
    MetadataResponse,
    ProduceRequest,
    ProduceResponse,
)
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.certificates import Authority

FRAME_BYTES_MAX = 2 * 1024 * 1024
DEADLINE = 10


CA = Authority()
SERVER = CA.issue("broker")


def broker_tls(**settings: str) -> SimpleNamespace:
    """What a listener needs of `ListenerTls`."""
    values = {"ssl.keystore.key": SERVER.key_pem(), "ssl.keystore.certificate.chain": SERVER.chain_pem(), **settings}
    context = server_context(TlsSettings.read(values.get), client_auth="none")
    return SimpleNamespace(context=context, principal_of=lambda _: ANONYMOUS)


def client_tls() -> ssl.SSLContext:
    return client_context(TlsSettings.read({"ssl.truststore.certificates": CA.pem()}.get))


class Handlers:
    """The four handlers of these tests.

    API_VERSIONS answers at once with its own correlation id as a version; METADATA waits until somebody opens the
    gate; FETCH answers with as many bytes as `max_bytes` asks for; PRODUCE obeys acks and closes on acks=0 errors.
    """

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.waiting: list[Any] = []
        self.in_progress = 0
        self.in_progress_max = 0

    def load(self, name: str) -> Any:
        return SimpleNamespace(API=None, handle=getattr(self, name))

    def api_versions(self, request: Any, ctx: Any) -> Any:
        return ApiVersionsResponse(throttle_time_ms=ctx.correlation_id)

    async def metadata(self, request: Any, ctx: Any) -> Any:
        self.in_progress += 1
        self.in_progress_max = max(self.in_progress_max, self.in_progress)
        await self.gate.wait()
        self.in_progress -= 1
        return MetadataResponse(throttle_time_ms=ctx.correlation_id)

    def fetch(self, request: Any, ctx: Any) -> Any:
        if request.max_wait_ms:
            self.waiting.append(ctx)
            return DEFERRED
        data = FetchResponse.PartitionData(records=bytes(request.max_bytes))
        return FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=[data])])

    def produce(self, request: Any, ctx: Any) -> Any:
        if request.timeout_ms == 666:
            raise RuntimeError("a handler's own fault")
        if request.acks == 0:
            if request.topic_data:
                ctx.respond_nothing()
            else:
                ctx.close_connection("nothing to produce")
            return DEFERRED
        size = len(request.topic_data[0].partition_data[0].records)
        return ProduceResponse(throttle_time_ms=size)


NAMES = {
    ApiKey.API_VERSIONS: "api_versions",
    ApiKey.METADATA: "metadata",
    ApiKey.FETCH: "fetch",
    ApiKey.PRODUCE: "produce",
}
RANGES = {int(ApiKey.API_VERSIONS): (0, 3), int(ApiKey.METADATA): (0, 9), int(ApiKey.FETCH): (0, 11), 0: (0, 9)}


class Server:
    """A listener with these handlers on a free port."""

    is_tls = False

    def __init__(self, tasks: asyncio.TaskGroup, **differs: Any) -> None:
        self.metrics = BrokerMetrics()
        self.handlers = Handlers()
        self.clock = differs.pop("clock", None) or ManualClock()
        self.limits = differs.pop("limits", ConnectionLimits())
        dispatcher = Dispatcher(
            clock=self.clock,
            metrics=self.metrics,
            ranges=RANGES,
            tasks=tasks,
            ticks=time.perf_counter_ns,
            lanes=Lanes(),
            make_handler=lambda api: self.handlers.load(NAMES[api]),
        )
        if self.is_tls:
            differs = {"tls": broker_tls(), "security_protocol": "SSL", **differs}
        self.listener = Listener(
            name="PLAINTEXT",
            host="127.0.0.1",
            bound=bind_address(MachineNetwork(), "PLAINTEXT", "127.0.0.1", 0),
            ticks=time.perf_counter_ns,
            dispatcher=dispatcher,
            limits=self.limits,
            network=self.metrics.network,
            clock=self.clock,
            loop=asyncio.get_running_loop(),
            frame_bytes_max=FRAME_BYTES_MAX,
            idle_ms_max=600_000,
            **differs,
            machine_clock=SystemClock(),
        )

    @property
    def port(self) -> int:
        return self.listener.port

    async def connect(self) -> Client:
        tls = client_tls() if self.is_tls else None
        try:
            return Client(*await asyncio.open_connection("127.0.0.1", self.port, ssl=tls))
        except (ConnectionError, ssl.SSLError):
            if not self.is_tls:
                raise
            return RefusedClient()  # it was closed before the handshake; in the clear one hears of it later

    async def wait_for_connections(self, count: int) -> None:
        """Waits until so many are counted; every loop turn may bring one more."""
        await until(lambda: self.metrics.network.connections == count)


class Client:
    """A raw client: frames out, frames in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, message: Any, version: int, correlation_id: int = 1) -> None:
        self.writer.write(frame_of(message, version, correlation_id))

    async def receive(self) -> tuple[int, bytes]:
        async with asyncio.timeout(DEADLINE):
            size = struct.unpack(">i", await self.reader.readexactly(4))[0]
            frame = await self.reader.readexactly(size)
        return struct.unpack_from(">i", frame)[0], frame[4:]

    async def is_closed_by_peer(self) -> bool:
        async with asyncio.timeout(DEADLINE):
            try:
                return await self.reader.read(1) == b""
            except ConnectionError:
                return True

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()

    def abort(self) -> None:
        self.writer.transport.abort()


class RefusedClient(Client):
    """One whose handshake the broker did not want."""

    def __init__(self) -> None:
        writer: Any = SimpleNamespace(close=lambda: None, wait_closed=self.gone)
        super().__init__(asyncio.StreamReader(), writer)

    async def gone(self) -> None:
        pass

    async def is_closed_by_peer(self) -> bool:
        return True


async def until(condition: Any) -> None:
    """Lets the loop turn until the server's side has got so far."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110 - what is awaited happens inside transports, which have no events
            await asyncio.sleep(0.001)


def frame_of(message: Any, version: int, correlation_id: int = 1) -> bytes:
    return b"".join(encode_request_frame(message, version=version, correlation_id=correlation_id, client_id="test"))


def produce(records: bytes, **differs: Any) -> ProduceRequest:
    data = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[data])
    values: dict[str, Any] = {"acks": 1, "timeout_ms": 1000, "topic_data": [topic]}
    return ProduceRequest(**(values | differs))


@contextlib.asynccontextmanager
async def serve(**differs: Any) -> AsyncIterator[Server]:
    async with asyncio.TaskGroup() as tasks:
        server = Server(tasks, **differs)
        await server.listener.start()
        try:
            yield server
        finally:
            server.handlers.gate.set()
            await server.listener.close(timeout_ms=1000)
