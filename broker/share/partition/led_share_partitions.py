"""The share-partitions whose partitions this broker leads: begun by the first request that asks, gone with leadership.

    ShareFetch, ShareAcknowledge ─▶ LedSharePartitions ─▶ LedSharePartition   (group id, topic id, partition)
    leadership: another broker, another epoch ─▶ fenced and forgotten      the next request begins it anew
    a session's end: released ─▶ a group without sessions is forgotten     what it did is kept by the persister

Not here: reading and waiting (`share_fetches`), who may ask (the handlers).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.partitions import is_of
from kavka.broker.share.partition.group_terms import TermsOf
from kavka.broker.share.partition.led_share_partition import LedSharePartition, Surroundings
from kavka.broker.share.partition.led_states import LedState
from kavka.broker.share.partition.sessions import ShareSession, ShareSessionCache, ShareSessionKey
from kavka.broker.share.persister import SharePartition
from kavka.common.tasks import TaskHost
from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    CoordinatorNotAvailable,
    InconsistentTopicId,
    InvalidRecordState,
    KafkaError,
    NotLeaderOrFollower,
)
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer
from kavka.wire.acknowledgements import TopicIdPartition

if TYPE_CHECKING:
    from kavka.broker.metrics import BrokerMetrics
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.security.connection_info import ConnectionInfo
    from kavka.broker.share.persister import Persister
    from kavka.common.filesystem import FileSystem
    from kavka.common.supervised import Supervisor
    from kavka.timer.clock import Clock


NS_PER_MS: Final = 1_000_000


class LedSharePartitions:
    """What members of share groups read from this broker.

    Args:
        partitions: what this broker holds.
        waiting: where fetches wait.
        persister: keeps what members do.
        sessions: of the members.
        terms_of: what holds for a group.
        metrics: counts what members do.
        clock: of the locks.
        filesystem: reads what is not in memory.
        supervisor: keeps one failure from the others.

    Attributes:
        sessions: see above.
        terms_of: likewise.
        clock: likewise.
        lock_timer: of the acquisition locks.
        metrics: likewise.
    """

    __slots__ = (
        "_by_partition",
        "_partitions",
        "_supervisor",
        "_surroundings",
        "_tasks",
        "_waiting",
        "clock",
        "lock_timer",
        "metrics",
        "sessions",
        "terms_of",
    )

    def __init__(
        self,
        partitions: Partitions,
        waiting: Waiting,
        persister: Persister,
        sessions: ShareSessionCache,
        *,
        terms_of: TermsOf,
        metrics: BrokerMetrics,
        clock: Clock,
        filesystem: FileSystem,
        supervisor: Supervisor,
    ) -> None:
        self._partitions = partitions
        self._waiting = waiting
        self._supervisor = supervisor
        self._tasks = TaskHost(takes_early=True)
        self._by_partition: dict[TopicPartition, dict[SharePartition, LedSharePartition]] = {}
        self.clock = clock
        self.lock_timer = Timer(clock)
        self.metrics = metrics
        self.sessions = sessions
        self.terms_of = terms_of
        self._surroundings = Surroundings(
            clock, filesystem, persister, self._tasks, terms_of, self.lock_timer, self._changed
        )

    def __len__(self) -> int:
        return sum(map(len, self._by_partition.values()))

    def __iter__(self) -> Iterator[LedSharePartition]:
        return (led for by_key in list(self._by_partition.values()) for led in list(by_key.values()))

    async def run(self) -> None:
        """Ends locks, and keeps what members do, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._supervisor.keep("share-partitions", self._tasks.run), name="share-partitions")
            reaper = Reaper(self.lock_timer, self.clock)
            group.create_task(self._supervisor.keep("acquisition locks", reaper.run), name="acquisition locks")

    # ---- finding --------------------------------------------------------------------------------------------------

    def find(self, group_id: str, topic: str, wanted: TopicIdPartition) -> LedSharePartition | None:
        """Returns a share-partition that has begun; None where it has not, or this broker leads it no more."""
        place = TopicPartition(topic, wanted.partition)
        led = self._by_partition.get(place, {}).get(SharePartition(group_id, *wanted))
        return led if led is not None and self._is_current(place, led) else None

    def get(self, group_id: str, topic: str, wanted: TopicIdPartition) -> LedSharePartition:
        """Returns a share-partition, which begins if it has not.

        Raises:
            NotLeaderOrFollower: this broker does not lead the partition, or its beginning was fenced just now.
            UnknownTopicOrPartition, KafkaStorageError: it does not have it.
            InconsistentTopicId: its log is of another topic.
        """
        led = self.find(group_id, topic, wanted)
        if led is not None:
            return led
        partition = self._partitions.get(topic, wanted.partition)
        if not is_of(partition.log, wanted.topic_id):
            raise InconsistentTopicId(f"the log of {partition} is not of the topic with the id {wanted.topic_id.hex()}")
        partition.check_leader()
        if not self._tasks.takes_work:
            raise NotLeaderOrFollower("this broker stops")
        key = SharePartition(group_id, *wanted)
        led = LedSharePartition(key, partition, self._surroundings)
        self._by_partition.setdefault(partition.topic_partition, {})[key] = led
        self._tasks.start(partial(self._begin, led), name="beginning of a share-partition")
        return led

    def acquired_from(self, group_id: str, topic: str, wanted: TopicIdPartition) -> LedSharePartition:
        """Returns the share-partition that a member says it has acquired records of.

        Raises:
            NotLeaderOrFollower: this broker does not lead the partition.
            UnknownTopicOrPartition, KafkaStorageError: it does not have it.
            InvalidRecordState: nobody has acquired anything since it leads.
        """
        led = self.find(group_id, topic, wanted)
        if led is None:
            self._partitions.get(topic, wanted.partition).check_leader()
            raise InvalidRecordState("the member has acquired nothing of this leader")
        return led

    async def _begin(self, led: LedSharePartition) -> None:
        begun_ms = self.clock.monotonic_ms()
        try:
            with self._supervisor.item("beginning of a share-partition", led):
                await led.initialize()
            self.metrics.shares.begin_times.note((self.clock.monotonic_ms() - begun_ms) * NS_PER_MS)
        finally:
            if led.state is LedState.INITIALIZING:
                led.fence(CoordinatorNotAvailable(f"the beginning of {led} was given up"))

    def _is_current(self, place: TopicPartition, led: LedSharePartition) -> bool:
        return led.is_led and led.state is not LedState.FENCED and self._partitions.find(*place) is led.partition

    # ---- changes --------------------------------------------------------------------------------------------------

    def leadership_changed(self, partition: Partition) -> None:
        """Fences the share-partitions that a change of leadership ends, and forgets them."""
        for led in tuple(self._by_partition.get(partition.topic_partition, {}).values()):
            if not self._is_current(partition.topic_partition, led):
                led.fence(NotLeaderOrFollower(f"the leader of {partition} has changed"))

    def _changed(self, led: LedSharePartition) -> None:
        """Completes the fetches that wait for a share-partition; one that is fenced is forgotten."""
        if led.state is LedState.FENCED:
            place = led.partition.topic_partition
            known = self._by_partition.get(place, {})
            if known.get(led.key) is led:
                del known[led.key]
                if not known:
                    del self._by_partition[place]
        self._waiting.share_fetch_purgatory.check_and_complete(led)

    # ---- sessions -------------------------------------------------------------------------------------------------

    def begin_session(
        self, key: ShareSessionKey, connection: ConnectionInfo, wanted: Iterable[TopicIdPartition]
    ) -> ShareSession:
        """Begins a member's session, which ends with its connection at the latest.

        Raises:
            ShareSessionLimitReached: there are too many.
        """
        is_known = self.sessions.knows(connection)
        session = self.sessions.begin(key, connection, wanted)
        if not is_known:
            connection.when_closed(lambda: self._connection_closed(connection))
        return session

    def _connection_closed(self, connection: ConnectionInfo) -> None:
        for session in self.sessions.connection_closed(connection):
            self.metrics.shares.sessions_evicted += 1
            if self._tasks.takes_work:
                self._tasks.start(partial(self._release_all, session.key), name="release of a share session")

    async def end_session(self, key: ShareSessionKey) -> None:
        """Ends a member's session, and releases what it has acquired."""
        self.sessions.end(key)
        await self.release_all(key)

    async def _release_all(self, key: ShareSessionKey) -> None:
        with self._supervisor.item("release of a share session", key):
            await self.release_all(key)

    async def release_all(self, key: ShareSessionKey) -> dict[TopicIdPartition, KafkaError]:
        """Releases all that a member has acquired at this broker; returns what could not be kept."""
        held = [
            led
            for by_key in tuple(self._by_partition.values())
            for led in tuple(by_key.values())
            if led.key.group_id == key.group_id and led.state is LedState.ACTIVE
        ]
        failed = {}
        for led, result in zip(
            held,
            await asyncio.gather(*(led.release(key.member_id) for led in held), return_exceptions=True),
            strict=True,
        ):
            if isinstance(result, KafkaError):
                failed[TopicIdPartition(led.key.topic_id, led.key.partition)] = result
            elif isinstance(result, BaseException):
                raise result
        if not self.sessions.has_group(key.group_id):
            for led in held:
                led.fence(NotLeaderOrFollower(f"no member of group {key.group_id!r} reads {led.partition}"))
        return failed
