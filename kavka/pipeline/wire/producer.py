"""Writes encoded batches, each once: idempotent, in order, and in a transaction if it has a transactional id.

    init ─▶ send(batches) … ─▶ (send_offsets) ─▶ commit | abort
             └─ in rounds of one batch of each partition (`produce_rounds`)

A task of Spark lives for one transaction, and `init` is its beginning: it fences the producer that had the
transactional id before, and waits until its open transaction has been aborted. After any error the producer is of no
more use; the task fails, and its next attempt begins again. What is not committed by then never becomes visible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from kavka.common.types import TopicPartition
from kavka.pipeline.sealed_batch import EncodedBatch, Producer
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.coordinators import BlockingCoordinator
from kavka.pipeline.wire.produce_rounds import SealedBatch, send_round
from kavka.wire.cluster_view import ANY_BROKER
from kavka.wire.coordinator import Codes, CoordinatorKind, own_code, partition_codes
from kavka.wire.errors import FAILURES, ClientError, KafkaError
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.produce import DELIVERY_TIMEOUT_MS
from kavka.wire.producer import TRANSACTION_TIMEOUT_MS, ProducerCore
from kavka.wire.transaction import Step, TransactionCore, added_codes
from kavka.wire.transaction_states import TransactionState


class BlockingProducer:
    """An idempotent producer.

    Args:
        cluster: Connections and leaders.
        transactional_id: None: records are visible as soon as they are written.
        transaction_timeout_ms: After it the coordinator aborts what is open.
        delivery_timeout_ms: Deadline of each `send`, retries included.
    """

    def __init__(
        self,
        cluster: BlockingCluster,
        *,
        transactional_id: str | None = None,
        transaction_timeout_ms: int = TRANSACTION_TIMEOUT_MS,
        delivery_timeout_ms: int = DELIVERY_TIMEOUT_MS,
    ) -> None:
        self._cluster = cluster
        self._delivery_timeout_ms = delivery_timeout_ms
        self._core = ProducerCore(transactional_id, transaction_timeout_ms=transaction_timeout_ms)
        self._transaction: TransactionCore | None = None
        self._coordinator: BlockingCoordinator | None = None
        if transactional_id is not None:
            self._transaction = TransactionCore(self._core)
            self._coordinator = BlockingCoordinator(cluster, CoordinatorKind.TRANSACTION, transactional_id)

    @property
    def transactional_id(self) -> str | None:
        """Returns the transactional id; None: records are visible as soon as they are written."""
        return self._core.transactional_id

    @property
    def producer_id(self) -> int:
        """Returns the producer id that `init` got; −1 before, and after records were given up."""
        return self._core.producer_id

    @property
    def producer_epoch(self) -> int:
        """Returns the producer's epoch; −1 like `producer_id`."""
        return self._core.producer_epoch

    def init(self) -> None:
        """Requests the producer's id and epoch; with a transactional id this fences every earlier producer with it.

        Raises:
            KafkaError, ClientError: it did not.
        """
        if self._transaction is None:
            self._cluster.retry(self._init_once, what=Step.INIT.value)
        else:
            if self._transaction.state is TransactionState.FATAL:
                self._transaction.check_usable()
            self._init_transactional(keeps_id=False)

    def _init_once(self) -> None:
        self._core.began(self._cluster.ask(ANY_BROKER, self._core.init_request()))

    def _init_transactional(self, *, keeps_id: bool) -> None:
        assert self._transaction is not None
        request = self._core.init_request(keeps_id=keeps_id)
        self._transaction.began_producer(self._step(Step.INIT, request, own_code, what=Step.INIT.value))

    # ---------------------------------------------------------------- records

    def send(self, batches: Mapping[TopicPartition, Iterable[EncodedBatch]]) -> None:
        """Writes batches and waits until all in-sync replicas have them.

        Args:
            batches: Of each partition, in order.

        Raises:
            ProducerFenced: another producer has this transactional id now.
            KafkaError: a leader refuses a batch for good.
            DeadlineExceeded: a leader did not take its batch in time; it may be in the log.
        """
        assert self.producer_id >= 0, "init comes first"
        waiting = {tp: deque(items) for tp, items in batches.items()}
        waiting = {tp: items for tp, items in waiting.items() if items}
        self._add_partitions(waiting)
        try:
            while waiting:
                sealed = [self._seal(tp, items.popleft()) for tp, items in waiting.items()]
                send_round(self._cluster, self._core, sealed, timeout_ms=self._delivery_timeout_ms)
                waiting = {tp: items for tp, items in waiting.items() if items}
        except FAILURES as error:
            if self._transaction is None:
                self._core.lose()
            else:
                self._transaction.fail(error, loses_sequences=True)
            raise

    def _seal(self, tp: TopicPartition, batch: EncodedBatch) -> SealedBatch:
        sequence = self._core.number(tp, batch.record_count)
        producer = Producer(self.producer_id, self.producer_epoch, sequence, self.transactional_id is not None)
        return SealedBatch(tp, batch.seal(producer))

    # ---------------------------------------------------------------- the transaction

    def send_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int]) -> None:
        """Makes a group's offsets a part of the transaction.

        Raises:
            ProducerFenced: another producer has this transactional id now.
            KafkaError, ClientError: it is refused, or no coordinator answers.
        """
        transaction = self._opened()
        what = f"add offsets of group {group_id!r} to the transaction"
        self._step(Step.ADD_OFFSETS, transaction.add_offsets_request(group_id), own_code, what=what)
        transaction.added_offsets()
        self._step(
            Step.COMMIT_OFFSETS,
            transaction.offset_commit_request(offsets, GroupMetadata(group_id)),
            partition_codes,
            what=f"commit offsets of group {group_id!r} in the transaction",
            coordinator=BlockingCoordinator(self._cluster, CoordinatorKind.GROUP, group_id),
        )

    def commit(self) -> None:
        """Ends the transaction: everything in it becomes visible.

        Raises:
            ProducerFenced: another producer has this transactional id now; nothing was committed.
            KafkaError: it is refused.
            DeadlineExceeded: no coordinator answered; it may or may not have been committed.
        """
        self._end(is_commit=True)

    def abort(self) -> None:
        """Ends the transaction: nothing in it ever becomes visible; errors as `commit`."""
        self._end(is_commit=False)

    def _end(self, *, is_commit: bool) -> None:
        transaction = self._transaction
        assert transaction is not None
        if transaction.state in (TransactionState.NEW, TransactionState.READY):
            return
        request = transaction.end_request(is_commit=is_commit)
        if request is not None:
            step = Step.COMMIT if is_commit else Step.ABORT
            self._step(step, request, own_code, what=step.value)
        if transaction.needs_epoch:
            self._init_transactional(keeps_id=True)
        else:
            transaction.ended()

    def _opened(self) -> TransactionCore:
        """Returns the open transaction; the first records or offsets begin it."""
        transaction = self._transaction
        assert transaction is not None
        if transaction.state is TransactionState.READY:
            transaction.begin()
        transaction.check_open()
        return transaction

    def _add_partitions(self, partitions: Iterable[TopicPartition]) -> None:
        if self._transaction is None:
            return
        transaction = self._opened()
        new = [tp for tp in partitions if not transaction.has(tp)]
        if new:
            step = Step.ADD_PARTITIONS
            self._step(step, transaction.add_partitions_request(new), added_codes, what=step.value)
            transaction.added(new)

    def _step(
        self, step: Step, request: Any, codes_of: Codes, *, what: str, coordinator: BlockingCoordinator | None = None
    ) -> Any:
        """Asks a coordinator, the transaction's by default, until its response is final."""
        asked = coordinator or self._coordinator
        assert asked is not None
        assert self._transaction is not None
        try:
            return asked.ask(request, lambda core, response: core.settle(response, codes_of, what), what=what)
        except (KafkaError, ClientError) as error:
            self._transaction.step_failed(step, error)
            raise
