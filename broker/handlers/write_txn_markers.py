"""WriteTxnMarkers: a transaction coordinator ends transactions in the partitions that this broker leads.

    marker ─▶ a control batch for each partition ─▶ Partition.append_as_leader, acks −1 ─▶ DelayedProduce ─▶ response

From version 2 on a marker says which transaction version it is of; one of version 2 has to raise its producer's epoch.

A partition's result is what became of its batch: the coordinator asks again for what may yet come true (another broker
leads, replicas are slow), and gives up where it is fenced. What was appended and is not replicated in time gets
REQUEST_TIMED_OUT; the next attempt writes the marker once more, which then finds no transaction and changes nothing.

Markers in `__consumer_offsets` make offsets of a transaction count, or forget them: once replicated they are passed to
the group coordinator, before the response; in turns of the loop where the transactions hold back very many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple

from kavka.broker.log.log_types import COORDINATOR, EPOCH_MARKER
from kavka.broker.replica.delayed_produce import PendingAck
from kavka.broker.replica.partition import ACKS_ALL
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.internal_topics import OFFSETS
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import Steps, at_once
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import ProduceResponse, WriteTxnMarkersResponse
from kavka.protocol.records.control import ControlType, marker_batch

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.handlers.transactional_offsets import TransactionalOffsets
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import WriteTxnMarkersRequest
    from kavka.timer.clock import Clock

API = ApiKey.WRITE_TXN_MARKERS

MarkerResult = WriteTxnMarkersResponse.WritableTxnMarkerResult
TopicResult = WriteTxnMarkersResponse.WritableTxnMarkerTopicResult
PartitionResult = WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult
AppendResult = ProduceResponse.PartitionProduceResponse

Outcomes = dict[tuple[str, int], AppendResult]
"""What became of one marker, by partition."""


class Ended(NamedTuple):
    """One marker of a request."""

    producer_id: int
    is_commit: bool
    outcomes: Outcomes


class WriteTxnMarkersHandler:
    """Handles WriteTxnMarkers requests."""

    __slots__ = (
        "_clock",
        "_config",
        "_control_requests",
        "_flusher",
        "_partitions",
        "_transactional_offsets",
        "_waiting",
    )

    def __init__(
        self,
        *,
        clock: Clock,
        config: Callable[[], BrokerConfig],
        control_requests: ControlRequests,
        flusher: Flusher,
        partitions: Partitions,
        transactional_offsets: TransactionalOffsets,
        waiting: Waiting,
    ) -> None:
        self._clock = clock
        self._config = config
        self._control_requests = control_requests
        self._flusher = flusher
        self._partitions = partitions
        self._transactional_offsets = transactional_offsets
        self._waiting = waiting

    def handle(
        self, request: WriteTxnMarkersRequest, ctx: RequestContext
    ) -> Deferred | Coroutine[Any, Any, WriteTxnMarkersResponse]:
        """Appends all markers, then waits for the replicas of all."""
        offsets = self._transactional_offsets
        held = sum([offsets.held_count(marker.producer_id) for marker in request.markers])
        if held > ITEMS_IN_ONE_STEP_MAX:
            return self._end_in_turns(request)

        def answer(ended: list[Ended]) -> None:
            at_once(self._tell_groups(ended))
            ctx.respond(_response(ended))

        self._append_all(request, answer)
        return DEFERRED

    async def _end_in_turns(self, request: WriteTxnMarkersRequest) -> WriteTxnMarkersResponse:
        """The same of transactions that hold back very many offsets."""
        replicated: asyncio.Future[list[Ended]] = asyncio.get_running_loop().create_future()
        self._append_all(request, lambda ended: None if replicated.done() else replicated.set_result(ended))
        ended = await replicated
        await self._control_requests.lane.do(self._tell_groups(ended))
        return _response(ended)

    def _append_all(self, request: WriteTxnMarkersRequest, on_done: Callable[[list[Ended]], None]) -> None:
        """Appends all markers; tells what became of them when the replicas have them, or the request's time is up."""
        waiting: list[PendingAck] = []
        ended = [
            Ended(marker.producer_id, bool(marker.transaction_result), self._append(marker, waiting))
            for marker in request.markers
        ]
        for ack in waiting:
            self._waiting.complete(ack.partition)
        if waiting:
            self._waiting.delay_produce(self._config().request_timeout_ms, waiting, lambda: on_done(ended))
        else:
            on_done(ended)

    def _append(self, marker: Any, waiting: list[PendingAck]) -> Outcomes:
        """Appends one marker in each of its partitions.

        Args:
            marker: of the request.
            waiting: gets what is not replicated yet, and what is, too: leadership may have ended in between.
        """
        now_ms = self._clock.now_ms()
        batch = marker_batch(
            ControlType.COMMIT if marker.transaction_result else ControlType.ABORT,
            timestamp=now_ms,
            producer_id=marker.producer_id,
            producer_epoch=marker.producer_epoch,
            coordinator_epoch=marker.coordinator_epoch,
        )
        origin = EPOCH_MARKER if marker.transaction_version >= TransactionVersion.V2 else COORDINATOR
        outcomes: Outcomes = {}
        for topic in marker.topics:
            for index in topic.partition_indexes:
                result = outcomes[topic.name, index] = AppendResult(index)
                try:
                    partition = self._partitions.get(topic.name, index)
                    info = partition.append_as_leader(batch, ACKS_ALL, now_ms, single_batch=True, origin=origin)
                except KafkaError as error:
                    result.error_code = int(error.code)
                    continue
                end_offset = info.last_offset + 1
                waiting.append(
                    PendingAck(
                        partition,
                        committed_offset=end_offset,
                        durable_offset=end_offset if info.needs_flush else 0,
                        result=result,
                    )
                )
                if info.needs_flush:
                    self._flusher.request(partition)
        return outcomes

    def _tell_groups(self, ended: list[Ended]) -> Steps[None]:
        for producer_id, is_commit, outcomes in ended:
            indexes = [
                index
                for (topic, index), result in outcomes.items()
                if topic == OFFSETS.name and result.error_code == ErrorCode.NONE
            ]
            if indexes:
                yield from self._transactional_offsets.transaction_marked(indexes, producer_id, is_commit=is_commit)


def _response(ended: list[Ended]) -> WriteTxnMarkersResponse:
    """Builds the results by producer id: a response has each once, also where a request names it twice."""
    by_producer: dict[int, Outcomes] = {}
    for marker in ended:
        by_producer.setdefault(marker.producer_id, {}).update(marker.outcomes)
    return WriteTxnMarkersResponse(
        markers=[
            MarkerResult(producer_id=producer_id, topics=_topics(outcome))
            for producer_id, outcome in by_producer.items()
        ]
    )


def _topics(outcomes: Outcomes) -> list[TopicResult]:
    topics: dict[str, TopicResult] = {}
    for (topic, index), result in outcomes.items():
        entry = topics.setdefault(topic, TopicResult(name=topic))
        entry.partitions.append(PartitionResult(partition_index=index, error_code=result.error_code))
    return list(topics.values())
