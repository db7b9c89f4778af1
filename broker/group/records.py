"""What a group's coordinator writes into `__consumer_offsets`, and reads back: Kafka's records, byte for byte.

    key     | version i16: 0, 1 | group | topic | partition |   of a committed offset
            | version i16: 2    | group |                       of a group
    value   | version i16 | …                                    null: deleted
            offset   1: with its own expiry, or for Kafka 2.0 · 2: 2.1 · 3: with the leader epoch
            group    1: for Kafka 2.0 · 2: with the time of its state · 3: with static members

What is written depends on `inter.broker.protocol.version`, as by Kafka's brokers, so that each reads it. All versions
are read. Keys from 3 on are those of groups of the consumer protocol (`consumer.records`), or of kinds that we do not
know, which are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from kavka.broker.group.consumer.record_ids import ConsumerKey
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.member import Member
from kavka.broker.group.share.record_ids import SHARE_KINDS, ShareKey
from kavka.broker.group.states import GroupState
from kavka.broker.group.streams.record_ids import STREAMS_KINDS, StreamsKey
from kavka.broker.group.versioned import VERSION, read_versioned, version_of, versioned
from kavka.common.types import TopicPartition
from kavka.protocol.codec import decode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.protocol.messages import GroupMetadataKey, GroupMetadataValue, OffsetCommitKey, OffsetCommitValue
from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import WallMs

OFFSET_KEY_VERSION: Final = 1
GROUP_KEY_VERSION: Final = 2

_NEVER: Final = -1
"""The expiry of a committed offset without one of its own, in version 1."""


class RecordFormat(NamedTuple):
    """The versions that values are written in."""

    offset: int
    group: int

    @classmethod
    def for_protocol(cls, protocol: InterBrokerVersion) -> RecordFormat:
        """Returns the record versions that Kafka writes under an `inter.broker.protocol.version`."""
        if not protocol.is_at_least("2.1-IV0"):
            return cls(offset=1, group=1)
        return cls(
            offset=3 if protocol.is_at_least("2.1-IV1") else 2, group=3 if protocol.is_at_least("2.3-IV0") else 2
        )


class OffsetKey(NamedTuple):
    """The group and partition of a committed offset's record."""

    group_id: str
    partition: TopicPartition


class GroupKey(NamedTuple):
    """The group of a group metadata record."""

    group_id: str


# ---- keys -----------------------------------------------------------------------------------------------------------


def offset_key(group_id: str, partition: TopicPartition) -> bytes:
    """Encodes the key of a committed offset."""
    key = OffsetCommitKey(group=group_id, topic=partition.topic, partition=partition.partition)
    return versioned(key, OFFSET_KEY_VERSION)


def group_key(group_id: str) -> bytes:
    """Encodes the key of a group."""
    return versioned(GroupMetadataKey(group=group_id), GROUP_KEY_VERSION)


def read_key(key: bytes | None) -> OffsetKey | GroupKey | ConsumerKey | ShareKey | StreamsKey | None:
    """Reads a key; None for a kind that we do not know.

    Raises:
        DecodeError: it is broken.
    """
    if key is None or len(key) < VERSION.size:
        raise DecodeError("a key without a version")
    (version,) = VERSION.unpack_from(key)
    if 0 <= version <= OFFSET_KEY_VERSION:
        of_offset = decode_message(OffsetCommitKey, version, key, VERSION.size)
        return OffsetKey(of_offset.group, TopicPartition(of_offset.topic, of_offset.partition))
    if version == GROUP_KEY_VERSION:
        return GroupKey(decode_message(GroupMetadataKey, version, key, VERSION.size).group)
    if version in SHARE_KINDS:
        from kavka.broker.group.share.records import read_key as read_share_key  # with the first such group

        return read_share_key(version, key)
    if version in STREAMS_KINDS:
        from kavka.broker.group.streams.records import read_key as read_streams_key  # likewise

        return read_streams_key(version, key)
    from kavka.broker.group.consumer.records import read_key as read_consumer_key  # with the first such group

    return read_consumer_key(version, key)


# ---- values ---------------------------------------------------------------------------------------------------------


def offset_value(committed: CommittedOffset, form: RecordFormat) -> bytes:
    """Encodes the value of a committed offset."""
    version = form.offset if committed.expire_ms is None else 1
    value = OffsetCommitValue(
        offset=committed.offset,
        leader_epoch=committed.leader_epoch,
        metadata=committed.metadata,
        commit_timestamp=committed.commit_ms,
        expire_timestamp=_NEVER if committed.expire_ms is None else committed.expire_ms,
    )
    return versioned(value, version)


def read_offset(value: bytes, log_offset: int) -> CommittedOffset:
    """Reads the value of a committed offset whose record is at `log_offset`.

    Raises:
        DecodeError: it is broken, or of a version to come.
    """
    found = read_versioned(OffsetCommitValue, value)
    return CommittedOffset(
        offset=found.offset,
        leader_epoch=found.leader_epoch,
        metadata=found.metadata,
        commit_ms=WallMs(found.commit_timestamp),
        expire_ms=None if found.expire_timestamp == _NEVER else WallMs(found.expire_timestamp),
        log_offset=log_offset,
    )


def group_value(group: GroupMetadata, assignments: Mapping[str, bytes], form: RecordFormat) -> bytes:
    """Encodes the value of a group with its members' assignments.

    Members that are not named in `assignments` keep what they have. A group whose next generation is not made yet has
    no leader: whoever reads that begins the rebalance anew.
    """
    is_prepared = group.state is GroupState.PreparingRebalance
    value = GroupMetadataValue(
        protocol_type=group.protocol_type or "",
        generation=group.generation_id,
        protocol=group.protocol_name,
        leader=None if is_prepared else group.leader_id,
        current_state_timestamp=_NEVER if group.state_since_ms is None else group.state_since_ms,
        members=[
            GroupMetadataValue.MemberMetadata(
                member_id=member.member_id,
                group_instance_id=member.group_instance_id,
                client_id=member.client_id,
                client_host=member.client_host,
                rebalance_timeout=member.rebalance_timeout_ms,
                session_timeout=member.session_timeout_ms,
                subscription=member.metadata(group.protocol_name),
                assignment=assignments.get(member.member_id, member.assignment),
            )
            for member in group.members.values()
        ],
    )
    return versioned(value, form.group)


def read_group(group_id: str, partition: int, value: bytes) -> GroupMetadata:
    """Reads the value of a group: Stable with members, Empty without, PreparingRebalance with members and no leader.

    Raises:
        DecodeError: it is broken, or of a version to come.
    """
    version, found = version_of(value), read_versioned(GroupMetadataValue, value)
    since_ms = None if found.current_state_timestamp == _NEVER else WallMs(found.current_state_timestamp)
    group = GroupMetadata(group_id, partition, now_ms=since_ms)
    group.generation_id = found.generation
    protocol = found.protocol
    if found.members and not found.protocol_type:
        raise DecodeError(f"group {group_id!r} has members and no protocol type")
    for member in found.members:
        if member.member_id in group.members:
            raise DecodeError(f"group {group_id!r} has {member.member_id} twice")
        group.add(
            Member(
                member_id=member.member_id,
                group_instance_id=member.group_instance_id,
                client_id=member.client_id,
                client_host=member.client_host,
                rebalance_timeout_ms=member.session_timeout if version == 0 else member.rebalance_timeout,
                session_timeout_ms=member.session_timeout,
                protocol_type=found.protocol_type,
                protocols=[(protocol or "", member.subscription)],
                assignment=member.assignment,
            )
        )
    group.protocol_type = found.protocol_type or None
    group.protocol_name = protocol
    group.leader_id = found.leader if found.leader in group.members else next(iter(group.members), None)
    if group.members:
        group.state = GroupState.PreparingRebalance if found.leader is None else GroupState.Stable
    group.find_subscribed_topics()
    return group


# ---- batches --------------------------------------------------------------------------------------------------------


def batch(records: Iterable[tuple[bytes, bytes | None]], now_ms: WallMs, compression: Compression) -> bytes:
    """Builds one batch of keys and values."""
    builder = BatchBuilder(compression=compression)
    for key, value in records:
        builder.append(timestamp=now_ms, key=key, value=value)
    return builder.build()


def transactional_batch(
    records: Iterable[tuple[bytes, bytes | None]],
    now_ms: WallMs,
    compression: Compression,
    *,
    producer_id: int,
    producer_epoch: int,
) -> bytes:
    """Builds one batch within a producer's transaction. Kafka's coordinator writes sequence 0, which nobody checks."""
    builder = BatchBuilder(
        compression=compression,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=0,
        is_transactional=True,
    )
    for key, value in records:
        builder.append(timestamp=now_ms, key=key, value=value)
    return builder.build()
