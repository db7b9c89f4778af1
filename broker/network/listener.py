"""One address that the broker listens on: binds it, accepts, counts and limits connections, closes idle ones.

A listener owns its connections: they are in `connections` from `connection_made` to `connection_lost`, and the counts
against which the limits hold go down in `connection_lost` and nowhere else, which the event loop calls exactly once for
every socket it accepted, however it ended (KAFKA-7639 and its kin: counts that never came back).
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.broker.config.types import LONG_MAX
from kavka.broker.metrics import NetworkMetrics
from kavka.broker.network.connection import Connection
from kavka.broker.network.creation_rate import UNLIMITED, CreationRate
from kavka.broker.network.descriptor_room import DescriptorRoom
from kavka.broker.network.frame_handler import Dispatching
from kavka.broker.network.listener_limits import ListenerLimits
from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES, TLS_BUFFER_BYTES, ListenerResources
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.broker.quota.connection_rates import ConnectionRates
from kavka.broker.requests.context import NO_CONNECTION, ConnectionInfo
from kavka.common.pace import Pace
from kavka.common.steps import Steps, in_slices
from kavka.timer.clock import Cancellable, Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.network.sasl_gate import SaslGateway
    from kavka.broker.network.tls_transport import TlsTransport
    from kavka.broker.security.listener_tls import ListenerTls
    from kavka.common.network import BoundAddress, Network

_log = logging.getLogger(__name__)

BACKLOG: Final = 1024
"""Connections that the kernel completes before we accept them. Kafka's 50 drops SYNs in a burst of clients."""

IDLE_CHECKS: Final = 10
"""Idle connections are looked for so many times per `connections.max.idle.ms`: they live at most a tenth longer."""

IDLE_CHECK_MIN_MS: Final = 50

SILENCED_MAX: Final = 1000
"""Connections too many of single addresses that are kept open for a while; beyond that they are closed at once."""


class ListenError(OSError):
    """The address cannot be listened on; the message says why and what can be done."""


class ConnectionLimits:
    """Limits and counts the connections over all listeners of a broker.

    Args:
        total_max: `max.connections`.
        per_ip_max: `max.connections.per.ip`.
        per_ip_overrides: `max.connections.per.ip.overrides`, address → limit.
        per_second_max: `max.connection.creation.rate`.
        of_addresses: what single addresses may make a second.
        descriptors: how many this process has.

    Attributes:
        ordinals: numbers the connections in the order in which they are accepted.
    """

    __slots__ = (
        "_per_ip",
        "_per_ip_max",
        "_per_ip_overrides",
        "descriptors",
        "of_addresses",
        "ordinals",
        "rate",
        "total",
        "total_max",
    )

    def __init__(
        self,
        *,
        total_max: int = 2**31 - 1,
        per_ip_max: int = 2**31 - 1,
        per_ip_overrides: Mapping[str, int] = {},
        per_second_max: int = UNLIMITED,
        of_addresses: ConnectionRates | None = None,
        descriptors: DescriptorRoom | None = None,
    ) -> None:
        self.ordinals = itertools.count(NO_CONNECTION + 1)
        self.descriptors = descriptors or DescriptorRoom()
        self.rate = CreationRate(per_second_max)
        self.of_addresses = of_addresses or ConnectionRates()
        self.total_max = total_max
        self.total = 0
        self._per_ip_max = per_ip_max
        self._per_ip_overrides = dict(per_ip_overrides)
        self._per_ip: dict[str, int] = {}

    def change(
        self,
        *,
        total_max: int,
        per_ip_max: int,
        per_ip_overrides: Mapping[str, int],
        per_second_max: int = UNLIMITED,
    ) -> None:
        """Sets other limits from now on; connections that there are stay, even where they are too many."""
        self.rate.per_second = per_second_max
        self.total_max = total_max
        self._per_ip_max = per_ip_max
        self._per_ip_overrides = dict(per_ip_overrides)

    def refusal(self, peer_host: str, *, is_protected: bool) -> str | None:
        """Returns why one more connection from `peer_host` is too many, None when it is not.

        Args:
            peer_host: where the connection comes from.
            is_protected: the listener is the brokers' own; there the total does not count (KIP-402).
        """
        if self.total >= self.total_max and not is_protected:
            return f"there are {self.total} connections, allowed are {self.total_max} (max.connections)"
        per_ip_max = self._per_ip_overrides.get(peer_host, self._per_ip_max)
        if self._per_ip.get(peer_host, 0) >= per_ip_max:
            return f"{peer_host} has {per_ip_max} connections already (max.connections.per.ip)"
        return None

    def add(self, peer_host: str) -> None:
        """Counts a connection."""
        self.total += 1
        self._per_ip[peer_host] = self._per_ip.get(peer_host, 0) + 1

    def remove(self, peer_host: str) -> None:
        """Takes back what `add` counted."""
        self.total -= 1
        left = self._per_ip[peer_host] - 1
        assert left >= 0
        if left:
            self._per_ip[peer_host] = left
        else:
            del self._per_ip[peer_host]

    def of_ip(self, peer_host: str) -> int:
        """Counts the connections that `peer_host` has now."""
        return self._per_ip.get(peer_host, 0)


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
            receive_buffer=memoryview(bytearray(RECEIVE_BUFFER_BYTES)),
            tls_buffer=memoryview(bytearray(TLS_BUFFER_BYTES if tls is not None else 0)),
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
        self._silenced: dict[Connection, Cancellable] = {}
        self.gateway = gateway
        self._held: dict[Connection, None] = {}  # in the order in which they came
        self._next_admission: Cancellable | None = None
        self._idle_ms_max = idle_ms_max
        self._is_protected = is_protected
        self._ticks = ticks
        self._address = bound
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
        self._address.close()

    async def close(self, *, timeout_ms: int) -> None:
        """Stops accepting, lets requests in progress finish until the time is over, closes every connection."""
        self.stop_accepting()
        for connection in list(self._silenced):
            connection.drop()
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
        for connection in [*self.connections, *self._silenced]:
            connection.drop()

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
        """Counts a new connection, or closes it when a limit is reached.

        Args:
            connection: the new one.
            descriptor: the number of its socket; −1: unknown.
        """
        peer_host = connection.info.peer_host
        descriptors = self.limits.descriptors
        if not descriptors.takes(descriptor, is_protected=self._is_protected):
            descriptors.refuse(connection.info, self.clock.monotonic_ms())
            connection.drop()
            return
        if self.limits.of_addresses.is_enabled and self._silence(connection):
            return
        refusal = self.own_limits.refusal(len(self.connections))
        refusal = refusal or self.limits.refusal(peer_host, is_protected=self._is_protected)
        if refusal is not None:
            self.network.connections_refused += 1
            _log.warning("refusing the connection from %s: %s", connection.info, refusal)
            connection.drop()
            return
        self.connections[connection] = None
        self.limits.add(peer_host)
        self.network.connections += 1
        self.network.connections_accepted += 1
        self._metrics.connections += 1
        self._metrics.accepted += 1
        if self._held or not self._try_take():
            connection.flow.hold()
            self._held[connection] = None
            self._admit_later()

    def _silence(self, connection: Connection) -> bool:
        """Takes nothing from a connection whose address makes too many, and closes it later (KIP-612); whether so."""
        now_ms = self.clock.monotonic_ms()
        throttle_ms = self.limits.of_addresses.throttle_ms(connection.info.peer_host, now_ms)
        if not throttle_ms:
            return False
        self.network.connections_refused += 1
        if len(self._silenced) >= SILENCED_MAX:
            connection.drop()
        else:
            connection.flow.hold()
            self._silenced[connection] = self.clock.call_later(throttle_ms, connection.drop)
        return True

    def admit_held(self) -> None:
        """Admits held connections, the oldest first, as `max.connection.creation.rate` allows by now.

        Nobody accepts a connection later here, as Kafka does, for the transport accepts whatever comes; its first
        request is read later instead, which looks the same to the client.
        """
        self._next_admission = None
        while self._held and self._try_take():
            connection = next(iter(self._held))
            del self._held[connection]
            connection.release()
        if self._held:
            self._admit_later()

    def _try_take(self) -> bool:
        """Takes a token of each rate that holds here, or none."""
        now_ms = self.clock.monotonic_ms()
        if not self.own_limits.rate.try_take(now_ms):
            return False
        if self._is_protected or self.limits.rate.try_take(now_ms):
            return True
        self.own_limits.rate.give_back()
        return False

    def _admit_later(self) -> None:
        if self._next_admission is None:
            own_ms = self.own_limits.rate.wait_ms()
            wait_ms = own_ms if self._is_protected else max(own_ms, self.limits.rate.wait_ms())
            self._next_admission = self.clock.call_later(wait_ms, self.admit_held)

    def connection_lost(self, connection: Connection) -> None:
        """Removes a connection from the counts. They go down nowhere else."""
        if connection not in self.connections:
            if connection in self._silenced:
                self._silenced.pop(connection).cancel()
            return
        self._held.pop(connection, None)  # one that did not wait costs no token
        del self.connections[connection]
        self.limits.remove(connection.info.peer_host)
        self.network.connections -= 1
        self._metrics.connections -= 1
        if not self.connections:
            self._all_gone.set()


def bind_address(
    network: Network,
    name: str,
    host: str,
    port: int,
    *,
    send_buffer_bytes: int | None = None,
    receive_buffer_bytes: int | None = None,
) -> BoundAddress:
    """Binds a listener's address; connections wait in the kernel until a `Listener` starts on it.

    Raises:
        ListenError: the address is taken or not ours; the message names who holds it where that can be found out.
    """
    try:
        return network.bind(
            host, port, backlog=BACKLOG, send_bytes=send_buffer_bytes, receive_bytes=receive_buffer_bytes
        )
    except OSError as error:
        raise ListenError(_why_not(error, f"{name}://{host}:{port}", network.holder_of, port)) from error


def _why_not(error: OSError, where: str, holder_of: Callable[[int], str | None], port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        holder = holder_of(port)
        return f"cannot listen on {where}: the port is taken" + (f" by {holder}" if holder else "")
    if error.errno == errno.EADDRNOTAVAIL:
        return f"cannot listen on {where}: this machine has no such address"
    if error.errno == errno.EACCES:
        return f"cannot listen on {where}: ports below 1024 need a privilege that this process lacks"
    return f"cannot listen on {where}: {error.strerror or error}"


def _plain_address(host: str) -> str:
    """Strips ::ffff: off an IPv4 peer of a dual-stack socket: people and limits mean 1.2.3.4."""
    return host.removeprefix("::ffff:") if "." in host else host
