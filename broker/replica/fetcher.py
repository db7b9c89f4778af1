"""Copies partitions from their leaders: one task and one connection for each (leader, fetcher number).

    LeaderAndIsr ─▶ Fetchers.follow ─▶ Fetcher of (leader, hash of the partition)
                                          │ its task, round after round:
                                          ▼
          connect ─▶ OffsetForLeaderEpoch ─▶ ListOffsets ─▶ Fetch ─▶ fsync where a topic wants it ─▶ the next round
                     what must truncate      out of range   the rest, within one session (KIP-227)

A partition that is followed while a fetch waits at the leader does not wait for it: the fetch is given up after a
moment, so that a new topic's first records are not late by `replica.fetch.wait.max.ms`. That ends the session, and the
next one names everything; so while partitions come one after another, fetches wait for so short a time that none of
them has to be given up.

A lost leader, one whose address nobody knows, garbage, or a failure of our own is logged, and the round is tried again
after a pause that grows to `replica.fetch.backoff.ms`; it never ends the broker. Not here: what responses mean
(`follower_fetch`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.replica.fetcher_rounds import SHORT_WAIT_MS, FetcherRounds
from kavka.broker.replica.follower_fetch import FIRST_BACKOFF_MS, Asked, FollowerFetch, by_key
from kavka.broker.replica.partition import EARLIEST, LATEST
from kavka.common.pace import Pace
from kavka.common.supervised import Supervisor
from kavka.common.tasks import TaskHost
from kavka.common.types import NO_LEADER, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.timer.backoff import Backoff
from kavka.timer.waiting import wait_done
from kavka.wire.peer_link import LINK_FAILURES, FetchingConnection, PeerLink, PeerUnknown

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.metrics import ReplicationMetrics
    from kavka.broker.replica.fetch_session import Key
    from kavka.broker.replica.fetcher_session import SessionRequest
    from kavka.broker.replica.one_minute_rate import OneMinuteRate
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.replication_quota import ReplicationQuota
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import Address, Dial

_log = logging.getLogger(__name__)

TRUNCATES_FROM_VERSION: Final = 12
"""The first Fetch in which the leader says where histories part (KIP-595)."""
INTERRUPT_MS: Final = 5
"""How long a fetch that waits may go on waiting when another partition is to be followed."""
CLIENT_ID: Final = "broker-{}-fetcher-{}"

BACKOFF_MS_MIN: Final = 100
"""The least that the pauses grow to, whatever `replica.fetch.backoff.ms` says: 0 would be a loop without a pause."""

Locate = Callable[[int, int], Awaitable[tuple[str, int] | None]]
"""(broker id, timeout in ms) → where that broker listens for others; None when nobody says so in time."""
Advanced = Callable[["Partition"], None]


class FetcherPeers:
    """What fetchers share: who this broker is, how others are reached and asked.

    Args:
        broker_id: this broker.
        broker_epoch: which life of it this is; −1 while it is not registered.
        config: a call, since it changes while the broker runs.
        versions: the profile's, by API.
        clock: for delays, pauses and segments.
        locate: finds a broker.
        dial: connects to it.
        quota: of what throttled replicas fetch.
        metrics: counts what came.
        supervisor: keeps one leader's failure from the others.
        ticks: a monotonic clock in nanoseconds.
    """

    __slots__ = (
        "broker_epoch",
        "broker_id",
        "clock",
        "config",
        "dial",
        "locate",
        "metrics",
        "quota",
        "supervisor",
        "ticks",
        "versions",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        config: Callable[[], BrokerConfig],
        versions: dict[ApiKey, int],
        clock: Clock,
        locate: Locate,
        dial: Dial[FetchingConnection],
        quota: ReplicationQuota | None = None,
        metrics: ReplicationMetrics | None = None,
        supervisor: Supervisor | None = None,
        ticks: Callable[[], int],
        broker_epoch: Callable[[], int] = lambda: -1,
    ) -> None:
        self.broker_epoch = broker_epoch
        self.supervisor = supervisor or Supervisor()
        self.ticks = ticks
        self.broker_id = broker_id
        self.config = config
        self.versions = versions
        self.clock = clock
        self.locate = locate
        self.dial = dial
        self.quota = quota
        self.metrics = metrics

    @property
    def backoff_ms(self) -> int:
        """Returns what pauses grow to, and how long an address is waited for."""
        return max(self.config().replica_fetch_backoff_ms, BACKOFF_MS_MIN)


async def _locate(peers: FetcherPeers, leader: int, connected_to: Address | None) -> Address:
    """Finds a leader, and keeps to it while there is a connection: who leads is not the metadata's to say."""
    address = connected_to or await peers.locate(leader, peers.backoff_ms)
    if address is None:
        raise PeerUnknown("the metadata names no listener of it that brokers use among themselves")
    return address


class Fetcher:
    """One fetcher: its partitions, its connection, its session.

    Args:
        leader: the broker that it copies from.
        number: which of the fetchers of that leader it is.
        peers: what it shares with the others.
        on_advanced: called with each partition whose high watermark rose here.
    """

    __slots__ = (
        "_added",
        "_failures",
        "_leader",
        "_link",
        "_name",
        "_peers",
        "_rounds",
        "_wake",
        "core",
    )

    def __init__(self, leader: int, number: int, peers: FetcherPeers, on_advanced: Advanced) -> None:
        self._leader = leader
        self._name = CLIENT_ID.format(peers.broker_id, number)
        self._peers = peers
        self._failures = 0
        self._link = PeerLink(
            locate=partial(_locate, peers, leader), dial=peers.dial, purpose=self._name, clock=peers.clock
        )
        self._wake = asyncio.Event()
        self._added: asyncio.Future[None] | None = None
        self.core = FollowerFetch(
            replica_id=peers.broker_id,
            truncates_on_fetch=peers.versions[ApiKey.FETCH] >= TRUNCATES_FROM_VERSION,
            backoff_ms=self._backoff_ms,
            quota=peers.quota,
            metrics=peers.metrics,
        )
        self._rounds = FetcherRounds(
            name=self._name,
            leader=leader,
            broker_id=peers.broker_id,
            broker_epoch=peers.broker_epoch,
            version=peers.versions[ApiKey.FETCH],
            config=peers.config,
            clock=peers.clock,
            core=self.core,
            on_advanced=on_advanced,
        )

    @property
    def rate(self) -> OneMinuteRate:
        """Returns how often it fetches."""
        return self._rounds.rate

    def follow(self, partition: Partition) -> None:
        """Follows a partition, or begins again."""
        self.core.follow(partition)
        self._rounds.followed()
        self._wake.set()
        if self._added is not None and not self._added.done():
            self._added.set_result(None)

    def unfollow(self, key: Key) -> None:
        """Stops following a partition, from this very moment."""
        self.core.unfollow(key)

    async def run(self) -> None:
        """Copies until cancelled."""
        try:
            while True:
                await self._wait_for_work()
                await self._try_round()
        finally:
            await self._disconnect()

    async def _wait_for_work(self) -> None:
        """Waits until a partition is due."""
        while True:
            self._wake.clear()
            now_ms = self._peers.clock.monotonic_ms()
            due_ms = self.core.next_due_ms(now_ms)
            if due_ms is not None and due_ms <= now_ms:
                return
            with contextlib.suppress(TimeoutError):
                async with self._peers.clock.timeout(None if due_ms is None else due_ms - now_ms):
                    await self._wake.wait()

    async def _try_round(self) -> None:
        try:
            await self._round(await self._connected())
            self._failures = 0
        except LINK_FAILURES as error:
            _log.info("%s: broker %d is asked again: %s", self._name, self._leader, error)
            await self._start_over()
        except Exception:  # noqa: BLE001 - the boundary: its partitions are tried again
            _log.exception("%s: a round with broker %d failed", self._name, self._leader)
            await self._start_over()

    async def _start_over(self) -> None:
        await self._disconnect()
        pause_ms = Backoff(FIRST_BACKOFF_MS, self._backoff_ms).pause_ms(self._failures)
        self._failures += 1
        await self._peers.clock.sleep(pause_ms)

    @property
    def _backoff_ms(self) -> int:
        return self._peers.backoff_ms

    async def _connected(self) -> FetchingConnection:
        if not self._link.is_open:
            self._rounds.session.reset()  # it was the connection's
        return await self._link.connected()

    async def _disconnect(self) -> None:
        self._rounds.session.reset()
        await self._link.close()

    # ---- a round --------------------------------------------------------------------------------------------------

    async def _round(self, connection: FetchingConnection) -> None:
        """Sends every request that is due, once."""
        now_ms = self._peers.clock.monotonic_ms
        self.core.backoff_ms = self._backoff_ms
        question = self.core.epoch_question(now_ms())
        if question is not None:
            await self._ask_epochs(connection, *question)
        located = self.core.offsets_question(now_ms())
        if located is not None:
            await self._ask_offsets(connection, *located)
        await connection.renew_login()  # before the positions are looked at: they must not change any more
        is_new = self._rounds.session.is_new
        self.core.note_undurable(now_ms(), is_all_named=is_new)
        if self.core.unflushed:
            await self._settle()
            self.core.delay_undurable(now_ms(), is_all_named=is_new)
        if self.core.is_fetch_due(now_ms()):
            await self._fetch(connection)
        await self._settle()

    async def _ask(self, connection: FetchingConnection, request: Any) -> Any:
        version = self._peers.versions[request.API_KEY]
        return await connection.request(request, version=version, timeout_ms=self._timeout_ms)

    @property
    def _timeout_ms(self) -> int:
        return self._peers.config().replica_socket_timeout_ms

    async def _ask_epochs(self, connection: FetchingConnection, request: Any, asked: Asked) -> None:
        response = await self._ask(connection, request)
        answers = by_key(response.topics, "topic", "partition")
        for key, answer in answers.items():
            self._rounds.take_part(asked, key, partial(self.core.epoch_answered, answer=answer))
        self.core.unanswered(asked, answers, self._peers.clock.monotonic_ms())

    async def _ask_offsets(self, connection: FetchingConnection, requests: dict[int, Any], asked: Asked) -> None:
        answers = {}
        for timestamp, request in requests.items():
            response = await self._ask(connection, request)
            answers[timestamp] = by_key(response.topics, "name", "partition_index")
        for key, earliest in answers[EARLIEST].items():
            latest = answers[LATEST].get(key)
            if latest is not None:
                self._rounds.take_part(
                    asked, key, partial(self.core.offsets_answered, earliest=earliest, latest=latest)
                )
        both = answers[EARLIEST].keys() & answers[LATEST].keys()
        self.core.unanswered(asked, both, self._peers.clock.monotonic_ms())

    # ---- fetching -------------------------------------------------------------------------------------------------

    async def _fetch(self, connection: FetchingConnection) -> None:
        """Fetches, and goes on fetching until something comes that takes more than a turn of the loop."""
        rounds, session = self._rounds, self._rounds.session
        is_first = session.is_new
        answer, wait_ms = rounds.start(connection, asyncio.get_running_loop().create_future())
        try:
            is_answered = await self._is_answered(answer, may_give_up=wait_ms > SHORT_WAIT_MS)
        finally:
            rounds.stop()
            if rounds.has_gone_on:
                self._failures = 0
        if not is_answered:
            await self._disconnect()
            return
        response, request, asked = answer.result(), rounds.request, rounds.asked
        assert request is not None
        if response is not None:
            if not session.take(response.error_code, response.session_id):
                if is_first:  # there was no session that could be at fault
                    raise ConnectionError(f"it answers a full fetch with error {response.error_code}")
                error_code = response.error_code
                _log.debug("%s: broker %d began the session anew, error %d", self._name, self._leader, error_code)
                if not response.responses:
                    return
            await self._take_records(response, request, asked)
        await self._finish_writing(asked)

    async def _take_records(self, response: Any, request: SessionRequest, asked: Asked) -> None:
        """Applies a fetch response, partition by partition, and lets the loop run in between."""
        wall_ms = self._peers.clock.now_ms()
        pace = Pace(self._peers.ticks)
        known, names = request.known, request.names
        for topic in response.responses:
            name = topic.topic if names is None else names.get(topic.topic_id, "")
            for data in topic.partitions:
                self._rounds.apply(TopicPartition(name, data.partition_index), data, known, asked, wall_ms)
                if pace.is_due():
                    self._rounds.tell_advanced()
                    await pace.breathe()

    async def _finish_writing(self, asked: Asked) -> None:
        """Applies what disk threads were writing; they write beside one another, and all of them are done then."""
        unwritten = self._rounds.unwritten
        while unwritten:
            written, act, long = unwritten.popleft()
            await long.append.wait()
            self._rounds.take_part(asked, written, partial(act, records=long.records))

    async def _is_answered(self, answer: asyncio.Future[Any], *, may_give_up: bool) -> bool:
        """Awaits a response, which has a deadline of its own; False when it shall not be waited for any longer."""
        if not may_give_up:  # the leader responds soon, and what is new is in the next request
            await asyncio.wait((answer,))
            return True
        added = self._added = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait((answer, added), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                await wait_done(self._peers.clock, (answer,), INTERRUPT_MS)
        finally:
            self._added = None
        return answer.done()

    async def _settle(self) -> None:
        """Fsyncs what must be durable before the leader learns of it, and completes what waits for high watermarks."""
        core = self.core
        unflushed, core.unflushed = core.unflushed, []
        for partition in unflushed:
            with contextlib.suppress(KafkaError):  # the directory has failed, and said so; the next append will, too
                await partition.log.flush_async(now_ms=self._peers.clock.now_ms())
        self._rounds.tell_advanced()


class Fetchers:
    """All fetchers of a broker.

    Args:
        peers: what they share.
        on_advanced: called with each partition whose high watermark rose here.
    """

    __slots__ = ("_by_leader", "_host", "_of", "_on_advanced", "_peers", "_tasks")

    def __init__(self, peers: FetcherPeers, on_advanced: Advanced = lambda _: None) -> None:
        self._peers = peers
        self._on_advanced = on_advanced
        self._by_leader: dict[tuple[int, int], Fetcher] = {}
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._of: dict[TopicPartition, tuple[int, int]] = {}
        self._host = TaskHost()

    @property
    def lag_max(self) -> int:
        """Returns the greatest lag of a followed partition, in records."""
        return max((fetcher.core.lag_max for fetcher in self._by_leader.values()), default=0)

    @property
    def rate_min(self) -> float:
        """Returns the fetches per second of the slowest fetcher; 0 without fetchers."""
        now_ms = self._peers.clock.monotonic_ms()
        return min((fetcher.rate.per_second(now_ms) for fetcher in self._by_leader.values()), default=0.0)

    def lags(self) -> Iterator[tuple[str, Key, int]]:
        """Yields client id, partition and lag in records of each followed partition.

        Partitions whose lag no response has shown yet are left out.
        """
        for (_, number), fetcher in list(self._by_leader.items()):
            name = CLIENT_ID.format(self._peers.broker_id, number)
            for key, lag in fetcher.core.lags():
                yield name, key, lag

    def follow(self, partition: Partition) -> None:
        """Follows a partition's present leader, under its present epoch."""
        self.unfollow(partition.topic_partition)
        if partition.leader_id == NO_LEADER:
            return
        assert not partition.is_leader, f"{partition} is led here, and copied from broker {partition.leader_id}"
        place = (partition.leader_id, self._number(partition.topic_partition))
        fetcher = self._by_leader.get(place)
        if fetcher is None:
            fetcher = self._by_leader[place] = Fetcher(*place, self._peers, self._on_advanced)
            self._start(place)
        self._of[partition.topic_partition] = place
        fetcher.follow(partition)

    def log_moved(self, topic_partition: TopicPartition) -> None:
        """Notes that a log's start has moved, or the log was replaced, on this broker.

        The partition need not be followed.
        """
        place = self._of.get(topic_partition)
        if place is not None:
            self._by_leader[place].core.log_moved(topic_partition)

    def reconfigured(self, topic_partition: TopicPartition) -> None:
        """Notifies the fetcher of a partition, if it has one, of its changed configuration."""
        place = self._of.get(topic_partition)
        if place is not None:
            self._by_leader[place].core.reconfigured(topic_partition)

    def unfollow(self, topic_partition: TopicPartition) -> None:
        """Stops following a partition, from this very moment; that it was not copied is fine."""
        place = self._of.pop(topic_partition, None)
        if place is None:
            return
        fetcher = self._by_leader[place]
        fetcher.unfollow(topic_partition)
        if not len(fetcher.core):
            del self._by_leader[place]
            task = self._tasks.pop(place, None)
            if task is not None:
                task.cancel()

    def _number(self, topic_partition: TopicPartition) -> int:
        """Computes which fetcher of its leader has a partition: Kafka's rule, so that partitions of a topic spread."""
        topic, index = topic_partition
        spread = 0
        for character in topic:
            spread = (31 * spread + ord(character)) & 0x7FFF_FFFF
        return (31 * spread + index) % self._peers.config().num_replica_fetchers

    def _start(self, place: tuple[int, int]) -> None:
        if self._host.is_running:
            name = "fetcher {1} of broker {0}".format(*place)
            run = self._peers.supervisor.keep("fetchers", self._by_leader[place].run)
            self._tasks[place] = self._host.spawn(run, name=name)

    async def run(self) -> None:
        """Runs every fetcher until cancelled."""
        await self._host.run(self._start_all)

    def _start_all(self) -> None:
        for place in self._by_leader:
            self._start(place)
