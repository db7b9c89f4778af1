"""Fetch: reads records, at once or when there are enough, for consumers and for followers.

    request ─▶ session (what is meant) ─▶ FetchReads (reads, waits) ─▶ session (what is news) ─▶ response

From version 7 on a request may belong to a session (`replica.fetch_session`): it then names only what changed, and so
does its response, and nothing here looks at the others: they are authorized once, and again when the ACLs, or the
principal, have changed. Old versions get old formats: 0 and 1 message sets of magic 0, 2 and 3 of magic 1, converted
here. Topics whose `compression.type` is zstd are for versions from 10 on; a batch that its producer compressed so goes
out as it is wherever batches do, as in Kafka (KIP-110). A partition without records has zero bytes, never null: clients
take null for garbage. From version 11 on a consumer that names its rack may read from followers, and is redirected to
one there where `replica.selector.class` says so (KIP-392, `replica.replica_selector`). One without a rack came to a
follower because it has not heard of an election: Kafka serves it there, too, here it learns at once that another broker
leads.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import refused_fetches
from kavka.broker.replica.delayed_fetch import FetchParams, FetchResult, FetchSpec
from kavka.broker.replica.fetch_session import FINAL_EPOCH, INITIAL_EPOCH, NO_SESSION, FetchContext, open_context
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError, TopicAuthorizationFailed
from kavka.protocol.messages import FetchResponse
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import iter_headers
from kavka.protocol.records.legacy import down_convert

if TYPE_CHECKING:
    from kavka.broker.quota.client_quotas import ClientQuotas
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.replica.session_partitions import FetchSession
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import FetchRequest
    from kavka.timer.clock import Clock

API = ApiKey.FETCH

READ_COMMITTED = 1

SESSIONS_FROM_VERSION = 7
MAX_BYTES_FROM_VERSION = 3
"""Before, `partition_max_bytes` is a hard limit, even for the first batch."""
BATCHES_FROM_VERSION = 4
NOTHING_REFUSED: frozenset[str] = frozenset()
NOBODY: Final[Callable[[], Hashable]] = lambda: None  # noqa: E731 - nobody reads in a session that is not there
ZSTD_FROM_VERSION = 10
FOLLOWERS_FROM_VERSION = 11

SMALL_REQUEST_BYTES: Final = 16_000
"""No request of this size is of more partitions than one step is for: each takes 16 bytes in the oldest version."""
PARTITIONS_IN_ONE_STEP_MAX: Final = 1_000
"""More than so many are read in slices of time (`fetch_many`): a thousand take some 5 ms, from the specs to the
response."""

PARTITION_BYTES = 38
"""index, error code, high watermark, last stable offset, log start offset, aborted transactions, preferred replica,
length of the records: so much of a response is no records."""

Answered = tuple[FetchSpec, FetchResult]
PartitionData = FetchResponse.PartitionData
TopicData = FetchResponse.FetchableTopicResponse


def handle(
    request: FetchRequest, ctx: RequestContext, broker: BrokerServices
) -> FetchResponse | Deferred | Coroutine[Any, Any, FetchResponse]:
    """Responds now, or parks the fetch; what is parked keeps nothing of the request."""
    if request.replica_id >= 0:
        ctx.counts_also = broker.metrics.follower_fetches
    manager = broker.replica_manager
    reader = reader_of(request, ctx, broker) if request.session_epoch > INITIAL_EPOCH else NOBODY
    if (ctx.request_bytes > SMALL_REQUEST_BYTES and _names_many_partitions(request)) or (
        request.session_epoch > INITIAL_EPOCH and _are_many_due(manager.fetch_sessions.get(request.session_id), reader)
    ):
        from kavka.broker.handlers import fetch_many  # few brokers ever need it

        return fetch_many.handle(request, ctx, broker)
    named = [spec_of(topic.topic, asked) for topic in request.topics for asked in topic.partitions]
    if len(named) > 1:
        # Two of the same partition count as the last one, in every version, as in Kafka.
        named = list({(spec.topic, spec.index): spec for spec in named}.values())
    quotas = broker.quotas if request.replica_id < 0 else None
    context = _context(request, named, ctx, manager, reader) if ctx.api_version >= SESSIONS_FROM_VERSION else None
    specs: Sequence[FetchSpec] = named
    session = None
    if context is not None:
        if context.error_code:
            return FetchResponse(error_code=context.error_code)
        specs, session = context.specs, context.session
    # Authorization is done here, because a session's partitions stand in no request.
    is_guarded = broker.authorizer is not None
    refused = _refused(specs, request.replica_id, ctx, broker) if is_guarded else NOTHING_REFUSED
    params = params_of(request, specs, refused, ctx, broker)
    answer = Answer(ctx, params, context, broker.clock, quotas)
    send = partial(_send_what_may_be_read, answer.send, params, ctx, broker) if is_guarded else answer.send
    if session is None or context is None:
        results = manager.fetches.fetch(params, send)
    else:
        results = manager.session_fetches.fetch(params, context, session, send)
    return DEFERRED if results is None else answer.build(results)


def _names_many_partitions(request: FetchRequest) -> bool:
    """Tells whether the request names more partitions than one step of the loop is for."""
    named = sum(len(topic.partitions) for topic in request.topics)
    return named + sum(len(topic.partitions) for topic in request.forgotten_topics_data) > PARTITIONS_IN_ONE_STEP_MAX


def _are_many_due(session: FetchSession | None, reader: Callable[[], Hashable]) -> bool:
    return session is not None and session.due_max(reader()) > PARTITIONS_IN_ONE_STEP_MAX


def reader_of(request: FetchRequest, ctx: RequestContext, broker: BrokerServices) -> Callable[[], Hashable]:
    """Returns a function for what the results of all partitions depend on now.

    It keeps nothing of the request (`FetchSession.reader`).
    """
    replica_id, isolation_level, rack_id = request.replica_id, request.isolation_level, request.rack_id
    return lambda: (
        replica_id,
        isolation_level,
        rack_id,
        ctx.api_version,
        broker.replica_manager.serving_generation,
        None
        if broker.authorizer is None
        else (ctx.connection.principal, ctx.connection.peer_host, broker.authorizer.generation),
    )


def spec_of(topic: str, asked: FetchRequest.FetchPartition) -> FetchSpec:
    """Returns the read that one partition of a request asks for."""
    return FetchSpec(
        topic,
        asked.partition,
        asked.fetch_offset,
        max(0, asked.partition_max_bytes),
        asked.current_leader_epoch,
        asked.last_fetched_epoch,
        asked.log_start_offset,
    )


def params_of(
    request: FetchRequest,
    specs: Sequence[FetchSpec],
    refused: frozenset[str],
    ctx: RequestContext,
    broker: BrokerServices,
) -> FetchParams:
    """Returns the parameters of the fetch as a whole."""
    bytes_max = max(0, min(request.max_bytes, broker.replica_manager.fetch_bytes_max))
    if broker.quotas is not None and request.replica_id < 0:
        # More than its quota's windows hold would be throttled every time.
        allowed = broker.quotas.fetch_bytes_max(ctx)
        bytes_max = bytes_max if allowed is None else min(bytes_max, int(allowed))
    return FetchParams(
        specs,
        request.max_wait_ms,
        request.min_bytes,
        bytes_max,
        request.replica_id,
        request.isolation_level == READ_COMMITTED,
        ctx.when_client_gone,
        reads_any_replica=ctx.api_version >= FOLLOWERS_FROM_VERSION and bool(request.rack_id),
        rack=request.rack_id,
        refused_topics=refused,
    )


def _refused(
    specs: Sequence[FetchSpec], replica_id: int, ctx: RequestContext, broker: BrokerServices
) -> frozenset[str]:
    return refused_fetches(ctx, broker, (spec.topic for spec in specs), is_follower=replica_id >= 0)


def _send_what_may_be_read(
    send: Callable[[list[FetchResult]], None],
    params: FetchParams,
    ctx: RequestContext,
    broker: BrokerServices,
    results: list[FetchResult],
) -> None:
    """Sends the results of a fetch that has waited, for as long as its client liked: permissions may have gone."""
    refused = _refused(params.specs, params.replica_id, ctx, broker)
    if refused:
        error = TopicAuthorizationFailed()
        for position, spec in enumerate(params.specs):
            if spec.topic in refused:
                results[position] = FetchResult.failed(error)
    send(results)


def _context(
    request: FetchRequest,
    specs: list[FetchSpec],
    ctx: RequestContext,
    manager: ReplicaManager,
    reader: Callable[[], Hashable],
) -> FetchContext | None:
    """Returns what the request means in its session; None for one that has none and wants none."""
    if request.session_epoch == FINAL_EPOCH and request.session_id == NO_SESSION:
        return None
    return open_context(
        manager.fetch_sessions,
        specs,
        session_id=request.session_id,
        epoch=request.session_epoch,
        forgotten=[(topic.topic, index) for topic in request.forgotten_topics_data for index in topic.partitions],
        is_follower=request.replica_id >= 0,
        now_ms=ctx.received_ms,
        reader=reader,
    )


class Answer:
    """Turns results into the response of one request's version.

    Args:
        ctx: the request.
        params: what was read.
        context: what the request means in its session; None: it has none.
        clock: for the session's last use.
        quotas: who charges a consumer; None: nobody.
    """

    __slots__ = ("_clock", "_context", "_ctx", "_params", "_quotas")

    def __init__(
        self,
        ctx: RequestContext,
        params: FetchParams,
        context: FetchContext | None,
        clock: Clock,
        quotas: ClientQuotas | None = None,
    ) -> None:
        self._ctx = ctx
        self._params = params
        self._context = context
        self._clock = clock
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
        if self._context is None:
            return FetchResponse(responses=self._topics(zip(self._params.specs, results, strict=True)))
        error_code, session_id, news = self._context.answer(
            results, now_ms=self._clock.monotonic_ms(), specs=self._params.specs
        )
        answered = zip(self._params.specs, results, strict=True) if news is None else news
        return FetchResponse(error_code=error_code, session_id=session_id, responses=self._topics(answered))

    def _topics(self, answered: Iterable[tuple[FetchSpec, FetchResult]]) -> list[TopicData]:
        topics: list[TopicData] = []
        add_to(topics, answered, is_read_committed=self._params.is_read_committed)
        return topics


def add_to(topics: list[TopicData], answered: Iterable[Answered], *, is_read_committed: bool) -> None:
    """Adds results to a response, each to its topic.

    That is the last topic where the name is the same, else a new one.
    """
    name = topics[-1].topic if topics else None
    partitions = topics[-1].partitions if topics else []
    for spec, result in answered:
        if spec.topic != name:
            name = spec.topic
            partitions = []
            topics.append(TopicData(name, partitions=partitions))
        records: Any = result.records
        data = PartitionData(
            spec.index,
            result.error_code,
            result.high_watermark,
            result.last_stable_offset,
            result.log_start_offset,
            records=records,
            aborted_transactions=_aborted(result) if is_read_committed and not result.error_code else None,
        )
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
    config = None if partition is None else partition.log.config
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


def error_response(request: FetchRequest, error: KafkaError) -> FetchResponse:
    """Returns the same error for every partition; versions below 7 have no other place for it."""
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
