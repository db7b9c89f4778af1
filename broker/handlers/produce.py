"""Produce: appends record batches to partitions this broker leads, and answers when they are as safe as asked.

    acks 0    nothing is answered; an error closes the connection, the only way to tell (KAFKA-6261)
    acks 1    answered when the leader has appended
    acks −1   answered when every in-sync replica has: at once, or by a DelayedProduce

Versions 0–2 bring message sets of magic 0 or 1, which the log converts; from 3 on there is exactly one batch of magic 2
a partition. One partition's error is its own; the others are appended.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from broker.context import DEFERRED, Deferred
from broker.replica.delayed_produce import PendingAck
from broker.replica.partition import ACKS_ALL, Partition
from protocol.api_keys import ApiKey
from protocol.errors import (
    InvalidProducerIdMapping,
    InvalidRequiredAcks,
    KafkaError,
    UnsupportedCompressionType,
)
from protocol.messages import ProduceResponse
from protocol.records.compression import Compression

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import ProduceRequest

API = ApiKey.PRODUCE

BATCHES_FROM_VERSION = 3
"""From here on only batches of magic 2, exactly one a partition."""
ZSTD_FROM_VERSION = 7

_MAGIC = 16
_ATTRIBUTES = 22
"""The low byte of a batch's attributes: compression in bits 0–2."""
_COMPRESSION_MASK = 0x07
_ZSTD = int(Compression.ZSTD)

Result = ProduceResponse.PartitionProduceResponse
TopicResult = ProduceResponse.TopicProduceResponse
Appended = tuple[Partition, int, Result]
"""A partition that was appended to, the offset after its records, and its part of the answer."""


def handle(request: ProduceRequest, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Appends everything that can be appended, then answers as `acks` says.

    Returns:
        The response, DEFERRED, or a coroutine when a flush to the disk comes before the answer.
    """
    acks = request.acks
    if request.transactional_id is not None or not ACKS_ALL <= acks <= 1:
        refusal = _refusal(request)
        return _answer(acks, ctx, _all_failed(request, refusal), refusal)
    appended: list[Appended] = []
    response, error = _append_all(request, ctx.api_version, broker, appended)
    complete_delayed = broker.replica_manager.complete_delayed
    for partition, _, _ in appended:
        complete_delayed(partition)
    unflushed = [partition for partition, _, _ in appended if partition.log.flush_messages == 1]
    if unflushed:
        return _answer_flushed(request.acks, request.timeout_ms, ctx, broker, response, error, appended)
    if acks == ACKS_ALL:
        return _answer_replicated(request.timeout_ms, ctx, broker, response, appended)
    return _answer(acks, ctx, response, error)


def _append_all(
    request: ProduceRequest, version: int, broker: BrokerServices, appended: list[Appended]
) -> tuple[ProduceResponse, KafkaError | None]:
    """Appends partition by partition; returns the answer so far and the first error."""
    first_error: KafkaError | None = None
    find = broker.replica_manager.partition
    now_ms = broker.clock.now_ms()
    acks = request.acks
    responses: list[TopicResult] = []
    for topic in request.topic_data:
        name = topic.name
        results: list[Result] = []
        for data in topic.partition_data:
            try:
                partition = find(name, data.index)
                records = data.records
                if version < ZSTD_FROM_VERSION:
                    _check_old_version(records, version)
                info = partition.append_as_leader(
                    records or b"", acks=acks, now_ms=now_ms, single_batch=version >= BATCHES_FROM_VERSION
                )
            except KafkaError as error:
                first_error = first_error or error
                results.append(_failed(data.index, error))
                continue
            result = Result(data.index, 0, info.first_offset, info.log_append_time, info.log_start_offset)
            results.append(result)
            appended.append((partition, info.last_offset + 1, result))
        responses.append(TopicResult(name, results))
    return ProduceResponse(responses), first_error


def _check_old_version(records: bytes | memoryview | None, version: int) -> None:
    """zstd came with version 7: a client that speaks less cannot know that everybody can read it."""
    if (
        records is not None
        and len(records) > _ATTRIBUTES
        and records[_MAGIC] == 2
        and records[_ATTRIBUTES] & _COMPRESSION_MASK == _ZSTD
    ):
        raise UnsupportedCompressionType(f"zstd needs Produce {ZSTD_FROM_VERSION}, this is version {version}")


def _failed(index: int, error: KafkaError) -> Result:
    result = Result(index, int(error.code), -1)
    result.error_message = error.message
    result.record_errors = [
        ProduceResponse.BatchIndexAndErrorMessage(position, message)
        for position, message in getattr(error, "record_errors", ())
    ]
    return result


def _answer(acks: int, ctx: RequestContext, response: ProduceResponse, error: KafkaError | None) -> Any:
    """The response itself; with acks=0 silence, or, after an error, the end of the connection."""
    if acks != 0:
        return response
    if error is None:
        ctx.respond_nothing()
    else:
        ctx.close_connection(f"a produce request with acks=0 failed: {error.code.name}: {error.message}")
    return DEFERRED


def _answer_replicated(
    timeout_ms: int, ctx: RequestContext, broker: BrokerServices, response: ProduceResponse, appended: list[Appended]
) -> ProduceResponse | Deferred:
    """acks=−1: now, if the in-sync replicas have everything already, as one of one always has."""
    waiting = [
        PendingAck(partition, required_offset=required_offset, result=result)
        for partition, required_offset, result in appended
        if partition.log.high_watermark < required_offset
    ]
    if not waiting:
        return response
    broker.replica_manager.delay_produce(timeout_ms, waiting, partial(ctx.respond, response))
    return DEFERRED


def _refusal(request: ProduceRequest) -> KafkaError:
    """Why nothing of a request can be appended."""
    if request.transactional_id is not None:
        # No producer can have got an id for it: InitProducerId refuses transactional ids until there is a coordinator.
        return InvalidProducerIdMapping(f"no producer id belongs to transactional id {request.transactional_id!r}")
    return InvalidRequiredAcks(f"acks must be 0, 1 or -1, not {request.acks}")


def error_response(request: ProduceRequest, error: KafkaError) -> ProduceResponse | None:
    """The same error for every partition: Produce has none of its own. With acks=0 there is no way to say it."""
    return None if request.acks == 0 else _all_failed(request, error)


def _all_failed(request: ProduceRequest, error: KafkaError) -> ProduceResponse:
    return ProduceResponse(
        [
            TopicResult(topic.name, [_failed(data.index, error) for data in topic.partition_data])
            for topic in request.topic_data
        ]
    )
