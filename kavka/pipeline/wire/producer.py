"""Writes encoded batches, each once: idempotent, in order, and in a transaction if it has a transactional id.

    init ─▶ send(batches) … ─▶ (send_offsets) ─▶ commit | abort
             └─ a round: one batch of each partition, one Produce per leader, all written before a response is read;
                what failed for a while (leader, network) is sent again, byte for byte, before the partition's next

A task of Spark lives for one transaction, and `init` is its beginning: it fences the producer that had the
transactional id before, and waits until its open transaction has been aborted. After any error the producer is of no
more use; the task fails, and its next attempt begins again. What is not committed by then never becomes visible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

from kavka.client.cluster import ANY_BROKER
from kavka.client.coordinators import CoordinatorKind
from kavka.client.errors import code_name, error_for_code, is_retriable
from kavka.client.sender import DELIVERED, SEQUENCE_MODULUS
from kavka.client.transaction import TRANSACTION_TIMEOUT_MS
from kavka.common.types import TopicPartition
from kavka.pipeline.sealed_batch import EncodedBatch, Producer
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster
from kavka.pipeline.wire.connection import BlockingConnection
from kavka.pipeline.wire.coordinators import BlockingCoordinator, as_now, own_code
from kavka.pipeline.wire.group_offsets import partition_codes
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    EndTxnRequest,
    InitProducerIdRequest,
    ProduceRequest,
    ProduceResponse,
    TxnOffsetCommitRequest,
)

DELIVERY_TIMEOUT_MS = 120_000
"""Kafka's `delivery.timeout.ms`."""

ACKS_ALL = -1

REQUEST_BYTES_MAX = 8 * 1024 * 1024
"""Of the batches in one Produce: far below what brokers take (`socket.request.max.bytes`, 100 MiB)."""


class _Sealed(NamedTuple):
    tp: TopicPartition
    data: bytes


class BlockingProducer:
    """An idempotent producer.

    Args:
        cluster: Connections and leaders.
        transactional_id: None: records are visible as soon as they are written.
        transaction_timeout_ms: After it the coordinator aborts what is open.
        delivery_timeout_ms: Deadline of each `send`, retries included.

    Attributes:
        producer_id: What `init` got; −1 before.
        producer_epoch: Likewise.
    """

    def __init__(
        self,
        cluster: BlockingCluster,
        *,
        transactional_id: str | None = None,
        transaction_timeout_ms: int = TRANSACTION_TIMEOUT_MS,
        delivery_timeout_ms: int = DELIVERY_TIMEOUT_MS,
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = -1
        self.producer_epoch = -1
        self._cluster = cluster
        self._transaction_timeout_ms = transaction_timeout_ms
        self._delivery_timeout_ms = delivery_timeout_ms
        self._sequences: dict[TopicPartition, int] = {}
        self._added: set[TopicPartition] = set()
        self._has_offsets = False
        self._coordinator = (
            BlockingCoordinator(cluster, CoordinatorKind.TRANSACTION, transactional_id)
            if transactional_id is not None
            else None
        )

    def init(self) -> None:
        """Requests the producer's id and epoch; with a transactional id this fences every earlier producer with it.

        Raises:
            KafkaError, ClientError: it did not.
        """
        request = InitProducerIdRequest(
            transactional_id=self.transactional_id, transaction_timeout_ms=self._transaction_timeout_ms
        )
        what = "get a producer id"
        if self._coordinator is not None:
            response = self._coordinator.ask(request, own_code, what=what)
        else:
            response = self._cluster.retry(lambda: self._init_once(request), what=what)
        self.producer_id, self.producer_epoch = response.producer_id, response.producer_epoch
        self._sequences.clear()
        self._added.clear()
        self._has_offsets = False

    def _init_once(self, request: InitProducerIdRequest) -> Any:
        response = self._cluster.ask(ANY_BROKER, request)
        if response.error_code != ErrorCode.NONE:
            raise error_for_code(response.error_code)
        return response

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
        self._add_partitions([tp for tp in waiting if tp not in self._added])
        while waiting:
            self._send_round([self._seal(tp, items.popleft()) for tp, items in waiting.items()])
            waiting = {tp: items for tp, items in waiting.items() if items}

    def _seal(self, tp: TopicPartition, batch: EncodedBatch) -> _Sealed:
        sequence = self._sequences.get(tp, 0)
        self._sequences[tp] = (sequence + batch.record_count) % SEQUENCE_MODULUS
        producer = Producer(self.producer_id, self.producer_epoch, sequence, self.transactional_id is not None)
        return _Sealed(tp, batch.seal(producer))

    def _send_round(self, sealed: list[_Sealed]) -> None:
        """Sends one batch of each partition until all are delivered."""
        left = {item.tp: item for item in sealed}
        what = f"write to {', '.join(map(str, list(left)[:3]))}{', …' if len(left) > 3 else ''}"
        self._cluster.retry(lambda: self._try_round(left), what=what, timeout_ms=self._delivery_timeout_ms)

    def _try_round(self, left: dict[TopicPartition, _Sealed]) -> None:
        """Asks every leader once, and takes out of `left` what was delivered."""
        by_leader: dict[int, list[_Sealed]] = {}
        for item in left.values():
            by_leader.setdefault(self._cluster.leader_of(item.tp), []).append(item)
        failure: BaseException | None = None
        waiting = {leader: deque(_requests(items)) for leader, items in by_leader.items()}
        while waiting:
            wave = [(leader, requests.popleft()) for leader, requests in waiting.items()]
            failure = _worse(failure, self._ask_leaders(wave, left))
            waiting = {leader: requests for leader, requests in waiting.items() if requests}
        if failure is None and left:
            failure = DecodeError("a Produce was answered without all of its partitions")
        if failure is not None:
            for tp in left:
                self._cluster.mark_stale(tp.topic)
            raise failure

    def _ask_leaders(
        self, wave: list[tuple[int, list[_Sealed]]], left: dict[TopicPartition, _Sealed]
    ) -> BaseException | None:
        """Asks leaders, one request each, all of them at once; gives the worst failure."""
        failure: BaseException | None = None
        asked: list[BlockingConnection] = []
        with ExitStack() as connections:
            for leader, items in wave:
                try:
                    connection = connections.enter_context(self._cluster.connection(leader))
                    connection.start(self._produce_request(items))
                    asked.append(connection)
                except FAILURES as error:
                    failure = _worse(failure, error)
            for connection in asked:
                try:
                    failure = _worse(failure, self._settle(connection.finish(), left))
                except FAILURES as error:
                    failure = _worse(failure, error)
        return failure

    def _produce_request(self, items: list[_Sealed]) -> ProduceRequest:
        topics: dict[str, list[ProduceRequest.PartitionProduceData]] = {}
        for item in items:
            topics.setdefault(item.tp.topic, []).append(
                ProduceRequest.PartitionProduceData(index=item.tp.partition, records=item.data)
            )
        return ProduceRequest(
            transactional_id=self.transactional_id,
            acks=ACKS_ALL,
            timeout_ms=self._cluster.settings.request_timeout_ms,
            topic_data=[ProduceRequest.TopicProduceData(name=n, partition_data=p) for n, p in topics.items()],
        )

    def _settle(self, response: ProduceResponse, left: dict[TopicPartition, _Sealed]) -> BaseException | None:
        """Takes out of `left` what is in the log; gives the failure of the others, one that no retry mends first."""
        failure: BaseException | None = None
        for topic in response.responses:
            for part in topic.partition_responses:
                tp = TopicPartition(topic.name, part.index)
                if part.error_code in DELIVERED:
                    left.pop(tp, None)
                    continue
                code = as_now(part.error_code) if self.transactional_id is not None else part.error_code
                reason = part.error_message or code_name(part.error_code)
                if code == ErrorCode.MESSAGE_TOO_LARGE and tp in left:
                    size = len(left[tp].data)
                    reason = (
                        f"a batch of {size} bytes is too large (max.message.bytes); max.request.size makes it smaller"
                    )
                failure = _worse(failure, error_for_code(code, f"{tp}: {reason}"))
        return failure

    # ---------------------------------------------------------------- the transaction

    def send_offsets(self, group_id: str, offsets: Mapping[TopicPartition, int]) -> None:
        """Makes a group's offsets a part of the transaction.

        Raises:
            ProducerFenced: another producer has this transactional id now.
            KafkaError, ClientError: it is refused, or no coordinator answers.
        """
        assert self.transactional_id is not None
        assert self._coordinator is not None
        adding = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=self.producer_id,
            producer_epoch=self.producer_epoch,
            group_id=group_id,
        )
        self._coordinator.ask(adding, own_code, what=f"add offsets of group {group_id!r} to the transaction")
        self._has_offsets = True
        topics: dict[str, list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition]] = {}
        for tp, offset in offsets.items():
            topics.setdefault(tp.topic, []).append(
                TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition(
                    partition_index=tp.partition, committed_offset=offset, committed_metadata=""
                )
            )
        request = TxnOffsetCommitRequest(
            transactional_id=self.transactional_id,
            group_id=group_id,
            producer_id=self.producer_id,
            producer_epoch=self.producer_epoch,
            topics=[
                TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(name=n, partitions=p) for n, p in topics.items()
            ],
        )
        group = BlockingCoordinator(self._cluster, CoordinatorKind.GROUP, group_id)
        group.ask(request, partition_codes, what=f"commit offsets of group {group_id!r} in the transaction")

    def commit(self) -> None:
        """Ends the transaction: everything in it becomes visible.

        Raises:
            ProducerFenced: another producer has this transactional id now; nothing was committed.
            KafkaError: it is refused.
            DeadlineExceeded: no coordinator answered; it may or may not have been committed.
        """
        self._end(committed=True)

    def abort(self) -> None:
        """Ends the transaction: nothing in it ever becomes visible; errors as `commit`."""
        self._end(committed=False)

    def _end(self, *, committed: bool) -> None:
        assert self.transactional_id is not None
        assert self._coordinator is not None
        if self._added or self._has_offsets:
            request = EndTxnRequest(
                transactional_id=self.transactional_id,
                producer_id=self.producer_id,
                producer_epoch=self.producer_epoch,
                committed=committed,
            )
            self._coordinator.ask(request, own_code, what="commit" if committed else "abort")
        self._added.clear()
        self._has_offsets = False

    def _add_partitions(self, partitions: list[TopicPartition]) -> None:
        if self._coordinator is None or not partitions:
            return
        topics: dict[str, list[int]] = {}
        for tp in partitions:
            topics.setdefault(tp.topic, []).append(tp.partition)
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self.transactional_id or "",
            v3_and_below_producer_id=self.producer_id,
            v3_and_below_producer_epoch=self.producer_epoch,
            v3_and_below_topics=[
                AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=n, partitions=p) for n, p in topics.items()
            ],
        )
        self._coordinator.ask(request, _added_codes, what="add partitions to the transaction")
        self._added.update(partitions)


def _worse(one: BaseException | None, other: BaseException | None) -> BaseException | None:
    """Of two failures the one that no retry mends; else the first."""
    if one is None or other is None:
        return one or other
    return other if is_retriable(one) and not is_retriable(other) else one


def _requests(items: list[_Sealed]) -> Iterator[list[_Sealed]]:
    """What goes into one request each: as much as `REQUEST_BYTES_MAX` holds, one batch at least."""
    request: list[_Sealed] = []
    size = 0
    for item in items:
        if request and size + len(item.data) > REQUEST_BYTES_MAX:
            yield request
            request, size = [], 0
        request.append(item)
        size += len(item.data)
    if request:
        yield request


def _added_codes(response: Any) -> Iterator[int]:
    for topic in response.results_by_topic_v3_and_below:
        for part in topic.results_by_partition:
            yield int(part.partition_error_code)
