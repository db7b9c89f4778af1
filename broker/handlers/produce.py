"""Produce: appends record batches to partitions this broker leads, and responds when they are as safe as asked.

    acks 0    no response; an error closes the connection, the only way to show it (KAFKA-6261)
    acks 1    response when the leader has appended
    acks −1   response when every in-sync replica has: at once, or by a DelayedProduce

Versions 0–2 bring message sets of magic 0 or 1, which the log converts; from 3 on there is exactly one batch of magic 2
a partition. One partition's error is its own; the others are appended.

Before a transaction's first batch in a partition its coordinator is asked whether it knows of that, or, from version 12
on, has to add the partition to the transaction (KIP-890): then the request waits for the response, and is appended
afterwards with what was agreed to (`replica.txn_verification`). Records that take long to look at are looked at in a
thread (`log.validator`), and many bytes are written by one (`log.log_writes`): then the request waits there.

From version 13 on topics are named by id (`requests.produced_topics`): UNKNOWN_TOPIC_ID where no topic is known to have
it, or the log here is of another one.

What a connection sends like its last request goes a short way (`produce_shape`) to the same appends, and comes here
where that knows no further.
"""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.produce_outcome import (
    ATTRIBUTES,
    BYTES_IN_ONE_STEP_MAX,
    LOOK_CLOSER,
    PARTITIONS_IN_ONE_STEP_MAX,
    TRANSACTIONAL,
    ZSTD,
    Outcome,
    Result,
    TopicResult,
)
from kavka.broker.handlers.produce_shape import ProduceShape, ProduceShapes
from kavka.broker.log.log_types import CLIENT
from kavka.broker.log.log_writes import AppendInFlight, LongAppend
from kavka.broker.log.validator import CheckedRecords, LongCheck
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.partition import ACKS_ALL, Partition
from kavka.broker.replica.txn_verification import FirstBatch
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.current_leaders import IN_PRODUCE_FROM_VERSION
from kavka.broker.requests.produced_topics import TOPIC_IDS_FROM_VERSION, id_in, name_topics
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRecord, InvalidRequiredAcks, KafkaError, UnsupportedCompressionType
from kavka.protocol.messages import ProduceResponse
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import read_header

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.log.verification import VerificationGuard
    from kavka.broker.metrics import Traffic
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.txn_verification import Guards, TransactionVerification
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.broker.requests.dispatcher import Route
    from kavka.broker.requests.short_way import LongWay
    from kavka.broker.world import Threads
    from kavka.common.lane import Lane
    from kavka.protocol.messages import ProduceRequest
    from kavka.timer.clock import Clock

API = ApiKey.PRODUCE

BATCHES_FROM_VERSION = 3
"""From here on only batches of magic 2, exactly one a partition."""
ZSTD_FROM_VERSION = 7
ABORTABLE_FROM_VERSION = 11
"""From here on producers know TRANSACTION_ABORTABLE (KIP-890)."""
ADDS_FROM_VERSION = 12
"""From here on partitions join a transaction by being written to (KIP-890, part 2)."""

SMALL_REQUEST_BYTES: Final = 2_000
"""No request of this size is of more partitions than one step is for: each takes 8 bytes."""
_MAGIC = 16
_COMPRESSION_MASK = 0x07

_Appending = Generator["LongCheck | LongAppend", "Buffer | CheckedRecords | AppendInFlight", None]
_Handled = ProduceResponse | Deferred | Coroutine[Any, Any, ProduceResponse | Deferred]


class ProduceHandler:
    """Handles Produce requests."""

    __slots__ = (
        "_clock",
        "_flusher",
        "_lane",
        "_leaders",
        "_metadata_cache",
        "_partitions",
        "_record_checks",
        "_shapes",
        "_traffic",
        "_verification",
        "_waiting",
    )

    def __init__(
        self,
        *,
        clock: Clock,
        flusher: Flusher,
        lane: Lane,
        leaders: CurrentLeaders,
        metadata_cache: MetadataCache,
        partitions: Partitions,
        record_checks: Threads,
        traffic: Traffic,
        verification: TransactionVerification | None,
        waiting: Waiting,
    ) -> None:
        self._clock = clock
        self._flusher = flusher
        self._lane = lane
        self._leaders = leaders
        self._metadata_cache = metadata_cache
        self._partitions = partitions
        self._record_checks = record_checks
        self._traffic = traffic
        self._verification = verification
        self._waiting = waiting
        self._shapes = ProduceShapes(
            clock=clock, flusher=flusher, metadata_cache=metadata_cache, partitions=partitions, waiting=waiting
        )

    def shape_of(self, frame: bytes | bytearray, route: Route, long_way: LongWay) -> ProduceShape | None:
        """Learns what frames look like that may go the short way."""
        return self._shapes.learn(frame, route, long_way, self.append)

    def handle(self, request: ProduceRequest, ctx: RequestContext, guards: Guards | None = None) -> _Handled:
        """Appends everything that can be appended, then responds as `acks` and `flush.messages` say.

        Args:
            request: of any version.
            ctx: how to respond.
            guards: with which transactional batches may be appended; None: nothing of the request was verified yet.
        """
        if ctx.request_bytes > SMALL_REQUEST_BYTES and is_large(request, ctx):
            from kavka.broker.handlers.produce_many import produce_many  # few brokers ever need it

            return produce_many(request, ctx, self._lane, self.handle)
        acks = request.acks
        if guards is None and ctx.api_version >= TOPIC_IDS_FROM_VERSION:
            name_topics(request, self._metadata_cache)
        if not ACKS_ALL <= acks <= 1:
            refusal = InvalidRequiredAcks(f"acks must be 0, 1 or -1, not {acks}")
            return _answer(acks, ctx, _all_failed(request, refusal), refusal)
        if request.transactional_id is not None and guards is None and self._verification is not None:
            return self._verify(request, ctx, self._verification)
        return self.append(request, ctx, Outcome(), guards)

    def append(
        self, request: ProduceRequest, ctx: RequestContext, outcome: Outcome, guards: Guards | None = None
    ) -> _Handled:
        """Appends what of a request is not appended yet, and responds to all of it.

        Args:
            request: its acks are valid, its topics have names, and no transactional id asks for guards.
            ctx: how to respond.
            outcome: what was appended before.
            guards: see `handle`.
        """
        appending = self._append_all(request, ctx.api_version, guards, outcome)
        waits_for = next(appending, None)
        if waits_for is not None:
            return self._append_later(request, ctx, appending, waits_for, outcome)
        return self._respond(request, ctx, outcome)

    def _respond(self, request: ProduceRequest, ctx: RequestContext, outcome: Outcome) -> ProduceResponse | Deferred:
        """Shows what was appended to who waits for it, and responds, now or when it is safe."""
        for partition in outcome.appended:
            self._waiting.complete(partition)
        response = ProduceResponse(outcome.topics)
        if outcome.waiting and request.acks != 0:
            ctx.let_next_in()  # what its client has sent already is replicated with it, in one round
            send = ctx.respond if ctx.api_version < IN_PRODUCE_FROM_VERSION else partial(self._send, ctx)
            self._waiting.delay_produce(request.timeout_ms, outcome.waiting, partial(send, response))
            return DEFERRED
        if outcome.first_error is not None and ctx.api_version >= IN_PRODUCE_FROM_VERSION:
            self._leaders.tell_producer(response, ctx)
        return _answer(request.acks, ctx, response, outcome.first_error)

    def _send(self, ctx: RequestContext, response: ProduceResponse) -> None:
        """Sends what has waited; meanwhile others may have become leaders."""
        self._leaders.tell_producer(response, ctx)
        ctx.respond(response)

    async def _append_later(
        self,
        request: ProduceRequest,
        ctx: RequestContext,
        appending: _Appending,
        waits_for: LongCheck | LongAppend,
        outcome: Outcome,
    ) -> ProduceResponse | Deferred:
        """Has threads check and write, one thing after the other, while `appending` waits, and responds at its end.

        What is appended meanwhile is shown to who waits for it; every partition is looked up anew after a wait.
        """
        while True:
            for partition in outcome.appended:
                self._waiting.complete(partition)
            outcome.appended.clear()
            try:
                try:
                    records = await self._waited(waits_for)
                except KafkaError as error:
                    waits_for = appending.throw(error)
                else:
                    waits_for = appending.send(records)
            except StopIteration:
                break
        return self._respond(request, ctx, outcome)

    async def _waited(self, waits_for: LongCheck | LongAppend) -> Buffer | CheckedRecords | AppendInFlight:
        """Waits, and returns what is to be appended then."""
        if isinstance(waits_for, LongCheck):
            return await self._record_checks.run(waits_for.check)
        await waits_for.append.wait()
        return waits_for.records

    def _verify(self, request: ProduceRequest, ctx: RequestContext, verification: TransactionVerification) -> _Handled:
        """Has the coordinator asked where that is due; a coroutine then. Afterwards the request is handled."""
        absent: dict[TopicPartition, KafkaError] = {}
        batches = list(_transactional_batches(request, ctx.api_version, self._partitions, absent))
        adds = ctx.api_version >= ADDS_FROM_VERSION
        try:
            guards = verification.begin(request.transactional_id, batches, now_ms=self._clock.now_ms(), adds=adds)
        except KafkaError as error:
            return _answer(request.acks, ctx, _all_failed(request, error), error)
        for topic_partition, reason in absent.items():
            guards.refuse(topic_partition, reason)  # should it come while others are asked about, nobody asked about it
        if not guards.to_ask:
            return self.handle(request, ctx, guards)

        async def ask() -> Any:
            first = batches[0][1]
            await verification.ask(
                request.transactional_id or "",
                first.producer_id,
                first.producer_epoch,
                guards,
                is_abortable_known=ctx.api_version >= ABORTABLE_FROM_VERSION,
                adds=adds,
            )
            handled = self.handle(request, ctx, guards)  # whatever happened to partitions meanwhile is found there
            return await handled if isinstance(handled, Coroutine) else handled

        return ask()

    def _append_all(  # noqa: C901 (a generator of its own for each partition would cost a tenth of an append)
        self,
        request: ProduceRequest,
        version: int,
        guards: Guards | None,
        outcome: Outcome,
    ) -> _Appending:
        """Appends partition by partition; where records take long to check or to write, waits for what comes of that.

        Args:
            request: its acks are valid.
            version: the request's.
            guards: with which transactional batches may be appended; None: nothing of the request was verified.
            outcome: gets what comes of it.

        Yields:
            A check or an append to be waited for; wants what is to be appended then, or what was raised.
        """
        partitions = self._partitions
        now_ms = self._clock.now_ms()
        acks = request.acks
        single_batch = version >= BATCHES_FROM_VERSION
        for topic in request.topic_data[len(outcome.topics) :] if outcome.topics else request.topic_data:
            name, topic_id = topic.name, id_in(topic, version)
            results, outcome.begun = outcome.begun, []
            for data in topic.partition_data[len(results) :] if results else topic.partition_data:
                records: Buffer | CheckedRecords | AppendInFlight | None = data.records
                waits_for: LongCheck | LongAppend | None = outcome.waits_for
                outcome.waits_for = None
                try:
                    while True:
                        if waits_for is not None:
                            records = yield waits_for
                        if topic_id:
                            partition = partitions.get_by_id(name, data.index, topic_id)
                        else:
                            partition = partitions.get(name, data.index)
                        guard: VerificationGuard | None = NO_VERIFICATION
                        if (
                            not data.records
                            or len(data.records) <= ATTRIBUTES
                            or data.records[ATTRIBUTES] & LOOK_CLOSER
                        ):
                            _check(data.records, version)
                            if guards is not None:
                                guard = guards.of(partition.topic_partition)
                            elif self._verification is not None:
                                guard = self._verification.unasked
                        try:
                            # By position, as in `dispatcher`.
                            info = partition.append_as_leader(records, acks, now_ms, single_batch, guard, CLIENT, False)
                            break
                        except (LongCheck, LongAppend) as long:
                            waits_for = long.with_traceback(None)  # which leads back here, records and all
                except KafkaError as error:
                    outcome.first_error = outcome.first_error or error
                    results.append(_failed(data.index, error))
                    self._traffic.refused(name, len(data.records or b""))
                    continue
                outcome.add(results, data.index, partition, info, acks)
                if not single_batch:
                    self._traffic.of(name).produce_conversions += info.last_offset + 1 - info.first_offset
                if info.needs_flush:
                    self._flusher.request(partition)
            outcome.topics.append(TopicResult(name, topic.topic_id, results))


def is_large(request: ProduceRequest, ctx: RequestContext) -> bool:
    """Tells whether the request is too large for one step of the loop.

    It is with too many partitions, or with too many bytes in several.
    """
    partitions = sum([len(topic.partition_data) for topic in request.topic_data])
    return partitions > PARTITIONS_IN_ONE_STEP_MAX or (partitions > 1 and ctx.request_bytes > BYTES_IN_ONE_STEP_MAX)


def _transactional_batches(
    request: ProduceRequest, version: int, partitions: Partitions, absent: dict[TopicPartition, KafkaError]
) -> Iterator[tuple[Partition, FirstBatch]]:
    """Yields the first batch of each partition that has a transactional one.

    Why a partition is not here goes to `absent`.
    """
    for topic in request.topic_data:
        name, topic_id = topic.name, id_in(topic, version)
        for data in topic.partition_data:
            records = data.records
            try:
                if topic_id:
                    partition = partitions.get_by_id(name, data.index, topic_id)
                else:
                    partition = partitions.get(name, data.index)
            except KafkaError as error:
                absent[TopicPartition(name, data.index)] = error
                continue
            if not records or len(records) <= ATTRIBUTES or not _is_transactional(records):
                continue  # the append says what is wrong
            with contextlib.suppress(CorruptRecords):
                header = read_header(records)
                if header.producer_id >= 0:
                    yield partition, FirstBatch(header.producer_id, header.producer_epoch, header.base_sequence)


def _is_transactional(records: bytes | memoryview) -> bool:
    return records[_MAGIC] == 2 and bool(records[ATTRIBUTES] & TRANSACTIONAL)


def _check(records: bytes | memoryview | None, version: int) -> None:
    """Refuses what depends on the version; the rest is the log's to judge."""
    if not records:
        raise InvalidRecord(
            f"Produce requests with version {version} must have at least one record batch per partition"
        )
    if len(records) <= ATTRIBUTES or records[_MAGIC] != 2:
        return
    if records[ATTRIBUTES] & _COMPRESSION_MASK == ZSTD and version < ZSTD_FROM_VERSION:
        # A client that speaks less cannot know that everybody can read it.
        raise UnsupportedCompressionType(f"zstd needs Produce {ZSTD_FROM_VERSION}, this is version {version}")


def _failed(index: int, error: KafkaError) -> Result:
    result = Result(index, int(error.code), -1)
    result.error_message = error.message
    result.record_errors = [
        ProduceResponse.BatchIndexAndErrorMessage(position, message)
        for position, message in getattr(error, "record_errors", ())
    ]
    return result


def _answer(
    acks: int, ctx: RequestContext, response: ProduceResponse, error: KafkaError | None
) -> ProduceResponse | Deferred:
    """Returns the response itself; with acks=0 nothing, or, after an error, the end of the connection."""
    if acks != 0:
        return response
    if error is None:
        ctx.respond_nothing()
    else:
        ctx.close_connection(f"a produce request with acks=0 failed: {error.code.name}: {error.message}")
    return DEFERRED


def _all_failed(request: ProduceRequest, error: KafkaError) -> ProduceResponse:
    return ProduceResponse(
        [
            TopicResult(topic.name, topic.topic_id, [_failed(data.index, error) for data in topic.partition_data])
            for topic in request.topic_data
        ]
    )
