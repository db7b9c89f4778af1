"""What a load has read of one partition of `__consumer_offsets`, and the groups made of it before anything is served.

    load ─▶ read: the last value of each key ─▶ touched ─▶ build, group by group ─▶ groups ─▶ GroupStore serves them
            a marker: what its producer held back ─▶ ┘         ▲          │
                                                               └── read on: the log grew while groups were built

Only the last record of each key counts, so a group is built when the log is read, in a step of its own: ten thousand at
once would hold the loop for seconds. What the log gets meanwhile (the markers of other coordinators) touches groups
again, and those are built again. Committed offsets of a transaction are held back by its producer until a marker
decides, here as in a group.

Not here: when a partition is read, and when it is served (`group_store`).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, TypeVar

from kavka.broker.group import records
from kavka.broker.group.consumer.record_ids import ConsumerKey, RecordId
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_offsets import OFFSETS_IN_ONE_STEP_MAX, CommittedOffset
from kavka.broker.group.records import GroupKey, OffsetKey
from kavka.broker.group.share.record_ids import ShareKey, ShareRecordId
from kavka.broker.group.streams.record_ids import StreamsKey, StreamsRecordId
from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError
from kavka.protocol.records.control import ControlType, decode_control_key
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.reader import read_records
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
    from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
    from kavka.protocol.records.crc32c import Buffer
    from kavka.protocol.records.header import BatchHeader
    from kavka.protocol.records.record import Record

_log = logging.getLogger(__name__)

RECORDS_IN_ONE_STEP_MAX: Final = 100
"""Records of one batch that are taken in at once: a commit of many partitions is one batch."""

Offsets = dict[TopicPartition, CommittedOffset]
Id = TypeVar("Id")


class GroupLoading:
    """What was read of one partition so far.

    Args:
        index: the partition.
        since_ms: monotonic, when it began.

    Attributes:
        refusal: why the partition will not be served; None while it is being read.
        groups: those that are built, by their id.
    """

    __slots__ = (
        "_consumers",
        "_held_by",
        "_index",
        "_offsets",
        "_pending",
        "_shares",
        "_streams",
        "_touched",
        "_values",
        "groups",
        "refusal",
        "since_ms",
    )

    def __init__(self, index: int, since_ms: MonotonicMs) -> None:
        self._index = index
        self.since_ms = since_ms
        self.refusal: str | None = None
        self.groups: dict[str, GroupMetadata] = {}
        self._values: dict[str, bytes] = {}
        self._consumers: dict[str, dict[RecordId, bytes]] = {}
        """Group id → the last values of its records of the consumer protocol."""
        self._shares: dict[str, dict[ShareRecordId, bytes]] = {}
        """Group id → the last values of its records as a share group."""
        self._streams: dict[str, dict[StreamsRecordId, bytes]] = {}
        """Group id → the last values of its records as a streams group."""
        self._offsets: dict[str, Offsets] = {}
        self._pending: dict[int, dict[str, Offsets]] = {}
        """Producer id → group id → what its open transaction holds back."""
        self._held_by: dict[str, set[int]] = {}
        """Group id → the producers of `_pending` that hold committed offsets of it."""
        self._touched: dict[str, None] = {}
        """Groups that are to be built, or built again; in the order in which they were read first."""

    # ---- reading --------------------------------------------------------------------------------------------------

    def load(self, header: BatchHeader, buf: Buffer, pos: int) -> Steps[None]:
        """Loads the next batch of the log.

        Raises:
            CorruptRecords: records that cannot be read were left out; the others count.
        """
        found = read_records(buf, pos, header)
        if header.is_control:
            for record in found:
                kind = decode_control_key(record.key or b"")
                if kind in (ControlType.COMMIT, ControlType.ABORT):
                    yield from self._finish(header.producer_id, is_commit=kind is ControlType.COMMIT)
            return
        failures = 0
        for number, record in enumerate(found, 1):
            try:
                self._take(header, record)
            except DecodeError as error:
                failures += 1
                failure = error
            if number % RECORDS_IN_ONE_STEP_MAX == 0:
                yield
        if failures:
            raise CorruptRecords(f"{failures} of {len(found)} records cannot be read: {failure}")

    def _take(self, header: BatchHeader, record: Record) -> None:
        key = records.read_key(_own(record.key))
        value = _own(record.value)
        if isinstance(key, OffsetKey):
            offsets = self._offsets_of(header, key.group_id)
            if value is None:
                offsets.pop(key.partition, None)
            else:
                offsets[key.partition] = records.read_offset(value, header.base_offset)
        elif isinstance(key, GroupKey):
            self._values.pop(key.group_id, None)
            if value is not None:
                self._values[key.group_id] = value
        elif isinstance(key, ConsumerKey):
            _keep(self._consumers.setdefault(key.group_id, {}), key.id, value)
        elif isinstance(key, ShareKey):
            _keep(self._shares.setdefault(key.group_id, {}), key.id, value)
        elif isinstance(key, StreamsKey):
            _keep(self._streams.setdefault(key.group_id, {}), key.id, value)
        else:
            return
        self._touched[key.group_id] = None

    def _offsets_of(self, header: BatchHeader, group_id: str) -> Offsets:
        if not header.is_transactional:
            return self._offsets.setdefault(group_id, {})
        self._held_by.setdefault(group_id, set()).add(header.producer_id)
        return self._pending.setdefault(header.producer_id, {}).setdefault(group_id, {})

    def _finish(self, producer_id: int, *, is_commit: bool) -> Steps[None]:
        """Applies a marker: what the producer's transaction held back counts from now on, or never."""
        for group_id, held in self._pending.pop(producer_id, {}).items():
            self._held_by[group_id].discard(producer_id)
            self._touched[group_id] = None
            if not is_commit:
                continue
            offsets = self._offsets.setdefault(group_id, {})
            for stretch in stretches(held.items(), OFFSETS_IN_ONE_STEP_MAX):
                for partition, committed in stretch:
                    known = offsets.get(partition)
                    if known is None or known.log_offset < committed.log_offset:
                        offsets[partition] = committed
                yield

    # ---- building -------------------------------------------------------------------------------------------------

    def build(self) -> Steps[None]:
        """Builds the groups that records were read of since the last build."""
        while self._touched:
            group_id = next(iter(self._touched))
            del self._touched[group_id]
            yield from self._build(group_id)
            yield

    def _build(self, group_id: str) -> Steps[None]:
        self.groups.pop(group_id, None)
        offsets = self._offsets.get(group_id, {})
        pending = {
            producer_id: held
            for producer_id in self._held_by.get(group_id, ())
            if (held := self._pending[producer_id][group_id])
        }
        group = self._read_group(group_id)
        consumer = yield from self._read_consumer(group_id)
        share = yield from self._read_share(group_id)
        streams = yield from self._read_streams(group_id)
        if share is not None and group is None and consumer is None and not offsets and not pending:
            group = GroupMetadata(group_id, self._index, now_ms=None)
            group.become_share(share)
        if consumer is not None and group is not None and group.members:
            # One protocol's records were to be deleted when the group went over to the other: members say to which.
            group, consumer = (None, consumer) if consumer.members else (group, None)
        if group is None:
            if not offsets and not pending and consumer is None and streams is None:
                return
            # Groups that only keep offsets have no record of their own.
            group = GroupMetadata(group_id, self._index, now_ms=None)
        if consumer is not None:
            group.become_consumer(consumer)
        elif streams is not None and group.is_classic and group.is_empty:
            group.become_streams(streams)
        yield from group.offsets.load(offsets, pending)
        self.groups[group_id] = group

    def _read_consumer(self, group_id: str) -> Steps[ConsumerGroupMetadata | None]:
        values = self._consumers.get(group_id)
        if not values:
            return None
        from kavka.broker.group.consumer.records import read_group  # with the first such group

        try:
            return (yield from read_group(values))
        except DecodeError as error:
            _log.error("consumer group %r cannot be read, and begins anew: %s", group_id, error)
            return None

    def _read_share(self, group_id: str) -> Steps[ShareGroupMetadata | None]:
        values = self._shares.get(group_id)
        if not values:
            return None
        from kavka.broker.group.share.records import read_group  # with the first such group

        try:
            return (yield from read_group(values))
        except DecodeError as error:
            _log.error("share group %r cannot be read, and begins anew: %s", group_id, error)
            return None

    def _read_streams(self, group_id: str) -> Steps[StreamsGroupMetadata | None]:
        values = self._streams.get(group_id)
        if not values:
            return None
        from kavka.broker.group.streams.records import read_group  # with the first such group

        try:
            return (yield from read_group(values))
        except DecodeError as error:
            _log.error("streams group %r cannot be read, and begins anew: %s", group_id, error)
            return None

    def _read_group(self, group_id: str) -> GroupMetadata | None:
        value = self._values.get(group_id)
        if value is None:
            return None
        try:
            return records.read_group(group_id, self._index, value)
        except DecodeError as error:
            _log.error("group %r cannot be read, and begins anew: %s", group_id, error)
            return None


def _keep(values: dict[Id, bytes], record: Id, value: bytes | None) -> None:
    """Keeps the last value of a record, in the order in which the last ones came."""
    values.pop(record, None)
    if value is not None:
        values[record] = value


def _own(data: bytes | memoryview | None) -> bytes | None:
    return None if data is None else bytes(data)
