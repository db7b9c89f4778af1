"""The response to a fetch: results in the layout, and in the record format, of the request's version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.fetch_by_id import LEADERS_FROM_VERSION
from kavka.broker.replica.fetch_session import NO_SESSION, FetchContext
from kavka.broker.replica.fetch_types import FetchParams, FetchResult, FetchSpec
from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import FetchResponse
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import iter_headers
from kavka.protocol.records.legacy import down_convert

if TYPE_CHECKING:
    from kavka.broker.quota.client_quotas import ClientQuotas
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.timer.clock import Clock

MAX_BYTES_FROM_VERSION = 3
"""Before, `partition_max_bytes` is a hard limit, even for the first batch."""
BATCHES_FROM_VERSION = 4
ZSTD_FROM_VERSION = 10

PARTITION_BYTES = 38
"""index, error code, high watermark, last stable offset, log start offset, aborted transactions, preferred replica,
length of the records: so much of a response is no records."""

Answered = tuple[FetchSpec, FetchResult]
PartitionData = FetchResponse.PartitionData
TopicData = FetchResponse.FetchableTopicResponse


class Answer:
    """Turns results into the response of one request's version.

    Args:
        ctx: the request.
        params: what was read.
        context: what the request means in its session; None: it has none.
        clock: for the session's last use.
        leaders: who leads what this broker does not.
        quotas: who charges a consumer; None: nobody.
    """

    __slots__ = ("_clock", "_context", "_ctx", "_leaders", "_params", "_quotas")

    def __init__(
        self,
        ctx: RequestContext,
        params: FetchParams,
        context: FetchContext | None,
        clock: Clock,
        leaders: CurrentLeaders,
        quotas: ClientQuotas | None = None,
    ) -> None:
        self._ctx = ctx
        self._params = params
        self._context = context
        self._clock = clock
        self._leaders = leaders
        self._quotas = quotas

    def send(self, results: list[FetchResult]) -> None:
        """Sends the response to a fetch that had waited."""
        self._ctx.respond(self.build(results))

    def build(self, results: list[FetchResult]) -> FetchResponse:
        """Builds the response: the results in the order asked for, grouped by topic as in the request."""
        version = self._ctx.api_version
        if version < ZSTD_FROM_VERSION:
            convert(results, self._params.specs, version)
        if self._quotas is not None and self._quotas.charge_fetch(self._ctx, size_of(results)):
            error_code, session_id = (0, NO_SESSION) if self._context is None else self._context.answer_throttled()
            return FetchResponse(self._ctx.throttle_ms, error_code, session_id)
        return self.response(*self.news(results))

    def news(self, results: list[FetchResult]) -> tuple[int, int, Iterable[Answered]]:
        """Returns the response's error code, session id, and the results that it tells of."""
        specs = self._params.specs
        if self._context is None:
            return 0, NO_SESSION, zip(specs, results, strict=True)
        error_code, session_id, news = self._context.answer(results, now_ms=self._clock.monotonic_ms(), specs=specs)
        return error_code, session_id, zip(specs, results, strict=True) if news is None else news

    def response(self, error_code: int, session_id: int, news: Iterable[Answered]) -> FetchResponse:
        """Builds the response of results that it is to tell of."""
        topics: list[TopicData] = []
        add_to(topics, news, self._params.is_read_committed)
        response = FetchResponse(0, error_code, session_id, topics)
        if self._ctx.api_version >= LEADERS_FROM_VERSION:
            at_once(self._leaders.tell_fetcher(response, self._ctx))
        return response


def add_to(topics: list[TopicData], answered: Iterable[Answered], is_read_committed: bool) -> None:
    """Adds results to a response, each to its topic.

    That is the last topic where the name, or the id, is the same, else a new one.
    """
    last = topics[-1] if topics else None
    name = None if last is None else last.topic_id or last.topic
    partitions = [] if last is None else last.partitions
    for spec, result in answered:
        if (spec.topic_id or spec.topic) != name:
            name = spec.topic_id or spec.topic
            partitions = []
            topics.append(TopicData(spec.topic, spec.topic_id, partitions))
        records: Any = result.records
        data = PartitionData(
            spec.index,
            result.error_code,
            result.high_watermark,
            result.last_stable_offset,
            result.log_start_offset,
        )
        # Set, not named in the call, which costs more.
        data.records = records
        data.aborted_transactions = _aborted(result) if is_read_committed and not result.error_code else None
        if result.preferred >= 0:
            data.preferred_read_replica = result.preferred
        if result.diverging is not None:
            data.diverging_epoch = FetchResponse.EpochEndOffset(*result.diverging)
        partitions.append(data)


def convert(results: list[FetchResult], specs: Sequence[FetchSpec], version: int) -> None:
    """Puts in the place of results what a client of before Fetch 10 can read."""
    for position, result in enumerate(results):
        if result.partition is not None:
            results[position] = _for_old_client(result, version, specs[position].max_bytes)


def size_of(results: list[FetchResult]) -> int:
    """Counts the bytes of the results as a quota does. A consumer that waits for records uses nothing."""
    return sum(len(result.records) + PARTITION_BYTES for result in results if result.records)


def _aborted(result: FetchResult) -> list[FetchResponse.AbortedTransaction]:
    return [FetchResponse.AbortedTransaction(txn.producer_id, txn.first_offset) for txn in result.aborted]


def _for_old_client(result: FetchResult, version: int, max_bytes: int) -> FetchResult:
    """Converts the result for a client of before Fetch 10, or gives an error."""
    records: Any = result.records
    partition = result.partition
    config = None if partition is None else partition.log.context.config
    if config is not None and config.compression is Compression.ZSTD:
        return FetchResult(None, error_code=int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE))
    if not records or version >= BATCHES_FROM_VERSION:
        return result
    if config is not None and not config.message_downconversion_enable:
        return FetchResult(None, error_code=int(ErrorCode.UNSUPPORTED_VERSION))
    try:
        # What is converted is larger than what was read; the first batch goes whole, whatever was asked for.
        converted = down_convert(records, 1 if version >= 2 else 0, size_max=max(1, max_bytes))
        if partition:
            count = sum(header.record_count for _, header in iter_headers(records))
            partition.traffic.fetch_conversions += count
        records = converted
    except CorruptRecords:
        return FetchResult(None, error_code=int(ErrorCode.CORRUPT_MESSAGE))
    except KafkaError as error:
        return FetchResult.failed(error)
    # A hard limit cuts a message off: the client sees that its buffer is too small for the first one.
    result.records = records if version >= MAX_BYTES_FROM_VERSION else records[:max_bytes]
    return result
