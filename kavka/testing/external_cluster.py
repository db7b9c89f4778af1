"""A cluster that somebody else runs, in place of a `KafkaCluster`: the same tests against the Kafka of production.

    pytest --kafka-url host:9092,…      kafka_cluster, kafka_topic and kafka_bootstrap mean that cluster

Topics are made and, after their test, deleted; conditions that any Kafka shows are waited for. What needs a cluster of
the test's own (killing brokers, faults, clocks, settings, the inside) raises `unittest.SkipTest`, which pytest takes
for a skip. Nothing else there is touched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final
from unittest import SkipTest

from kavka.client.admin import Admin
from kavka.client.security import SecurityLike
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import UnknownTopicOrPartition
from kavka.sync.loop_thread import LoopThread
from kavka.testing.cluster import CALL_TIMEOUT_MS, WAIT_TIMEOUT_MS, KafkaCluster
from kavka.wire.metadata import PartitionInfo

__tracebackhide__ = True

LOOK_MS: Final = 50
REACH_TIMEOUT_MS: Final = 10_000
"""A cluster that runs already answers sooner, and a wrong address shall not cost a minute."""

Outcome = tuple[bool, Any]
"""Whether it is true now, and what there is."""


class ExternalCluster:
    """A running cluster of any make. `start` and `stop` concern the connection to it.

    Args:
        bootstrap: "host:port,…".
        security: Kafka's client properties for it; None: PLAINTEXT.
    """

    def __init__(self, bootstrap: str, *, security: SecurityLike = None) -> None:
        self._admin = Admin(
            bootstrap,
            security=security,
            client_id="kavka-pytest",
            reach_timeout_ms=REACH_TIMEOUT_MS,
            enable_metrics_push=False,
        )
        self._bootstrap = bootstrap
        self._thread = LoopThread("external kafka cluster")
        self._topics: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Skips the test that asks for what only a cluster of its own can do."""
        if name.startswith("_") or not hasattr(KafkaCluster, name):
            raise AttributeError(f"a Kafka cluster has no {name!r}")
        raise SkipTest(f"{name} needs a cluster of the test's own, and this is {self._bootstrap} (--kafka-url)")

    @property
    def bootstrap(self) -> str:
        """Returns "host:port,…" for any client."""
        return self._bootstrap

    # ---- life -----------------------------------------------------------------------------------------------------

    def __enter__(self) -> ExternalCluster:
        """Connects."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnects."""
        self.stop()

    def start(self) -> None:
        """Connects.

        Raises:
            DeadlineExceeded: no broker responded in time.
        """
        self._thread.start()
        try:
            self._call(self._admin.start())
        except BaseException:
            self._thread.stop()
            raise

    def stop(self) -> None:
        """Deletes the topics that are left, and disconnects. Twice is fine."""
        if self._thread.is_running:
            try:
                self.restore()
                self._call(self._admin.stop())
            finally:
                self._thread.stop()

    def restore(self) -> None:
        """Deletes the topics that were made here, where nobody has done so."""
        names, self._topics = self._topics, []
        if names:
            self._call(self._delete(names))

    def check(self, brokers: int = 1, config: Mapping[str, str] | None = None, processes: bool = False) -> None:
        """Skips a test that wants another cluster than this one; `processes` says nothing that a client would see."""
        if config:
            raise SkipTest(f"its brokers' config is the test's own, and this is {self._bootstrap} (--kafka-url)")
        live = len(self._call(self._admin.describe_cluster()).brokers)
        if live < brokers:
            raise SkipTest(f"it needs {brokers} brokers, and {self._bootstrap} has {live} (--kafka-url)")

    # ---- topics and waiting ---------------------------------------------------------------------------------------

    def create_topic(
        self,
        name: str,
        *,
        partitions: int = 1,
        replication_factor: int | None = None,
        configs: Mapping[str, str] | None = None,
    ) -> str:
        """Makes a topic and returns its name when every broker knows its leaders; `restore` deletes it."""
        replicas = -1 if replication_factor is None else replication_factor
        self._call(self._admin.create_topics([NewTopic(name, partitions, replicas, configs=dict(configs or {}))]))
        self._topics.append(name)
        return name

    def wait_for(
        self, condition: str, *, broker: int | None = None, timeout_ms: int = WAIT_TIMEOUT_MS, **what: Any
    ) -> Any:
        """Waits until something is true of the cluster's metadata; see `KafkaCluster.wait_for`.

        Args:
            condition: topic, no-topic, leader, isr, brokers, high-watermark or log-start; any other skips the test.
            broker: not asked: a client sees no broker alone.
            timeout_ms: until it must be true.
            **what: the condition's parameters.

        Raises:
            TimeoutError: it did not become true; the message says what there was instead.
            TypeError: the condition does not take one of the parameters.
        """
        look = _LOOKS.get(condition)
        if look is None:
            raise SkipTest(f"a client cannot see {condition!r}, and this is {self._bootstrap} (--kafka-url)")
        return self._call(self._until(condition, look, what, timeout_ms), timeout_ms=timeout_ms + CALL_TIMEOUT_MS)

    # ---- inside ---------------------------------------------------------------------------------------------------

    async def _until(
        self, condition: str, look: Callable[..., Awaitable[Outcome]], what: Mapping[str, Any], timeout_ms: int
    ) -> Any:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_ms / 1000
        while True:
            is_met, found = await look(self._admin, **what)
            if is_met:
                return found
            if loop.time() >= deadline:
                told = ", ".join(f"{name}={value}" for name, value in what.items())
                raise TimeoutError(f"{self._bootstrap}: no {condition} ({told}) in time; there is {found}")
            await asyncio.sleep(LOOK_MS / 1000)

    async def _delete(self, names: Iterable[str]) -> None:
        there = {info.name for info in await self._admin.list_topics()}
        await self._admin.delete_topics([name for name in names if name in there])

    def _call(self, work: Any, *, timeout_ms: int = 2 * CALL_TIMEOUT_MS) -> Any:
        return self._thread.call(work, timeout_ms=timeout_ms)


# ---- what is looked at ----------------------------------------------------------------------------------------------


async def _partitions(admin: Admin, topic: str) -> Mapping[int, PartitionInfo]:
    try:
        (info,) = await admin.describe_topics([topic])
    except UnknownTopicOrPartition:
        return {}
    return info.partitions


async def _topic(admin: Admin, *, topic: str) -> Outcome:
    leaders = {number: info.leader for number, info in (await _partitions(admin, topic)).items()}
    return bool(leaders) and min(leaders.values()) >= 0, {"leaders": leaders}


async def _no_topic(admin: Admin, *, topic: str) -> Outcome:
    is_known = bool(await _partitions(admin, topic))
    return not is_known, {"is_known": is_known}


async def _leader(admin: Admin, *, topic: str, partition: int = 0) -> Outcome:
    info = (await _partitions(admin, topic)).get(partition)
    leader = -1 if info is None else info.leader
    return leader >= 0, {"leader": leader}


async def _isr(admin: Admin, *, topic: str, size: int, partition: int = 0) -> Outcome:
    info = (await _partitions(admin, topic)).get(partition)
    isr = [] if info is None else list(info.isr)
    return len(isr) == size, {"isr": isr}


async def _brokers(admin: Admin, *, count: int) -> Outcome:
    brokers = sorted(broker.broker_id for broker in (await admin.describe_cluster()).brokers)
    return len(brokers) == count, {"brokers": brokers}


async def _high_watermark(admin: Admin, *, topic: str, offset: int, partition: int = 0) -> Outcome:
    tp = TopicPartition(topic, partition)
    high_watermark = (await admin.watermarks([tp]))[tp][1]
    return high_watermark >= offset, {"high_watermark": high_watermark}


async def _log_start(admin: Admin, *, topic: str, offset: int, partition: int = 0) -> Outcome:
    tp = TopicPartition(topic, partition)
    log_start_offset = (await admin.watermarks([tp]))[tp][0]
    return log_start_offset >= offset, {"log_start_offset": log_start_offset}


_LOOKS: Final[Mapping[str, Callable[..., Awaitable[Outcome]]]] = {
    "topic": _topic,
    "no-topic": _no_topic,
    "leader": _leader,
    "isr": _isr,
    "brokers": _brokers,
    "high-watermark": _high_watermark,
    "log-start": _log_start,
}
