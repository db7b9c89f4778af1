"""What a consumer group's coordinator writes into `__consumer_offsets`, and reads back: Kafka's records, byte for byte.

    key     | version i16: what it is about | group | member or expression |
    value   | version i16: 0 | … |          null: there is no such thing any more

In a batch the order is Kafka's, whose coordinator refuses another one: the classic group that it was; of members that
are gone the current assignment, the target and the member; then members, topics, the group epoch, targets, the target
epoch, current assignments. So the target epoch in a log that ends anywhere is older than the group epoch, or has all of
its targets before it.

Topics are written as Kafka 3.9 and 4.0 do, which 4.1 and later read, too. Not here: groups of the classic protocol, and
committed offsets (`kavka.broker.group.records`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kavka.broker.group.consumer.assignment import Assignment, Partition, assignment_of
from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.member import ClassicProtocol, ConsumerMember, Subscription
from kavka.broker.group.consumer.record_ids import ConsumerKey, RecordId, RecordKind
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.consumer.topics import SubscribedTopic
from kavka.broker.group.consumer_payloads import read_subscription
from kavka.broker.group.record_layout import RECORDS_IN_ONE_STEP_MAX, Record, RecordLayout, encoded
from kavka.broker.group.versioned import VERSION, read_versioned, versioned
from kavka.common.steps import Steps
from kavka.protocol.codec import decode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.message import Message
from kavka.protocol.messages import (
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupCurrentMemberAssignmentValue,
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupMemberMetadataValue,
    ConsumerGroupMetadataKey,
    ConsumerGroupMetadataValue,
    ConsumerGroupPartitionMetadataKey,
    ConsumerGroupPartitionMetadataValue,
    ConsumerGroupRegularExpressionKey,
    ConsumerGroupRegularExpressionValue,
    ConsumerGroupTargetAssignmentMemberKey,
    ConsumerGroupTargetAssignmentMemberValue,
    ConsumerGroupTargetAssignmentMetadataKey,
    ConsumerGroupTargetAssignmentMetadataValue,
    GroupMetadataKey,
)
from kavka.timer.moments import WallMs

_GONE_FIRST: Final = (RecordKind.CURRENT, RecordKind.TARGET, RecordKind.MEMBER)

_DELETED: Final = (
    RecordKind.CLASSIC,
    *_GONE_FIRST,
    RecordKind.REGEX,
    RecordKind.TARGET_EPOCH,
    RecordKind.TOPICS,
    RecordKind.GROUP,
)


# ---- keys -----------------------------------------------------------------------------------------------------------

_LAYOUT: Final = RecordLayout(
    of_group={
        RecordKind.GROUP: ConsumerGroupMetadataKey,
        RecordKind.TOPICS: ConsumerGroupPartitionMetadataKey,
        RecordKind.TARGET_EPOCH: ConsumerGroupTargetAssignmentMetadataKey,
    },
    of_member={
        RecordKind.MEMBER: ConsumerGroupMemberMetadataKey,
        RecordKind.TARGET: ConsumerGroupTargetAssignmentMemberKey,
        RecordKind.CURRENT: ConsumerGroupCurrentMemberAssignmentKey,
    },
    order=(
        RecordKind.MEMBER,
        RecordKind.REGEX,
        RecordKind.TOPICS,
        RecordKind.GROUP,
        RecordKind.TARGET,
        RecordKind.TARGET_EPOCH,
        RecordKind.CURRENT,
    ),
    gone_first=_GONE_FIRST,
)


def key(group_id: str, record: RecordId) -> bytes:
    """Encodes the key of a record."""
    kind, name = record
    if kind is RecordKind.CLASSIC:
        return versioned(GroupMetadataKey(group=group_id), kind)
    if kind is RecordKind.REGEX:
        return versioned(ConsumerGroupRegularExpressionKey(group_id=group_id, regular_expression=name), kind)
    return _LAYOUT.key(group_id, kind, name)


def read_key(version: int, data: bytes) -> ConsumerKey | None:
    """Reads a key of a version from 3 on; None for a kind that we do not know.

    Raises:
        DecodeError: it is broken.
    """
    try:
        kind = RecordKind(version)
    except ValueError:
        return None
    if kind is RecordKind.REGEX:
        of_regex = decode_message(ConsumerGroupRegularExpressionKey, version, data, VERSION.size)
        return ConsumerKey(of_regex.group_id, RecordId(kind, of_regex.regular_expression))
    group_id, name = _LAYOUT.read_key(kind, data)
    return ConsumerKey(group_id, RecordId(kind, name))


# ---- values ---------------------------------------------------------------------------------------------------------


def in_order(group: ConsumerGroupMetadata, ids: Iterable[RecordId]) -> list[RecordId]:
    """Returns records in the order in which Kafka writes them."""
    former: list[RecordId] = []
    others: list[RecordId] = []
    for record in ids:
        (former if record.kind is RecordKind.CLASSIC else others).append(record)
    return former + _LAYOUT.in_order(others, group.members)


def value(group: ConsumerGroupMetadata, record: RecordId, now_ms: WallMs) -> bytes | None:
    """Encodes what a record has to say of the group as it is; None: there is no such thing any more."""
    return encoded(_value(group, record, now_ms))


def _value(group: ConsumerGroupMetadata, record: RecordId, now_ms: WallMs) -> Message | None:
    kind, name = record
    if kind is RecordKind.CLASSIC:
        return None
    if kind is RecordKind.GROUP:
        return ConsumerGroupMetadataValue(epoch=group.epoch)
    if kind is RecordKind.TARGET_EPOCH:
        return ConsumerGroupTargetAssignmentMetadataValue(assignment_epoch=group.target_epoch)
    if kind is RecordKind.TOPICS:
        return _topics_value(group)
    if kind is RecordKind.REGEX:
        topics = group.regexes.get(name)
        if topics is None:
            return None
        version = max(group.topics_version, 0)
        return ConsumerGroupRegularExpressionValue(topics=sorted(topics), version=version, timestamp=now_ms)
    member = group.members.get(name)
    if member is None:
        return None
    if kind is RecordKind.TARGET:
        return _target_value(group.target_of(name))
    return _member_value(member.subscription) if kind is RecordKind.MEMBER else _current_value(group, member)


def _topics_value(group: ConsumerGroupMetadata) -> ConsumerGroupPartitionMetadataValue | None:
    if not group.topics:
        return None
    return ConsumerGroupPartitionMetadataValue(
        topics=[
            ConsumerGroupPartitionMetadataValue.TopicMetadata(
                topic_id=info.topic_id, topic_name=name, num_partitions=info.partition_count
            )
            for name, info in group.topics.items()
        ]
    )


def _member_value(said: Subscription) -> ConsumerGroupMemberMetadataValue:
    return ConsumerGroupMemberMetadataValue(
        instance_id=said.instance_id,
        rack_id=said.rack_id,
        client_id=said.client_id,
        client_host=said.client_host,
        subscribed_topic_names=list(said.topics),
        subscribed_topic_regex=said.regex,
        rebalance_timeout_ms=said.rebalance_timeout_ms,
        server_assignor=said.server_assignor,
        classic_member_metadata=None if said.classic is None else _classic_value(said.classic),
    )


def _classic_value(classic: ClassicProtocol) -> ConsumerGroupMemberMetadataValue.ClassicMemberMetadata:
    protocol = ConsumerGroupMemberMetadataValue.ClassicProtocol
    return ConsumerGroupMemberMetadataValue.ClassicMemberMetadata(
        session_timeout_ms=classic.session_timeout_ms,
        supported_protocols=[protocol(name, metadata) for name, metadata in classic.protocols],
    )


def _target_value(target: Assignment) -> ConsumerGroupTargetAssignmentMemberValue:
    part = ConsumerGroupTargetAssignmentMemberValue.TopicPartition
    return ConsumerGroupTargetAssignmentMemberValue(
        topic_partitions=[part(topic_id, sorted(indexes)) for topic_id, indexes in sorted(target.items())]
    )


def _current_value(group: ConsumerGroupMetadata, member: ConsumerMember) -> ConsumerGroupCurrentMemberAssignmentValue:
    return ConsumerGroupCurrentMemberAssignmentValue(
        member_epoch=member.epoch,
        previous_member_epoch=member.previous_epoch,
        state=member.state,
        assigned_partitions=_with_epochs(group, member.member_id, member.assigned),
        partitions_pending_revocation=_with_epochs(group, member.member_id, member.revoking),
    )


def _with_epochs(
    group: ConsumerGroupMetadata, member_id: str, owned: Assignment
) -> list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions]:
    parts = []
    for topic_id, partitions in sorted(owned.items()):
        indexes = sorted(partitions)
        epochs = [group.assignment_epoch(member_id, (topic_id, index)) or 0 for index in indexes]
        parts.append(ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions(topic_id, indexes, epochs))
    return parts


def in_parts(pairs: Iterable[Record], bytes_max: int) -> Iterator[list[Record]]:
    """Splits records, in their order, into parts of about so many bytes."""
    part: list[Record] = []
    size = 0
    for record in pairs:
        part.append(record)
        size += len(record[0]) + len(record[1] or b"")
        if size >= bytes_max:
            yield part
            part, size = [], 0
    if part:
        yield part


def tombstones(group_id: str, group: ConsumerGroupMetadata) -> list[Record]:
    """Returns what deletes a group's records, in Kafka's order: those of members first, the group's epoch at last."""
    return [(key, None) for key in former_keys(group_id, group)]


def former_keys(group_id: str, group: ConsumerGroupMetadata) -> list[bytes]:
    """Returns the keys of a group's records, in the order of their deletion."""
    ids = {*group.all_records(), *group.unwritten}
    return [
        key(group_id, record) for record in sorted(ids, key=lambda record: (_DELETED.index(record.kind), record.name))
    ]


# ---- reading --------------------------------------------------------------------------------------------------------


def read_group(values: Mapping[RecordId, bytes]) -> Steps[ConsumerGroupMetadata | None]:
    """Reads a group of the last values of its records, in steps; None: there is none.

    A member without a current assignment has none yet, and a partition that two members would own is nobody's but the
    first one's: the other one is fenced by its next heartbeat's epoch, since its own does not follow any more.

    Raises:
        DecodeError: a value is broken, or of a version to come.
    """
    epoch = values.get(RecordId(RecordKind.GROUP))
    if epoch is None:
        return None
    group = ConsumerGroupMetadata()
    group.epoch = read_versioned(ConsumerGroupMetadataValue, epoch).epoch
    target_epoch = values.get(RecordId(RecordKind.TARGET_EPOCH))
    if target_epoch is not None:
        group.target_epoch = read_versioned(ConsumerGroupTargetAssignmentMetadataValue, target_epoch).assignment_epoch
    for number, (record, data) in enumerate(values.items()):
        if record.kind is RecordKind.MEMBER:
            _read_member(group, record.name, data, values)
        if number % RECORDS_IN_ONE_STEP_MAX == 0:
            yield
    topics = values.get(RecordId(RecordKind.TOPICS))
    if topics is not None:
        group.topics = {
            topic.topic_name: SubscribedTopic(topic.topic_id, topic.num_partitions)
            for topic in read_versioned(ConsumerGroupPartitionMetadataValue, topics).topics
        }
    for record, data in values.items():
        if record.kind is RecordKind.REGEX:
            group.regexes[record.name] = frozenset(read_versioned(ConsumerGroupRegularExpressionValue, data).topics)
    group.unwritten.clear()
    return group


def _read_member(group: ConsumerGroupMetadata, member_id: str, data: bytes, values: Mapping[RecordId, bytes]) -> None:
    said = read_versioned(ConsumerGroupMemberMetadataValue, data)
    member = ConsumerMember(
        member_id,
        Subscription(
            instance_id=said.instance_id,
            rack_id=said.rack_id,
            client_id=said.client_id,
            client_host=said.client_host,
            topics=tuple(sorted(said.subscribed_topic_names)),
            regex=said.subscribed_topic_regex,
            rebalance_timeout_ms=said.rebalance_timeout_ms,
            server_assignor=said.server_assignor,
            classic=_read_classic(said.classic_member_metadata),
        ),
    )
    current = values.get(RecordId(RecordKind.CURRENT, member_id))
    epochs = {} if current is None else _read_current(group, member, current)
    target = values.get(RecordId(RecordKind.TARGET, member_id))
    if target is not None:
        parts = read_versioned(ConsumerGroupTargetAssignmentMemberValue, target).topic_partitions
        group.targets[member_id] = assignment_of((part.topic_id, part.partitions) for part in parts)
    group.add(member, epochs)


def _read_classic(found: ConsumerGroupMemberMetadataValue.ClassicMemberMetadata | None) -> ClassicProtocol | None:
    """Reads what a member of the classic protocol has said, of which the first subscription counts.

    Null says that a member is not of it. Before that was written here, all of this was left out, and is all defaults.
    """
    if found is None or found == type(found)():
        return None
    protocols = tuple((protocol.name, bytes(protocol.metadata)) for protocol in found.supported_protocols)
    if not protocols:
        raise DecodeError("a member of the classic protocol without any protocol")
    read_subscription(protocols[0][1])
    return ClassicProtocol(found.session_timeout_ms, protocols)


def _read_current(group: ConsumerGroupMetadata, member: ConsumerMember, data: bytes) -> dict[Partition, int]:
    """Reads what a member owns, and returns the epochs in which it got that, as far as they are said."""
    found = read_versioned(ConsumerGroupCurrentMemberAssignmentValue, data)
    assigned = assignment_of((part.topic_id, part.partitions) for part in found.assigned_partitions)
    revoking = assignment_of((part.topic_id, part.partitions) for part in found.partitions_pending_revocation)
    parts = [*assigned.items(), *revoking.items()]
    is_ours = all(group.is_free(topic_id, index) for topic_id, indexes in parts for index in indexes)
    if not is_ours or any(not indexes.isdisjoint(revoking.get(topic, ())) for topic, indexes in assigned.items()):
        return {}
    member.epoch, member.previous_epoch = found.member_epoch, found.previous_member_epoch
    # A state of a later Kafka's: as Kafka does, its member is brought to the target from what it has.
    try:
        member.state = MemberState(found.state)
    except ValueError:
        member.state = MemberState.UNRELEASED_PARTITIONS
    member.assigned, member.revoking = assigned, revoking
    return _epochs([*found.assigned_partitions, *found.partitions_pending_revocation])


def _epochs(parts: Iterable[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions]) -> dict[Partition, int]:
    """Reads assignment epochs; Kafka before 4.3, and this broker once, did not write them.

    Where they are not as many as the partitions none counts, as in Kafka's `Utils.assignmentFromTopicPartitions`.
    """
    return {
        (part.topic_id, index): epoch
        for part in parts
        if part.assignment_epochs is not None and len(part.assignment_epochs) == len(part.partitions)
        for index, epoch in zip(part.partitions, part.assignment_epochs, strict=True)
    }
