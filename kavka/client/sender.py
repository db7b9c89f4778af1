"""The producer's other half: takes ready batches from the accumulator, sends one Produce per leader, and settles the
responses.

One loop decides, one short task per request waits; both live in the producer's TaskGroup. What the loop does when it
wakes:

    expire ──► drain ──► one request per connected leader ──► (response) ──► done | put back with a pause | failed
       ▲                                                                        │
       └──────────── wake: a response, a dial's end, a sealed batch, a flush, or the next linger or retry time ◄───┘

A batch is built (compressed, numbered) once, when it is first taken; a retry sends the same bytes, so that the broker
of an idempotent producer can recognise what it has already.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator

from kavka.client.accumulator import Accumulator
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.delivery import ProducerBatch
from kavka.client.leader_dials import LeaderDials
from kavka.client.leader_refresh import LeaderRefresh
from kavka.client.producer_progress import ProducerProgress
from kavka.client.producer_settings import ProducerSettings
from kavka.client.settlement import Settlement
from kavka.client.transaction import Transaction
from kavka.client.versions import BY_ID
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ProduceResponse
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import MonotonicMs
from kavka.wire.client_measures import ProducerMeasures
from kavka.wire.errors import FAILURES, ClientError, DeadlineExceeded, KafkaError, UnsupportedByBroker
from kavka.wire.produce import named, no_id, produce_request
from kavka.wire.producer import ProducerCore

IN_FLIGHT_PER_BROKER = 5
"""Kafka's `max.in.flight.requests.per.connection`; each carries other partitions."""

ZSTD_PRODUCE_VERSION_MIN = 7
"""The first Produce version in which a broker takes zstd (KIP-110)."""


class Sender:
    """Sends what one accumulator holds.

    Args:
        cluster: Connections and leaders.
        accumulator: The batches.
        settings: Who must acknowledge, and by when; zstd needs a broker that takes it.
        group: Where request tasks run.
        producer: Numbers the batches; None: they carry no producer id.
        transaction: Whose records these are; None: nobody's.
        measures: Is told what was sent, and how long it waited; None: nobody measures.

    Attributes:
        settlement: What becomes of the batches.
        progress: Who waits for that.
    """

    def __init__(
        self,
        cluster: Cluster,
        accumulator: Accumulator,
        settings: ProducerSettings,
        *,
        group: asyncio.TaskGroup,
        producer: ProducerCore | None,
        transaction: Transaction | None = None,
        measures: ProducerMeasures | None = None,
    ) -> None:
        self._cluster = cluster
        self._accumulator = accumulator
        self._group = group
        self._settings = settings
        self._producer = producer
        self._measures = measures
        self._wake = asyncio.Event()
        self._in_flight: dict[int, int] = {}
        self._leaders = LeaderRefresh(cluster, group, refused=self._fail_topics, done=self.wake)
        self._dials = LeaderDials(cluster, group, silent=self._look_again, failed=self._refuse, done=self.wake)
        self._transaction = transaction
        self._is_stopping = False
        self._is_flushing = False
        self.progress = ProducerProgress(accumulator, wake=self.wake)
        self.settlement = Settlement(
            cluster, accumulator, producer=producer, transaction=transaction, measures=measures
        )

    # ---------------------------------------------------------------- for the producer

    def wake(self) -> None:
        """Wakes the sender's loop: a batch may be ready."""
        self._wake.set()

    def stop(self) -> None:
        """Ends the loop after its present round; requests in flight end by their own deadlines."""
        self._is_stopping = True
        self._leaders.stop()
        self._dials.stop()
        self._wake.set()

    @contextlib.contextmanager
    def _flushing(self) -> Iterator[None]:
        """Sends open batches without lingering, as long as the block runs."""
        self._is_flushing = True
        try:
            yield
        finally:
            self._is_flushing = False

    def fail_everything(self, error: BaseException) -> None:
        """Fails all batches that are not acknowledged."""
        for batch in self._accumulator.abandon():
            self.settlement.abandoned(batch, error)
        self._note_progress()

    def fail_waiting(self, error: BaseException) -> None:
        """Fails all batches that are not in flight."""
        for batch in self._accumulator.abandon_waiting():
            self.settlement.abandoned(batch, error)
        self._note_progress()

    async def flush(self, *, timeout_ms: int) -> None:
        """Sends open batches without lingering, and returns when everything is settled.

        Raises:
            DeadlineExceeded: it is not in time.
            KafkaError, ClientError: the first failure among records whose delivery nobody awaited.
        """
        with self._flushing():
            await self.progress.wait_until_settled(timeout_ms=timeout_ms)
        error = self.settlement.take_unseen_error()
        if error is not None:
            raise error

    # ---------------------------------------------------------------- the loop

    async def run(self) -> None:
        """Sends until `stop`."""
        clock = self._cluster.clock
        while not self._is_stopping:
            self._wake.clear()
            self._expire(clock.monotonic_ms())
            if not await self._has_producer_id():
                continue
            next_ms = self._dispatch(clock.monotonic_ms())
            await self._sleep(next_ms)

    async def _sleep(self, next_ms: MonotonicMs | None) -> None:
        now_ms = self._cluster.clock.monotonic_ms()
        limit_ms = self._settings.delivery_timeout_ms if next_ms is None else max(0, next_ms - now_ms)
        try:
            async with asyncio.timeout(limit_ms / 1000):
                await self._wake.wait()
        except TimeoutError:
            return

    def _dispatch(self, now_ms: MonotonicMs) -> MonotonicMs | None:
        """Starts a request for every leader that has something ready; returns when to look again."""
        ways: dict[int, Connection] = {}

        def has_capacity(leader: int) -> bool:
            if self._in_flight.get(leader, 0) >= IN_FLIGHT_PER_BROKER:
                return False
            connection = self._dials.open_connection(leader)
            if connection is None:
                return False
            ways[leader] = connection
            return True

        while True:
            drained = self._accumulator.drain(
                now_ms,
                leader_of=self._cluster.metadata.leader_of,
                has_capacity=has_capacity,
                is_flushing=self._is_flushing,
            )
            for leader, batches in drained.by_leader.items():
                self._build(batches)
                if self._measures is not None:
                    self._measures.sending([(one.created_ms, one.record_count) for one in batches], now_ms)
                self._in_flight[leader] = self._in_flight.get(leader, 0) + 1
                self._group.create_task(self._send(leader, ways[leader], batches))
            self._leaders.start(drained.leaderless | self._stale_topics(drained.by_leader.values()))
            if not drained.by_leader:
                return drained.next_ms

    def _build(self, batches: Iterable[ProducerBatch]) -> None:
        for batch in batches:
            if batch.data is not None:
                continue
            builder = batch.builder
            assert builder is not None
            producer = self._producer
            if producer is not None:
                builder.producer_id = producer.producer_id
                builder.producer_epoch = producer.producer_epoch
                builder.base_sequence = producer.number(batch.queue.tp, batch.record_count)
                builder.is_transactional = self._transaction is not None
            batch.data = builder.build()
            batch.builder = None

    def _expire(self, now_ms: MonotonicMs) -> None:
        for batch in self._accumulator.expired(now_ms - self._settings.delivery_timeout_ms):
            self.settlement.abandoned(
                batch,
                DeadlineExceeded(
                    f"{batch.record_count} records for {batch.queue.tp} were not "
                    f"acknowledged within {self._settings.delivery_timeout_ms} ms ({batch.attempts} tries)"
                ),
            )
            self._note_progress()

    # ---------------------------------------------------------------- one request

    async def _send(self, leader: int, connection: Connection, batches: list[ProducerBatch]) -> None:
        try:
            response = await self._ask(connection, batches)
        except FAILURES as error:
            self._doubt(leader, error)
            self._leaders.start(self.settlement.refused((batch, error) for batch in batches))
        else:
            self._cluster.view.trust(leader)
            self._leaders.start(self.settlement.answered(batches, response))
        finally:
            self._in_flight[leader] -= 1
            self._note_progress()

    async def _ask(self, connection: Connection, batches: list[ProducerBatch]) -> ProduceResponse | None:
        version = self._version(connection, batches)
        is_by_id = version >= BY_ID[ApiKey.PRODUCE]
        if self._settings.compression == Compression.ZSTD and version < ZSTD_PRODUCE_VERSION_MIN:
            raise UnsupportedByBroker(f"{connection.host}:{connection.port} is too old for zstd; choose lz4 or gzip")
        request = produce_request(
            ((batch.queue.tp, batch.data) for batch in batches),
            transactional_id=None if self._producer is None else self._producer.transactional_id,
            acks=self._settings.acks,
            timeout_ms=self._cluster.request_timeout_ms,
            id_of=self._cluster.metadata.id_of if is_by_id else no_id,
        )
        if self._settings.acks == 0:
            await connection.send(request, version=version)
            return None
        response: ProduceResponse = await connection.request(request, version=version)
        if self._measures is not None:
            self._measures.throttle_time_ms.record(response.throttle_time_ms, self._cluster.clock.monotonic_ms())
        return named(response, request) if is_by_id else response

    def _version(self, connection: Connection, batches: list[ProducerBatch]) -> int:
        """Returns the version to send batches in: by topic id where that is possible.

        Not in a transaction of version 1: what names topics by id adds partitions to transactions, too (KIP-890).
        """
        transaction, cluster = self._transaction, self._cluster
        version = None if transaction is None else transaction.produce_version
        if version is None:
            version = cluster.version_for(connection, ApiKey.PRODUCE)
        else:
            cluster.check_offers(connection, ApiKey.PRODUCE, version)
        is_free = transaction is None or transaction.produce_version is not None
        topics = {batch.queue.topic for batch in batches}
        if is_free and cluster.offers_by_id(connection, ApiKey.PRODUCE, topics):
            return BY_ID[ApiKey.PRODUCE]
        return version

    def _note_progress(self) -> None:
        self._wake.set()
        self.progress.note()

    # ---------------------------------------------------------------- leaders and producer ids

    def _doubt(self, leader: int, error: BaseException) -> None:
        """Has others asked first who leads, where this leader did not respond."""
        if isinstance(error, OSError):  # TimeoutError is one
            self._cluster.view.doubt(leader)

    def _look_again(self, leader: int) -> None:
        """Looks up the leaders of what waits for a broker that is silent; another may lead by now."""
        self._cluster.view.doubt(leader)
        leader_of = self._cluster.metadata.leader_of
        self._leaders.start(self._accumulator.topics_waiting_for(leader, leader_of=leader_of))

    def _refuse(self, leader: int, error: BaseException) -> None:
        """Settles what is ready and waits for a leader that cannot be reached, as if it had been asked."""
        self._doubt(leader, error)
        drained = self._accumulator.drain(
            self._cluster.clock.monotonic_ms(),
            leader_of=self._cluster.metadata.leader_of,
            has_capacity=lambda broker_id: broker_id == leader,
            is_flushing=self._is_flushing,
        )
        batches = drained.by_leader.get(leader, [])
        self._leaders.start(self.settlement.refused((batch, error) for batch in batches))
        self._note_progress()

    def _stale_topics(self, groups: Iterable[list[ProducerBatch]]) -> set[str]:
        """Topics whose leaders were asked for too long ago; their records go out meanwhile by what is known."""
        topics = {batch.queue.topic for batches in groups for batch in batches}
        return {topic for topic in topics if self._cluster.is_stale(topic)}

    def _fail_topics(self, topics: set[str], error: BaseException) -> None:
        for topic in sorted(topics):
            queues = self._accumulator.topics.get(topic)
            for queue in queues.partitions if queues is not None else ():
                while queue.batches and not queue.is_in_flight:
                    self.settlement.fail(queue.batches[0], error)
        self._note_progress()

    async def _has_producer_id(self) -> bool:
        """Gets an id for this producer's sequences (KIP-98) where one is needed; False: look again first."""
        producer = self._producer
        if producer is None or self._transaction is not None:
            return True
        if producer.is_known or not self._accumulator.batches_open:
            return True

        async def attempt() -> None:
            producer.began(await self._cluster.ask_several(producer.init_request()))

        try:
            await self._cluster.retry(attempt, what="get a producer id")
        except (KafkaError, ClientError) as error:
            self.fail_everything(error)
            return False
        return True
