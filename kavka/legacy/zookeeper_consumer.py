"""The consumer of before Kafka 0.9: its group meets in ZooKeeper, and every member works out its own share.

    async with ConsumerRegistry.open("localhost:2181", "billing") as registry:    # what the members see of each other
        async with ZookeeperConsumer(registry) as consumer:
            await consumer.subscribe(["events"], threads=2)
            while True:
                for tp, records in (await consumer.poll()).items(): …

    a member, a broker or a topic comes or goes ─▶ in the next poll:
        commit ─ release ─ read members and partitions ─ work out the share ─ claim it ─ read on from the offsets
           ▲                                                                     │
           └──────────── after a pause ◀─── release ◀─── another still owns some of it

The share, topic by topic: partitions in order, threads in the order of their names; each gets a run of P/C partitions,
the first P mod C one more. 4 partitions, 3 threads: {0,1} {2} {3}. A consumer has as many threads a topic as
`subscribe` says, and reads for all of them; `streams` tells which has what.

It shares groups with Kafka 0.8's own consumers. They give up after four tries of two seconds each, so poll more often
than that. Partitions come and go, and offsets are committed, only inside `poll`.

Modern brokers and clients do without all this; `consumer` is the consumer to use.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import socket
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Protocol

from kavka.client.assignment import Assignment
from kavka.client.cluster import API_TIMEOUT_MS, Cluster
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.fetch_settings import FETCH_BYTES_MAX, PARTITION_BYTES_MAX, READ_UNCOMMITTED, FetchSettings
from kavka.client.fetcher import Fetcher
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.timer.clock import Clock, SystemClock
from kavka.timer.moments import MonotonicMs, WallMs
from kavka.wire.fetch import FETCH_WAIT_MS

log = logging.getLogger(__name__)

REBALANCE_BACKOFF_MS = 2_000
"""Kafka's `rebalance.backoff.ms`: how long to wait for another to release a partition."""

AUTO_COMMIT_INTERVAL_MS = 60_000
"""The old consumer's `auto.commit.interval.ms`."""

POLL_RECORDS_MAX = 10_000


class Registry(Protocol):
    """What is kept about a group; `consumer_registry.ConsumerRegistry` is one. ConnectionError: try later."""

    group_id: str

    def follow(self, on_change: Callable[[bool], None]) -> None: ...

    def unfollow(self) -> None: ...

    async def register(
        self, consumer_id: str, subscription: Mapping[str, int], pattern: str, now_ms: WallMs
    ) -> None: ...

    async def unregister(self, consumer_id: str) -> None: ...

    async def consumers(self) -> dict[str, dict[str, int]]: ...

    async def partitions(self, topics: Iterable[str]) -> dict[str, list[int]]: ...

    async def brokers(self) -> list[str]: ...

    async def claim(self, tp: TopicPartition, owner: str) -> bool: ...

    async def release(self, tp: TopicPartition) -> None: ...

    async def offset(self, tp: TopicPartition) -> int | None: ...

    async def commit(self, tp: TopicPartition, offset: int) -> None: ...


def share(
    consumers: Mapping[str, Mapping[str, int]], partitions: Mapping[str, list[int]]
) -> dict[str, list[TopicPartition]]:
    """Returns thread → its assigned partitions, of every member.

    Args:
        consumers: Consumer → topic → number of threads.
        partitions: Topic → its partitions.
    """
    found: dict[str, list[TopicPartition]] = {}
    for topic, numbers in partitions.items():
        threads = sorted(f"{c}-{n}" for c, wanted in consumers.items() for n in range(wanted.get(topic, 0)))
        if not threads:
            continue
        each, extra = divmod(len(numbers), len(threads))
        ordered = sorted(numbers)
        for place, thread in enumerate(threads):
            first = each * place + min(place, extra)
            mine = ordered[first : first + each + (place < extra)]
            found.setdefault(thread, []).extend(TopicPartition(topic, number) for number in mine)
    return found


class ZookeeperConsumer:
    """See the module. Use it as an async context manager.

    Args:
        registry: The group.
        consumer_id: What the others know it by; None: made of host, time and chance, as Kafka makes it.
        offset_reset: "latest" or "earliest": where to begin what the group has no offset of, or one out of range.
        auto_commit_interval_ms: How often `poll` commits what it handed out; 0: only `commit` does, and the end.
        rebalance_backoff_ms: How long to wait for another to release a partition.
        request_timeout_ms: Deadline of one request to a broker.
        api_timeout_ms: Deadline of one call with its retries.
        client_id: What brokers call us.
        clock: Reads the time.
        rng: Makes the id, and spreads pauses.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        consumer_id: str | None = None,
        offset_reset: str = "latest",
        auto_commit_interval_ms: int = AUTO_COMMIT_INTERVAL_MS,
        rebalance_backoff_ms: int = REBALANCE_BACKOFF_MS,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        client_id: str = "kavka-zookeeper-consumer",
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        if offset_reset not in ("latest", "earliest"):
            raise ValueError(f"offset_reset={offset_reset!r} means nothing; choose 'latest' or 'earliest'")
        self._registry = registry
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._rng = rng if rng is not None else random.Random()
        made = f"{socket.gethostname()}-{self._clock.now_ms()}-{self._rng.getrandbits(32):08x}"
        self.consumer_id = f"{registry.group_id}_{consumer_id or made}"
        self._offset_reset = offset_reset
        self._commit_interval_ms = auto_commit_interval_ms
        self._backoff_ms = rebalance_backoff_ms
        self._timeouts = (request_timeout_ms, api_timeout_ms)
        self._client_id = client_id
        self._subscription: dict[str, int] = {}
        self._pattern = "static"
        self._cluster: Cluster | None = None
        self._fetcher: Fetcher | None = None
        self._threads = 1
        self._owned: dict[TopicPartition, int] = {}
        """Partition → the thread of this consumer that has it."""
        self._committed: dict[TopicPartition, int] = {}
        self._is_registered = False
        self._is_changed = False
        self._retry_at_ms = MonotonicMs(0)
        self._commit_due_ms = MonotonicMs(0)
        self._news: asyncio.Future[None] | None = None

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> ZookeeperConsumer:
        """Finds the brokers in ZooKeeper and connects.

        Raises:
            ConnectionError: no ZooKeeper, or no broker in it.
            DeadlineExceeded: no broker responded in time.
        """
        brokers = await self._registry.brokers()
        if not brokers:
            raise ConnectionError("there is no broker in ZooKeeper")
        request_timeout_ms, api_timeout_ms = self._timeouts
        self._cluster = Cluster(
            brokers,
            client_id=self._client_id,
            request_timeout_ms=request_timeout_ms,
            api_timeout_ms=api_timeout_ms,
            clock=self._clock,
            rng=self._rng,
        )
        try:
            await self._cluster.__aenter__()
        except BaseException:
            await self._cluster.close()
            raise
        settings = FetchSettings(
            self._offset_reset, READ_UNCOMMITTED, 1, FETCH_WAIT_MS, FETCH_BYTES_MAX, PARTITION_BYTES_MAX
        )
        self._fetcher = Fetcher(self._cluster, settings, Assignment(settings.offset_reset))
        self._registry.follow(self._on_change)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Commits, unless an error is the reason, and releases everything at once."""
        assert self._cluster is not None
        self._registry.unfollow()
        try:
            if error is None:
                await self.commit()
            await self._release()
            if self._is_registered:
                await self._registry.unregister(self.consumer_id)
        except ConnectionError as failure:
            log.warning("the group hears of this consumer's end when its session is over: %s", failure)
        finally:
            await self._cluster.close()

    async def subscribe(self, topics: Iterable[str] | re.Pattern[str], *, threads: int = 1) -> None:
        """Joins the group for topics, or for topics whose names match a pattern wholly.

        Partitions come with the polls.

        Args:
            topics: Names, or a pattern.
            threads: By how many threads a topic the group counts this consumer: its weight in the share.

        Raises:
            RuntimeError: it has subscribed already: another life is another consumer.
            ValueError: there are no threads.
        """
        if self._subscription:
            raise RuntimeError("a consumer subscribes once")
        if threads < 1:
            raise ValueError(f"threads={threads}: a consumer without threads gets no partitions")
        self._threads = threads
        if isinstance(topics, re.Pattern):
            self._subscription, self._pattern = {topics.pattern: threads}, "white_list"
        else:
            self._subscription = dict.fromkeys(topics, threads)
        self._is_changed = True

    def assignment(self) -> list[TopicPartition]:
        """Returns the owned partitions."""
        return sorted(self._owned)

    def streams(self) -> list[list[TopicPartition]]:
        """Returns the owned partitions by thread: what the old consumer's KafkaStreams were.

        `poll` reads for all of them; a program that works in threads hands each its own.
        """
        found: list[list[TopicPartition]] = [[] for _ in range(self._threads)]
        for tp, thread in sorted(self._owned.items()):
            found[thread].append(tp)
        return found

    # ---------------------------------------------------------------- reading

    async def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[Record]]:
        """Returns records of the owned partitions; takes part in rebalances meanwhile.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.

        Returns:
            Partition → records in order.

        Raises:
            KafkaError, ClientError: what no retry mends.
        """
        assert self._fetcher is not None
        return await self._fetcher.poll(timeout_ms, records_max, step=self._step, news=self._news_now)

    async def commit(self) -> None:
        """Commits the group's offsets to ZooKeeper, after the records handed out.

        Raises:
            ConnectionError: ZooKeeper is not there.
        """
        assert self._fetcher is not None
        for tp, state in list(self._fetcher.assignment.states.items()):
            position = state.position
            if position >= 0 and self._committed.get(tp) != position:
                await self._registry.commit(tp, position)
                self._committed[tp] = position

    # ---------------------------------------------------------------- rebalancing

    def _on_change(self, is_lost: bool) -> None:
        if is_lost and self._fetcher is not None:  # its nodes are gone, so its partitions are somebody else's
            self._is_registered = False
            self._drop()
        self._is_changed = True
        self._retry_at_ms = MonotonicMs(0)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def _news_now(self) -> asyncio.Future[None]:
        if self._news is None or self._news.done():
            self._news = asyncio.get_running_loop().create_future()
            if self._is_changed and self._clock.monotonic_ms() >= self._retry_at_ms:
                self._news.set_result(None)
        return self._news

    async def _step(self, deadline: float) -> None:
        now_ms = self._clock.monotonic_ms()
        try:
            if self._is_changed and self._subscription and now_ms >= self._retry_at_ms:
                await self._rebalance()
            elif self._commit_interval_ms and now_ms >= self._commit_due_ms:
                self._commit_due_ms = now_ms + self._commit_interval_ms
                await self.commit()
        except ConnectionError as error:
            log.warning("%s; it is tried again", error)
            self._try_later()
        if self._is_changed and (wait_ms := self._retry_at_ms - self._clock.monotonic_ms()) > 0:
            left_s = max(0.0, deadline - asyncio.get_running_loop().time())
            await asyncio.wait((self._news_now(),), timeout=min(wait_ms / 1000, left_s))

    async def _rebalance(self) -> None:
        self._is_changed = False  # what changes from here on is another rebalance
        await self.commit()
        await self._release()
        if not self._is_registered:
            await self._registry.register(self.consumer_id, self._subscription, self._pattern, self._clock.now_ms())
            self._is_registered = True
        await self._registry.brokers()
        consumers = await self._registry.consumers()
        partitions = await self._registry.partitions(consumers.get(self.consumer_id, ()))
        shares = share(consumers, partitions)
        for number in range(self._threads):
            thread = f"{self.consumer_id}-{number}"
            for tp in shares.get(thread, []):
                if not await self._registry.claim(tp, thread):
                    log.info("%s still belongs to another; asking again in %d ms", tp, self._backoff_ms)
                    await self._release()
                    self._try_later()
                    return
                self._owned[tp] = number
        for tp in sorted(self._owned):
            await self._begin(tp)

    async def _begin(self, tp: TopicPartition) -> None:
        assert self._fetcher is not None
        offset = await self._registry.offset(tp)
        if tp not in self._owned:
            return  # the session was lost meanwhile
        if offset is not None:
            self._committed[tp] = offset
        assignment = self._fetcher.assignment
        assignment.add(assignment.new_state(tp, offset))

    async def _release(self) -> None:
        owned = sorted(self._owned)
        self._drop()
        for tp in owned:
            await self._registry.release(tp)

    def _drop(self) -> None:
        assert self._fetcher is not None
        self._owned.clear()
        self._committed.clear()
        self._fetcher.assignment.replace(())

    def _try_later(self) -> None:
        self._is_changed = True
        self._retry_at_ms = self._clock.monotonic_ms() + self._backoff_ms
