"""The records of `__share_group_state`, byte for byte as Kafka writes them.

    key     | i16: 0 a snapshot, 1 an update | group | topic id | partition |
    value   | version i16 = 0 | …            |          a snapshot without one: the state was deleted

A snapshot is all that is kept of a share-partition; an update what has changed since. So a state is the latest snapshot
and the updates behind it, and what is before can be deleted. How they build on one another is the shard's (`shard`).

Kafka: `ShareCoordinatorRecordSerde`, `ShareCoordinatorRecordHelpers`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition, ShareState, StateBatch
from kavka.broker.share.state.batches import combine
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.message import Message
from kavka.protocol.messages import ShareSnapshotKey, ShareSnapshotValue, ShareUpdateKey, ShareUpdateValue
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.protocol.records.record import Record

_VERSION: Final = struct.Struct(">h")
_NEWEST: Final = 0

NO_STATE_EPOCH: Final = 0
"""Of a state whose snapshot is gone: updates do not say it."""


class RecordType(IntEnum):
    """What a key begins with."""

    SNAPSHOT = 0
    UPDATE = 1


class StateSnapshot(NamedTuple):
    """All that is kept of a share-partition.

    Attributes:
        epoch: rises with each snapshot.
        created_ms: when what it says was new.
        written_ms: when it was written; later, where it is written anew though nothing has changed.
    """

    epoch: int
    state: ShareState
    created_ms: WallMs
    written_ms: WallMs


class StateUpdate(NamedTuple):
    """What has changed since a snapshot.

    Attributes:
        epoch: the snapshot's.
        changed: its start offset and count are what they are now, its batches those that were written.
    """

    epoch: int
    changed: ShareState


class StateDeleted(NamedTuple):
    """The state is no more."""


StateRecord = StateSnapshot | StateUpdate | StateDeleted

M = TypeVar("M", bound=Message)


def encode_record(share_partition: SharePartition, record: StateRecord) -> tuple[bytes, bytes | None]:
    """Encodes a record's key and value."""
    group_id, topic_id, partition = share_partition
    if isinstance(record, StateUpdate):
        key = ShareUpdateKey(group_id=group_id, topic_id=topic_id, partition=partition)
        return _encode(RecordType.UPDATE, key), _encode(_NEWEST, _update_value(record))
    snapshot_key = ShareSnapshotKey(group_id=group_id, topic_id=topic_id, partition=partition)
    encoded = _encode(RecordType.SNAPSHOT, snapshot_key)
    return encoded, _encode(_NEWEST, _snapshot_value(record)) if isinstance(record, StateSnapshot) else None


def decode_record(record: Record) -> tuple[SharePartition, StateRecord] | None:
    """Decodes a record; None for a kind that is not known here.

    Raises:
        CorruptRecords: it cannot be read.
    """
    try:
        if record.key is None:
            raise CorruptRecords(f"the record at offset {record.offset} has no key")
        key = bytes(record.key)
        [kind] = _VERSION.unpack_from(key)
        if kind == RecordType.SNAPSHOT:
            of_snapshot = _decode(ShareSnapshotKey, key)
            place = SharePartition(of_snapshot.group_id, of_snapshot.topic_id, of_snapshot.partition)
            return place, StateDeleted() if record.value is None else _read_snapshot(bytes(record.value))
        if kind == RecordType.UPDATE and record.value is not None:
            of_update = _decode(ShareUpdateKey, key)
            place = SharePartition(of_update.group_id, of_update.topic_id, of_update.partition)
            return place, _read_update(bytes(record.value))
        return None
    except (DecodeError, struct.error) as error:
        raise CorruptRecords(f"the record at offset {record.offset} is not a share group's state: {error}") from error


def _encode(version: int, message: Message) -> bytes:
    return _VERSION.pack(version) + encode_message(message, _NEWEST)


def _decode(cls: type[M], data: bytes) -> M:
    """Decodes what stands behind a number; bytes behind it are a later Kafka's (KIP-915)."""
    return decode_prefix(cls, _NEWEST, data, _VERSION.size)[0]


def _snapshot_value(snapshot: StateSnapshot) -> ShareSnapshotValue:
    state = snapshot.state
    return ShareSnapshotValue(
        snapshot_epoch=snapshot.epoch,
        state_epoch=state.state_epoch,
        leader_epoch=state.leader_epoch,
        start_offset=state.start_offset,
        delivery_complete_count=state.delivery_complete_count,
        create_timestamp=snapshot.created_ms,
        write_timestamp=snapshot.written_ms,
        state_batches=[ShareSnapshotValue.StateBatch(*batch) for batch in state.batches],
    )


def _update_value(update: StateUpdate) -> ShareUpdateValue:
    changed = update.changed
    return ShareUpdateValue(
        snapshot_epoch=update.epoch,
        leader_epoch=changed.leader_epoch,
        start_offset=changed.start_offset,
        delivery_complete_count=changed.delivery_complete_count,
        state_batches=[ShareUpdateValue.StateBatch(*batch) for batch in changed.batches],
    )


def _read_snapshot(data: bytes) -> StateSnapshot:
    value = _decode(ShareSnapshotValue, data)
    state = ShareState(
        value.state_epoch,
        value.leader_epoch,
        value.start_offset,
        value.delivery_complete_count,
        _batches(value.state_batches),
    )
    return StateSnapshot(value.snapshot_epoch, state, WallMs(value.create_timestamp), WallMs(value.write_timestamp))


def _read_update(data: bytes) -> StateUpdate:
    value = _decode(ShareUpdateValue, data)
    changed = ShareState(
        NO_STATE_EPOCH,
        value.leader_epoch,
        value.start_offset,
        value.delivery_complete_count,
        _batches(value.state_batches),
    )
    return StateUpdate(value.snapshot_epoch, changed)


def _batches(
    batches: Iterable[ShareSnapshotValue.StateBatch] | Iterable[ShareUpdateValue.StateBatch],
) -> tuple[StateBatch, ...]:
    """Reads batches as `lay_over` takes them: others than this coordinator may have written them."""
    read = (
        StateBatch(batch.first_offset, batch.last_offset, batch.delivery_state, batch.delivery_count)
        for batch in batches
    )
    return tuple(combine(read, UNINITIALIZED_START_OFFSET))
