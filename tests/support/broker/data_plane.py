"""A broker's data plane behind one connection: connection, dispatcher, handlers, replicas, logs; no socket.

With `LongWayOnly` no frame goes the short way (`requests.short_way`), which is how the two are compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kavka.broker.metrics import BrokerMetrics, NetworkMetrics
from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES, ListenerResources
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.requests.served_apis import served_ranges
from kavka.common.lane import Lanes
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.timer.clock import Clock
from tests.support.broker.fakes import peer
from tests.support.broker.parts import maker_of
from tests.support.broker.wired import Transport, WatchedConnection
from tests.support.replica.node import Node

FRAME_BYTES_MAX = 100 * 1024 * 1024


class CountingDispatcher(Dispatcher):
    """A dispatcher of which one can see how many requests came the long way, and were looked at for a shape."""

    dispatched = 0
    looked_at = 0

    def dispatch(self, *args: Any) -> None:
        self.dispatched += 1
        super().dispatch(*args)

    def shape_of(self, frame: bytes | bytearray) -> Any:
        self.looked_at += 1
        return super().shape_of(frame)


class LongWayOnly(Dispatcher):
    """A dispatcher whose connections have no short way."""

    def taker_of(self, outlet: object) -> Any:
        return self


def node_in_memory(disk: MemoryDisk) -> Node:
    """A node whose logs are on a disk in memory."""
    filesystem: Any = MemoryFileSystem(disk, now_ms=lambda: 1, ticks=lambda: 1)
    node = Node(Path("/data"), filesystem=filesystem)
    node.services.metadata_cache = None  # a request of which damage makes Metadata would wait for a controller's first
    return node


class DataPlane:
    """A broker's data plane, and its latest connection.

    Args:
        node: replicas and logs.
        make: what the dispatcher is.
        tasks: where handlers run that wait.
        clock: the broker's.
        ticks: nanoseconds.
    """

    connection: WatchedConnection
    transport: Any

    def __init__(
        self,
        node: Node,
        make: Callable[..., Dispatcher],
        tasks: asyncio.TaskGroup,
        *,
        clock: Clock,
        ticks: Callable[[], int],
    ) -> None:
        self.node = node
        self.metrics = BrokerMetrics()
        self.wrong: list[str] = []
        self.dispatcher = make(
            clock=clock,
            metrics=self.metrics,
            ranges=served_ranges({**PROFILES["3.9"], **BEYOND_3_9}),
            tasks=tasks,
            ticks=ticks,
            lanes=Lanes(ticks),
            make_handler=maker_of(node.services),
        )
        self.resources = ListenerResources(
            name="PLAINTEXT",
            security_protocol="PLAINTEXT",
            dispatcher=self.dispatcher,
            clock=clock,
            machine_clock=clock,
            loop=asyncio.get_running_loop(),
            network=NetworkMetrics(),
            frame_bytes_max=FRAME_BYTES_MAX,
            unread=UnreadOutput(1 << 30),
            memory=RequestMemory(1 << 30, clock),
            receive_buffer=memoryview(bytearray(RECEIVE_BUFFER_BYTES)),
            tls_buffer=memoryview(b""),
            unknown_peer=peer(),
            tls=None,
        )

    def connect(self, make_transport: Callable[..., Any] = Transport) -> None:
        """Opens a connection, in place of the one before."""
        owner: Any = self
        self.connection = WatchedConnection(owner, self.resources)
        self.transport = make_transport(self.connection, asyncio.get_running_loop().call_soon, self.wrong)
        self.connection.connection_made(self.transport)

    def receive(self, data: bytes) -> None:
        """Receives what a peer has sent."""
        while data:
            buffer = self.connection.get_buffer(-1)
            part = data[: len(buffer)]
            buffer[: len(part)] = part
            self.connection.buffer_updated(len(part))
            data = data[len(part) :]

    # ---- the listener (Owner) -------------------------------------------------------------------------------------

    def describe(self, transport: object) -> Any:
        return peer()

    def connection_made(self, connection: object, descriptor: int) -> None:
        pass

    def connection_lost(self, connection: object) -> None:
        pass
