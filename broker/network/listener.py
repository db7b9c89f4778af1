"""One address that the broker listens on: accepts, counts connections, closes idle ones.

A listener owns its connections: they are in `connections` from `connection_made` to `connection_lost`, and the counts
against which the limits hold go down in `connection_lost` and nowhere else, which the event loop calls exactly once for
every socket it accepted, however it ended (KAFKA-7639 and its kin: counts that never came back).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from kavka.broker.config.types import LONG_MAX
from kavka.broker.metrics import NetworkMetrics
from kavka.broker.network.admission import Admission
from kavka.broker.network.binding import BACKLOG
from kavka.broker.network.connection import Connection
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.network.frame_handler import Dispatching
from kavka.broker.network.listener_limits import ListenerLimits
from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES, TLS_BUFFER_BYTES, ListenerResources
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.broker.requests.context import ConnectionInfo
from kavka.common.pace import Pace
from kavka.common.steps import Steps, in_slices
from kavka.common.unzeroed import unzeroed
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.network.sasl_gate import SaslGateway
    from kavka.broker.network.tls_transport import TlsTransport
    from kavka.broker.security.listener_tls import ListenerTls
    from kavka.common.network import BoundAddress

IDLE_CHECKS: Final = 10
"""Idle connections are looked for so many times per `connections.max.idle.ms`: they live at most a tenth longer."""

IDLE_CHECK_MIN_MS: Final = 50


class Listener:
    """Accepts connections on one address.

    Args:
        name: the listener's name (`PLAINTEXT`, `INTERNAL`, ...).
        host: the address that was bound; empty for all of them.
        bound: it; released by `stop_accepting`.
        clock: what limits, throttling and idleness go by.
        machine_clock: how long handshakes and a stop may take.
        frame_bytes_max: `socket.request.max.bytes`.
        idle_ms_max: `connections.max.idle.ms`; negative: never.
        security_protocol: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.
        tls: for the last and the second of these, None otherwise.
        gateway: how clients log in; None: they need not.
        is_protected: this is the brokers' own listener among several; limits of all listeners together do not close it.
        own_limits: of this listener alone; None: it has none.
        unread: the responses of all listeners that have not been read.
        memory: for the requests of all listeners that have not come whole.
        ticks: nanoseconds that pass, to measure with.
    """

    def __init__(
        self,
        *,
        name: str,
        host: str,
        bound: BoundAddress,
        dispatcher: Dispatching,
        limits: ConnectionLimits,
        network: NetworkMetrics,
        clock: Clock,
        machine_clock: Clock,
        loop: asyncio.AbstractEventLoop,
        frame_bytes_max: int,
        idle_ms_max: int,
        ticks: Callable[[], int],
        security_protocol: str = "PLAINTEXT",
        tls: ListenerTls | None = None,
        gateway: SaslGateway | None = None,
        is_protected: bool = False,
        own_limits: ListenerLimits | None = None,
        unread: UnreadOutput | None = None,
        memory: RequestMemory | None = None,
    ) -> None:
        self.name = name
        self.host = host
        self.port = bound.port
        assert (tls is not None) == security_protocol.endswith("SSL")
        self.security_protocol = security_protocol
        self.tls = tls
        self.limits = limits
        self.own_limits = own_limits or ListenerLimits()
        self.network = network
        self._metrics = network.listener(name)
        self.unread = unread or UnreadOutput(LONG_MAX)
        self.memory = memory or RequestMemory(LONG_MAX, clock)
        self.clock = clock
        self.machine_clock = machine_clock
        self.loop = loop
        self.connections: dict[Connection, None] = {}
        self._resources = ListenerResources(
            name=name,
            security_protocol=security_protocol,
            dispatcher=dispatcher,
            clock=clock,
            machine_clock=machine_clock,
            loop=loop,
            network=network,
            frame_bytes_max=frame_bytes_max,
            unread=self.unread,
            memory=self.memory,
            receive_buffer=memoryview(unzeroed(RECEIVE_BUFFER_BYTES)),
            tls_buffer=memoryview(unzeroed(TLS_BUFFER_BYTES if tls is not None else 0)),
            unknown_peer=ConnectionInfo(
                peer_host="?",
                peer_port=0,
                local_host=host,
                local_port=self.port,
                listener_name=name,
                security_protocol=security_protocol,
            ),
            tls=tls,
        )
        self.gateway = gateway
        self._idle_ms_max = idle_ms_max
        self._admission = Admission(
            limits=limits, own_limits=self.own_limits, network=network, clock=clock, is_protected=is_protected
        )
        self._ticks = ticks
        self._address = bound
        self._is_closed = False
        self._all_gone = asyncio.Event()

    def note_certificate(self) -> int | None:
        """Shows in the metrics when the certificate ends, in seconds since 1970, and returns it; None without TLS."""
        ends_s = None if self.tls is None else self.tls.certificate_ends_s
        self._metrics.certificate_ends_s = ends_s
        return ends_s

    async def start(self) -> None:
        """Starts to accept."""
        await self._address.serve(self._make_protocol, backlog=BACKLOG)

    def _make_protocol(self) -> Connection | TlsTransport:
        if self.tls is None:
            return self._make_connection()
        from kavka.broker.network.tls_transport import TlsTransport  # loaded by the first client that needs it

        return TlsTransport(self._make_connection(), self._resources)

    def _make_connection(self) -> Connection:
        """Creates a new socket's connection: where there are logins, one with a gate before it."""
        if self.gateway is None:
            return Connection(self, self._resources)
        from kavka.broker.network.sasl_gate import GatedConnection  # only a listener with logins pays for it

        return GatedConnection(self, self._resources, self.gateway)

    async def run(self) -> None:
        """Closes idle connections, until cancelled."""
        if self._idle_ms_max < 0:
            return
        pause_ms = max(self._idle_ms_max // IDLE_CHECKS, IDLE_CHECK_MIN_MS)
        while True:
            await self.clock.sleep(pause_ms)
            await in_slices(self.close_idle(), Pace(self._ticks))

    def close_idle(self) -> Steps[int]:
        """Closes the connections that were idle for too long, and counts them.

        One is closed in each step. A peer that waits for our response is not idle; a peer that does not read it is.
        """
        oldest_ms = self.clock.monotonic_ms() - self._idle_ms_max
        count = 0
        for connection in list(self.connections):
            is_idle = connection.last_active_ms <= oldest_ms and not connection.is_waiting_for_us
            if is_idle and connection in self.connections:
                connection.drop()
                count += 1
                self.network.connections_closed_idle += 1
            yield
        return count

    def stop_accepting(self) -> None:
        """Closes the listening socket; connections that exist go on."""
        self._is_closed = True
        self._address.close()

    async def close(self, *, timeout_ms: int) -> None:
        """Stops accepting, lets requests in progress finish until the time is over, closes every connection."""
        self.stop_accepting()
        self._admission.drop_silenced()
        self._all_gone.clear()
        for connection in list(self.connections):
            connection.close_when_answered()
        if self.connections:
            try:
                async with self.machine_clock.timeout(timeout_ms):
                    await self._all_gone.wait()
            except TimeoutError:
                for connection in list(self.connections):
                    connection.drop()

    def abandon(self) -> None:
        """Closes everything at once; what is in progress gets no response.

        A broker that fails releases its connections so.
        """
        self.stop_accepting()
        for connection in list(self.connections):
            connection.drop()
        self._admission.drop_silenced()

    # ---- the connections' side ------------------------------------------------------------------------------------

    def describe(self, transport: asyncio.Transport) -> ConnectionInfo:
        """Describes both ends of a new connection."""
        peer = transport.get_extra_info("peername") or ("?", 0)
        local = transport.get_extra_info("sockname") or (self.host, self.port)
        return ConnectionInfo(
            peer_host=_plain_address(peer[0]),
            peer_port=peer[1],
            local_host=_plain_address(local[0]),
            local_port=local[1],
            listener_name=self.name,
            security_protocol=self.security_protocol,
            ordinal=next(self.limits.ordinals),
        )

    def connection_made(self, connection: Connection, descriptor: int) -> None:
        """Counts a new connection, or closes it: a limit is reached, or the listener closed.

        Args:
            connection: the new one.
            descriptor: the number of its socket; −1: unknown.
        """
        if self._is_closed:
            connection.drop()
            return
        if not self._admission.takes(connection, descriptor, count=len(self.connections)):
            return
        self.connections[connection] = None
        self.limits.add(connection.info.peer_host)
        self.network.connections += 1
        self.network.connections_accepted += 1
        self._metrics.connections += 1
        self._metrics.accepted += 1
        self._admission.admit(connection)

    def admit_held(self) -> None:
        """Admits held connections; see `Admission.admit_held`."""
        self._admission.admit_held()

    def connection_lost(self, connection: Connection) -> None:
        """Removes a connection from the counts. They go down nowhere else."""
        if connection not in self.connections:
            self._admission.forget_refused(connection)
            return
        self._admission.forget(connection)
        del self.connections[connection]
        self.limits.remove(connection.info.peer_host)
        self.network.connections -= 1
        self._metrics.connections -= 1
        if not self.connections:
            self._all_gone.set()


def _plain_address(host: str) -> str:
    """Strips ::ffff: off an IPv4 peer of a dual-stack socket: people and limits mean 1.2.3.4."""
    return host.removeprefix("::ffff:") if "." in host else host
