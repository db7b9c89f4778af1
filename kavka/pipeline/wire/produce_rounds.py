"""A round of Produce: one batch of each partition, sent until all of them are in the log.

    by leader ─▶ waves of one request per leader, all written before a response is read ─▶ delivered: out of the round
        ▲                                                                                     │
        └── a pause, the same bytes again ◀── what failed for a while: no response, or its leader moved

Not here: the order of a partition's batches, which rounds one after the other keep (`producer`), and what an error code
means for a batch (`wire.produce`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.connection import BlockingConnection
from kavka.protocol.errors import InvalidProducerEpoch, MessageTooLarge, ProducerFenced
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.wire.errors import FAILURES
from kavka.wire.produce import leader_moved, produce_request, refusal, responses_in, worse
from kavka.wire.producer import ProducerCore

REQUEST_BYTES_MAX = 8 * 1024 * 1024
"""Of the batches in one Produce: far below what brokers take (`socket.request.max.bytes`, 100 MiB)."""


class SealedBatch(NamedTuple):
    """A batch with its producer and sequence: the bytes that every try sends."""

    tp: TopicPartition
    data: bytes


def send_round(
    cluster: BlockingCluster, producer: ProducerCore, sealed: Iterable[SealedBatch], *, timeout_ms: int
) -> None:
    """Sends one batch of each partition until all in-sync replicas have them.

    Args:
        cluster: Connections and leaders.
        producer: Who numbered them.
        sealed: The batches, one a partition.
        timeout_ms: Deadline with retries.

    Raises:
        ProducerFenced: another producer has this transactional id now.
        KafkaError: a leader refuses a batch for good.
        DeadlineExceeded: a leader did not take its batch in time; it may be in the log.
    """
    batches = _Round(cluster, producer, sealed)
    cluster.retry(batches.attempt, what=batches.what, timeout_ms=timeout_ms)


class _Round:
    """The batches of a round that are not in the log yet."""

    def __init__(self, cluster: BlockingCluster, producer: ProducerCore, sealed: Iterable[SealedBatch]) -> None:
        self._cluster = cluster
        self._transactional_id = producer.transactional_id
        self._left = {item.tp: item for item in sealed}
        names = [str(tp) for tp in self._left]
        self.what = f"write to {', '.join(names[:3])}{', …' if len(names) > 3 else ''}"

    def attempt(self) -> None:
        """Asks every leader once, and takes out of the round what was delivered.

        Raises:
            KafkaError, ClientError, OSError, DecodeError: the worst failure among what was not.
        """
        by_leader: dict[int, list[SealedBatch]] = {}
        for item in self._left.values():
            by_leader.setdefault(self._cluster.leader_of(item.tp), []).append(item)
        failure: BaseException | None = None
        waiting = {leader: deque(_requests(items)) for leader, items in by_leader.items()}
        while waiting:
            wave = [(leader, requests.popleft()) for leader, requests in waiting.items()]
            failure = worse(failure, self._ask_leaders(wave))
            waiting = {leader: requests for leader, requests in waiting.items() if requests}
        if failure is not None:
            raise failure
        assert not self._left

    def _ask_leaders(self, wave: list[tuple[int, list[SealedBatch]]]) -> BaseException | None:
        """Asks leaders, one request each, all of them at once; gives the worst failure."""
        failure: BaseException | None = None
        asked: list[tuple[BlockingConnection, list[SealedBatch]]] = []
        with ExitStack() as connections:
            for leader, items in wave:
                try:
                    connection = connections.enter_context(self._cluster.connection(leader))
                    connection.start(self._produce_request(items))
                    asked.append((connection, items))
                except FAILURES as error:
                    failure = worse(failure, self._lost(items, error))
            for connection, items in asked:
                try:
                    failure = worse(failure, self._settle(items, connection.finish()))
                except FAILURES as error:
                    failure = worse(failure, self._lost(items, error))
        return failure

    def _produce_request(self, items: list[SealedBatch]) -> ProduceRequest:
        timeout_ms = self._cluster.settings.request_timeout_ms
        return produce_request(items, transactional_id=self._transactional_id, timeout_ms=timeout_ms)

    def _lost(self, items: list[SealedBatch], error: BaseException) -> BaseException:
        """Notes a leader that gave no response: others may lead by now."""
        for item in items:
            self._cluster.mark_stale(item.tp.topic)
        return error

    def _settle(self, items: list[SealedBatch], response: ProduceResponse) -> BaseException | None:
        """Takes out of the round what is in the log; gives the failure of the others, one that no retry mends first."""
        failure: BaseException | None = None
        parts = responses_in(response)
        for item in items:
            error = refusal(item.tp, parts.get(item.tp))
            if error is None:
                del self._left[item.tp]
                continue
            if leader_moved(error):
                self._cluster.mark_stale(item.tp.topic)
            failure = worse(failure, self._explained(item, error))
        return failure

    def _explained(self, item: SealedBatch, error: BaseException) -> BaseException:
        if isinstance(error, InvalidProducerEpoch) and self._transactional_id is not None:
            return ProducerFenced(str(error))  # a task has no other try than a new one, which takes the next epoch
        if isinstance(error, MessageTooLarge):
            what = f"a batch of {len(item.data)} bytes is too large (max.message.bytes)"
            return MessageTooLarge(f"{item.tp}: {what}; max.request.size makes it smaller")
        return error


def _requests(items: list[SealedBatch]) -> Iterator[list[SealedBatch]]:
    """What goes into one request each: as much as `REQUEST_BYTES_MAX` holds, one batch at least."""
    request: list[SealedBatch] = []
    size = 0
    for item in items:
        if request and size + len(item.data) > REQUEST_BYTES_MAX:
            yield request
            request, size = [], 0
        request.append(item)
        size += len(item.data)
    if request:
        yield request
