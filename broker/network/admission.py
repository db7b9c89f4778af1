"""Which of a listener's new connections are taken, and when: descriptors, limits, and rates.

    accepted ─┬─ no descriptor to spare, or one too many ─▶ dropped
              ├─ its address makes too many (KIP-612) ────▶ silenced: nothing is read, closed a while later
              └─ taken ─┬─ max.connection.creation.rate allows it ─▶ its first request is read
                        └─ it does not yet ──────────────────────▶ held until it does, the oldest first

Nobody accepts a connection later here, as Kafka does, for the transport accepts whatever comes; its first request is
read later instead, which looks the same to the client. The counts are the listener's.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kavka.timer.clock import Cancellable, Clock

if TYPE_CHECKING:
    from kavka.broker.metrics import NetworkMetrics
    from kavka.broker.network.connection import Connection
    from kavka.broker.network.connection_limits import ConnectionLimits
    from kavka.broker.network.listener_limits import ListenerLimits

_log = logging.getLogger(__name__)

SILENCED_MAX: Final = 1000
"""Connections too many of single addresses that are kept open for a while; beyond that they are closed at once."""


class Admission:
    """The door of one listener.

    Args:
        limits: of all listeners together.
        own_limits: of this one.
        network: where refusals are counted.
        clock: what rates and throttling go by.
        is_protected: this is the brokers' own listener among several; limits of all listeners together do not close it.
    """

    __slots__ = ("_clock", "_held", "_is_protected", "_limits", "_network", "_next", "_own_limits", "_silenced")

    def __init__(
        self,
        *,
        limits: ConnectionLimits,
        own_limits: ListenerLimits,
        network: NetworkMetrics,
        clock: Clock,
        is_protected: bool,
    ) -> None:
        self._limits = limits
        self._own_limits = own_limits
        self._network = network
        self._clock = clock
        self._is_protected = is_protected
        self._silenced: dict[Connection, Cancellable] = {}
        self._held: dict[Connection, None] = {}  # in the order in which they came
        self._next: Cancellable | None = None

    def takes(self, connection: Connection, descriptor: int, *, count: int) -> bool:
        """Tells whether a new connection is taken; if not, it is closed, now or later.

        Args:
            connection: the new one.
            descriptor: the number of its socket; −1: unknown.
            count: how many the listener has.
        """
        peer_host = connection.info.peer_host
        descriptors = self._limits.descriptors
        if not descriptors.takes(descriptor, is_protected=self._is_protected):
            descriptors.refuse(connection.info, self._clock.monotonic_ms())
            connection.drop()
            return False
        if self._limits.of_addresses.is_enabled and self._silence(connection):
            return False
        refusal = self._own_limits.refusal(count)
        refusal = refusal or self._limits.refusal(peer_host, is_protected=self._is_protected)
        if refusal is not None:
            self._network.connections_refused += 1
            _log.warning("refusing the connection from %s: %s", connection.info, refusal)
            connection.drop()
            return False
        return True

    def admit(self, connection: Connection) -> None:
        """Lets a connection that was taken in, at once or as the rates allow."""
        if self._held or not self._try_take():
            connection.flow.hold()
            self._held[connection] = None
            self._admit_later()

    def forget(self, connection: Connection) -> None:
        """Forgets a connection that was taken and is lost: one that waited costs no token."""
        self._held.pop(connection, None)

    def forget_refused(self, connection: Connection) -> None:
        """Forgets a connection that was not taken and is closed by now."""
        timer = self._silenced.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def drop_silenced(self) -> None:
        """Closes the connections that were to be closed later."""
        for connection in list(self._silenced):
            connection.drop()

    def _silence(self, connection: Connection) -> bool:
        """Takes nothing from a connection whose address makes too many, and closes it later (KIP-612); whether so."""
        now_ms = self._clock.monotonic_ms()
        throttle_ms = self._limits.of_addresses.throttle_ms(connection.info.peer_host, now_ms)
        if not throttle_ms:
            return False
        self._network.connections_refused += 1
        if len(self._silenced) >= SILENCED_MAX:
            connection.drop()
        else:
            connection.flow.hold()
            self._silenced[connection] = self._clock.call_later(throttle_ms, connection.drop)
        return True

    def admit_held(self) -> None:
        """Admits held connections, the oldest first, as `max.connection.creation.rate` allows by now."""
        self._next = None
        while self._held and self._try_take():
            connection = next(iter(self._held))
            del self._held[connection]
            connection.release()
        if self._held:
            self._admit_later()

    def _try_take(self) -> bool:
        """Takes a token of each rate that holds here, or none."""
        now_ms = self._clock.monotonic_ms()
        if not self._own_limits.rate.try_take(now_ms):
            return False
        if self._is_protected or self._limits.rate.try_take(now_ms):
            return True
        self._own_limits.rate.give_back()
        return False

    def _admit_later(self) -> None:
        if self._next is None:
            own_ms = self._own_limits.rate.wait_ms()
            wait_ms = own_ms if self._is_protected else max(own_ms, self._limits.rate.wait_ms())
            self._next = self._clock.call_later(wait_ms, self.admit_held)
