"""What the connections of one listener use and none of them owns: clock, loop, counters, budgets, one read buffer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kavka.broker.metrics import NetworkMetrics
from kavka.broker.network.frame_handler import Dispatching
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.broker.requests.context import ConnectionInfo
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    from kavka.broker.security.listener_tls import ListenerTls

RECEIVE_BUFFER_BYTES: Final = 512 * 1024
"""One buffer for all connections of a listener: what a read leaves unparsed is copied out before the next read."""

TLS_READ_BYTES: Final = 256 * 1024
"""What is read at once from a socket of a TLS listener, beside what a big frame lacks: so much may stay encrypted, in
no budget, while its connection is not read."""

TLS_BUFFER_BYTES: Final = 512 * 1024
"""One buffer for all connections of a TLS listener, and so the most that is read at once. With half of it a tenth fewer
requests of 1 MB come through; four times as much leaves the processor's caches."""


@dataclass(frozen=True, slots=True)
class ListenerResources:
    """What the connections of one listener share.

    Attributes:
        name: the listener's.
        dispatcher: where requests go.
        clock: what mutes and idleness go by.
        machine_clock: how long handshakes may take.
        frame_bytes_max: `socket.request.max.bytes`.
        unread: responses that have not been read, of all listeners.
        memory: for requests that have not come whole, of all listeners.
        receive_buffer: what is read goes through it.
        tls_buffer: likewise for what is encrypted; empty without TLS.
        unknown_peer: how a connection is described before its socket is known.
        tls: context and principals; None in the clear.
    """

    name: str
    security_protocol: str
    dispatcher: Dispatching
    clock: Clock
    machine_clock: Clock
    loop: asyncio.AbstractEventLoop
    network: NetworkMetrics
    frame_bytes_max: int
    unread: UnreadOutput
    memory: RequestMemory
    receive_buffer: memoryview
    tls_buffer: memoryview
    unknown_peer: ConnectionInfo
    tls: ListenerTls | None
