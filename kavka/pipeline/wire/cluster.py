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

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.connection import BlockingConnection
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.timer.backoff import Backoff
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.cluster_view import ANY_BROKER, ANY_VERSION, ClusterView, WaysIn
from kavka.wire.errors import FAILURES
from kavka.wire.metadata import BrokerAddress, ClusterMetadata, TopicInfo
from kavka.wire.retries import Retries
from kavka.wire.security import connection_security

__all__ = ["CLUSTERS_MAX", "FAILURES", "IDLE_CONNECTIONS_MAX", "IDLE_MS_MAX", "BlockingCluster", "cluster_of"]

T = TypeVar("T")

IDLE_CONNECTIONS_MAX = 4
"""Per broker; a worker process has one or two in use at a time."""

IDLE_MS_MAX = 240_000
"""Below the ten minutes after which brokers close idle connections (`connections.max.idle.ms`), and load balancers'
five."""

CLUSTERS_MAX = 8
"""Clusters that one process keeps connections to."""


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
        self.view = ClusterView(settings.bootstrap)
        self.clock: Clock = clock if clock is not None else SystemClock()
        self._security = connection_security(dict(settings.security))
        self._rng = rng if rng is not None else random.Random()
        self._backoff = Backoff(settings.retry_backoff_ms, settings.retry_backoff_ms_max, self._rng)
        self._sleep = sleep
        self._idle: dict[tuple[str, int], deque[BlockingConnection]] = {}

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
        connection = self._take_any() if broker_id == ANY_BROKER else self._take(self.view.address_of(broker_id))
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
        """Takes a connection to the first broker that can be reached, in the view's order."""
        every = (*self.view.metadata.brokers.values(), *self.view.bootstrap)
        in_flight = {address.broker_id: 0 for address in every if self._idle.get((address.host, address.port))}
        ways = WaysIn()
        for address in self.view.ways_in(in_flight, self._rng.shuffle):
            try:
                return self._take(address)
            except FAILURES as error:
                ways.failed(address, error)
        raise ways.exhausted()

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

    @property
    def metadata(self) -> ClusterMetadata:
        """Returns what is known of the cluster now."""
        return self.view.metadata

    def refresh(self, topics: Iterable[str] | None) -> ClusterMetadata:
        """Requests the topics' metadata once.

        Args:
            topics: Names; empty: brokers only; None: every topic.

        Raises:
            KafkaError: a topic is refused for good, by its name or for want of authorization.
            OSError, TimeoutError, DecodeError, ClientError: no broker answered.
        """
        response = self.ask(ANY_BROKER, self.view.metadata_request(topics))
        self.view.learn(response, is_everything=topics is None, now_ms=self.clock.monotonic_ms())
        return self.view.metadata

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
            return dict(found) if wanted is None else {name: self.view.topic(name) for name in wanted}

        return self.retry(attempt, what="read the cluster's metadata", unless=UnknownTopicOrPartition)

    def leader_of(self, tp: TopicPartition) -> int:
        """Returns the leader's broker id.

        The metadata is refreshed when it is old, or has been marked so.

        Raises:
            LeaderUnknown: there is none at the moment; worth another try.
            ValueError: the topic has no such partition.
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `refresh`.
        """
        self.refresh_stale((tp.topic,))
        return self.view.leader_of(tp)

    def refresh_stale(self, topics: Iterable[str]) -> None:
        """Requests the metadata of those topics that are marked stale, or too old; errors as `refresh`."""
        now_ms = self.clock.monotonic_ms()
        stale = [topic for topic in topics if self.view.is_stale(topic, now_ms)]
        if stale:
            self.refresh(stale)

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata as old, so that the next look requests it again."""
        self.view.mark_stale(topic)

    # ---------------------------------------------------------------- retries

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
        now_ms = self.clock.monotonic_ms()
        retries = Retries(what, limit_ms=limit_ms, now_ms=now_ms, pause_ms=self._backoff.pause_ms, unless=unless)
        while True:
            try:
                return attempt()
            except FAILURES as error:
                pause_ms = retries.failed(error, self.clock.monotonic_ms())
            self._sleep(pause_ms / 1000)


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
