"""How this broker reaches the others, and itself: over the inter-broker listener, by that listener's protocol.

A part of the composition root (`broker.app`). Controller, fetchers, coordinators and the console all dial here, so a
renewed certificate or password is everybody's at their next connection.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kavka.client.connection import Connection

if TYPE_CHECKING:
    from broker.config import BrokerConfig
    from kavka.client.security import ConnectionSecurity

_log = logging.getLogger(__name__)


class Dialer:
    """Opens connections between brokers.

    Attributes:
        security: of the next connection; None while the brokers speak PLAINTEXT.

    Args:
        config: the broker's.

    Raises:
        ValueError: its settings of TLS or the login cannot be used (TlsError, SecuritySettingsError).
    """

    __slots__ = ("_config", "security")

    def __init__(self, config: BrokerConfig) -> None:
        self._config = config
        self.security = inter_broker_security(config)

    def renew(self, config: BrokerConfig) -> None:
        """Takes over other settings; those that cannot be used are logged, and the former stay."""
        self._config = config
        try:
            self.security = inter_broker_security(config)
        except ValueError as error:
            _log.error("connections to other brokers keep their former settings: %s", error)

    async def dial(self, host: str, port: int, client_id: str) -> Connection:
        """A connection to a broker's inter-broker listener.

        Raises:
            OSError, TimeoutError: see `Connection.open`.
        """
        return await Connection.open(
            host,
            port,
            client_id=client_id,
            connect_timeout_ms=self._config["controller.socket.timeout.ms"],
            request_timeout_ms=self._config["request.timeout.ms"],
            security=self.security,
        )


def inter_broker_security(config: BrokerConfig) -> ConnectionSecurity | None:
    """TLS and login of connections between brokers; None for PLAINTEXT.

    Raises:
        ValueError: the settings cannot be used.
    """
    protocol, listener = config.inter_broker_protocol, config.inter_broker_listener
    if protocol == "PLAINTEXT":
        return None
    from broker.security.listener_tls import read_settings
    from broker.security.sasl.inter_broker import inter_broker_login
    from kavka.client.security import ConnectionSecurity
    from kavka.common.tls import client_context

    context = client_context(read_settings(config, listener)) if protocol.endswith("SSL") else None
    return ConnectionSecurity(ssl_context=context, sasl=inter_broker_login(config))
