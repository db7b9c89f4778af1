"""Chunks of a partition, fetched from its leader: bytes as they are in the log, not records.

    read_range(start, end) ─▶ fetch(offset) ─▶ Fetch to the leader ─▶ Chunk ─▶ its `next_offset` ─▶ fetch …
                                    └─ the leader moved, or is silent: metadata, a pause, again, until the deadline

A chunk is what `columns.decode_chunk` takes; the one in which a range ends reaches beyond it, so decoding cuts at
`end_offset`. Fetches ask for no session (KIP-227): a reader wants one partition, and leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kavka.client.errors import DeadlineExceeded, code_name, error_for_code
from kavka.client.fetcher import SESSIONLESS_EPOCH
from kavka.client.offsets import CONSUMER_REPLICA_ID
from kavka.client.read_committed import Aborted
from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster
from kavka.pipeline.wire.offsets import READ_UNCOMMITTED
from kavka.protocol.errors import DecodeError, ErrorCode, OffsetOutOfRange
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.protocol.records.batch import read_header
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.header import LENGTH_END, MAGIC_OFFSET, OFFSET_AND_LENGTH

CHUNK_BYTES = 4 * 1024 * 1024
"""What one Fetch asks for: enough for the cost of a Fetch, and of a record batch in Spark, not to count."""

FETCH_WAIT_MS = 500
"""Kafka's `fetch.max.wait.ms`: how long a leader without records waits for some."""


class FetchSettings(NamedTuple):
    """How to fetch."""

    isolation_level: int = READ_UNCOMMITTED
    chunk_bytes: int = CHUNK_BYTES
    wait_ms: int = FETCH_WAIT_MS
    rack: str = ""
    """The reader's; where brokers select replicas by rack, the one in it is read from."""


class Chunk(NamedTuple):
    """What one Fetch returned for a partition."""

    topic: str
    partition: int
    fetch_offset: int
    """What was asked for; the first batch may begin before it."""
    next_offset: int
    """Behind the last whole batch; `fetch_offset` where there is none."""
    data: Buffer
    """Batches, the last of which may be cut off: a part of the frame in which they came, which it keeps alive."""
    aborted: tuple[Aborted, ...]
    """Aborted transactions in it, under read_committed."""
    high_watermark: int
    last_stable_offset: int
    log_start_offset: int
    broker_id: int
    """Who gave it: the leader, or the replica in the reader's rack."""


def fetch(
    cluster: BlockingCluster,
    tp: TopicPartition,
    offset: int,
    settings: FetchSettings = FetchSettings(),  # noqa: B008 (immutable)
    *,
    timeout_ms: int | None = None,
) -> Chunk:
    """Fetches one chunk from the partition's leader.

    Args:
        cluster: Where.
        tp: What.
        offset: From where on.
        settings: How.
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        A chunk, without data if there was nothing to read within `settings.wait_ms`.

    Raises:
        OffsetOutOfRange: the log does not have this offset, and is not about to have it.
        KafkaError: what a broker refuses for good.
        DeadlineExceeded: no leader answered in time.
    """

    def attempt() -> Chunk:
        leader = cluster.leader_of(tp)
        try:
            giver, part = leader, _ask(cluster, leader, tp, offset, settings)
            if part.preferred_read_replica >= 0 and not part.records:
                giver, part = _ask_replica(cluster, part.preferred_read_replica, leader, tp, offset, settings)
            return _chunk_of(tp, offset, giver, part)
        except OffsetOutOfRange:
            raise
        except FAILURES:
            cluster.mark_stale(tp.topic)
            raise

    return cluster.retry(attempt, what=f"fetch {tp} at offset {offset}", timeout_ms=timeout_ms)


def read_range(
    cluster: BlockingCluster,
    tp: TopicPartition,
    start: int,
    end: int,
    settings: FetchSettings = FetchSettings(),  # noqa: B008 (immutable)
    *,
    timeout_ms: int | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Iterator[Chunk]:
    """Fetches until the range has been read.

    Args:
        cluster: Where.
        tp: What.
        start: The first offset.
        end: The offset behind the last; there need not be records up to it, but the log must get there.
        settings: How.
        timeout_ms: How long nothing may come, retries included; None: the cluster's `api_timeout_ms`.
        is_wanted: Asked before each Fetch; the range ends early when it says no.

    Yields:
        Chunks with data, in order, each beginning where the one before it ended.

    Raises:
        OffsetOutOfRange, KafkaError: as `fetch`.
        DeadlineExceeded: no leader answered, or the log did not go on: it ends before `end`, or, under
            read_committed, an open transaction is in the way.
    """
    limit_ms = cluster.settings.api_timeout_ms if timeout_ms is None else timeout_ms
    deadline_ms = cluster.clock.monotonic_ms() + limit_ms
    offset = start
    while offset < end and is_wanted():
        chunk = fetch(cluster, tp, offset, settings, timeout_ms=limit_ms)
        if chunk.next_offset > offset:
            yield chunk
            offset = chunk.next_offset
            deadline_ms = cluster.clock.monotonic_ms() + limit_ms
        elif cluster.clock.monotonic_ms() >= deadline_ms:
            raise DeadlineExceeded(
                f"{tp} has had nothing at offset {offset} for {limit_ms} ms, and is to be read up to {end}: "
                f"high watermark {chunk.high_watermark}, last stable offset {chunk.last_stable_offset}"
            )


def next_offset(data: Buffer) -> int | None:
    """Returns the offset after the last whole batch; `None` if there is none.

    Only lengths are looked at before it.

    Raises:
        CorruptRecords: the last one is no batch. DecodeError: a length that cannot be.
    """
    pos, last = 0, -1
    while len(data) - pos > MAGIC_OFFSET:
        _, length = OFFSET_AND_LENGTH.unpack_from(data, pos)
        if length <= MAGIC_OFFSET - LENGTH_END:
            raise DecodeError(f"a batch of {length} bytes")
        if length + LENGTH_END > len(data) - pos:
            break
        last = pos
        pos += length + LENGTH_END
    if last < 0:
        return None
    if data[last + MAGIC_OFFSET] < 2:
        return int(OFFSET_AND_LENGTH.unpack_from(data, last)[0]) + 1  # a wrapper has the offset of its last message
    return read_header(data, last).next_offset


def _request(tp: TopicPartition, offset: int, settings: FetchSettings) -> FetchRequest:
    part = FetchRequest.FetchPartition(
        partition=tp.partition, fetch_offset=offset, partition_max_bytes=settings.chunk_bytes
    )
    return FetchRequest(
        replica_id=CONSUMER_REPLICA_ID,
        max_wait_ms=settings.wait_ms,
        min_bytes=1,
        max_bytes=settings.chunk_bytes,
        isolation_level=settings.isolation_level,
        session_epoch=SESSIONLESS_EPOCH,
        topics=[FetchRequest.FetchTopic(topic=tp.topic, partitions=[part])],
        rack_id=settings.rack,
    )


def _ask(
    cluster: BlockingCluster, broker_id: int, tp: TopicPartition, offset: int, settings: FetchSettings
) -> FetchResponse.PartitionData:
    response: FetchResponse = cluster.ask(broker_id, _request(tp, offset, settings))
    if response.error_code != ErrorCode.NONE:
        raise error_for_code(response.error_code)
    for topic in response.responses:
        for part in topic.partitions:
            if topic.topic == tp.topic and part.partition_index == tp.partition:
                _check(tp, offset, part)
                return part
    raise DecodeError(f"a Fetch of {tp} was answered without it")


def _ask_replica(
    cluster: BlockingCluster, replica: int, leader: int, tp: TopicPartition, offset: int, settings: FetchSettings
) -> tuple[int, FetchResponse.PartitionData]:
    """Asks the replica in the reader's rack, to which the leader has sent it (KIP-392), else the leader after all: the
    replica may be gone, or not have come as far."""
    try:
        return replica, _ask(cluster, replica, tp, offset, settings)
    except FAILURES:
        return leader, _ask(cluster, leader, tp, offset, settings._replace(rack=""))


def _check(tp: TopicPartition, offset: int, part: FetchResponse.PartitionData) -> None:
    if part.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
        raise OffsetOutOfRange(f"{tp} has no offset {offset}")
    if part.error_code != ErrorCode.NONE:
        raise error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}")


def _chunk_of(tp: TopicPartition, offset: int, giver: int, part: FetchResponse.PartitionData) -> Chunk:
    data = part.records or b""
    behind = next_offset(data)
    if data and behind is None:
        raise DecodeError(f"{tp} at offset {offset}: {len(data)} bytes without a whole batch")
    return Chunk(
        topic=tp.topic,
        partition=tp.partition,
        fetch_offset=offset,
        next_offset=offset if behind is None else max(offset, behind),
        data=data,
        aborted=tuple(Aborted(item.first_offset, item.producer_id) for item in part.aborted_transactions or ()),
        high_watermark=part.high_watermark,
        last_stable_offset=part.last_stable_offset,
        log_start_offset=part.log_start_offset,
        broker_id=giver,
    )
