"""A cluster as a worker process sees it: connections to its brokers, who leads what, and retries until a deadline.

The blocking twin of `kavka.client.cluster`. One `BlockingCluster` serves a whole process (`cluster_of`), a reader's
thread that fetches ahead included, without locks: a connection belongs to the thread that took it from the pool, the
metadata is replaced as a whole, and a deque's ends are safe to use from several threads.

    ask(broker, message) ─▶ take an idle connection, or open one ─▶ request ─▶ response, the connection goes back
                                                                         └─▶ failure: it is closed
"""

from __future__ import annotations

import os
import random
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar

from kavka.client.cluster import ANY_BROKER, ANY_VERSION, METADATA_AGE_MS_MAX, parse_bootstrap
from kavka.client.errors import (
    AuthenticationFailed,
    BootstrapFailed,
    ClientError,
    DeadlineExceeded,
    LeaderUnknown,
    code_name,
    error_for_code,
    is_retriable,
)
from kavka.client.metadata import NOTHING_KNOWN, BrokerAddress, ClusterMetadata, TopicInfo
from kavka.client.security import connection_security
from kavka.common.types import TopicPartition
from kavka.pipeline.wire.connection import BlockingConnection
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, UnknownTopicOrPartition
from kavka.protocol.messages import MetadataRequest
from kavka.timer.backoff import Backoff
from kavka.timer.clock import Clock, SystemClock
from kavka.timer.moments import MonotonicMs

T = TypeVar("T")

IDLE_CONNECTIONS_MAX = 4
"""Per broker; a worker process has one or two in use at a time."""

IDLE_MS_MAX = 240_000
"""Below the ten minutes after which brokers close idle connections (`connections.max.idle.ms`), and load balancers'
five."""

CLUSTERS_MAX = 8
"""Clusters that one process keeps connections to."""

FAILURES = (OSError, TimeoutError, DecodeError, KafkaError, ClientError)
"""What asking can end with that is not a defect of this program."""


class BlockingCluster:
    """Connections, leaders, retries.

    Args:
        settings: How to reach it.
        clock: Reads the time.
        rng: Spreads pauses, and chooses among equal brokers.
        sleep: Waits so many seconds.

    Raises:
        ValueError: settings that make no sense; of security: `SecuritySettingsError`, which names the property.
    """

    def __init__(
        self,
        settings: WireSettings,
        *,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.settings = settings
        self.metadata: ClusterMetadata = NOTHING_KNOWN
        self.clock: Clock = clock if clock is not None else SystemClock()
        self._bootstrap = parse_bootstrap(settings.bootstrap)
        self._security = connection_security(dict(settings.security))
        self._rng = rng if rng is not None else random.Random()
        self._backoff = Backoff(settings.retry_backoff_ms, settings.retry_backoff_ms_max, self._rng)
        self._sleep = sleep
        self._idle: dict[tuple[str, int], deque[BlockingConnection]] = {}
        self._refreshed_ms: dict[str, MonotonicMs] = {}

    def close(self) -> None:
        """Closes every idle connection; those in use close when they come back."""
        _close_idle(self._idle)

    # ---------------------------------------------------------------- connections

    @contextmanager
    def connection(self, broker_id: int) -> Iterator[BlockingConnection]:
        """Lends a connection to the caller alone.

        It goes back to the pool unless something failed or is unanswered.

        Args:
            broker_id: Whose; `ANY_BROKER` for any that can be reached.

        Raises:
            OSError, TimeoutError, DecodeError: the broker cannot be reached.
            AuthenticationFailed: a certificate or the login was refused.
            LeaderUnknown: the metadata does not name this broker.
            BootstrapFailed: no broker can be reached.
        """
        connection = self._take_any() if broker_id == ANY_BROKER else self._take(self._address_of(broker_id))
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)

    def _give_back(self, connection: BlockingConnection) -> None:
        address = connection.address
        idle = self._idle.setdefault((address.host, address.port), deque())
        if connection.is_closed or connection.in_flight or len(idle) >= IDLE_CONNECTIONS_MAX:
            connection.close()
            return
        connection.idle_since_ms = self.clock.monotonic_ms()
        idle.append(connection)

    def _take(self, address: BrokerAddress) -> BlockingConnection:
        idle = self._idle.setdefault((address.host, address.port), deque())
        while True:
            try:
                connection = idle.pop()
            except IndexError:
                break
            now_ms = self.clock.monotonic_ms()
            is_logged_in = connection.use_until_ms is None or now_ms < connection.use_until_ms
            if is_logged_in and now_ms - connection.idle_since_ms <= IDLE_MS_MAX:
                return connection
            connection.close()
        return BlockingConnection.open(
            address,
            client_id=self.settings.client_id,
            connect_timeout_ms=self.settings.connect_timeout_ms,
            request_timeout_ms=self.settings.request_timeout_ms,
            clock=self.clock,
            security=self._security,
        )

    def _take_any(self) -> BlockingConnection:
        known = list(self.metadata.brokers.values())
        self._rng.shuffle(known)
        failures: list[str] = []
        for address in (*known, *self._bootstrap):
            try:
                return self._take(address)
            except AuthenticationFailed:
                raise
            except (OSError, TimeoutError, DecodeError) as error:
                reason = _reason(error)
                failures.append(reason if reason.startswith(str(address)) else f"{address}: {reason}")
        raise BootstrapFailed("no broker can be reached: " + "; ".join(dict.fromkeys(failures)))

    def _address_of(self, broker_id: int) -> BrokerAddress:
        address = self.metadata.brokers.get(broker_id)
        if address is None:
            raise LeaderUnknown(f"no broker with id {broker_id} is known")
        return address

    def ask(
        self, broker_id: int, message: Any, *, timeout_ms: int | None = None, version_max: int = ANY_VERSION
    ) -> Any:
        """Sends a request to one broker once, in the best common version.

        Args:
            broker_id: Which; `ANY_BROKER` for any that can be reached.
            message: The request.
            timeout_ms: Deadline; None: `request_timeout_ms`.
            version_max: An upper bound for requests whose content needs an older form.

        Raises:
            UnsupportedByBroker: no common version.
            OSError, TimeoutError, DecodeError, ClientError: see `connection`.
        """
        with self.connection(broker_id) as connection:
            version = min(version_max, connection.version_for(message.API_KEY))
            return connection.request(message, version=version, timeout_ms=timeout_ms)

    # ---------------------------------------------------------------- metadata

    def refresh(self, topics: Iterable[str] | None) -> ClusterMetadata:
        """Requests the topics' metadata once.

        Args:
            topics: Names; empty: brokers only; None: every topic.

        Raises:
            KafkaError: a topic is refused for good, by its name or for want of authorization.
            OSError, TimeoutError, DecodeError, ClientError: no broker answered.
        """
        names = None if topics is None else list(topics)
        wanted = None if names is None else [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
        response = self.ask(ANY_BROKER, MetadataRequest(topics=wanted, allow_auto_topic_creation=False))
        self.metadata = self.metadata.merged_with(response, is_everything=names is None)
        now_ms = self.clock.monotonic_ms()
        for topic in response.topics:
            if topic.name is not None:
                self._refreshed_ms[topic.name] = now_ms
            if names is not None and topic.error_code not in (ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION):
                error = error_for_code(topic.error_code, f"topic {topic.name!r}: {code_name(topic.error_code)}")
                if not error.retriable:
                    raise error
        return self.metadata

    def topics(self, names: Iterable[str] | None = None) -> dict[str, TopicInfo]:
        """Requests topics with their partitions until no wanted topic has an error.

        Args:
            names: Which; None: all that the cluster has, internal ones too (`TopicInfo.is_internal`).

        Raises:
            UnknownTopicOrPartition: one of `names` does not exist.
            KafkaError, ClientError: it cannot be said.
        """
        wanted = None if names is None else list(names)

        def attempt() -> dict[str, TopicInfo]:
            found = self.refresh(wanted).topics
            for name in wanted or ():
                info = found.get(name)
                if info is None:
                    raise UnknownTopicOrPartition(f"there is no topic {name!r} in this cluster")
                if info.error_code != ErrorCode.NONE or not info.partitions:
                    raise LeaderUnknown(f"topic {name!r} has no leaders yet ({code_name(info.error_code)})")
            return {name: info for name, info in found.items() if wanted is None or name in wanted}

        return self.retry(attempt, what="read the cluster's metadata", unless=UnknownTopicOrPartition)

    def leader_of(self, tp: TopicPartition) -> int:
        """Returns the leader's broker id.

        The metadata is refreshed when it is old, or has been marked so.

        Raises:
            LeaderUnknown: there is none at the moment; worth another try.
            ValueError: the topic has no such partition.
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `refresh`.
        """
        refreshed_ms = self._refreshed_ms.get(tp.topic)
        if refreshed_ms is None or self.clock.monotonic_ms() - refreshed_ms > METADATA_AGE_MS_MAX:
            self.refresh([tp.topic])
        leader = self.metadata.leader_of(tp.topic, tp.partition)
        if leader < 0:
            self.mark_stale(tp.topic)
            info = self.metadata.topics.get(tp.topic)
            if info is not None and info.partitions and tp.partition not in info.partitions:
                raise ValueError(f"there is no partition {tp}: {tp.topic!r} has {len(info.partitions)} partitions")
            raise LeaderUnknown(f"{tp} has no leader")
        return leader

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata as old, so that the next look requests it again."""
        self._refreshed_ms.pop(topic, None)

    # ---------------------------------------------------------------- retries

    def backoff_ms(self, attempt: int) -> int:
        """Returns the pause after a failed try, counted from 0.

        It is doubled each time, bounded, and spread by ±20 % (KIP-580).
        """
        return self._backoff.pause_ms(attempt)

    def pause(self, ms: int) -> None:
        """Waits."""
        self._sleep(ms / 1000)

    def retry(
        self,
        attempt: Callable[[], T],
        *,
        what: str,
        timeout_ms: int | None = None,
        unless: type[BaseException] | None = None,
    ) -> T:
        """Tries until it works, until an error that no retry mends, or until the deadline.

        Args:
            attempt: One try; its own waits are bounded by `request_timeout_ms`, by which the deadline may be passed.
            what: Completes the sentence "could not …".
            timeout_ms: The deadline; None: `api_timeout_ms`.
            unless: A class of errors that ends it though it is retriable by name.

        Raises:
            DeadlineExceeded: with the last failure as cause.
            KafkaError, ClientError: what is not retriable, unchanged.
        """
        limit_ms = self.settings.api_timeout_ms if timeout_ms is None else timeout_ms
        deadline_ms = self.clock.monotonic_ms() + limit_ms
        count = 0
        while True:
            try:
                return attempt()
            except FAILURES as error:
                if not is_retriable(error) or (unless is not None and isinstance(error, unless)):
                    raise
                pause_ms = self.backoff_ms(count)
                if self.clock.monotonic_ms() + pause_ms >= deadline_ms:
                    raise DeadlineExceeded(f"could not {what} within {limit_ms} ms; last: {_reason(error)}") from error
            self.pause(pause_ms)
            count += 1


def cluster_of(settings: WireSettings) -> BlockingCluster:
    """Returns this process's one cluster with these settings.

    The next task finds its connections open.

    Spark forks its workers, and reuses them for one task after the other; no object of ours lives that long, so this is
    kept by the module, by process id: a fork starts with none.

    Raises:
        ValueError: settings that make no sense.
    """
    return _cluster_of(settings, os.getpid())


@lru_cache(maxsize=CLUSTERS_MAX)
def _cluster_of(settings: WireSettings, _pid: int) -> BlockingCluster:
    cluster = BlockingCluster(settings)
    # Nothing else closes what is idle when this cluster makes way for a ninth one, or the process ends.
    weakref.finalize(cluster, _close_idle, cluster._idle)
    return cluster


def _close_idle(idle: Mapping[tuple[str, int], deque[BlockingConnection]]) -> None:
    for connections in idle.values():
        while connections:
            connections.pop().close()


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
