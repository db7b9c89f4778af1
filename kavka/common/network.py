"""The network as a program sees it: one Protocol, whoever stands behind it.

    bind ─▶ BoundAddress ─ serve ─▶ a protocol for each connection that comes        close: nobody comes any more
    connect ─▶ a connection to an address, with its transport and its protocol

Implemented by `kavka.common.machine_network` (sockets and the event loop) and by `kavka.simulation.memory_network`
(connections in memory); the contract tests in tests/unit/simulation run against both. A broker, the embedded ZooKeeper
and the simulation's clients reach others by nothing else.

Not here: what is said on a connection, and deadlines: who dials has one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    import ssl

P = TypeVar("P", bound=asyncio.BaseProtocol)


class BoundAddress(Protocol):
    """An address that was taken: who dials it waits until it is served."""

    @property
    def port(self) -> int:
        """Returns the port that was bound."""

    async def serve(self, make_protocol: Callable[[], asyncio.BaseProtocol], *, backlog: int) -> None:
        """Serves the address: each connection gets a protocol, those that wait already first.

        Args:
            make_protocol: makes one; a plain or a buffered one.
            backlog: connections that may wait to be accepted.
        """

    def close(self) -> None:
        """Releases the address; connections that exist go on. Idempotent.

        Nobody is served any more, but a protocol that was made just before still gets its connection, a turn later: the
        owner ends it then.
        """


class Connect(Protocol):
    """Opens a TCP connection for a protocol, as asyncio's `create_connection` does."""

    async def __call__(
        self,
        make_protocol: Callable[[], P],
        host: str,
        port: int,
        /,
        *,
        ssl: ssl.SSLContext | None = None,
        server_hostname: str | None = None,
        ssl_shutdown_timeout: float | None = None,
    ) -> tuple[asyncio.BaseTransport, P]:
        """Dials an address; the caller has the deadline.

        Raises:
            OSError: nobody listens there, or the name is unknown.
        """


class Network(Protocol):
    """The way to other machines, and theirs to this one."""

    def bind(
        self,
        host: str,
        port: int,
        *,
        backlog: int,
        is_dual_stack: bool = True,
        send_bytes: int | None = None,
        receive_bytes: int | None = None,
    ) -> BoundAddress:
        """Takes an address.

        Args:
            host: a name or an address; empty for all of them.
            port: 0 takes a free one.
            backlog: connections that may wait until it is served.
            is_dual_stack: whether all addresses are those of IPv4 and of IPv6; else of the family that `host` has.
            send_bytes: the buffer of what goes out, of connections to come; None leaves it to the system.
            receive_bytes: the same of what comes in.

        Raises:
            OSError: it is taken, not ours, or unknown; its `errno` says which.
        """

    def holder_of(self, port: int) -> str | None:
        """Describes the process that listens on a port; None when that cannot be found out."""

    def own_address(self) -> str:
        """Returns this machine's address towards the others; the loopback when there is no network."""

    @property
    def connect(self) -> Connect:
        """Returns how an address is dialled from here."""
