"""The producer's other half: takes ready batches from the accumulator, sends one Produce per leader, and settles the
responses.

One loop decides, one short task per request waits; both live in the producer's TaskGroup. What the loop does when it
wakes:

    expire ──► drain ──► one request per leader ──► (response) ──► done | put back with a pause | failed
       ▲                                                              │
       └──────────────── wake: a response, a sealed batch, a flush, or the next linger or retry time ◄───┘

A batch is built (compressed, numbered) once, when it is first taken; a retry sends the same bytes, so that the broker
of an idempotent producer can recognise what it has already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from kavka.client.accumulator import Accumulator
from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.client.delivery import ProducerBatch
from kavka.client.errors import (
    ClientError,
    DeadlineExceeded,
    UnsupportedByBroker,
    code_name,
    error_for_code,
    is_retriable,
)
from kavka.client.transaction import Transaction
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, MessageTooLarge
from kavka.protocol.messages import InitProducerIdRequest, ProduceRequest, ProduceResponse
from kavka.protocol.records.batch import read_header
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import MonotonicMs

IN_FLIGHT_PER_BROKER = 5
"""Kafka's `max.in.flight.requests.per.connection`; each carries other partitions."""

ZSTD_PRODUCE_VERSION_MIN = 7
"""The first Produce version in which a broker takes zstd (KIP-110)."""

SEQUENCE_MODULUS = 2**31
"""Sequences wrap to 0 after Int.MAX, as in Kafka's DefaultRecordBatch.incrementSequence."""

LEADER_MOVED = frozenset(
    {
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.LEADER_NOT_AVAILABLE,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.REPLICA_NOT_AVAILABLE,
        ErrorCode.KAFKA_STORAGE_ERROR,
        ErrorCode.FENCED_LEADER_EPOCH,
        ErrorCode.UNKNOWN_LEADER_EPOCH,
    }
)
"""Errors after which the leader is asked for again."""

DELIVERED = frozenset({ErrorCode.NONE, ErrorCode.DUPLICATE_SEQUENCE_NUMBER})
"""Error codes that mean "it is in the log"; a duplicate: an earlier try was appended and its response lost."""

FAILURES = (KafkaError, ClientError, OSError, TimeoutError, DecodeError)
"""What a request can end with that is not a defect of this program."""


class Sender:
    """Sends what one accumulator holds.

    Args:
        cluster: Connections and leaders.
        accumulator: The batches.
        group: Where request tasks run.
        acks: −1, 0 or 1.
        is_idempotent: Whether batches carry a producer id and sequences.
        compression: What the batches are compressed with; zstd needs a broker that takes it.
        delivery_timeout_ms: From creation to acknowledgement, retries included.
        transaction: Whose records these are; None: nobody's.
    """

    def __init__(
        self,
        cluster: Cluster,
        accumulator: Accumulator,
        *,
        group: asyncio.TaskGroup,
        acks: int,
        is_idempotent: bool,
        compression: Compression,
        delivery_timeout_ms: int,
        transaction: Transaction | None = None,
    ) -> None:
        self._cluster = cluster
        self._accumulator = accumulator
        self._group = group
        self._acks = acks
        self._is_idempotent = is_idempotent
        self._compression = compression
        self._delivery_timeout_ms = delivery_timeout_ms
        self._wake = asyncio.Event()
        self._in_flight: dict[int, int] = {}
        self._is_refreshing = False
        self._producer_id = -1
        self._producer_epoch = -1
        self._transaction = transaction
        self._is_stopping = False
        self._progress_waiters: list[asyncio.Future[None]] = []
        self.is_flushing = False
        self.is_aborting = False
        self.first_unseen_error: BaseException | None = None

    # ---------------------------------------------------------------- for the producer

    def wake(self) -> None:
        """Wakes the sender's loop: a batch may be ready."""
        self._wake.set()

    def stop(self) -> None:
        """Ends the loop after its present round; requests in flight end by their own deadlines."""
        self._is_stopping = True
        self._wake.set()

    async def wait_for_progress(self) -> None:
        """Waits until a batch is done.

        Memory is free then, or a flush is nearer its end. The caller sets the deadline.
        """
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._progress_waiters.append(waiter)
        await waiter

    def fail_everything(self, error: BaseException) -> None:
        """Fails all batches that are not acknowledged."""
        for batch in self._accumulator.abandon():
            self._settle_failed(batch, error)
        self._note_progress()

    def fail_waiting(self, error: BaseException) -> None:
        """Fails all batches that are not in flight."""
        for batch in self._accumulator.abandon_waiting():
            self._settle_failed(batch, error)
        self._note_progress()

    # ---------------------------------------------------------------- the loop

    async def run(self) -> None:
        """Sends until `stop`."""
        clock = self._cluster.clock
        while not self._is_stopping:
            self._wake.clear()
            self._expire(clock.monotonic_ms())
            if self._needs_producer_id() and not await self._init_producer_id():
                continue
            next_ms = self._dispatch(clock.monotonic_ms())
            await self._sleep(next_ms)

    def _needs_producer_id(self) -> bool:
        is_ours = self._is_idempotent and self._transaction is None
        return is_ours and self._producer_id < 0 and self._accumulator.batches_open > 0

    async def _sleep(self, next_ms: MonotonicMs | None) -> None:
        now_ms = self._cluster.clock.monotonic_ms()
        limit_ms = self._delivery_timeout_ms if next_ms is None else max(0, next_ms - now_ms)
        try:
            async with asyncio.timeout(limit_ms / 1000):
                await self._wake.wait()
        except TimeoutError:
            return

    def _dispatch(self, now_ms: MonotonicMs) -> MonotonicMs | None:
        """Starts a request for every leader that has something ready; returns when to look again."""
        while True:
            drained = self._accumulator.drain(
                now_ms,
                leader_of=self._cluster.metadata.leader_of,
                has_capacity=self._has_capacity,
                is_flushing=self.is_flushing,
            )
            for leader, batches in drained.by_leader.items():
                self._build(batches)
                self._in_flight[leader] = self._in_flight.get(leader, 0) + 1
                self._group.create_task(self._send(leader, batches))
            self._start_refresh(drained.leaderless | self._stale_topics(drained.by_leader.values()))
            if not drained.by_leader:
                return drained.next_ms

    def _has_capacity(self, broker_id: int) -> bool:
        return self._in_flight.get(broker_id, 0) < IN_FLIGHT_PER_BROKER

    def _build(self, batches: Iterable[ProducerBatch]) -> None:
        for batch in batches:
            if batch.data is not None:
                continue
            builder = batch.builder
            assert builder is not None
            if self._is_idempotent:
                if self._transaction is not None:
                    self._producer_id = self._transaction.producer_id
                    self._producer_epoch = self._transaction.producer_epoch
                    builder.is_transactional = True
                queue = batch.queue
                if queue.producer_id != self._producer_id:
                    queue.producer_id = self._producer_id
                    queue.next_sequence = 0
                builder.producer_id = self._producer_id
                builder.producer_epoch = self._producer_epoch
                builder.base_sequence = queue.next_sequence
                queue.next_sequence = (queue.next_sequence + batch.record_count) % SEQUENCE_MODULUS
            batch.data = builder.build()
            batch.builder = None

    def _expire(self, now_ms: MonotonicMs) -> None:
        for batch in self._accumulator.expired(now_ms - self._delivery_timeout_ms):
            self._settle_failed(
                batch,
                DeadlineExceeded(
                    f"{batch.record_count} records for {batch.queue.topic}-{batch.queue.partition} were not "
                    f"acknowledged within {self._delivery_timeout_ms} ms ({batch.attempts} tries)"
                ),
            )
            self._note_progress()

    # ---------------------------------------------------------------- one request

    async def _send(self, leader: int, batches: list[ProducerBatch]) -> None:
        try:
            response = await self._ask(leader, batches)
        except FAILURES as error:
            self._settle_all(batches, error)
        else:
            self._settle(batches, response)
        finally:
            self._in_flight[leader] -= 1
            self._note_progress()

    async def _ask(self, leader: int, batches: list[ProducerBatch]) -> ProduceResponse | None:
        connection = await self._cluster.connection(leader)
        version = self._cluster.version_for(connection, ProduceRequest.API_KEY)
        if self._compression == Compression.ZSTD and version < ZSTD_PRODUCE_VERSION_MIN:
            raise UnsupportedByBroker(f"{connection.host}:{connection.port} is too old for zstd; choose lz4 or gzip")
        request = ProduceRequest(
            transactional_id=None if self._transaction is None else self._transaction.transactional_id,
            acks=self._acks,
            timeout_ms=self._cluster.request_timeout_ms,
            topic_data=_by_topic(batches),
        )
        if self._acks == 0:
            await connection.send(request, version=version)
            return None
        response: ProduceResponse = await connection.request(request, version=version)
        return response

    def _settle(self, batches: list[ProducerBatch], response: ProduceResponse | None) -> None:
        answers = {}
        if response is not None:
            answers = {(t.name, p.index): p for t in response.responses for p in t.partition_responses}
        for batch in batches:
            answer = answers.get((batch.queue.topic, batch.queue.partition))
            if batch.is_done:
                continue  # given up by `fail_everything` meanwhile
            if response is None:
                self._complete(batch, base_offset=-1, log_append_time=-1)
            elif answer is None:
                self._retry_or_fail(batch, DecodeError("the broker's answer does not mention this partition"))
            elif answer.error_code in DELIVERED:
                self._complete(batch, base_offset=answer.base_offset, log_append_time=answer.log_append_time_ms)
            else:
                self._retry_or_fail(batch, _error_of(batch, answer))

    def _complete(self, batch: ProducerBatch, *, base_offset: int, log_append_time: int) -> None:
        self._accumulator.finish(batch)
        batch.complete(base_offset=base_offset, log_append_time=log_append_time)

    def _settle_all(self, batches: list[ProducerBatch], error: BaseException) -> None:
        """Settles the batches of a request that failed as a whole.

        When the broker is gone or mute, its partitions may have another leader by now.
        """
        for batch in batches:
            self._retry_or_fail(batch, error)
        if is_retriable(error):
            topics = {batch.queue.topic for batch in batches}
            for topic in topics:
                self._cluster.mark_stale(topic)
            self._start_refresh(topics)

    def _retry_or_fail(self, batch: ProducerBatch, error: BaseException) -> None:
        if batch.is_done:
            return  # given up by `fail_everything` while the request was under way
        if isinstance(error, MessageTooLarge) and batch.record_count > 1 and batch.data is not None:
            self._split(batch)
            return
        if self.is_aborting or not is_retriable(error):
            self._fail(batch, error)
            return
        pause_ms = self._cluster.backoff_ms(batch.attempts)
        self._accumulator.put_back(batch, retry_at_ms=self._cluster.clock.monotonic_ms() + pause_ms)
        if isinstance(error, KafkaError) and error.code in LEADER_MOVED:
            self._cluster.mark_stale(batch.queue.topic)
            self._start_refresh({batch.queue.topic})

    def _split(self, batch: ProducerBatch) -> None:
        """Splits a batch of which nothing was appended; its halves take over its sequences."""
        assert batch.data is not None
        header = read_header(batch.data)
        if batch.queue.producer_id == header.producer_id:
            batch.queue.next_sequence = max(0, header.base_sequence)
        self._accumulator.split(batch)

    def _fail(self, batch: ProducerBatch, error: BaseException) -> None:
        self._accumulator.finish(batch)
        self._settle_failed(batch, error)

    def _settle_failed(self, batch: ProducerBatch, error: BaseException) -> None:
        if self._transaction is not None:
            self._transaction.fail(error, loses_sequences=batch.data is not None)
        elif self._is_idempotent and batch.data is not None:
            self._producer_id = -1  # its sequences are lost, and those behind it: begin again under another id
        batch.fail(error)
        if not batch.is_anybody_waiting() and self.first_unseen_error is None:
            self.first_unseen_error = error

    def _note_progress(self) -> None:
        self._wake.set()
        for waiter in self._progress_waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._progress_waiters.clear()

    # ---------------------------------------------------------------- leaders and producer ids

    def _stale_topics(self, groups: Iterable[list[ProducerBatch]]) -> set[str]:
        """Topics whose leaders were asked for too long ago; their records go out meanwhile by what is known."""
        topics = {batch.queue.topic for batches in groups for batch in batches}
        return {topic for topic in topics if self._cluster.is_stale(topic)}

    def _start_refresh(self, topics: set[str]) -> None:
        if topics and not self._is_refreshing and not self._is_stopping:
            self._is_refreshing = True
            self._group.create_task(self._refresh(topics))

    async def _refresh(self, topics: set[str]) -> None:
        """Asks once for leaders, then pauses: whoever still lacks one comes back here."""
        try:
            await self._cluster.refresh(sorted(topics))
        except FAILURES as error:
            if not is_retriable(error):
                self._fail_topics(topics, error)
        if not self._is_stopping:
            await asyncio.sleep(self._cluster.backoff_ms(0) / 1000)
        self._is_refreshing = False
        self._wake.set()

    def _fail_topics(self, topics: set[str], error: BaseException) -> None:
        for topic in topics:
            queues = self._accumulator.topics.get(topic)
            for queue in queues.partitions if queues is not None else ():
                while queue.batches and not queue.is_in_flight:
                    self._fail(queue.batches[0], error)
        self._note_progress()

    async def _init_producer_id(self) -> bool:
        """Gets an id for this producer's sequences (KIP-98); False when the loop should look again first."""
        request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=self._delivery_timeout_ms)
        try:
            response = await self._cluster.retry(lambda: self._ask_producer_id(request), what="get a producer id")
        except (KafkaError, ClientError) as error:
            self.fail_everything(error)
            return False
        self._producer_id, self._producer_epoch = response
        return True

    async def _ask_producer_id(self, request: InitProducerIdRequest) -> tuple[int, int]:
        response = await self._cluster.ask(ANY_BROKER, request)
        if response.error_code != ErrorCode.NONE:
            raise error_for_code(response.error_code, "the broker gives out no producer id")
        return response.producer_id, response.producer_epoch


def _by_topic(batches: Iterable[ProducerBatch]) -> list[ProduceRequest.TopicProduceData]:
    topics: dict[str, list[ProduceRequest.PartitionProduceData]] = {}
    for batch in batches:
        topics.setdefault(batch.queue.topic, []).append(
            ProduceRequest.PartitionProduceData(index=batch.queue.partition, records=batch.data)
        )
    return [ProduceRequest.TopicProduceData(name=name, partition_data=data) for name, data in topics.items()]


def _error_of(batch: ProducerBatch, answer: ProduceResponse.PartitionProduceResponse) -> KafkaError:
    message = f": {answer.error_message}" if answer.error_message else ""
    name = code_name(answer.error_code)
    return error_for_code(answer.error_code, f"{batch.queue.topic}-{batch.queue.partition}: {name}{message}")
