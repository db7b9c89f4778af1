"""How this broker reaches the others, and itself: over a listener that brokers use, by that listener's protocol.

A part of the composition root (`broker.app`). Fetchers, coordinators and the console dial the inter-broker listener;
who speaks to or as the controller, the control plane's (mostly the same). All of them dial here, so a renewed
certificate or password is everybody's at their next connection.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kavka.wire.connection import Connection

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.network import Network
    from kavka.timer.clock import Clock
    from kavka.wire.security import ConnectionSecurity

_log = logging.getLogger(__name__)


class Dialer:
    """Opens connections between brokers.

    Attributes:
        listener: which one of theirs is dialled.
        security: of the next connection; None while it speaks PLAINTEXT.

    Args:
        config: the broker's.
        listener: its name.
        network: by which it dials.
        clock: what deadlines go by; the machine's.

    Raises:
        ValueError: its settings of TLS or the login cannot be used (TlsError, SecuritySettingsError).
    """

    __slots__ = ("_clock", "_config", "_network", "listener", "security")

    def __init__(self, config: BrokerConfig, listener: str, network: Network, clock: Clock) -> None:
        self._config = config
        self._network = network
        self._clock = clock
        self.listener = listener
        self.security = security_of(config, listener)

    def renew(self, config: BrokerConfig) -> None:
        """Applies changed settings; those that cannot be used are logged, and the former stay."""
        self._config = config
        try:
            self.security = security_of(config, self.listener)
        except ValueError as error:
            _log.error("connections to other brokers keep their former settings: %s", error)

    async def dial(self, host: str, port: int, client_id: str) -> Connection:
        """Opens a connection to a broker's listener of this name.

        Raises:
            OSError, TimeoutError: see `Connection.open`.
        """
        return await Connection.open(
            host,
            port,
            client_id=client_id,
            connect_timeout_ms=self._config.controller_socket_timeout_ms,
            request_timeout_ms=self._config.request_timeout_ms,
            security=self.security,
            clock=self._clock,
            connect=self._network.connect,
        )


class Dialers:
    """The dialers of one broker: one and the same where the control plane has no listener of its own.

    Args:
        config: the broker's.
        network: by which they dial.
        clock: what deadlines go by; the machine's.

    Attributes:
        brokers: dials the inter-broker listener.
        control: dials the control plane's.

    Raises:
        ValueError: as `Dialer`.
    """

    __slots__ = ("brokers", "control")

    def __init__(self, config: BrokerConfig, network: Network, clock: Clock) -> None:
        self.brokers = self.control = Dialer(config, config.inter_broker_listener, network, clock)
        if config.control_plane_listener != config.inter_broker_listener:
            self.control = Dialer(config, config.control_plane_listener, network, clock)

    async def dial(self, host: str, port: int, client_id: str) -> Connection:
        """Opens a connection to another broker, or to this one."""
        return await self.brokers.dial(host, port, client_id)

    def each(self) -> set[Dialer]:
        """Returns them, each once."""
        return {self.brokers, self.control}


def security_of(config: BrokerConfig, listener: str) -> ConnectionSecurity | None:
    """Returns TLS and login of inter-broker connections by a listener; None for PLAINTEXT.

    Raises:
        ValueError: the settings cannot be used.
    """
    protocol = config.protocol_of(listener)
    if protocol == "PLAINTEXT":
        return None
    from kavka.broker.security.listener_tls import read_settings
    from kavka.broker.security.sasl.inter_broker import inter_broker_login
    from kavka.common.tls import client_context
    from kavka.wire.security import ConnectionSecurity

    context = client_context(read_settings(config, listener)) if protocol.endswith("SSL") else None
    return ConnectionSecurity(ssl_context=context, sasl=inter_broker_login(config, listener))
