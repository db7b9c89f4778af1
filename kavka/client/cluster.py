"""A cluster as its clients see it: one connection a broker, the leaders' metadata, retries with backoff.

Producer, Consumer and Admin each stand on one `Cluster` of their own; it knows nothing of records or positions. It runs
no task: connections are opened and metadata is read by whoever needs them first, and everybody else who needs the same
waits for that.

    ask(broker, message) ──► connection(broker) ──► version = min(ours, theirs) ──► response
                                  │ not open
                                  ▼
                        open + negotiate, once, however many ask
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, TypeVar

from kavka.client.connection import CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS, Connection
from kavka.client.errors import (
    AuthenticationFailed,
    BootstrapFailed,
    ClientClosed,
    DeadlineExceeded,
    LeaderUnknown,
    code_name,
    error_for_code,
    is_retriable,
)
from kavka.client.metadata import NOTHING_KNOWN, BrokerAddress, ClusterMetadata, TopicInfo
from kavka.client.security import SecurityLike, connection_security
from kavka.client.versions import choose_version
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, UnknownTopicOrPartition
from kavka.protocol.messages import MetadataRequest
from kavka.timer.backoff import Backoff
from kavka.timer.clock import Clock, SystemClock
from kavka.timer.moments import MonotonicMs

T = TypeVar("T")

API_TIMEOUT_MS = 60_000
"""Kafka's `default.api.timeout.ms`: the deadline of one call with all its retries."""

RETRY_BACKOFF_MS = 50
RETRY_BACKOFF_MS_MAX = 1_000
"""Kafka's `retry.backoff.max.ms`. The first pause is half of Kafka's 100 ms: an election on localhost takes less."""

METADATA_AGE_MS_MAX = 300_000
"""Kafka's `metadata.max.age.ms`."""

DEFAULT_PORT = 9092

ANY_VERSION = 99
"""An upper bound that is none."""

ANY_BROKER = -1
"""A broker id that stands for "any broker that responds"."""


def parse_bootstrap(servers: str | Sequence[str]) -> list[BrokerAddress]:
    """Reads "host:port,host:port" (or a list of such); the port is 9092 when left out. Ids count down from −2.

    Raises:
        ValueError: an address without a host, or a port that is not a number.
    """
    items = servers.split(",") if isinstance(servers, str) else list(servers)
    addresses: list[BrokerAddress] = []
    for item in (item.strip() for item in items):
        if not item:
            continue
        host, colon, port = item.rpartition(":")
        if not colon or host.endswith(":") or port.endswith("]"):
            host, port = item, str(DEFAULT_PORT)
        host = host.strip("[]")
        if not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise ValueError(f"{item!r} is not an address; write host:port")
        addresses.append(BrokerAddress(-2 - len(addresses), host, int(port)))
    if not addresses:
        raise ValueError("no bootstrap address given; write host:port")
    return addresses


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
    ) -> None:
        self.bootstrap = parse_bootstrap(bootstrap)
        self.client_id = client_id
        self.request_timeout_ms = request_timeout_ms
        self.api_timeout_ms = api_timeout_ms
        self.clock: Clock = clock if clock is not None else SystemClock()
        self.rng = rng if rng is not None else random.Random()
        self.metadata = NOTHING_KNOWN
        self.security = connection_security(security)
        self._reach_timeout_ms = reach_timeout_ms
        self._connect_timeout_ms = connect_timeout_ms
        self._backoff = Backoff(retry_backoff_ms, retry_backoff_ms_max, self.rng)
        self._metadata_age_ms_max = metadata_age_ms_max
        self._connections: dict[int, tuple[BrokerAddress, Connection]] = {}
        self._opening: dict[int, asyncio.Future[None]] = {}
        self._refreshed_ms: dict[str, MonotonicMs] = {}
        self._is_closed = False

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Cluster:
        """Proves that a broker responds, and learns the brokers' addresses."""
        await self.retry(lambda: self.refresh([]), what="reach the cluster", timeout_ms=self._reach_timeout_ms)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes every connection."""
        await self.close()

    async def close(self) -> None:
        """Closes every connection; what still waits fails with ConnectionError."""
        self._is_closed = True
        while self._connections:
            _, (_, connection) = self._connections.popitem()
            await connection.close()

    # ---------------------------------------------------------------- connections

    def address_of(self, broker_id: int) -> BrokerAddress:
        """Returns a broker's address.

        Raises:
            LeaderUnknown: the metadata does not name this broker.
        """
        if broker_id < ANY_BROKER:
            return self.bootstrap[-2 - broker_id]
        address = self.metadata.brokers.get(broker_id)
        if address is None:
            raise LeaderUnknown(f"no broker with id {broker_id} is known")
        return address

    async def connection(self, broker_id: int) -> Connection:
        """Returns the open, negotiated connection to a broker; opens it when there is none.

        Raises:
            OSError: the broker refused or dropped the connection.
            AuthenticationFailed: a certificate or the login was refused.
            TimeoutError: it did not respond in time.
            LeaderUnknown: the metadata does not name this broker.
            ClientClosed: after `close`.
        """
        while True:
            if self._is_closed:
                raise ClientClosed("the client is closed")
            address = self.address_of(broker_id)
            known = self._connections.get(broker_id)
            if known is not None and known[0] == address and not known[1].is_closed:
                if not known[1].must_renew:
                    return known[1]
                await known[1].renew_login()
                continue
            opening = self._opening.get(broker_id)
            if opening is None:
                return await self._open(broker_id, address)
            await asyncio.wait((opening,))

    def open_connection(self, broker_id: int) -> Connection | None:
        """Returns a broker's open connection whose login need not be renewed, else None. Never waits."""
        known = self._connections.get(broker_id)
        if known is None or known[1].is_closed or known[0] != self.metadata.brokers.get(broker_id):
            return None
        return None if known[1].must_renew else known[1]

    async def _open(self, broker_id: int, address: BrokerAddress) -> Connection:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening[broker_id] = done
        try:
            stale = self._connections.pop(broker_id, None)
            if stale is not None:
                await stale[1].close()
            connection = await Connection.open(
                address.host,
                address.port,
                client_id=self.client_id,
                connect_timeout_ms=self._connect_timeout_ms,
                request_timeout_ms=self.request_timeout_ms,
                security=self.security,
            )
            try:
                await connection.negotiate(min(self.request_timeout_ms, self._connect_timeout_ms))
            except BaseException:
                await connection.close()
                raise
            if self._is_closed:
                await connection.close()
                raise ClientClosed("the client was closed while it connected")
            self._connections[broker_id] = (address, connection)
            return connection
        finally:
            del self._opening[broker_id]
            done.set_result(None)

    # ---------------------------------------------------------------- requests

    async def ask(
        self, broker_id: int, message: Any, *, timeout_ms: int | None = None, version_max: int = ANY_VERSION
    ) -> Any:
        """Sends a request once to a broker, in the highest common version.

        Args:
            broker_id: Whom; `ANY_BROKER` for whoever can be reached.
            message: The request.
            timeout_ms: Deadline of this request; None: `request_timeout_ms`.
            version_max: An upper bound for requests whose content needs an older form.

        Raises:
            UnsupportedByBroker: no common version.
            OSError, TimeoutError, DecodeError, LeaderUnknown: see `connection` and `Connection.request`.
        """
        if broker_id == ANY_BROKER:
            connection = await self._any_connection()
        else:
            connection = await self.connection(broker_id)
        return await connection.request(
            message, version=min(version_max, self.version_for(connection, message.API_KEY)), timeout_ms=timeout_ms
        )

    def version_for(self, connection: Connection, api_key: int) -> int:
        """Returns the highest common version of an API on a connection.

        Raises:
            UnsupportedByBroker: there is none.
        """
        return choose_version(api_key, connection.api_versions, broker=f"{connection.host}:{connection.port}")

    async def _any_connection(self) -> Connection:
        """Returns an open connection, else the first that opens.

        Known brokers are tried in random order, then bootstrap's.
        """
        for _, connection in self._connections.values():
            if not connection.is_closed:
                return connection
        candidates = list(self.metadata.brokers)
        self.rng.shuffle(candidates)
        candidates += [address.broker_id for address in self.bootstrap]
        failures: list[str] = []
        for broker_id in candidates:
            address = self.address_of(broker_id)
            try:
                return await self.connection(broker_id)
            except AuthenticationFailed:
                raise  # it holds for every broker alike, and no retry mends it
            except (OSError, TimeoutError, DecodeError) as error:
                reason = _reason(error)
                failures.append(reason if reason.startswith(str(address)) else f"{address}: {reason}")
        raise BootstrapFailed("no broker can be reached: " + "; ".join(dict.fromkeys(failures)))

    # ---------------------------------------------------------------- metadata

    async def refresh(self, topics: Iterable[str] | None, *, may_create: bool = False) -> ClusterMetadata:
        """Reads metadata once and replaces the former.

        Args:
            topics: Names; empty: brokers only; None: every topic.
            may_create: Whether the broker may create a topic that does not exist (`auto.create.topics.enable`).
        """
        names = None if topics is None else list(topics)
        wanted = None if names is None else [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
        request = MetadataRequest(topics=wanted, allow_auto_topic_creation=may_create)
        response = await self.ask(ANY_BROKER, request)
        self.metadata = self.metadata.merged_with(response, is_everything=names is None)
        now_ms = self.clock.monotonic_ms()
        for topic in response.topics:
            if topic.name is not None:
                self._refreshed_ms[topic.name] = now_ms
            code = topic.error_code
            if names is not None and code not in (ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION):
                error = error_for_code(code, f"topic {topic.name!r}: {code_name(code)}")
                if not error.retriable:
                    raise error
        return self.metadata

    async def topic(self, name: str, *, may_create: bool = False) -> TopicInfo:
        """Returns a topic with its leaders, from fresh metadata or by requests with retries.

        Raises:
            KafkaError: the broker will not describe it (unknown, invalid name, not allowed).
            DeadlineExceeded: no leader appeared in time.
        """
        info = self.metadata.topics.get(name)
        if info is not None and info.partitions and not self.is_stale(name):
            return info

        async def attempt() -> TopicInfo:
            await self.refresh([name], may_create=may_create)
            found = self.metadata.topics.get(name)
            if found is None or found.error_code != ErrorCode.NONE or not found.partitions:
                code = found.error_code if found is not None else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                if not may_create and code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                    raise UnknownTopicOrPartition(f"there is no topic {name!r} in this cluster")
                if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                    raise LeaderUnknown(f"there is no topic {name!r}, and no broker creates it")
                raise LeaderUnknown(f"topic {name!r} has no leaders yet ({code_name(code)})")
            return found

        return await self.retry(attempt, what=f"find topic {name!r}", unless=UnknownTopicOrPartition)

    def is_stale(self, topic: str) -> bool:
        """Tells whether a topic's metadata is missing or older than `metadata_age_ms_max`."""
        refreshed_ms = self._refreshed_ms.get(topic)
        return refreshed_ms is None or self.clock.monotonic_ms() - refreshed_ms > self._metadata_age_ms_max

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata stale. A response said that its leader moved."""
        self._refreshed_ms.pop(topic, None)

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
        last: BaseException | None = None
        count = 0
        try:
            async with asyncio.timeout(limit_ms / 1000) as deadline:
                while True:
                    try:
                        return await attempt()
                    except (OSError, TimeoutError, DecodeError, KafkaError, LeaderUnknown, BootstrapFailed) as error:
                        if deadline.expired() or not is_retriable(error):
                            raise
                        if unless is not None and isinstance(error, unless):
                            raise
                        last = error
                    await asyncio.sleep(self.backoff_ms(count) / 1000)
                    count += 1
        except TimeoutError:
            reason = f"; last: {_reason(last)}" if last is not None else ""
            raise DeadlineExceeded(f"could not {what} within {limit_ms} ms{reason}") from last


def _reason(error: BaseException | None) -> str:
    text = str(error)
    return text if text else type(error).__name__
