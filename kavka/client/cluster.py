"""A cluster as its clients see it: one connection a broker, the leaders' metadata, retries with backoff.

Producer, Consumer and Admin each stand on one `Cluster` of their own; it knows nothing of records or positions. It runs
no task: connections are opened and metadata is read by whoever needs them first.

    ask(broker, message) ──► connections.get(broker) ──► version = min(ours, theirs) ──► response
    refresh, topic       ──► view: whom to ask, what is stale       retry ──► retries: whether, after which pause

The decisions are `kavka.wire`'s; here are connections and waiting.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from kavka.client.connection import CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS, Connection
from kavka.client.connections import Connections
from kavka.client.first_response import first_response
from kavka.client.security import SecurityLike, connection_security
from kavka.client.versions import BY_ID, check_offered, choose_version, is_offered
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.timer.backoff import Backoff
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.cluster_view import (
    ANY_BROKER,
    ANY_VERSION,
    METADATA_AGE_MS_MAX,
    ClusterView,
    WaysIn,
    parse_bootstrap,
)
from kavka.wire.errors import FAILURES, DeadlineExceeded
from kavka.wire.metadata import ClusterMetadata, TopicInfo
from kavka.wire.retries import API_TIMEOUT_MS, RETRY_BACKOFF_MS, RETRY_BACKOFF_MS_MAX, Retries

if TYPE_CHECKING:
    from kavka.wire.client_measures import ClientMeasures

__all__ = [
    "ANY_BROKER",
    "ANY_VERSION",
    "API_TIMEOUT_MS",
    "METADATA_AGE_MS_MAX",
    "RETRY_BACKOFF_MS",
    "RETRY_BACKOFF_MS_MAX",
    "Cluster",
    "bootstrap_of",
    "parse_bootstrap",
]

T = TypeVar("T")


def bootstrap_of(
    bootstrap: str | Sequence[str] | None, bootstrap_servers: str | Sequence[str] | None
) -> str | Sequence[str]:
    """Returns the bootstrap list, whichever of its two names it was given by.

    Raises:
        TypeError: it has none, or both.
    """
    if bootstrap is None and bootstrap_servers is not None:
        return bootstrap_servers
    if bootstrap is None or bootstrap_servers is not None:
        raise TypeError('say once where the brokers are: "host:port,host:port", or bootstrap_servers="host:port"')
    return bootstrap


class Cluster:
    """The shared ground of the bundled clients.

    Args:
        bootstrap: "host:port[,host:port…]"; any one broker is enough.
        client_id: What brokers call us in logs and quotas.
        request_timeout_ms: Deadline of one request.
        api_timeout_ms: Deadline of one call, retries included.
        reach_timeout_ms: How long entering looks for a first broker; None: `api_timeout_ms`.
        connect_timeout_ms: Deadline of one TCP handshake.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        retry_backoff_ms_max: The longest pause.
        metadata_age_ms_max: When leaders are asked for again though nothing went wrong.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        clock: Reads the time.
        rng: Spreads pauses, and chooses among equal brokers.
        measures: Is told of connections and responses; None: nobody measures.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str],
        *,
        client_id: str = "kavka",
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        connect_timeout_ms: int = CONNECT_TIMEOUT_MS,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        retry_backoff_ms_max: int = RETRY_BACKOFF_MS_MAX,
        metadata_age_ms_max: int = METADATA_AGE_MS_MAX,
        security: SecurityLike = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        measures: ClientMeasures | None = None,
    ) -> None:
        self.view = ClusterView(bootstrap, metadata_age_ms_max=metadata_age_ms_max)
        self.client_id = client_id
        self.request_timeout_ms = request_timeout_ms
        self.api_timeout_ms = api_timeout_ms
        self.clock: Clock = clock if clock is not None else SystemClock()
        self.rng = rng if rng is not None else random.Random()
        self.security = connection_security(security)
        self._reach_timeout_ms = reach_timeout_ms
        self._backoff = Backoff(retry_backoff_ms, retry_backoff_ms_max, self.rng)
        self._connections = Connections(
            self.view,
            client_id=client_id,
            connect_timeout_ms=connect_timeout_ms,
            request_timeout_ms=request_timeout_ms,
            security=self.security,
            clock=self.clock,
            measures=measures,
        )

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Cluster:
        """Proves that a broker responds, and learns the brokers' addresses; closes where that cannot be."""
        try:
            await self._reach()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes every connection."""
        await self.close()

    async def _reach(self) -> None:
        try:
            await self.retry(lambda: self.refresh([]), what="reach the cluster", timeout_ms=self._reach_timeout_ms)
        except DeadlineExceeded as error:
            if error.__cause__ is not None:
                raise
            # Nobody refused, nobody responded: a broker that stands still, or a server of another kind that waits.
            raise error from self.view.silent()

    async def close(self) -> None:
        """Closes every connection; what still waits fails with ConnectionError."""
        await self._connections.close()

    # ---------------------------------------------------------------- connections

    async def connection(self, broker_id: int) -> Connection:
        """Returns the open, negotiated connection to a broker; opens it when there is none.

        Raises:
            OSError: the broker refused or dropped the connection.
            AuthenticationFailed: a certificate or the login was refused.
            TimeoutError: it did not respond in time.
            LeaderUnknown: the metadata does not name this broker.
            ClientClosed: after `close`.
        """
        return await self._connections.get(broker_id)

    def open_connection(self, broker_id: int) -> Connection | None:
        """Returns a broker's open connection whose login need not be renewed, else None. Never waits."""
        return self._connections.get_nowait(broker_id)

    def least_loaded(self, api_keys: Collection[int], version: int) -> Connection | None:
        """Returns the least loaded open connection whose broker offers some APIs, else None. Never waits."""
        return self._connections.least_loaded(api_keys, version)

    # ---------------------------------------------------------------- requests

    async def ask(
        self,
        broker_id: int,
        message: Any,
        *,
        timeout_ms: int | None = None,
        version_max: int = ANY_VERSION,
        version: int | None = None,
    ) -> Any:
        """Sends a request once to a broker, in the highest common version.

        Args:
            broker_id: Whom; `ANY_BROKER` for whoever can be reached.
            message: The request.
            timeout_ms: Deadline of this request; None: `request_timeout_ms`.
            version_max: An upper bound for requests whose content needs an older form.
            version: The only version that will do; None: any.

        Raises:
            UnsupportedByBroker: no common version.
            OSError, TimeoutError, DecodeError, LeaderUnknown: see `connection` and `Connection.request`.
        """
        if broker_id == ANY_BROKER:
            connection = await self._any_connection()
        else:
            connection = await self._connections.get(broker_id)
        if version is None:
            version = min(version_max, self.version_for(connection, message.API_KEY))
        else:
            self.check_offers(connection, message.API_KEY, version)
        return await connection.request(message, version=version, timeout_ms=timeout_ms)

    async def ask_several(self, message: Any, *, version_max: int = ANY_VERSION) -> Any:
        """Sends a request that may be sent twice to broker after broker until one responds; see `first_response`.

        Args:
            message: The request.
            version_max: As `ask`.

        Raises:
            UnsupportedByBroker: no common version.
            BootstrapFailed: no broker responded.
            AuthenticationFailed: a certificate or the login was refused.
        """

        def start(connection: Connection) -> asyncio.Future[Any]:
            version = min(version_max, self.version_for(connection, message.API_KEY))
            return connection.start_request(message, version=version)

        ways_in = self.view.ways_in(self._connections.in_flight(), self.rng.shuffle)
        return await first_response(ways_in, self._connections.get, start)

    def version_for(self, connection: Connection, api_key: int) -> int:
        """Returns the highest common version of an API on a connection.

        Raises:
            UnsupportedByBroker: there is none.
        """
        return choose_version(api_key, connection.api_versions, broker=f"{connection.host}:{connection.port}")

    def offers_by_id(self, connection: Connection, api_key: int, topics: Iterable[str]) -> bool:
        """Tells whether an API may be asked by the ids of topics.

        The broker has to take it so, and all ids have to be known.
        """
        if not is_offered(api_key, BY_ID[api_key], connection.api_versions):
            return False
        id_of = self.metadata.id_of
        return all(id_of(topic) != ZERO_TOPIC_ID for topic in topics)

    def check_offers(self, connection: Connection, api_key: int, version: int) -> None:
        """Checks that a broker offers a version, beyond those that are chosen from.

        Raises:
            UnsupportedByBroker: it does not.
        """
        check_offered(api_key, version, connection.api_versions, broker=f"{connection.host}:{connection.port}")

    def feature_level(self, name: str) -> int:
        """Returns the level at which a feature is finalized, as far as was heard; 0: none."""
        return self._connections.finalized.levels.get(name, 0)

    async def _any_connection(self) -> Connection:
        """Returns the connection of the first broker that can be reached, in the view's order."""
        ways = WaysIn()
        for address in self.view.ways_in(self._connections.in_flight(), self.rng.shuffle):
            try:
                return await self._connections.get(address.broker_id)
            except FAILURES as error:
                ways.failed(address, error)
        raise ways.exhausted()

    # ---------------------------------------------------------------- metadata

    @property
    def metadata(self) -> ClusterMetadata:
        """Returns what is known of the cluster now."""
        return self.view.metadata

    async def refresh(self, topics: Iterable[str] | None, *, may_create: bool = False) -> ClusterMetadata:
        """Reads metadata once and replaces the former.

        Args:
            topics: Names; empty: brokers only; None: every topic.
            may_create: Whether the broker may create a topic that does not exist (`auto.create.topics.enable`).

        Raises:
            KafkaError: a topic is refused for good, by its name or for want of authorization.
            OSError, TimeoutError, DecodeError, ClientError: no broker responded.
        """
        response = await self.ask_several(self.view.metadata_request(topics, may_create=may_create))
        self.view.learn(response, is_everything=topics is None, now_ms=self.clock.monotonic_ms())
        return self.view.metadata

    async def refresh_ids(self, topic_ids: Iterable[bytes]) -> ClusterMetadata:
        """Reads metadata of topics by id once, and merges it into the former.

        Raises:
            EncodeError: the broker is older than Kafka 2.8.
            KafkaError: a topic is refused for want of authorization.
            OSError, TimeoutError, DecodeError, ClientError: no broker responded.
        """
        response = await self.ask_several(self.view.naming_request(topic_ids))
        self.view.learn(response, is_everything=False, now_ms=self.clock.monotonic_ms())
        return self.view.metadata

    async def topic(self, name: str, *, may_create: bool = False) -> TopicInfo:
        """Returns a topic with its leaders, from fresh metadata or by requests with retries.

        Raises:
            KafkaError: the broker will not describe it (unknown, invalid name, not allowed).
            DeadlineExceeded: no leader appeared in time.
        """
        info = self.view.fresh_topic(name, self.clock.monotonic_ms())
        if info is not None:
            return info

        async def attempt() -> TopicInfo:
            await self.refresh([name], may_create=may_create)
            return self.view.topic(name, may_create=may_create)

        return await self.retry(attempt, what=f"find topic {name!r}", unless=UnknownTopicOrPartition)

    def is_stale(self, topic: str) -> bool:
        """Tells whether a topic's metadata is missing or older than `metadata_age_ms_max`."""
        return self.view.is_stale(topic, self.clock.monotonic_ms())

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata stale. A response said that its leader moved."""
        self.view.mark_stale(topic)

    # ---------------------------------------------------------------- retries

    def backoff_ms(self, attempt: int) -> int:
        """Returns the pause after a failed attempt, counted from 0.

        It doubles each time, bounded, spread by ±20 % (KIP-580).
        """
        return self._backoff.pause_ms(attempt)

    async def retry(
        self,
        attempt: Callable[[], Awaitable[T]],
        *,
        what: str,
        timeout_ms: int | None = None,
        unless: type[BaseException] | None = None,
    ) -> T:
        """Retries until success, an error that is not retriable, or the deadline.

        Args:
            attempt: One try.
            what: Completes the sentence "could not …".
            timeout_ms: The deadline; None: `api_timeout_ms`.
            unless: A class of errors that ends it though it is retriable by name.

        Raises:
            DeadlineExceeded: with the last failure as cause.
            KafkaError, ClientError: what is not retriable, unchanged.
        """
        limit_ms = self.api_timeout_ms if timeout_ms is None else timeout_ms
        now_ms = self.clock.monotonic_ms()
        retries = Retries(what, limit_ms=limit_ms, now_ms=now_ms, pause_ms=self._backoff.pause_ms, unless=unless)
        try:
            async with asyncio.timeout(limit_ms / 1000) as deadline:
                while True:
                    try:
                        return await attempt()
                    except FAILURES as error:
                        if deadline.expired():
                            raise
                        pause_ms = retries.failed(error, self.clock.monotonic_ms())
                    await asyncio.sleep(pause_ms / 1000)
        except TimeoutError:
            raise retries.expired() from retries.last
