"""How brokers reach each other, and the controller its brokers: one kept connection a purpose, dialled by use.

    ask ─▶ locate(where it is connected) ─▶ the same address, still open ─▶ request ─▶ response
                │                              otherwise: close, dial ───────┘
                └─ nobody knows ─▶ PeerUnknown

The address may be who-ever-is-the-controller's, so it is asked for with each request; whoever reaches one broker by its
id keeps to an open connection instead, and says so by returning the address it is given. Several who ask at once wait
for one dial. Each purpose has a link of its own: a broker handles one request of a connection after the other, and a
change of an ISR must not wait behind the creation of topics.

What an exchange can end with (`LINK_FAILURES`), and nothing else:

    PeerUnknown      nobody says where the peer is; nothing was sent
    OSError          nothing is known of what became of the request; TimeoutError is one
    DecodeError      the peer's bytes are none of Kafka's

Not here: what is asked, and when again: the callers' (`broker.cluster.controller_channel`, `broker.replica.fetcher`,
`broker.transaction.marker_sender`, `controller.channel_manager` …). Nor how one dials: an argument.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from kavka.protocol.errors import DecodeError
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    from kavka.wire.connection_core import Take

_log = logging.getLogger(__name__)

CLOSE_TIMEOUT_MS: Final = 1_000
"""How long a connection may take to close."""

LINK_FAILURES: Final = (OSError, DecodeError)
"""What `PeerLink.ask` raises: ConnectionError, PeerUnknown and TimeoutError are OSErrors."""


class PeerUnknown(ConnectionError):
    """Nobody says where the peer listens; a moment later somebody may."""


class PeerConnection(Protocol):
    """What a link needs of a connection; `kavka.wire.connection.Connection` is one."""

    @property
    def is_closed(self) -> bool:
        """Tells whether the connection can carry no further request."""

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        """Sends a request and waits for the response; a timeout closes the connection."""

    async def close(self) -> None:
        """Closes the connection; pending requests get a ConnectionError. Closing twice is fine."""


class FetchingConnection(PeerConnection, Protocol):
    """A connection that a follower fetches by: its waiting can be broken off, its login renewed between requests."""

    @property
    def must_renew(self) -> bool:
        """Tells whether the login must be renewed before the next request."""

    async def renew_login(self) -> None:
        """Repeats the login where its end is near; between requests."""

    def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> asyncio.Future[Any]:
        """Sends a request and returns the future of its response."""

    def start_packed(
        self, api_key: int, body: bytes, *, version: int, timeout_ms: int, answer: asyncio.Future[Any], take: Take
    ) -> None:
        """Sends a request that is encoded already; offers its response to `take`, or completes `answer`."""


C = TypeVar("C", bound=PeerConnection)

Address = tuple[str, int]
"""Host and port."""

Locate = Callable[[Address | None], Awaitable[Address]]
"""(where the link is connected, None: nowhere) → where its peer is; raises PeerUnknown when nobody says so."""

Dial = Callable[[str, int, str], Awaitable[C]]
"""(host, port, client id) → an open connection, in bounded time; raises OSError."""


class PeerLink(Generic[C]):
    """The way to one peer.

    Args:
        locate: says where the peer is.
        dial: opens a connection.
        purpose: what the link is for; the client id, by which the peer's log and quotas know it.
        clock: how long dialling and closing may take.
    """

    __slots__ = ("_address", "_clock", "_closings", "_connection", "_dial", "_dialling", "_locate", "_purpose")

    def __init__(self, *, locate: Locate, dial: Dial[C], purpose: str, clock: Clock) -> None:
        self._locate = locate
        self._dial = dial
        self._purpose = purpose
        self._clock = clock
        self._connection: C | None = None
        self._address: Address | None = None
        self._dialling: asyncio.Event | None = None
        self._closings = 0

    @property
    def is_open(self) -> bool:
        """Tells whether there is a connection that can carry a request."""
        return self._open() is not None

    async def ask(self, message: Any, *, version: int, timeout_ms: int, connect_timeout_ms: int | None = None) -> Any:
        """Sends a request to the peer, and returns the response.

        Args:
            message: the request.
            version: of it.
            timeout_ms: how long the response may take.
            connect_timeout_ms: how long a new connection may take; None: as long as `dial` gives it.

        Raises:
            PeerUnknown: there is nobody to ask.
            OSError, DecodeError: see `LINK_FAILURES`.
        """
        connection = await self.connected(connect_timeout_ms)
        return await connection.request(message, version=version, timeout_ms=timeout_ms)

    async def connected(self, timeout_ms: int | None = None) -> C:
        """Returns the open connection to where the peer is now; dials where there is none.

        Args:
            timeout_ms: how long a new connection may take; None: as long as `dial` gives it.

        Raises:
            PeerUnknown: nobody says where the peer is.
            OSError: it cannot be reached; TimeoutError is one.
        """
        while True:
            connection, dialling = self._open(), self._dialling
            if dialling is None:
                address = await self._locate(None if connection is None else self._address)
                if self._open() is connection and self._dialling is None:  # else somebody else was faster meanwhile
                    if connection is not None and address == self._address:
                        return connection
                    async with self._clock.timeout(timeout_ms):
                        return await self._dial_anew(address)
            else:
                async with self._clock.timeout(timeout_ms):
                    await dialling.wait()

    def _open(self) -> C | None:
        connection = self._connection
        return None if connection is None or connection.is_closed else connection

    async def _dial_anew(self, address: Address) -> C:
        dialling = self._dialling = asyncio.Event()
        try:
            await self._drop()
            closings = self._closings
            connection = await self._dial(*address, self._purpose)
            if closings != self._closings:
                await connection.close()
                raise ConnectionError(f"the link to {address[0]}:{address[1]} was closed while it was dialled")
            self._connection, self._address = connection, address
            return connection
        finally:
            self._dialling = None
            dialling.set()

    async def close(self) -> None:
        """Closes the connection, in bounded time; a later request opens another."""
        self._closings += 1
        await self._drop()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            async with self._clock.timeout(CLOSE_TIMEOUT_MS):
                await connection.close()
        except OSError as error:
            _log.debug("%s: closing the connection to %s: %s", self._purpose, self._address, error)


class PeerLinks(Generic[C]):
    """The links to other brokers for one purpose, one for each; at most as many as there are brokers.

    A broker that is connected is asked over that connection until it breaks, whatever the metadata says meanwhile.

    Args:
        locate: says where a broker listens for others; None: it is not alive.
        dial: opens a connection.
        purpose: as of `PeerLink`.
        clock: likewise.
    """

    __slots__ = ("_clock", "_dial", "_links", "_locate", "_purpose")

    def __init__(self, *, locate: Callable[[int], Address | None], dial: Dial[C], purpose: str, clock: Clock) -> None:
        self._locate = locate
        self._dial = dial
        self._purpose = purpose
        self._clock = clock
        self._links: dict[int, PeerLink[C]] = {}

    async def ask(self, broker_id: int, message: Any, *, version: int, timeout_ms: int) -> Any:
        """Sends a request to a broker, and returns the response.

        Args:
            broker_id: whom to ask.
            message: the request.
            version: of it.
            timeout_ms: for the response; dialling has its own.

        Raises:
            PeerUnknown: the broker is not alive.
            OSError, DecodeError: see `LINK_FAILURES`.
        """
        link = self._links.get(broker_id)
        if link is None:
            link = self._links[broker_id] = self._link(broker_id)
        return await link.ask(message, version=version, timeout_ms=timeout_ms)

    def _link(self, broker_id: int) -> PeerLink[C]:
        find = self._locate  # and not this object: in a circle with its links it would outlive its owner

        async def locate(connected_to: Address | None) -> Address:
            address = connected_to or find(broker_id)
            if address is None:
                raise PeerUnknown(f"broker {broker_id} is not alive")
            return address

        return PeerLink(locate=locate, dial=self._dial, purpose=self._purpose, clock=self._clock)

    async def close_all_but(self, alive: Collection[int]) -> None:
        """Closes the links to brokers that are gone: a paused one would not respond, and would not say so."""
        for broker_id in [broker_id for broker_id in self._links if broker_id not in alive]:
            await self._links.pop(broker_id).close()

    async def close(self) -> None:
        """Closes all links."""
        await self.close_all_but(())
