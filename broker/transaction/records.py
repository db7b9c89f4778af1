"""The records of `__transaction_state`, byte for byte as Kafka writes them.

    key     | version i16 = 0 | transactional id |
    value   | version i16 = 0 | producer id | epoch | timeout | state | partitions by topic | last update | start |
            | version i16 = 1 | the same, compact | tags: 0 previous producer id, 1 next one, 2 client's version |
            none: a tombstone, the id has expired

One record for each transition, one batch for each record, appended with acks=all; the last record of a key is the
state. Version 1 is written when `transaction.version` is finalized at 1 or higher; both are read at any time. The
previous epoch is written in neither, nor the previous producer id in version 0: a retry of InitProducerId whose first
answer was lost fails when the coordinator has moved meanwhile, as in Kafka. Kafka: `TransactionLog`.

All but a value's partitions is written by the generated codec. They are joined here, since 100,000 of them would be
made objects of only to be packed again; a test holds the bytes equal to the codec's.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from kavka.broker.transaction.partition_set import INDEX_BYTES, PartitionSet
from kavka.broker.transaction.states import NEVER_WRITTEN, TransactionState
from kavka.broker.transaction.transaction_metadata import (
    EPOCH_MAX,
    NO_PRODUCER_ID,
    TransactionMetadata,
    TransitMetadata,
)
from kavka.broker.transaction.versions import version_of_level
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.wire import uvarint
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kavka.protocol.messages import TransactionLogValue
    from kavka.protocol.records.record import Record

KEY_VERSION: Final = 0
COMPACT_FROM_VERSION: Final = 1

_VERSION = struct.Struct(">h")
_LENGTH: Final = struct.Struct(">h")
_COUNT: Final = struct.Struct(">i")
_BEFORE_PARTITIONS: Final = struct.Struct(">qhib")
"""Producer id, epoch, timeout and state, with which a value begins."""
_NO_TAGS: Final = b"\0"


def encode_key(transactional_id: str) -> bytes:
    """Encodes the key of a transactional id's records."""
    from kavka.protocol.messages import TransactionLogKey  # loaded by use, as all that startup does not need

    return _VERSION.pack(KEY_VERSION) + encode_message(TransactionLogKey(transactional_id), KEY_VERSION)


def encode_value(transit: TransitMetadata, version: int = 0) -> bytes:
    """Encodes the state that a transactional id becomes, in a version of the value.

    An id without a transaction has no list of partitions, not an empty one.
    """
    from kavka.protocol.messages import TransactionLogValue

    assert transit.state is not TransactionState.Empty or not transit.partitions
    value = TransactionLogValue(
        producer_id=transit.producer_id,
        previous_producer_id=transit.last_producer_id if version >= COMPACT_FROM_VERSION else NO_PRODUCER_ID,
        next_producer_id=transit.next_producer_id if version >= COMPACT_FROM_VERSION else NO_PRODUCER_ID,
        client_transaction_version=int(transit.client_version) if version >= COMPACT_FROM_VERSION else 0,
        producer_epoch=transit.producer_epoch,
        transaction_timeout_ms=transit.timeout_ms,
        transaction_status=int(transit.state),
        transaction_partitions=None,
        transaction_last_update_timestamp_ms=transit.last_update_ms,
        transaction_start_timestamp_ms=transit.start_ms,
    )
    encoded = encode_message(value, version)
    if transit.state is TransactionState.Empty:
        return _VERSION.pack(version) + encoded
    # The list takes the place of null. Its numbers are packed already; as a list of Python's they are ten times that.
    is_compact = version >= COMPACT_FROM_VERSION
    before = _BEFORE_PARTITIONS.size
    behind = before + (len(uvarint(0)) if is_compact else _COUNT.size)
    partitions = _compact(transit.partitions) if is_compact else _plain(transit.partitions)
    return b"".join((_VERSION.pack(version), encoded[:before], *partitions, encoded[behind:]))


def _plain(partitions: PartitionSet) -> Iterator[bytes]:
    """Encodes a list of partitions by topic."""
    yield _COUNT.pack(partitions.topic_count)
    for topic, packed in partitions.packed_by_topic():
        name = topic.encode()
        yield from (_LENGTH.pack(len(name)), name, _COUNT.pack(len(packed) // INDEX_BYTES), packed)


def _compact(partitions: PartitionSet) -> Iterator[bytes]:
    """Encodes the same for versions with tags, of which there are none here."""
    yield uvarint(partitions.topic_count + 1)
    for topic, packed in partitions.packed_by_topic():
        name = topic.encode()
        yield from (uvarint(len(name) + 1), name, uvarint(len(packed) // INDEX_BYTES + 1), packed, _NO_TAGS)


def transition_batch(transit: TransitMetadata, now_ms: WallMs, version: int = 0) -> bytes:
    """Builds the batch of one transition, its value in a version."""
    builder = BatchBuilder()
    builder.append(timestamp=now_ms, key=encode_key(transit.transactional_id), value=encode_value(transit, version))
    return builder.build()


def tombstones_batch(transactional_ids: Iterable[str], now_ms: WallMs) -> bytes:
    """Builds the batch of tombstones for forgotten transactional ids; there is at least one."""
    builder = BatchBuilder()
    for transactional_id in transactional_ids:
        builder.append(timestamp=now_ms, key=encode_key(transactional_id), value=None)
    assert builder.record_count
    return builder.build()


def decode_record(record: Record) -> tuple[str, TransactionMetadata | None] | None:
    """Decodes a record into its transactional id and state.

    No state for a tombstone; None for a record of a kind that is not known here.

    Raises:
        CorruptRecords: it cannot be read.
    """
    from kavka.protocol.messages import TransactionLogKey

    try:
        if record.key is None:
            raise CorruptRecords(f"the record at offset {record.offset} has no key")
        [version] = _VERSION.unpack_from(record.key)
        if version != KEY_VERSION:
            return None  # of a later Kafka, which a broker passes over when it is downgraded (KIP-915)
        key, _ = decode_prefix(TransactionLogKey, KEY_VERSION, bytes(record.key), _VERSION.size)
        if record.value is None:
            return key.transactional_id, None
        return key.transactional_id, _decode_value(key.transactional_id, bytes(record.value))
    except (DecodeError, struct.error, ValueError) as error:
        raise CorruptRecords(f"the record at offset {record.offset} is not the state of a transaction: {error}") from (
            error
        )


def _partitions(value: TransactionLogValue) -> PartitionSet:
    """Collects the partitions of a record; a topic that it names twice has those of both."""
    by_topic: dict[str, list[int]] = {}
    for topic in value.transaction_partitions or ():
        by_topic.setdefault(topic.topic, []).extend(topic.partition_ids)
    return PartitionSet.of_topics(by_topic.items())


def _decode_value(transactional_id: str, data: bytes) -> TransactionMetadata:
    from kavka.protocol.messages import TransactionLogValue

    [version] = _VERSION.unpack_from(data)
    value, _ = decode_prefix(TransactionLogValue, version, data, _VERSION.size)
    state = TransactionState(value.transaction_status)
    if state in NEVER_WRITTEN:
        raise CorruptRecords(f"transactional id {transactional_id!r} is said to be {state.name}")
    if value.producer_id < 0 or value.producer_epoch < 0 or value.transaction_timeout_ms < 0:
        raise CorruptRecords(
            f"transactional id {transactional_id!r} is said to have producer {value.producer_id}, "
            f"epoch {value.producer_epoch}, timeout {value.transaction_timeout_ms} ms"
        )
    if state is TransactionState.Ongoing and value.producer_epoch >= EPOCH_MAX:
        raise CorruptRecords(f"transactional id {transactional_id!r} has an open transaction of the last epoch")
    return TransactionMetadata(
        transactional_id,
        producer_id=value.producer_id,
        producer_epoch=value.producer_epoch,
        timeout_ms=value.transaction_timeout_ms,
        state=state,
        partitions=_partitions(value if state is not TransactionState.Empty else TransactionLogValue()),
        start_ms=WallMs(value.transaction_start_timestamp_ms),
        now_ms=WallMs(value.transaction_last_update_timestamp_ms),
        last_producer_id=value.previous_producer_id,
        next_producer_id=value.next_producer_id,
        client_version=version_of_level(value.client_transaction_version),
    )
