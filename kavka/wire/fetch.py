"""One Fetch from one broker: the request of some partitions, and what its response holds of each. Sans I/O.

    positions ─▶ fetch_request ─▶ (the broker) ─▶ parts_in ─▶ error_in ─▶ records, aborted_in, next_offset
                                                     │           ├─ OFFSET_OUT_OF_RANGE: the position is not in the log
                                                     │           └─ any other: metadata, a pause, again where that helps
                                                     └─ an error of the whole: every partition's

Each partition's leader epoch, as far as metadata has it, goes along: a broker that led before, and does not know that
it was replaced, then says FENCED or UNKNOWN_LEADER_EPOCH, and not that a position is out of range of a log that nobody
asked for (KIP-320). Fetches ask for no session (KIP-227): what a consumer reads changes with every poll. Not here:
records, which stay bytes (`protocol.records`), and those of aborted transactions (`read_committed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from kavka.common.types import TopicPartition
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, OffsetOutOfRange
from kavka.protocol.messages import FetchRequest, FetchResponse
from kavka.protocol.records.batch import read_header
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.header import LENGTH_END, MAGIC_OFFSET, OFFSET_AND_LENGTH
from kavka.wire.errors import code_name, error_for_code
from kavka.wire.offsets import CONSUMER_REPLICA_ID
from kavka.wire.read_committed import Aborted

FETCH_WAIT_MS: Final = 500
"""Kafka's `fetch.max.wait.ms`: how long a leader without records waits for some."""

SESSIONLESS_EPOCH: Final = -1

PartitionData = FetchResponse.PartitionData


def no_epoch(_topic: str, _partition: int) -> LeaderEpoch:
    """Returns that no leader epoch is known: whoever leads shall answer."""
    return NO_LEADER_EPOCH


def fetch_request(
    positions: Iterable[tuple[TopicPartition, int]],
    *,
    epoch_of: Callable[[str, int], LeaderEpoch] = no_epoch,
    isolation_level: int,
    bytes_min: int,
    wait_ms: int,
    bytes_max: int,
    partition_bytes_max: int,
    rack: str = "",
) -> FetchRequest:
    """Returns the Fetch request for partitions, each from an offset on.

    Args:
        positions: Partition and offset.
        epoch_of: Topic and partition → the leader epoch that the metadata has; −1 for none.
        isolation_level: `offsets.READ_COMMITTED`: nothing of open transactions, and which were aborted.
        bytes_min: A broker waits until it has this much …
        wait_ms: … or this long.
        bytes_max: Bound of the response; one batch always fits.
        partition_bytes_max: Likewise per partition.
        rack: The reader's; where brokers select replicas by rack, a leader sends it to the one in it (KIP-392).
    """
    topics: dict[str, list[FetchRequest.FetchPartition]] = {}
    for tp, offset in positions:
        topics.setdefault(tp.topic, []).append(
            FetchRequest.FetchPartition(
                partition=tp.partition,
                fetch_offset=offset,
                partition_max_bytes=partition_bytes_max,
                current_leader_epoch=epoch_of(*tp),
            )
        )
    return FetchRequest(
        replica_id=CONSUMER_REPLICA_ID,
        max_wait_ms=wait_ms,
        min_bytes=bytes_min,
        max_bytes=bytes_max,
        isolation_level=isolation_level,
        session_epoch=SESSIONLESS_EPOCH,
        topics=[FetchRequest.FetchTopic(topic=name, partitions=parts) for name, parts in topics.items()],
        rack_id=rack,
    )


def parts_in(response: FetchResponse) -> dict[TopicPartition, PartitionData]:
    """Returns a response by partition.

    Raises:
        KafkaError: the error of the whole request.
    """
    if response.error_code != ErrorCode.NONE:
        raise error_for_code(response.error_code)
    return {
        TopicPartition(topic.topic, part.partition_index): part
        for topic in response.responses
        for part in topic.partitions
    }


def error_in(tp: TopicPartition, offset: int, part: PartitionData | None) -> KafkaError | DecodeError | None:
    """Returns the error of a partition; None when it holds what there is from an offset on.

    Args:
        tp: Which.
        offset: Asked for.
        part: The response's word of it; None: it has none, though it was asked.
    """
    if part is None:
        return DecodeError(f"a Fetch of {tp} was answered without it")
    if part.error_code == ErrorCode.NONE:
        return None
    if part.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
        return OffsetOutOfRange(f"{tp} has no offset {offset}")
    return error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}")


def aborted_in(part: PartitionData) -> tuple[Aborted, ...]:
    """Returns the aborted transactions among a partition's records, under read_committed."""
    return tuple(Aborted(item.first_offset, item.producer_id) for item in part.aborted_transactions or ())


def next_offset(data: Buffer) -> int | None:
    """Returns the offset after the last whole batch; `None` if there is none.

    Only lengths are looked at before it.

    Raises:
        CorruptRecords: the last one is no batch.
        DecodeError: a length that cannot be.
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
