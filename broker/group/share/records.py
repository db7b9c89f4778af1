"""What a share group's coordinator writes into `__consumer_offsets`, and reads back: Kafka's records, byte for byte.

    key     | version i16: what it is about | group | member |
    value   | version i16: 0 | … |          null: there is no such thing any more

In a batch the order is Kafka's: of members that are gone the current assignment, the target and the member; then
members, the group epoch, share-partitions, targets, the target epoch, current assignments.

Kafka's hash of the topics in the group's record is 0 here: what may be assigned follows from the share-partitions,
which have a record. Kafka's coordinator takes that for a change of topics, and begins an epoch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kavka.broker.group.consumer.assignment import Assignment, assignment_of
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.record_layout import RECORDS_IN_ONE_STEP_MAX, Record, RecordLayout, encoded
from kavka.broker.group.share.member import ShareMember, ShareSubscription
from kavka.broker.group.share.record_ids import ShareKey, ShareRecordId, ShareRecordKind
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.broker.group.share.share_partitions import SharePartitions
from kavka.broker.group.share.states import SharePartitionState
from kavka.broker.group.versioned import read_versioned
from kavka.common.steps import Steps
from kavka.protocol.message import Message
from kavka.protocol.messages import (
    ShareGroupCurrentMemberAssignmentKey,
    ShareGroupCurrentMemberAssignmentValue,
    ShareGroupMemberMetadataKey,
    ShareGroupMemberMetadataValue,
    ShareGroupMetadataKey,
    ShareGroupMetadataValue,
    ShareGroupStatePartitionMetadataKey,
    ShareGroupStatePartitionMetadataValue,
    ShareGroupTargetAssignmentMemberKey,
    ShareGroupTargetAssignmentMemberValue,
    ShareGroupTargetAssignmentMetadataKey,
    ShareGroupTargetAssignmentMetadataValue,
)
from kavka.timer.moments import WallMs

_Begun = ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo
_Deleted = ShareGroupStatePartitionMetadataValue.TopicInfo


# ---- keys -----------------------------------------------------------------------------------------------------------

_LAYOUT: Final = RecordLayout(
    of_group={
        ShareRecordKind.GROUP: ShareGroupMetadataKey,
        ShareRecordKind.TARGET_EPOCH: ShareGroupTargetAssignmentMetadataKey,
        ShareRecordKind.PARTITIONS: ShareGroupStatePartitionMetadataKey,
    },
    of_member={
        ShareRecordKind.MEMBER: ShareGroupMemberMetadataKey,
        ShareRecordKind.TARGET: ShareGroupTargetAssignmentMemberKey,
        ShareRecordKind.CURRENT: ShareGroupCurrentMemberAssignmentKey,
    },
    order=(
        ShareRecordKind.MEMBER,
        ShareRecordKind.GROUP,
        ShareRecordKind.PARTITIONS,
        ShareRecordKind.TARGET,
        ShareRecordKind.TARGET_EPOCH,
        ShareRecordKind.CURRENT,
    ),
    gone_first=(ShareRecordKind.CURRENT, ShareRecordKind.TARGET, ShareRecordKind.MEMBER),
)


def key(group_id: str, record: ShareRecordId) -> bytes:
    """Encodes the key of a record."""
    return _LAYOUT.key(group_id, record.kind, record.name)


def read_key(version: int, data: bytes) -> ShareKey:
    """Reads a key of a version in `SHARE_KINDS`.

    Raises:
        DecodeError: it is broken.
    """
    kind = ShareRecordKind(version)
    group_id, name = _LAYOUT.read_key(kind, data)
    return ShareKey(group_id, ShareRecordId(kind, name))


# ---- values ---------------------------------------------------------------------------------------------------------


def written(group_id: str, group: ShareGroupMetadata, ids: Iterable[ShareRecordId], now_ms: WallMs) -> list[Record]:
    """Encodes records of the group as it is, in Kafka's order."""
    return [(key(group_id, record), value(group, record, now_ms)) for record in in_order(group, ids)]


def in_order(group: ShareGroupMetadata, ids: Iterable[ShareRecordId]) -> list[ShareRecordId]:
    """Returns records in the order in which Kafka writes them."""
    return _LAYOUT.in_order(ids, group.members)


def value(group: ShareGroupMetadata, record: ShareRecordId, now_ms: WallMs) -> bytes | None:
    """Encodes what a record has to say of the group as it is; None: there is no such thing any more."""
    return encoded(_value(group, record, now_ms))


def _value(group: ShareGroupMetadata, record: ShareRecordId, now_ms: WallMs) -> Message | None:
    kind, name = record
    if kind is ShareRecordKind.GROUP:
        return ShareGroupMetadataValue(epoch=group.epoch)
    if kind is ShareRecordKind.TARGET_EPOCH:
        return ShareGroupTargetAssignmentMetadataValue(assignment_epoch=group.target_epoch, assignment_timestamp=now_ms)
    if kind is ShareRecordKind.PARTITIONS:
        return _partitions_value(group.partitions)
    member = group.members.get(name)
    if member is None:
        return None
    if kind is ShareRecordKind.TARGET:
        return _target_value(group.target_of(name))
    return _member_value(member.subscription) if kind is ShareRecordKind.MEMBER else _current_value(member)


def _partitions_value(partitions: SharePartitions) -> ShareGroupStatePartitionMetadataValue:
    return ShareGroupStatePartitionMetadataValue(
        initializing_topics=_begun(partitions, SharePartitionState.INITIALIZING),
        initialized_topics=_begun(partitions, SharePartitionState.INITIALIZED),
        deleting_topics=[_Deleted(topic_id, partitions.names[topic_id]) for topic_id in sorted(partitions.deleting)],
    )


def _begun(partitions: SharePartitions, state: SharePartitionState) -> list[_Begun]:
    found = ((topic_id, name, partitions.in_state(topic_id, state)) for topic_id, name in partitions.names.items())
    return [_Begun(topic_id, name, sorted(indexes)) for topic_id, name, indexes in sorted(found) if indexes]


def _member_value(said: ShareSubscription) -> ShareGroupMemberMetadataValue:
    return ShareGroupMemberMetadataValue(
        rack_id=said.rack_id,
        client_id=said.client_id,
        client_host=said.client_host,
        subscribed_topic_names=list(said.topics),
    )


def _target_value(target: Assignment) -> ShareGroupTargetAssignmentMemberValue:
    part = ShareGroupTargetAssignmentMemberValue.TopicPartition
    return ShareGroupTargetAssignmentMemberValue(
        topic_partitions=[part(topic_id, sorted(indexes)) for topic_id, indexes in sorted(target.items())]
    )


def _current_value(member: ShareMember) -> ShareGroupCurrentMemberAssignmentValue:
    part = ShareGroupCurrentMemberAssignmentValue.TopicPartitions
    return ShareGroupCurrentMemberAssignmentValue(
        member_epoch=member.epoch,
        previous_member_epoch=member.previous_epoch,
        state=MemberState.STABLE,
        assigned_partitions=[part(topic, sorted(indexes)) for topic, indexes in sorted(member.assigned.items())],
    )


def tombstones(group_id: str, group: ShareGroupMetadata) -> list[Record]:
    """Returns what deletes a group's records."""
    return [(key(group_id, record), None) for record in group.all_records()]


# ---- reading --------------------------------------------------------------------------------------------------------


def read_group(values: Mapping[ShareRecordId, bytes]) -> Steps[ShareGroupMetadata | None]:
    """Reads a group of the last values of its records, in steps; None: there is none.

    Raises:
        DecodeError: a value is broken, or of a version to come.
    """
    epoch = values.get(ShareRecordId(ShareRecordKind.GROUP))
    if epoch is None:
        return None
    group = ShareGroupMetadata()
    group.epoch = read_versioned(ShareGroupMetadataValue, epoch).epoch
    target_epoch = values.get(ShareRecordId(ShareRecordKind.TARGET_EPOCH))
    if target_epoch is not None:
        group.target_epoch = read_versioned(ShareGroupTargetAssignmentMetadataValue, target_epoch).assignment_epoch
    for number, (record, data) in enumerate(values.items()):
        if record.kind is ShareRecordKind.MEMBER:
            _read_member(group, record.name, data, values)
        if number % RECORDS_IN_ONE_STEP_MAX == 0:
            yield
    begun = values.get(ShareRecordId(ShareRecordKind.PARTITIONS))
    if begun is not None:
        _read_partitions(group.partitions, read_versioned(ShareGroupStatePartitionMetadataValue, begun))
    group.unwritten.clear()
    return group


def _read_partitions(partitions: SharePartitions, found: ShareGroupStatePartitionMetadataValue) -> None:
    for topics, state in (
        (found.initialized_topics, SharePartitionState.INITIALIZED),
        (found.initializing_topics, SharePartitionState.INITIALIZING),
    ):
        for topic in topics:
            partitions.load(topic.topic_id, topic.topic_name, topic.partitions, state)
    for deleted in found.deleting_topics:
        partitions.load(deleted.topic_id, deleted.topic_name, (), SharePartitionState.DELETING)


def _read_member(group: ShareGroupMetadata, member_id: str, data: bytes, values: Mapping[ShareRecordId, bytes]) -> None:
    said = read_versioned(ShareGroupMemberMetadataValue, data)
    topics = tuple(sorted(set(said.subscribed_topic_names)))
    member = ShareMember(
        member_id,
        ShareSubscription(rack_id=said.rack_id, client_id=said.client_id, client_host=said.client_host, topics=topics),
    )
    current = values.get(ShareRecordId(ShareRecordKind.CURRENT, member_id))
    if current is not None:
        found = read_versioned(ShareGroupCurrentMemberAssignmentValue, current)
        member.epoch, member.previous_epoch = found.member_epoch, found.previous_member_epoch
        member.assigned = assignment_of((part.topic_id, part.partitions) for part in found.assigned_partitions)
    target = values.get(ShareRecordId(ShareRecordKind.TARGET, member_id))
    if target is not None:
        parts = read_versioned(ShareGroupTargetAssignmentMemberValue, target).topic_partitions
        group.targets[member_id] = assignment_of((part.topic_id, part.partitions) for part in parts)
    group.add(member)
