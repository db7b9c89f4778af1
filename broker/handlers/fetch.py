"""Fetch: reads records, at once or when there are enough, for consumers and for followers.

Every answer is full: there is no cache of fetch sessions (KIP-227), so a request that opens or closes one gets session
id 0, "none was made", and one that names a session learns that it is not known.

Old versions get old formats: 0 and 1 message sets of magic 0, 2 and 3 of magic 1, converted here. zstd is for versions
from 10 on. A partition without records answers zero bytes, never null: clients take null for garbage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from broker.context import DEFERRED, Deferred
from broker.replica.delayed_fetch import FetchParams, FetchResult, FetchSpec
from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode, KafkaError
from protocol.messages import FetchResponse
from protocol.records.batch import has_compression
from protocol.records.compression import Compression
from protocol.records.errors import CorruptRecords
from protocol.records.legacy import down_convert

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import FetchRequest

API = ApiKey.FETCH

READ_COMMITTED = 1
FULL_EPOCHS = (0, -1)
"""Session epochs that belong to a full fetch: 0 wants a session, −1 wants none or ends one."""

MAX_BYTES_FROM_VERSION = 3
"""Before, `partition_max_bytes` is a hard limit, even for the first batch."""
BATCHES_FROM_VERSION = 4
ZSTD_FROM_VERSION = 10

PartitionData = FetchResponse.PartitionData
TopicData = FetchResponse.FetchableTopicResponse


def handle(request: FetchRequest, ctx: RequestContext, broker: BrokerServices) -> FetchResponse | Deferred:
    """Answers now, or parks the fetch; what is parked keeps nothing of the request."""
    if request.session_epoch not in FULL_EPOCHS:
        return FetchResponse(error_code=int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND))
    params = FetchParams(
        [
            FetchSpec(
                topic.topic,
                partition.partition,
                fetch_offset=partition.fetch_offset,
                max_bytes=partition.partition_max_bytes,
                current_leader_epoch=partition.current_leader_epoch,
                last_fetched_epoch=partition.last_fetched_epoch,
                log_start_offset=partition.log_start_offset,
            )
            for topic in request.topics
            for partition in topic.partitions
        ],
        max_wait_ms=request.max_wait_ms,
        min_bytes=request.min_bytes,
        max_bytes=min(request.max_bytes, broker.replica_manager.fetch_bytes_max),
        replica_id=request.replica_id,
        is_read_committed=request.isolation_level == READ_COMMITTED,
    )
    answer = Answer(ctx, params)
    results = broker.replica_manager.fetch(params, answer.send)
    return DEFERRED if results is None else answer.build(results)


class Answer:
    """Turns results into the response of one request's version."""

    __slots__ = ("_ctx", "_params")

    def __init__(self, ctx: RequestContext, params: FetchParams) -> None:
        self._ctx = ctx
        self._params = params

    def send(self, results: list[FetchResult]) -> None:
        """Answers a fetch that had waited."""
        self._ctx.respond(self.build(results))

    def build(self, results: list[FetchResult]) -> FetchResponse:
        """The response: the results in the order in which they were asked for, grouped by topic as they were."""
        responses: list[TopicData] = []
        name: str | None = None
        for spec, result in zip(self._params.specs, results, strict=True):
            if spec.topic != name:
                name = spec.topic
                responses.append(TopicData(topic=name, partitions=[]))
            responses[-1].partitions.append(self._partition_data(spec, result))
        return FetchResponse(responses=responses)

    def _partition_data(self, spec: FetchSpec, result: FetchResult) -> PartitionData:
        records: Any = result.records
        if records and self._ctx.api_version < ZSTD_FROM_VERSION:
            error_code, records = _for_old_client(result, self._ctx.api_version, spec.max_bytes)
            if error_code:
                result = FetchResult(None, error_code=error_code)
        data = PartitionData(
            partition_index=spec.index,
            error_code=result.error_code,
            high_watermark=result.high_watermark,
            last_stable_offset=result.last_stable_offset,
            log_start_offset=result.log_start_offset,
            aborted_transactions=[] if self._params.is_read_committed and not result.error_code else None,
            records=records,
        )
        if result.diverging is not None:
            data.diverging_epoch = FetchResponse.EpochEndOffset(*result.diverging)
        return data


def _for_old_client(result: FetchResult, version: int, max_bytes: int) -> tuple[int, Any]:
    """(error code, records) as a client of before Fetch 10 can read them."""
    records, partition = result.records, result.partition
    if version < BATCHES_FROM_VERSION and partition and not partition.log.config.message_downconversion_enable:
        return int(ErrorCode.UNSUPPORTED_VERSION), b""
    try:
        if has_compression(records, Compression.ZSTD):
            return int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE), b""
        if version >= BATCHES_FROM_VERSION:
            return 0, records
        # What is converted is larger than what was read; the first batch goes whole, whatever was asked for.
        converted = down_convert(records, 1 if version >= 2 else 0, size_max=max(1, max_bytes))
    except CorruptRecords:
        return int(ErrorCode.CORRUPT_MESSAGE), b""
    except KafkaError as error:
        return int(error.code), b""
    # A hard limit cuts a message off: the client sees that its buffer is too small for the first one.
    return 0, converted if version >= MAX_BYTES_FROM_VERSION else converted[:max_bytes]


def error_response(request: FetchRequest, error: KafkaError) -> FetchResponse:
    """The same error for every partition; versions below 7 have no other place for it."""
    return FetchResponse(
        error_code=int(error.code),
        responses=[
            TopicData(
                topic=topic.topic,
                partitions=[
                    PartitionData(
                        partition_index=partition.partition,
                        error_code=int(error.code),
                        high_watermark=-1,
                        aborted_transactions=None,
                        records=b"",
                    )
                    for partition in topic.partitions
                ],
            )
            for topic in request.topics
        ],
    )
