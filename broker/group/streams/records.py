"""What a streams group's coordinator writes into `__consumer_offsets`, and reads back: Kafka's records, byte for byte.

    key     | version i16: what it is about | group | member |
    value   | version i16: 0 | … |          null: there is no such thing any more

In a batch the order is Kafka's: of members that are gone the current assignment, the target and the member; then
members, the topology, the group epoch, targets, the target epoch, current assignments.

The hash of topics in the group's record is one of ours. No description of a topology is kept, so its epochs are −1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kavka.broker.group.record_layout import RECORDS_IN_ONE_STEP_MAX, Record, RecordLayout, encoded
from kavka.broker.group.streams.member import StreamsMember, StreamsSaid, UserEndpoint
from kavka.broker.group.streams.record_ids import StreamsKey, StreamsRecordId, StreamsRecordKind
from kavka.broker.group.streams.states import StreamsMemberState
from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
from kavka.broker.group.streams.tasks import HeldTasks, RoleTasks, Task, Tasks, by_subtopology, tasks_of
from kavka.broker.group.versioned import read_versioned, versioned
from kavka.common.steps import Steps
from kavka.protocol.errors import DecodeError
from kavka.protocol.message import Message
from kavka.protocol.messages import (
    GroupMetadataKey,
    StreamsGroupCurrentMemberAssignmentKey,
    StreamsGroupCurrentMemberAssignmentValue,
    StreamsGroupMemberMetadataKey,
    StreamsGroupMemberMetadataValue,
    StreamsGroupMetadataKey,
    StreamsGroupMetadataValue,
    StreamsGroupTargetAssignmentMemberKey,
    StreamsGroupTargetAssignmentMemberValue,
    StreamsGroupTargetAssignmentMetadataKey,
    StreamsGroupTargetAssignmentMetadataValue,
    StreamsGroupTopologyKey,
    StreamsGroupTopologyValue,
)
from kavka.timer.moments import WallMs

_STATES: Final = frozenset(map(int, StreamsMemberState))

_Current = StreamsGroupCurrentMemberAssignmentValue
_Member = StreamsGroupMemberMetadataValue


# ---- keys -----------------------------------------------------------------------------------------------------------

_LAYOUT: Final = RecordLayout(
    of_group={
        StreamsRecordKind.GROUP: StreamsGroupMetadataKey,
        StreamsRecordKind.TARGET_EPOCH: StreamsGroupTargetAssignmentMetadataKey,
        StreamsRecordKind.TOPOLOGY: StreamsGroupTopologyKey,
    },
    of_member={
        StreamsRecordKind.MEMBER: StreamsGroupMemberMetadataKey,
        StreamsRecordKind.TARGET: StreamsGroupTargetAssignmentMemberKey,
        StreamsRecordKind.CURRENT: StreamsGroupCurrentMemberAssignmentKey,
    },
    order=(
        StreamsRecordKind.CLASSIC,
        StreamsRecordKind.MEMBER,
        StreamsRecordKind.TOPOLOGY,
        StreamsRecordKind.GROUP,
        StreamsRecordKind.TARGET,
        StreamsRecordKind.TARGET_EPOCH,
        StreamsRecordKind.CURRENT,
    ),
    gone_first=(StreamsRecordKind.CURRENT, StreamsRecordKind.TARGET, StreamsRecordKind.MEMBER),
)


def key(group_id: str, record: StreamsRecordId) -> bytes:
    """Encodes the key of a record."""
    if record.kind is StreamsRecordKind.CLASSIC:
        return versioned(GroupMetadataKey(group=group_id), record.kind)
    return _LAYOUT.key(group_id, record.kind, record.name)


def read_key(version: int, data: bytes) -> StreamsKey:
    """Reads a key of a version in `STREAMS_KINDS`.

    Raises:
        DecodeError: it is broken.
    """
    kind = StreamsRecordKind(version)
    group_id, name = _LAYOUT.read_key(kind, data)
    return StreamsKey(group_id, StreamsRecordId(kind, name))


# ---- values ---------------------------------------------------------------------------------------------------------


def written(group_id: str, group: StreamsGroupMetadata, ids: Iterable[StreamsRecordId], now_ms: WallMs) -> list[Record]:
    """Encodes records of the group as it is, in Kafka's order."""
    return [(key(group_id, record), value(group, record, now_ms)) for record in in_order(group, ids)]


def in_order(group: StreamsGroupMetadata, ids: Iterable[StreamsRecordId]) -> list[StreamsRecordId]:
    """Returns records in the order in which Kafka writes them."""
    return _LAYOUT.in_order(ids, group.members)


def value(group: StreamsGroupMetadata, record: StreamsRecordId, now_ms: WallMs) -> bytes | None:
    """Encodes what a record has to say of the group as it is; None: there is no such thing any more."""
    return encoded(_value(group, record, now_ms))


def _value(group: StreamsGroupMetadata, record: StreamsRecordId, now_ms: WallMs) -> Message | None:
    kind, name = record
    if kind is StreamsRecordKind.GROUP:
        return _group_value(group)
    if kind is StreamsRecordKind.TARGET_EPOCH:
        return StreamsGroupTargetAssignmentMetadataValue(
            assignment_epoch=group.target_epoch, assignment_timestamp=0 if group.assigned_ms is None else now_ms
        )
    if kind is StreamsRecordKind.TOPOLOGY:
        return group.topology
    member = group.members.get(name)
    if member is None:
        return None
    if kind is StreamsRecordKind.TARGET:
        return _target_value(group.target_of(name))
    return _member_value(member.said) if kind is StreamsRecordKind.MEMBER else _current_value(member)


def _group_value(group: StreamsGroupMetadata) -> StreamsGroupMetadataValue:
    return StreamsGroupMetadataValue(
        epoch=group.epoch,
        metadata_hash=group.topics_hash,
        validated_topology_epoch=group.validated_epoch,
        last_assignment_configs=[StreamsGroupMetadataValue.LastAssignmentConfig(*pair) for pair in group.configs],
    )


def _member_value(said: StreamsSaid) -> _Member:
    return _Member(
        instance_id=said.instance_id,
        rack_id=said.rack_id,
        client_id=said.client_id,
        client_host=said.client_host,
        rebalance_timeout_ms=said.rebalance_timeout_ms,
        topology_epoch=said.topology_epoch,
        process_id=said.process_id,
        user_endpoint=None if said.endpoint is None else _Member.Endpoint(*said.endpoint),
        client_tags=[_Member.KeyValue(*pair) for pair in said.tags],
    )


def _target_value(target: RoleTasks) -> StreamsGroupTargetAssignmentMemberValue:
    part = StreamsGroupTargetAssignmentMemberValue.TaskIds
    active, standby, warmup = ([part(*found) for found in by_subtopology(tasks).items()] for tasks in target)
    return StreamsGroupTargetAssignmentMemberValue(active_tasks=active, standby_tasks=standby, warmup_tasks=warmup)


def _current_value(member: StreamsMember) -> _Current:
    assigned, revoking = member.assigned, member.revoking
    return _Current(
        member_epoch=member.epoch,
        previous_member_epoch=member.previous_epoch,
        state=member.state,
        active_tasks=_with_epochs(assigned.active),
        standby_tasks=_without_epochs(assigned.standby),
        warmup_tasks=_without_epochs(assigned.warmup),
        active_tasks_pending_revocation=_with_epochs(revoking.active),
        standby_tasks_pending_revocation=_without_epochs(revoking.standby),
        warmup_tasks_pending_revocation=_without_epochs(revoking.warmup),
    )


def _with_epochs(tasks: Mapping[Task, int]) -> list[_Current.TaskIds]:
    return [
        _Current.TaskIds(name, indexes, [tasks[Task(name, index)] for index in indexes])
        for name, indexes in by_subtopology(tasks).items()
    ]


def _without_epochs(tasks: Tasks) -> list[_Current.TaskIds]:
    return [_Current.TaskIds(name, indexes) for name, indexes in by_subtopology(tasks).items()]


def tombstones(group_id: str, group: StreamsGroupMetadata) -> list[Record]:
    """Returns what deletes a group's records."""
    return [(key(group_id, record), None) for record in group.all_records()]


# ---- reading --------------------------------------------------------------------------------------------------------


def read_group(values: Mapping[StreamsRecordId, bytes]) -> Steps[StreamsGroupMetadata | None]:
    """Reads a group of the last values of its records, in steps; None: there is none.

    Raises:
        DecodeError: a value is broken, or of a version to come.
    """
    said = values.get(StreamsRecordId(StreamsRecordKind.GROUP))
    if said is None:
        return None
    found = read_versioned(StreamsGroupMetadataValue, said)
    group = StreamsGroupMetadata()
    group.epoch, group.topics_hash = found.epoch, found.metadata_hash
    group.validated_epoch = found.validated_topology_epoch
    group.configs = tuple((pair.key, pair.value) for pair in found.last_assignment_configs or ())
    target_epoch = values.get(StreamsRecordId(StreamsRecordKind.TARGET_EPOCH))
    if target_epoch is not None:
        group.target_epoch = read_versioned(StreamsGroupTargetAssignmentMetadataValue, target_epoch).assignment_epoch
    topology = values.get(StreamsRecordId(StreamsRecordKind.TOPOLOGY))
    if topology is not None:
        group.topology = read_versioned(StreamsGroupTopologyValue, topology)
    for number, (record, data) in enumerate(values.items()):
        if record.kind is StreamsRecordKind.MEMBER:
            _read_member(group, record.name, data, values)
        if number % RECORDS_IN_ONE_STEP_MAX == 0:
            yield
    if group.topology is None and group.members:
        raise DecodeError("members without a topology")
    group.unwritten.clear()
    group.endpoint_epoch = 0
    return group


def _read_member(
    group: StreamsGroupMetadata, member_id: str, data: bytes, values: Mapping[StreamsRecordId, bytes]
) -> None:
    said = read_versioned(_Member, data)
    endpoint = said.user_endpoint
    member = StreamsMember(
        member_id,
        StreamsSaid(
            instance_id=said.instance_id,
            rack_id=said.rack_id,
            client_id=said.client_id,
            client_host=said.client_host,
            rebalance_timeout_ms=said.rebalance_timeout_ms,
            topology_epoch=said.topology_epoch,
            process_id=said.process_id,
            endpoint=None if endpoint is None else UserEndpoint(endpoint.host, endpoint.port),
            tags=tuple(sorted((pair.key, pair.value) for pair in said.client_tags)),
        ),
    )
    current = values.get(StreamsRecordId(StreamsRecordKind.CURRENT, member_id))
    if current is not None:
        _read_current(member, read_versioned(_Current, current))
    target = values.get(StreamsRecordId(StreamsRecordKind.TARGET, member_id))
    if target is not None:
        parts = read_versioned(StreamsGroupTargetAssignmentMemberValue, target)
        group.targets[member_id] = RoleTasks(
            *(
                tasks_of((part.subtopology_id, part.partitions) for part in tasks)
                for tasks in (parts.active_tasks, parts.standby_tasks, parts.warmup_tasks)
            )
        )
    group.add(member)


def _read_current(member: StreamsMember, found: _Current) -> None:
    member.epoch, member.previous_epoch = found.member_epoch, found.previous_member_epoch
    # A state of a later Kafka: the next heartbeat looks at what the member has, and at its target.
    is_known = found.state in _STATES
    member.state = StreamsMemberState(found.state) if is_known else StreamsMemberState.UNRELEASED_TASKS
    member.assigned = _held(found.active_tasks, found.standby_tasks, found.warmup_tasks, found.member_epoch)
    member.revoking = _held(
        found.active_tasks_pending_revocation,
        found.standby_tasks_pending_revocation,
        found.warmup_tasks_pending_revocation,
        found.member_epoch,
    )


def _held(
    active: Iterable[_Current.TaskIds],
    standby: Iterable[_Current.TaskIds],
    warmup: Iterable[_Current.TaskIds],
    member_epoch: int,
) -> HeldTasks:
    """Reads tasks; where the epochs of active ones are not said, they are the member's."""
    epochs: dict[Task, int] = {}
    for part in active:
        given = part.assignment_epochs or [member_epoch] * len(part.partitions)
        if len(given) != len(part.partitions):
            raise DecodeError(f"{len(part.partitions)} tasks have {len(given)} epochs")
        epochs.update(
            (Task(part.subtopology_id, index), epoch) for index, epoch in zip(part.partitions, given, strict=True)
        )
    standby_tasks, warmup_tasks = (
        tasks_of((part.subtopology_id, part.partitions) for part in parts) for parts in (standby, warmup)
    )
    return HeldTasks(epochs, standby_tasks, warmup_tasks)
