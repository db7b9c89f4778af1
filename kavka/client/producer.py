"""The bundled producer: `send` puts a record into the log of a topic.

    async with Producer("localhost:9092") as producer:
        delivery = await producer.send("events", b"hello", key=b"k")    # as soon as the record has a place to wait
        where = await delivery                                          # … and this when a broker acknowledged it

`start` and `stop` do what entering and leaving do, for programs whose beginning and end are not in one block.

`send` suspends only when it must: for the topic's first metadata, when the memory is full (back-pressure), and shortly
whenever a batch is full, so that the sender gets its turn. Records with a key go to the partition that every other
client would choose; records without one stick to a partition until its batch is full.

Order within a partition holds through every retry. With acks="all" (the default) the producer is idempotent, so a retry
cannot duplicate either.

With a transactional id, records of many partitions, and the offsets of the records that they were made of, become
visible to read_committed consumers together or not at all, also across crashes of this program::

    async with Producer(bootstrap, transactional_id="copier-1") as producer:
        await producer.init_transactions()               # whoever had this id before is fenced
        while batches := await consumer.poll():
            async with producer.transaction():           # commits; aborts when something is raised inside
                for tp, records in batches.items():
                    for record in records:
                        await producer.send("out", record.value, key=record.key)
                offsets = {tp: records[-1].offset + 1 for tp, records in batches.items()}
                await producer.send_offsets_to_transaction(offsets, GroupMetadata("copiers"))
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from kavka.client.accumulator import Accumulator
from kavka.client.cluster import RETRY_BACKOFF_MS, RETRY_BACKOFF_MS_MAX, Cluster, bootstrap_of
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.delivery import Delivery, RecordMetadata
from kavka.client.outgoing_records import (
    PLAIN,
    Headers,
    HeadersLike,
    as_bytes,
    check_timestamp,
    checked_headers,
    record_size,
)
from kavka.client.partitioner import Partitioner, TopicQueues
from kavka.client.producer_settings import (
    BATCH_BYTES,
    BUFFER_BYTES,
    LINGER_MS,
    MAX_BLOCK_MS,
    REQUEST_BYTES_MAX,
    ProducerSettings,
)
from kavka.client.security import SecurityLike
from kavka.client.sender import Sender
from kavka.client.serialization import Serializer, check_function
from kavka.client.task_groups import leave_task_group
from kavka.client.telemetry_reporter import PushesMetrics, TelemetryReporter, push_and_close
from kavka.client.transaction import TRANSACTION_TIMEOUT_MS, GroupMetadata, Transaction
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.client_measures import ProducerMeasures
from kavka.wire.errors import ClientClosed, ClientError, TransactionFailed
from kavka.wire.produce import DELIVERY_TIMEOUT_MS
from kavka.wire.producer import ProducerCore

__all__ = ["Producer", "Delivery", "GroupMetadata", "RecordMetadata", "TransactionFailed"]


class Producer(PushesMetrics):
    """Sends records. Use it as an async context manager; leaving it normally waits for what was sent.

    Args:
        bootstrap: "host:port[,host:port…]", or a list of them.
        bootstrap_servers: The same, by the name that other clients give it.
        key_serializer: Makes bytes of every key but None; None: keys are bytes.
        value_serializer: Makes bytes of every value but None; None: values are bytes.
        acks: "all", 1 or 0: who must have a record before it counts as sent.
        compression: "none", "gzip", "snappy", "lz4" or "zstd".
        idempotent: Whether retries are recognised by the broker; None: with acks="all".
        linger_ms: How long a record waits for company.
        batch_bytes: Bytes of one batch before compression.
        buffer_bytes: Bound on everything not acknowledged; `send` waits when it is reached.
        request_bytes_max: Bytes of records in one request; one batch always fits.
        max_block_ms: How long `send` may wait.
        delivery_timeout_ms: From `send` to acknowledgement, retries included.
        request_timeout_ms: Deadline of one request.
        reach_timeout_ms: How long entering looks for a first broker; None: `max_block_ms`.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        retry_backoff_ms_max: The longest pause.
        client_id: What brokers call us.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        transactional_id: One for all instances of a program that replace each other; None: no transactions.
        transaction_timeout_ms: After it the coordinator aborts what is open.
        enable_metrics_push: Whether brokers that ask for this producer's metrics are pushed them (KIP-714).
        clock: Reads the time.
        rng: Picks partitions for keyless records, and spreads pauses.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str] | None = None,
        *,
        bootstrap_servers: str | Sequence[str] | None = None,
        key_serializer: Serializer | None = None,
        value_serializer: Serializer | None = None,
        acks: str | int = "all",
        compression: str = "none",
        idempotent: bool | None = None,
        linger_ms: int = LINGER_MS,
        batch_bytes: int = BATCH_BYTES,
        buffer_bytes: int = BUFFER_BYTES,
        request_bytes_max: int = REQUEST_BYTES_MAX,
        max_block_ms: int = MAX_BLOCK_MS,
        delivery_timeout_ms: int = DELIVERY_TIMEOUT_MS,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        retry_backoff_ms_max: int = RETRY_BACKOFF_MS_MAX,
        client_id: str = "kavka-producer",
        security: SecurityLike = None,
        transactional_id: str | None = None,
        transaction_timeout_ms: int = TRANSACTION_TIMEOUT_MS,
        enable_metrics_push: bool = True,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._settings = settings = ProducerSettings.checked(
            acks=acks,
            idempotent=idempotent,
            compression=compression,
            transactional_id=transactional_id,
            max_block_ms=max_block_ms,
            delivery_timeout_ms=delivery_timeout_ms,
        )
        self._key_serializer = check_function("key_serializer", key_serializer)
        self._value_serializer = check_function("value_serializer", value_serializer)
        self._is_serializing = key_serializer is not None or value_serializer is not None
        clock = SystemClock() if clock is None else clock
        self._measures = ProducerMeasures(clock.monotonic_ms()) if enable_metrics_push else None
        self._cluster = Cluster(
            bootstrap_of(bootstrap, bootstrap_servers),
            client_id=client_id,
            security=security,
            request_timeout_ms=request_timeout_ms,
            api_timeout_ms=max_block_ms,
            reach_timeout_ms=reach_timeout_ms,
            retry_backoff_ms=retry_backoff_ms,
            retry_backoff_ms_max=retry_backoff_ms_max,
            clock=clock,
            rng=rng,
            measures=self._measures,
        )
        self._telemetry = None
        if self._measures is not None:
            labels = {"transactional_id": transactional_id}
            self._telemetry = TelemetryReporter(self._cluster, self._measures, lambda: labels)
        self._clock = clock
        self._accumulator = Accumulator(
            batch_bytes=batch_bytes,
            linger_ms=linger_ms,
            buffer_bytes=buffer_bytes,
            request_bytes_max=request_bytes_max,
            compression=settings.compression,
        )
        self._partitioner = Partitioner(self._cluster.view, batch_bytes=batch_bytes, rng=self._cluster.rng)
        self._core = ProducerCore(
            transactional_id,
            # Nobody's transaction: brokers look at the timeout all the same.
            transaction_timeout_ms=delivery_timeout_ms if transactional_id is None else transaction_timeout_ms,
        )
        self._transaction: Transaction | None = None
        if transactional_id is not None:
            self._transaction = Transaction(self._cluster, self._core, api_timeout_ms=max_block_ms)
        self._group = asyncio.TaskGroup()
        self._sender: Sender | None = None
        self._was_started = False

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Producer:
        """Starts; see `start`."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Flushes on leaving without an error, else gives up unacknowledged records.

        A transaction that is open is left to its coordinator, which aborts it when its time is up or its id is used.
        """
        await self._close(error)

    async def start(self) -> None:
        """Connects and starts the sender; a producer starts once.

        Raises:
            DeadlineExceeded: no broker responded within `max_block_ms`.
            ClientClosed: it was started before.
        """
        if self._was_started:
            raise ClientClosed("this producer was started before; make a new one")
        self._was_started = True
        await self._cluster.__aenter__()
        await self._group.__aenter__()
        self._sender = Sender(
            self._cluster,
            self._accumulator,
            self._settings,
            group=self._group,
            producer=self._core if self._settings.is_idempotent else None,
            transaction=self._transaction,
            measures=self._measures,
        )
        self._group.create_task(self._sender.run())
        if self._telemetry is not None:
            self._telemetry.start()

    async def stop(self) -> None:
        """Flushes and closes the producer. Twice is fine, and so is before `start`."""
        await self._close(None)

    async def _close(self, error: BaseException | None) -> None:
        sender, self._sender = self._sender, None
        if sender is None:
            return
        sender.progress.refuse_more()
        try:
            if error is None and not (self._transaction is not None and self._transaction.is_over):
                await self._flush(sender)
        finally:
            sender.stop()
            sender.fail_everything(ClientClosed("the producer was closed before this was acknowledged"))
            await push_and_close(self._telemetry, self._cluster)
            await leave_task_group(self._group, error)

    # ---------------------------------------------------------------- sending

    async def send(
        self,
        topic: str,
        value: Any = None,
        *,
        key: Any = None,
        partition: int | None = None,
        timestamp: int | None = None,
        headers: HeadersLike = (),
    ) -> Delivery:
        """Sends a record; awaiting the result waits for the acknowledgement.

        Args:
            topic: Where to; created first if the brokers allow that.
            value: The content: bytes, or what the serializer takes; None is a tombstone.
            key: Decides the partition, and what compaction keeps; likewise.
            partition: Instead of the key's choice.
            timestamp: Milliseconds since the epoch; None: now.
            headers: Name and content, in order; pairs, where names may repeat, or a mapping.

        Raises:
            KafkaError: the topic cannot be used.
            DeadlineExceeded: no metadata within `max_block_ms`.
            BufferExhausted: no memory within `max_block_ms`.
            MessageTooLarge: the record is larger than the whole buffer.
            TypeError: key, value or a header's content is not bytes, a header's name no text, the timestamp no int.
            Exception: whatever a serializer raises.
            ValueError: the timestamp does not fit, a header's name is no text that can be encoded, the partition is
                not there.
            TransactionFailed: the open transaction has to be aborted.
        """
        if self._sender is None or self._transaction is not None:
            self._check_can_send()
        assert self._sender is not None
        if self._is_serializing:
            key, value = self._serialized(key, value)
        pairs: Headers = ()
        if type(value) not in PLAIN or type(key) not in PLAIN or headers or timestamp is not None:
            value, key, pairs = as_bytes(value), as_bytes(key), checked_headers(headers)
            check_timestamp(timestamp)
        accumulator = self._accumulator
        queues = accumulator.topics.get(topic)
        if queues is None:
            queues = await self._load_topic(topic)
        size = record_size(key, value, pairs)
        if accumulator.bytes_used + size > accumulator.buffer_bytes:
            await self._sender.progress.wait_for_memory(size, timeout_ms=self._settings.max_block_ms)
        if partition is None:
            partition = self._partitioner.choose(queues, key, size)
        elif not 0 <= partition < len(queues.partitions):
            self._partitioner.check_there(queues, partition)
        if self._transaction is not None:
            await self._transaction.join(TopicPartition(topic, partition))
        delivery, is_news = accumulator.append(
            queues.partitions[partition],
            timestamp=self._clock.now_ms() if timestamp is None else timestamp,
            key=key,
            value=value,
            headers=pairs,
            size=size,
            monotonic_ms=self._clock.monotonic_ms,
        )
        if is_news:
            self._partitioner.notice_growth(queues)
            self._sender.wake()
            await asyncio.sleep(0)
        return delivery

    async def send_and_wait(
        self,
        topic: str,
        value: Any = None,
        *,
        key: Any = None,
        partition: int | None = None,
        timestamp: int | None = None,
        headers: HeadersLike = (),
    ) -> RecordMetadata:
        """Sends a record and waits for the acknowledgement. One at a time it pays the linger for every record."""
        return await (await self.send(topic, value, key=key, partition=partition, timestamp=timestamp, headers=headers))

    async def flush(self) -> None:
        """Sends what waits and returns when everything sent before is settled.

        Raises:
            KafkaError, ClientError: the first failure among records whose delivery nobody awaited.
        """
        await self._flush(self._running_sender())

    async def partitions_for(self, topic: str) -> list[int]:
        """Returns a topic's partitions.

        Raises:
            KafkaError, DeadlineExceeded: as `send`.
        """
        return [queue.partition for queue in (await self._load_topic(topic)).partitions]

    # ---------------------------------------------------------------- transactions

    async def init_transactions(self) -> None:
        """Gets the producer id, and fences earlier producers of this transactional id.

        What they left open is aborted.

        Raises:
            KafkaError, ClientError: it did not get it within `max_block_ms`, or never will.
        """
        await self._own_transaction().init()

    def begin_transaction(self) -> None:
        """Begins a transaction, which `commit_transaction` or `abort_transaction` ends.

        Everything sent meanwhile belongs to it.

        Raises:
            TransactionFailed: the one before has to be aborted first.
            RuntimeError: it is still open, or `init_transactions` was not called.
        """
        self._own_transaction().begin()

    async def send_offsets_to_transaction(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None:
        """Commits a group's offsets with the transaction.

        Args:
            offsets: Partition → the next offset to read.
            group: Whose; with the member's generation, one that was replaced meanwhile is fenced (KIP-447).

        Raises:
            TransactionFailed, KafkaError, ClientError: they will not be committed.
        """
        transaction = self._own_transaction()
        transaction.check_open()
        await transaction.add_offsets(offsets, group)

    async def commit_transaction(self) -> None:
        """Flushes and commits the transaction.

        When this returns, read_committed consumers will see all of it.

        Raises:
            TransactionFailed: something in it failed; abort it.
            DeadlineExceeded: nothing is known of how it ended; ask again.
            KafkaError, ClientError: this producer was fenced, or is not allowed what it does.
        """
        transaction = self._own_transaction()
        transaction.check_open()
        with contextlib.suppress(KafkaError, ClientError):
            await self.flush()  # a record that failed has failed the transaction, which says so itself
        await transaction.end(is_commit=True)

    async def abort_transaction(self) -> None:
        """Drops unsent records and aborts the transaction.

        No read_committed consumer will see any of it.

        Raises:
            DeadlineExceeded: nothing is known of how it ended; ask again.
            KafkaError, ClientError: this producer was fenced, or is not allowed what it does.
        """
        transaction = self._own_transaction()
        sender = self._running_sender()
        with sender.settlement.aborting():
            sender.fail_waiting(TransactionFailed("the transaction was aborted before this was sent"))
            with contextlib.suppress(KafkaError, ClientError):
                await self._flush(sender)
            sender.settlement.take_unseen_error()
        await transaction.end(is_commit=False)

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Runs a block in a transaction: commits at its end, aborts on an exception."""
        self.begin_transaction()
        try:
            yield
        except BaseException:
            if not self._own_transaction().is_over:
                await self.abort_transaction()
            raise
        try:
            await self.commit_transaction()
        except TransactionFailed:
            await self.abort_transaction()
            raise

    def _own_transaction(self) -> Transaction:
        if self._transaction is None:
            raise RuntimeError("this producer has no transactional_id")
        self._running_sender()
        return self._transaction

    # ---------------------------------------------------------------- inside

    def _running_sender(self) -> Sender:
        if self._sender is None:
            raise ClientClosed("the producer is not open; use it inside `async with`, or between `start` and `stop`")
        return self._sender

    def _check_can_send(self) -> None:
        self._running_sender()
        if self._transaction is not None:
            self._transaction.check_open()

    def _serialized(self, key: Any, value: Any) -> tuple[Any, Any]:
        if key is not None and self._key_serializer is not None:
            key = self._key_serializer(key)
        if value is not None and self._value_serializer is not None:
            value = self._value_serializer(value)
        return key, value

    async def _flush(self, sender: Sender) -> None:
        # Every batch ends by itself at its delivery timeout, so the wait ends too; a request in flight may take as
        # long again.
        await sender.flush(timeout_ms=self._settings.delivery_timeout_ms + self._cluster.request_timeout_ms)

    async def _load_topic(self, topic: str) -> TopicQueues:
        info = await self._cluster.topic(topic, may_create=True)
        return self._accumulator.topic(topic, max(info.partitions) + 1)
