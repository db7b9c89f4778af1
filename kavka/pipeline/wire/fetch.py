"""Chunks of a partition, fetched from its leader: bytes as they are in the log, not records.

    read_range(start, end) ─▶ fetch(offset) ─▶ Fetch to the leader ─▶ Chunk ─▶ its `next_offset` ─▶ fetch …
                                    └─ the leader moved, or is silent: metadata, a pause, again, until the deadline

The leader epoch in the metadata goes along (KIP-320): who led before, and does not know of it, is not read from.
A chunk is what `columns.decode_chunk` takes; the one in which a range ends reaches beyond it, so decoding cuts at
`end_offset`. Fetches ask for no session (KIP-227): a reader wants one partition, and leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.protocol.errors import DecodeError, OffsetOutOfRange
from kavka.protocol.records.crc32c import Buffer
from kavka.wire.errors import FAILURES, DeadlineExceeded
from kavka.wire.fetch import FETCH_WAIT_MS, PartitionData, aborted_in, error_in, fetch_request, next_offset, parts_in
from kavka.wire.offsets import READ_UNCOMMITTED
from kavka.wire.read_committed import Aborted

CHUNK_BYTES = 4 * 1024 * 1024
"""What one Fetch asks for: enough for the cost of a Fetch, and of a record batch in Spark, not to count."""


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


def _ask(
    cluster: BlockingCluster, broker_id: int, tp: TopicPartition, offset: int, settings: FetchSettings
) -> PartitionData:
    request = fetch_request(
        [(tp, offset)],
        epoch_of=cluster.metadata.epoch_of,
        isolation_level=settings.isolation_level,
        bytes_min=1,
        wait_ms=settings.wait_ms,
        bytes_max=settings.chunk_bytes,
        partition_bytes_max=settings.chunk_bytes,
        rack=settings.rack,
    )
    part = parts_in(cluster.ask(broker_id, request)).get(tp)
    error = error_in(tp, offset, part)
    if error is not None:
        raise error
    assert part is not None
    return part


def _ask_replica(
    cluster: BlockingCluster, replica: int, leader: int, tp: TopicPartition, offset: int, settings: FetchSettings
) -> tuple[int, PartitionData]:
    """Asks the replica in the reader's rack, to which the leader has sent it (KIP-392), else the leader after all: the
    replica may be gone, or not have come as far."""
    try:
        return replica, _ask(cluster, replica, tp, offset, settings)
    except FAILURES:
        return leader, _ask(cluster, leader, tp, offset, settings._replace(rack=""))


def _chunk_of(tp: TopicPartition, offset: int, giver: int, part: PartitionData) -> Chunk:
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
        aborted=aborted_in(part),
        high_watermark=part.high_watermark,
        last_stable_offset=part.last_stable_offset,
        log_start_offset=part.log_start_offset,
        broker_id=giver,
    )
