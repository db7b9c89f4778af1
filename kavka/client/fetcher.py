"""What a consumer has asked brokers for: one fetch in flight per broker, and the states of its partitions.

    positions ──start──► one Fetch per leader ──receive_done──► PartitionState.offer ──Assignment.take──► records

It runs no task: the consumer's `poll` calls it, and starts the next fetches before it hands out the last records of the
previous ones; so the network works while the caller does. What is prefetched is bounded by one response per broker.

Not here: which partitions those are (`assignment`), and what is in the bytes (`fetch_buffer`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.fetch_buffer import PartitionState
from kavka.client.fetch_settings import FetchSettings
from kavka.client.offsets import list_offsets
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.errors import CorruptMessage, DecodeError, ErrorCode, KafkaError, OffsetOutOfRange
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.protocol.records.batch import Record
from kavka.wire.client_measures import ConsumerMeasures
from kavka.wire.errors import FAILURES, ClientError, error_for_code, is_retriable
from kavka.wire.fetch import PartitionData, aborted_in, error_in, fetch_request, parts_in

WAIT_MS_MAX = 60_000
"""No single wait is longer; whoever waits for more waits again."""

CORRUPT_TRIES = 3
"""Records that arrive damaged are fetched again so often before the caller hears of it: once may be a bad wire, thrice
is the log.
"""

Step = Callable[[float], Awaitable[None]]
News = Callable[[], asyncio.Future[None]]


class _Fetch:
    """A fetch in flight: what was asked for, from which positions, under which generation."""

    __slots__ = ("future", "states")

    def __init__(self, future: asyncio.Future[FetchResponse], states: Iterable[PartitionState]) -> None:
        self.future = future
        self.states = {state.tp: (state, state.generation, state.position) for state in states}

    def awaited(self, assigned: Mapping[TopicPartition, PartitionState]) -> dict[TopicPartition, PartitionState]:
        """Returns the partitions whose response is still awaited.

        Not those sought or revoked since, nor those whose leader moved: the new leader is asked as well, and when it
        has responded first, what the former one says is of an older position.
        """
        return {
            tp: state
            for tp, (state, generation, position) in self.states.items()
            if assigned.get(tp) is state
            and (state.generation, state.position) == (generation, position)
            and not state.has_data
        }


class Fetcher:
    """The fetches of one consumer.

    Args:
        cluster: Connections to leaders.
        settings: How records are asked for.
        assignment: What is read.
        measures: Is told how long brokers held fetches back; None: nobody measures.

    Attributes:
        assignment: What is read.
        failures: What no retry mends, for the caller of `poll`.
    """

    def __init__(
        self,
        cluster: Cluster,
        settings: FetchSettings,
        assignment: Assignment,
        *,
        measures: ConsumerMeasures | None = None,
    ) -> None:
        self.assignment = assignment
        self.failures: deque[BaseException] = deque()
        self._cluster = cluster
        self._settings = settings
        self._measures = measures
        self._fetches: dict[int, _Fetch] = {}

    def drop_fetches(self) -> None:
        """Forgets the fetches in flight."""
        self._fetches.clear()

    async def poll(
        self,
        timeout_ms: int,
        records_max: int,
        *,
        step: Step | None = None,
        news: News | None = None,
        may_be_new: bool = False,
    ) -> dict[TopicPartition, list[Record]]:
        """Returns fetched records; waits for a fetch when there are none.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.
            step: What is done first, again and again, given the deadline in the loop's time; partitions come and go
                there.
            news: A future that is done when `step` has something to do.
            may_be_new: Whether the partitions come from a group's coordinator, which may have heard of some that were
                added before the broker that this client has its metadata from.

        Raises:
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_ms / 1000
        is_over = False
        while True:
            if step is not None:
                await step(deadline)
            self.receive_done()
            if self.failures:
                raise self.failures.popleft()
            taken = self.assignment.take(records_max)
            if taken:
                self.start_nowait()  # nothing is awaited from here on: a cancelled poll must not lose records
                return taken
            if is_over:
                return taken
            await self.start(deadline, may_be_new=may_be_new)
            if not self.failures:
                await self.wait_for_one(deadline - loop.time(), None if news is None else news())
            is_over = loop.time() >= deadline

    async def resolve(
        self, states: Iterable[PartitionState], *, timeout_ms: int | None = None, may_be_new: bool = False
    ) -> None:
        """Looks up the offsets that "beginning" and "end" stand for."""
        asked = {state.tp: (state, state.generation) for state in states}
        found = await list_offsets(
            self._cluster,
            {tp: state.start for tp, (state, _) in asked.items()},
            timeout_ms=timeout_ms,
            isolation_level=self._settings.isolation_level,
            may_be_new=may_be_new,
        )
        for tp, item in found.items():
            state, generation = asked[tp]
            state.resolve(item.offset, generation=generation)

    def _out_of_range(self, state: PartitionState) -> None:
        if not self.assignment.may_reset:
            self.failures.append(
                error_for_code(
                    int(ErrorCode.OFFSET_OUT_OF_RANGE),
                    f"{state.tp} has no offset {state.position}, and offset_reset is 'error'",
                )
            )
            state.fail(self._cluster.clock.monotonic_ms() + self._cluster.backoff_ms(state.retry_count))
        else:
            self._cluster.mark_stale(state.tp.topic)  # it may be another topic of that name
            self.assignment.reset(state)

    async def start(self, deadline: float, *, may_be_new: bool) -> None:
        """Resolves positions, opens connections, then sends the fetches that `_fetchable` returns."""
        unresolved = [state for state in self.assignment.states.values() if state.position < 0]
        if unresolved:
            left_ms = int((deadline - asyncio.get_running_loop().time()) * 1000)
            try:
                timeout_ms = max(left_ms, self._cluster.request_timeout_ms)
                await self.resolve(unresolved, timeout_ms=timeout_ms, may_be_new=may_be_new)
            except (KafkaError, ClientError) as error:
                self.failures.append(error)
                return
        for broker_id, states in self._fetchable().items():
            try:
                self._fetch(await self._cluster.connection(broker_id), broker_id, states)
            except (OSError, TimeoutError, DecodeError, ClientError) as error:
                self._failed(states, error)

    def start_nowait(self) -> None:
        """Prefetches from the brokers whose connection is open."""
        for broker_id, states in self._fetchable().items():
            connection = self._cluster.open_connection(broker_id)
            if connection is not None:
                self._fetch(connection, broker_id, states)

    def _fetch(self, connection: Connection, broker_id: int, states: list[PartitionState]) -> None:
        version = self._cluster.version_for(connection, FetchRequest.API_KEY)
        timeout_ms = self._settings.wait_ms + self._cluster.request_timeout_ms
        for state in states:
            if state.topic_id == ZERO_TOPIC_ID and not self._cluster.is_stale(state.tp.topic):
                state.is_of(self._cluster.metadata.id_of(state.tp.topic))
        future = connection.start_request(self._request(states), version=version, timeout_ms=timeout_ms)
        self._fetches[broker_id] = _Fetch(future, states)

    def _fetchable(self) -> dict[int, list[PartitionState]]:
        """Groups partitions by broker, without busy brokers.

        A broker is busy with a fetch in flight or an unread response; what waits for a paused partition's end keeps
        nobody from the others.
        """
        now_ms = self._cluster.clock.monotonic_ms()
        groups: dict[int, list[PartitionState]] = {}
        busy = set(self._fetches)
        leader_of = self._cluster.metadata.leader_of
        for tp, state in self.assignment.states.items():
            if state.is_paused:
                continue
            leader = leader_of(tp.topic, tp.partition)
            if state.has_data:
                busy.add(leader)
            elif state.position >= 0 and state.retry_at_ms <= now_ms and leader >= 0:
                groups.setdefault(leader, []).append(state)
        return {leader: states for leader, states in groups.items() if leader not in busy}

    def _request(self, states: Iterable[PartitionState]) -> FetchRequest:
        settings = self._settings
        return fetch_request(
            ((state.tp, state.position) for state in states),
            epoch_of=self._cluster.metadata.epoch_of,
            isolation_level=settings.isolation_level,
            bytes_min=settings.bytes_min,
            wait_ms=settings.wait_ms,
            bytes_max=settings.bytes_max,
            partition_bytes_max=settings.partition_bytes_max,
        )

    async def wait_for_one(self, left_s: float, news: asyncio.Future[None] | None) -> None:
        """Waits for a response, news of the group, a backoff's end, or the timeout."""
        await self._refresh_stale()
        now_ms = self._cluster.clock.monotonic_ms()
        pauses = [state.retry_at_ms - now_ms for state in self.assignment.states.values() if state.retry_at_ms > now_ms]
        left_s = max(0.0, min(left_s, min(pauses, default=WAIT_MS_MAX) / 1000))
        awaited: list[asyncio.Future[Any]] = [fetch.future for fetch in self._fetches.values()]
        if not awaited and self.assignment.states:
            left_s = min(left_s, self._cluster.backoff_ms(0) / 1000)
        if news is not None:
            awaited.append(news)
        if awaited:
            await asyncio.wait(awaited, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(min(left_s, self._cluster.backoff_ms(0) / 1000))

    def receive_done(self) -> None:
        for broker_id, fetch in list(self._fetches.items()):
            if fetch.future.done():
                del self._fetches[broker_id]
                self._receive(fetch)

    async def _refresh_stale(self) -> None:
        """Looks leaders up again where a response said that they moved; the next poll repeats what fails."""
        cluster = self._cluster
        leader_of = cluster.metadata.leader_of
        stale = {tp.topic for tp in self.assignment.states if cluster.is_stale(tp.topic) or leader_of(*tp) < 0}
        if not stale:
            return
        try:
            await cluster.refresh(sorted(stale))
        except FAILURES as error:
            if not is_retriable(error):
                raise

    def _receive(self, fetch: _Fetch) -> None:
        awaited = fetch.awaited(self.assignment.states)
        try:
            response = fetch.future.result()
            if self._measures is not None:
                self._measures.fetch_throttle_ms.record(response.throttle_time_ms, self._cluster.clock.monotonic_ms())
            parts = parts_in(response)
        except FAILURES as error:
            self._failed(awaited.values(), error)
            return
        for tp, state in awaited.items():
            self._receive_partition(state, parts.get(tp))

    def _receive_partition(self, state: PartitionState, part: PartitionData | None) -> None:
        error = error_in(state.tp, state.position, part)
        if isinstance(error, OffsetOutOfRange):
            self._out_of_range(state)
        elif error is not None or part is None:
            self._failed([state], error)
        else:
            state.hear(high_watermark=part.high_watermark, log_start_offset=part.log_start_offset)
            self._offer(state, part)

    def _offer(self, state: PartitionState, part: PartitionData) -> None:
        if part.records:
            try:
                state.offer(part.records, aborted_in(part))
            except DecodeError as error:
                self._failed([state], error)
                if state.retry_count % CORRUPT_TRIES == 0:
                    self.failures.append(_damaged(state, error))
                return
        state.succeed()

    def _failed(self, states: Iterable[PartitionState], error: Any) -> None:
        """Notes a failure: a pause and new metadata when a retry may help, the caller's business when not."""
        now_ms = self._cluster.clock.monotonic_ms()
        for state in states:
            self._cluster.mark_stale(state.tp.topic)
            state.fail(now_ms + self._cluster.backoff_ms(state.retry_count))
        if not is_retriable(error):
            self.failures.append(error)


def _damaged(state: PartitionState, error: DecodeError) -> KafkaError:
    return CorruptMessage(f"{state.tp} is damaged at offset {state.position} ({error}); seek past it to read on")
