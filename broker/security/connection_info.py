"""Who is at the other end of a connection, and which of our addresses they came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kavka.broker.security.principal import ANONYMOUS, KafkaPrincipal

NO_CONNECTION: Final = 0
"""The ordinal of no connection: nothing is known of when it was accepted."""


class ConnectionInfo:
    """Who is at the other end, and which of our addresses they came to. Shared by all requests of a connection.

    Attributes:
        ordinal: its place among all that this broker has accepted: a later connection has a greater one.
        principal: who the peer has proved to be; changes once, when a login succeeds.
        security_protocol: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.
        software: name and version of the client's software, once it said them in ApiVersions (KIP-511); None before.
    """

    __slots__ = (
        "_when_closed",
        "listener_name",
        "local_host",
        "local_port",
        "ordinal",
        "peer_host",
        "peer_port",
        "principal",
        "security_protocol",
        "software",
    )

    def __init__(
        self,
        *,
        peer_host: str,
        peer_port: int,
        local_host: str,
        local_port: int,
        listener_name: str,
        security_protocol: str = "PLAINTEXT",
        principal: KafkaPrincipal = ANONYMOUS,
        ordinal: int = NO_CONNECTION,
    ) -> None:
        self.peer_host = peer_host
        self.peer_port = peer_port
        self.local_host = local_host
        self.local_port = local_port
        self.listener_name = listener_name
        self.principal = principal
        self.security_protocol = security_protocol
        self.ordinal = ordinal
        self.software: tuple[str, str] | None = None
        self._when_closed: tuple[Callable[[], object], ...] = ()

    def when_closed(self, callback: Callable[[], object]) -> None:
        """Has a callback called once the connection is closed: for what lasts as long as it does."""
        self._when_closed = (*self._when_closed, callback)

    def closed(self) -> None:
        """Calls whoever waits for the end of the connection."""
        waiting, self._when_closed = self._when_closed, ()
        for callback in waiting:
            callback()

    def introduce(self, name: str, version: str) -> None:
        """Notes what the client says of its software."""
        self.software = name, version

    def __str__(self) -> str:
        return f"{self.peer_host}:{self.peer_port} on {self.listener_name}"
