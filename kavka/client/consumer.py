"""The bundled consumer, by assignment: it reads the partitions that it was told, from where it was told.

    async with Consumer("localhost:9092") as consumer:
        await consumer.assign(await consumer.partitions_for("events"), start="beginning")
        async for record in consumer:
            …                              # or: batches = await consumer.poll()  → partition → list of records

Not a group member: nobody rebalances, and no offset is committed. Positions move when records are handed out.

It runs no task. `poll` keeps one fetch in flight per broker, and starts the next one before it hands out the last
records of the previous one; so the network works while the caller does. What is prefetched is bounded by one answer per
broker, `fetch_bytes_max`.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

from kavka.client.cluster import API_TIMEOUT_MS, RETRY_BACKOFF_MS, Cluster
from kavka.client.connection import REQUEST_TIMEOUT_MS, Connection
from kavka.client.errors import ClientError, DecodeError, KafkaError, code_name, error_for_code, is_retriable
from kavka.client.fetch_buffer import ConsumerRecord, PartitionState
from kavka.client.offsets import EARLIEST, LATEST, OffsetAndTimestamp, list_offsets
from kavka.client.read_committed import Aborted
from kavka.common.types import TopicPartition
from protocol.errors import CorruptMessage, ErrorCode
from protocol.messages import FetchRequest, FetchResponse
from protocol.records.batch import Record
from timer.clock import Clock

__all__ = ["Consumer", "ConsumerRecord", "OffsetAndTimestamp", "Record", "TopicPartition"]

FETCH_BYTES_MAX = 16 * 1024 * 1024
"""Below Kafka's `fetch.max.bytes` of 50 MiB: it is also the bound on what is prefetched per broker."""

PARTITION_BYTES_MAX = 1024 * 1024
"""Kafka's `max.partition.fetch.bytes`."""

FETCH_WAIT_MS = 500
"""Kafka's `fetch.max.wait.ms`."""

POLL_RECORDS_MAX = 10_000
"""Twenty times Kafka's `max.poll.records`: no group session runs out while these are handled."""

ITERATION_POLL_MS = 60_000
"""How long iteration waits in one poll; it then polls again, for ever."""

CORRUPT_TRIES = 3
"""Records that arrive damaged are fetched again so often before the caller hears of it: once may be a bad wire, thrice
is the log.
"""

STARTS = {"beginning": EARLIEST, "earliest": EARLIEST, "end": LATEST, "latest": LATEST}
ISOLATION_LEVELS = {"read_uncommitted": 0, "read_committed": 1}
SESSIONLESS_EPOCH = -1


class _Fetch:
    """A fetch in flight: who was asked for what, under which generation."""

    __slots__ = ("future", "states")

    def __init__(
        self, future: asyncio.Future[FetchResponse], states: dict[TopicPartition, tuple[PartitionState, int]]
    ) -> None:
        self.future = future
        self.states = states


class Consumer:
    """Reads partitions. Use it as an async context manager.

    Args:
        bootstrap: "host:port[,host:port…]".
        offset_reset: "latest", "earliest" or "error": what to do when a position is not in the log (any more).
        isolation_level: "read_uncommitted", or "read_committed": nothing of open and aborted transactions, and no
            further than the first open one; the end of a partition is then its last stable offset.
        fetch_min_bytes: A broker waits until it has this much …
        fetch_wait_ms: … or this long.
        fetch_bytes_max: Bound of one answer.
        partition_bytes_max: Bound per partition; one batch always fits.
        request_timeout_ms: Deadline of one request, on top of `fetch_wait_ms`.
        api_timeout_ms: Deadline of one call with its retries, where the call has none of its own.
        reach_timeout_ms: How long entering looks for a first broker; None: `api_timeout_ms`.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        client_id: What brokers call us.
        clock: Reads the time.
        rng: Spreads pauses.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str],
        *,
        offset_reset: str = "latest",
        isolation_level: str = "read_uncommitted",
        fetch_min_bytes: int = 1,
        fetch_wait_ms: int = FETCH_WAIT_MS,
        fetch_bytes_max: int = FETCH_BYTES_MAX,
        partition_bytes_max: int = PARTITION_BYTES_MAX,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        client_id: str = "kavka-consumer",
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        if isolation_level not in ISOLATION_LEVELS:
            raise ValueError(
                f"isolation_level={isolation_level!r} means nothing; choose one of {list(ISOLATION_LEVELS)}"
            )
        self._isolation_level = ISOLATION_LEVELS[isolation_level]
        if offset_reset not in (*STARTS, "error"):
            raise ValueError(f"offset_reset={offset_reset!r} means nothing; choose 'latest', 'earliest' or 'error'")
        self._offset_reset = offset_reset
        self._fetch_min_bytes = fetch_min_bytes
        self._fetch_wait_ms = fetch_wait_ms
        self._fetch_bytes_max = fetch_bytes_max
        self._partition_bytes_max = partition_bytes_max
        self._cluster = Cluster(
            bootstrap,
            client_id=client_id,
            request_timeout_ms=request_timeout_ms,
            api_timeout_ms=api_timeout_ms,
            reach_timeout_ms=reach_timeout_ms,
            retry_backoff_ms=retry_backoff_ms,
            clock=clock,
            rng=rng,
        )
        self._states: dict[TopicPartition, PartitionState] = {}
        self._fetches: dict[int, _Fetch] = {}
        self._failures: deque[BaseException] = deque()
        self._handed_out: deque[ConsumerRecord] = deque()

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Consumer:
        """Connects.

        Raises:
            DeadlineExceeded: no broker answered in time.
        """
        try:
            await self._cluster.__aenter__()
        except BaseException:
            await self._cluster.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the connections; fetches in flight are dropped."""
        self._fetches.clear()
        await self._cluster.close()

    # ---------------------------------------------------------------- assignment and position

    async def partitions_for(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic, in order.

        Raises:
            UnknownTopicOrPartition: there is no such topic.
        """
        info = await self._cluster.topic(topic)
        return [TopicPartition(topic, partition) for partition in sorted(info.partitions)]

    async def assign(self, partitions: Iterable[TopicPartition], *, start: str | int | None = None) -> None:
        """Replaces the assignment. Partitions that stay keep their position unless `start` says otherwise.

        Args:
            partitions: What to read.
            start: "beginning", "end", or an offset, for each of them; None: as `offset_reset` says.
        """
        previous, self._states = self._states, {}
        self._handed_out.clear()
        for tp in partitions:
            state = previous.get(tp) if start is None else None
            self._states[tp] = state or PartitionState(tp, start=STARTS.get(self._offset_reset, EARLIEST))
            if start is not None:
                self._move(self._states[tp], start)
        for topic in sorted({tp.topic for tp in self._states}):
            info = await self._cluster.topic(topic)
            for tp in self._states:
                if tp.topic == topic and tp.partition not in info.partitions:
                    raise ValueError(f"{topic!r} has partitions 0 to {len(info.partitions) - 1}, not {tp.partition}")

    def assignment(self) -> list[TopicPartition]:
        """What is read."""
        return list(self._states)

    def seek(self, tp: TopicPartition, offset: int) -> None:
        """The next record of this partition is the one at `offset`, or the first behind it."""
        if offset < 0:
            raise ValueError(f"offset {offset} is negative; use seek_to_beginning or seek_to_end")
        self._move(self._state(tp), offset)

    def seek_to_beginning(self, *partitions: TopicPartition) -> None:
        """To the log start offset, looked up at the next poll. Without arguments: every assigned partition."""
        for tp in partitions or tuple(self._states):
            self._move(self._state(tp), "beginning")

    def seek_to_end(self, *partitions: TopicPartition) -> None:
        """To the high watermark, looked up at the next poll. Without arguments: every assigned partition."""
        for tp in partitions or tuple(self._states):
            self._move(self._state(tp), "end")

    async def position(self, tp: TopicPartition) -> int:
        """The offset of the next record that will be handed out."""
        state = self._state(tp)
        if state.position < 0:
            await self._resolve([state])
        for record in self._handed_out:
            if record.topic == tp.topic and record.partition == tp.partition:
                return record.offset
        return state.position

    async def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """The log start offsets."""
        found = await list_offsets(self._cluster, dict.fromkeys(partitions, EARLIEST))
        return {tp: item.offset for tp, item in found.items()}

    async def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """The high watermarks, or, with read_committed, the last stable offsets: as far as can be read now."""
        found = await list_offsets(
            self._cluster, dict.fromkeys(partitions, LATEST), isolation_level=self._isolation_level
        )
        return {tp: item.offset for tp, item in found.items()}

    async def offsets_for_times(
        self, timestamps: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, OffsetAndTimestamp | None]:
        """Per partition, the first record at or after a time (ms since the epoch); None when there is none."""
        found = await list_offsets(self._cluster, timestamps, isolation_level=self._isolation_level)
        return {tp: item if item.offset >= 0 else None for tp, item in found.items()}

    # ---------------------------------------------------------------- reading

    async def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[Record]]:
        """Hands out what was fetched; waits for a fetch when there is nothing.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.

        Returns:
            Partition → records in order. Empty when nothing arrived in time.

        Raises:
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        assert records_max > 0
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_ms / 1000
        is_over = False
        while True:
            self._receive_done()
            if self._failures:
                raise self._failures.popleft()
            taken = self._take(records_max)
            if taken:
                self._start_fetches_nowait()  # nothing is awaited from here on: a cancelled poll must not lose records
                return taken
            if is_over:
                return taken
            await self._start_fetches(deadline)
            if not self._failures:
                await self._wait_for_fetch(deadline - loop.time())
            is_over = loop.time() >= deadline

    def __aiter__(self) -> Consumer:
        """Iterates over records for ever, partition by partition as they arrive."""
        return self

    async def __anext__(self) -> ConsumerRecord:
        """The next record; waits as long as it takes."""
        while not self._handed_out:
            for tp, records in (await self.poll(timeout_ms=ITERATION_POLL_MS)).items():
                self._handed_out.extend(ConsumerRecord(tp, record) for record in records)
        return self._handed_out.popleft()

    # ---------------------------------------------------------------- inside: positions

    def _state(self, tp: TopicPartition) -> PartitionState:
        state = self._states.get(tp)
        if state is None:
            raise ValueError(f"{tp} is not assigned to this consumer")
        return state

    def _move(self, state: PartitionState, where: str | int) -> None:
        if isinstance(where, str):
            if where not in STARTS:
                raise ValueError(f"{where!r} is no place in a log; choose 'beginning', 'end' or an offset")
            state.seek(-1, start=STARTS[where])
        else:
            state.seek(where, start=EARLIEST)
        if self._handed_out:
            self._handed_out = deque(r for r in self._handed_out if (r.topic, r.partition) != state.tp)

    async def _resolve(self, states: Iterable[PartitionState], *, timeout_ms: int | None = None) -> None:
        """Looks up the offsets that "beginning" and "end" stand for."""
        asked = {state.tp: (state, state.generation) for state in states}
        found = await list_offsets(
            self._cluster,
            {tp: state.start for tp, (state, _) in asked.items()},
            timeout_ms=timeout_ms,
            isolation_level=self._isolation_level,
        )
        for tp, item in found.items():
            state, generation = asked[tp]
            if state.generation == generation and state.position < 0:
                state.position = max(0, item.offset)

    def _out_of_range(self, state: PartitionState) -> None:
        if self._offset_reset == "error":
            self._failures.append(
                error_for_code(
                    int(ErrorCode.OFFSET_OUT_OF_RANGE),
                    f"{state.tp} has no offset {state.position}, and offset_reset is 'error'",
                )
            )
            state.retry_at_ms = self._cluster.clock.monotonic_ms() + self._cluster.backoff_ms(state.retry_count)
            state.retry_count += 1
        else:
            state.seek(-1, start=STARTS[self._offset_reset])

    # ---------------------------------------------------------------- inside: fetching

    def _take(self, records_max: int) -> dict[TopicPartition, list[Record]]:
        taken: dict[TopicPartition, list[Record]] = {}
        left = records_max
        for tp, state in list(self._states.items()):
            while left and state.has_data:
                records = state.take(left)
                if records:
                    taken.setdefault(tp, []).extend(records)
                    left -= len(records)
            if tp in taken:
                del self._states[tp]  # to the end, so that another partition is first next time
                self._states[tp] = state
        return taken

    async def _start_fetches(self, deadline: float) -> None:
        """Looks up positions and opens connections where that is needed, then sends what `_fetchable` says."""
        unresolved = [state for state in self._states.values() if state.position < 0]
        if unresolved:
            left_ms = int((deadline - asyncio.get_running_loop().time()) * 1000)
            try:
                await self._resolve(unresolved, timeout_ms=max(left_ms, self._cluster.request_timeout_ms))
            except (KafkaError, ClientError) as error:
                self._failures.append(error)
                return
        for broker_id, states in self._fetchable().items():
            try:
                self._fetch(await self._cluster.connection(broker_id), broker_id, states)
            except (OSError, TimeoutError, DecodeError, ClientError) as error:
                self._failed(states, error)

    def _start_fetches_nowait(self) -> None:
        """Prefetches from the brokers whose connection is open."""
        for broker_id, states in self._fetchable().items():
            connection = self._cluster.open_connection(broker_id)
            if connection is not None:
                self._fetch(connection, broker_id, states)

    def _fetch(self, connection: Connection, broker_id: int, states: list[PartitionState]) -> None:
        version = self._cluster.version_for(connection, FetchRequest.API_KEY)
        timeout_ms = self._fetch_wait_ms + self._cluster.request_timeout_ms
        future = connection.start_request(self._request(states), version=version, timeout_ms=timeout_ms)
        self._fetches[broker_id] = _Fetch(future, {state.tp: (state, state.generation) for state in states})

    def _fetchable(self) -> dict[int, list[PartitionState]]:
        """Broker → partitions, for brokers that have no fetch in flight and none of whose last answer is left."""
        now_ms = self._cluster.clock.monotonic_ms()
        groups: dict[int, list[PartitionState]] = {}
        busy = set(self._fetches)
        for tp, state in self._states.items():
            leader = self._cluster.metadata.leader_of(tp.topic, tp.partition)
            if state.has_data:
                busy.add(leader)
            elif state.position >= 0 and state.retry_at_ms <= now_ms and leader >= 0:
                groups.setdefault(leader, []).append(state)
        return {leader: states for leader, states in groups.items() if leader not in busy}

    def _request(self, states: Iterable[PartitionState]) -> FetchRequest:
        topics: dict[str, list[FetchRequest.FetchPartition]] = {}
        for state in states:
            topics.setdefault(state.tp.topic, []).append(
                FetchRequest.FetchPartition(
                    partition=state.tp.partition,
                    fetch_offset=state.position,
                    partition_max_bytes=self._partition_bytes_max,
                )
            )
        return FetchRequest(
            replica_id=-1,
            max_wait_ms=self._fetch_wait_ms,
            min_bytes=self._fetch_min_bytes,
            max_bytes=self._fetch_bytes_max,
            isolation_level=self._isolation_level,
            session_epoch=SESSIONLESS_EPOCH,
            topics=[FetchRequest.FetchTopic(topic=name, partitions=parts) for name, parts in topics.items()],
        )

    async def _wait_for_fetch(self, left_s: float) -> None:
        """Waits for one answer, for the end of a pause after an error, or until the time is up."""
        await self._refresh_stale()
        now_ms = self._cluster.clock.monotonic_ms()
        pauses = [state.retry_at_ms - now_ms for state in self._states.values() if state.retry_at_ms > now_ms]
        left_s = max(0.0, min(left_s, min(pauses, default=ITERATION_POLL_MS) / 1000))
        futures = [fetch.future for fetch in self._fetches.values()]
        if not futures:
            await asyncio.sleep(min(left_s, self._cluster.backoff_ms(0) / 1000))
            return
        await asyncio.wait(futures, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)

    def _receive_done(self) -> None:
        for broker_id, fetch in list(self._fetches.items()):
            if fetch.future.done():
                del self._fetches[broker_id]
                self._receive(fetch)

    async def _refresh_stale(self) -> None:
        """Asks for leaders again where an answer said that they moved; the next poll repeats what fails."""
        leader_of = self._cluster.metadata.leader_of
        stale = sorted({tp.topic for tp in self._states if self._cluster.is_stale(tp.topic) or leader_of(*tp) < 0})
        if not stale:
            return
        try:
            await self._cluster.refresh(stale)
        except (OSError, TimeoutError, DecodeError, KafkaError, ClientError) as error:
            if not is_retriable(error):
                raise

    def _receive(self, fetch: _Fetch) -> None:
        live = {tp: state for tp, (state, generation) in fetch.states.items() if state.generation == generation}
        error = fetch.future.exception()
        if error is not None:
            self._failed(live.values(), error)
            return
        response = fetch.future.result()
        if response.error_code != ErrorCode.NONE:
            self._failed(live.values(), error_for_code(response.error_code))
            return
        for topic in response.responses:
            for part in topic.partitions:
                state = live.get(TopicPartition(topic.topic, part.partition_index))
                if state is not None and self._states.get(state.tp) is state:
                    self._receive_partition(state, part)

    def _receive_partition(self, state: PartitionState, part: FetchResponse.PartitionData) -> None:
        code = part.error_code
        if code == ErrorCode.NONE:
            state.high_watermark = part.high_watermark
            state.log_start_offset = part.log_start_offset
            self._offer(state, part)
        elif code == ErrorCode.OFFSET_OUT_OF_RANGE:
            self._out_of_range(state)
        else:
            self._failed([state], error_for_code(code, f"{state.tp}: {code_name(code)}"))

    def _offer(self, state: PartitionState, part: FetchResponse.PartitionData) -> None:
        if part.records:
            aborted = [Aborted(entry.first_offset, entry.producer_id) for entry in part.aborted_transactions or ()]
            try:
                state.offer(part.records, aborted)
            except DecodeError as error:
                self._failed([state], error)
                if state.retry_count % CORRUPT_TRIES == 0:
                    self._failures.append(_damaged(state, error))
                return
        state.retry_at_ms = state.retry_count = 0

    def _failed(self, states: Iterable[PartitionState], error: Any) -> None:
        """Notes a failure: a pause and new metadata when a retry may help, the caller's business when not."""
        now_ms = self._cluster.clock.monotonic_ms()
        for state in states:
            self._cluster.mark_stale(state.tp.topic)
            state.retry_at_ms = now_ms + self._cluster.backoff_ms(state.retry_count)
            state.retry_count += 1
        if not is_retriable(error):
            self._failures.append(error)


def _damaged(state: PartitionState, error: DecodeError) -> KafkaError:
    return CorruptMessage(f"{state.tp} is damaged at offset {state.position} ({error}); seek past it to read on")
