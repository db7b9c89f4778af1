"""One streams group in memory (KIP-1071): its topology, epochs, members, target; no log, no timers.

    epoch          rises when members come or go, say something else of themselves, or topics change
    target_epoch   of `targets`, which assign every task; all of none while topics are missing
    members        each comes towards its target in steps (`reconciliation`)

Every change notes the records that have to say it (`unwritten`), as in groups of the consumer protocol (decision 0094).
Kafka's `StreamsGroup`. What happens beside a change is `heartbeats`' and `coordinator`'s.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from kavka.broker.group.consumer.member import AWAY, JOINING
from kavka.broker.group.consumer.topics import find_topics
from kavka.broker.group.group_half import StaticGroupHalf
from kavka.broker.group.streams.configured import ConfiguredTopology, configure
from kavka.broker.group.streams.member import StreamsMember, StreamsSaid
from kavka.broker.group.streams.record_ids import StreamsRecordId, StreamsRecordKind
from kavka.broker.group.streams.states import STREAMS_MEMBER_TRANSITIONS, StreamsGroupState, StreamsMemberState
from kavka.broker.group.streams.tasks import NOTHING, NOTHING_HELD, HeldTasks, RoleTasks, Task
from kavka.broker.group.streams.topology import required_topics, subtopology_of
from kavka.protocol.errors import ErrorCode, StaleMemberEpoch

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.streams.reconciliation import TaskStep
    from kavka.broker.group.streams.topology import Topology
    from kavka.common.types import TopicPartition
    from kavka.timer.moments import MonotonicMs

FIRST_EPOCH: Final = 1
"""Of a group that has nobody yet, as Kafka's: a member's epoch 0 says that it joins."""
NOT_VALIDATED: Final = -1

Configs = tuple[tuple[str, str], ...]
"""What the group's epoch was begun with, of what is configured: key and value."""


class StreamsGroupMetadata(StaticGroupHalf[StreamsMember, StreamsRecordId]):
    """The members of a streams group, and which tasks each of them has.

    Invariant: `member.epoch <= target_epoch <= epoch`, for every member.
    Invariant: a task is active at one member at most.

    Attributes:
        topology: None: no member has given one yet.
        configured: what follows of it for the topics there are; None: they have not been looked at here.
        topics_version: of the topics that were looked at; −1: none.
        topics_hash: of the topics of the topology, as the group's record has it.
        validated_epoch: of the topology whose topics were all right when the group's epoch began.
        configs: with which that began.
        delay_until_ms: before it no target is computed: more members may come; None: there is no such delay.
        assigned_ms: when the last target was computed; None: never, since this broker coordinates the group.
        shutdown_by: the member that has asked all others to stop; None: nobody has.
        endpoint_epoch: rises when somebody else has partitions of an instance, or an instance another address.
        unwritten: the records that the log does not have as they are.
    """

    __slots__ = (
        "assigned_ms",
        "configs",
        "configured",
        "delay_until_ms",
        "endpoint_epoch",
        "epoch",
        "shutdown_by",
        "target_epoch",
        "targets",
        "topics_hash",
        "topics_version",
        "topology",
        "validated_epoch",
    )

    def __init__(self) -> None:
        super().__init__()
        self.epoch = FIRST_EPOCH
        self.target_epoch = FIRST_EPOCH
        self.targets: dict[str, RoleTasks] = {}
        self.topology: Topology | None = None
        self.configured: ConfiguredTopology | None = None
        self.topics_version = -1
        self.topics_hash = 0
        self.validated_epoch = NOT_VALIDATED
        self.configs: Configs = ()
        self.delay_until_ms: MonotonicMs | None = None
        self.assigned_ms: MonotonicMs | None = None
        self.shutdown_by: str | None = None
        self.endpoint_epoch = 0

    # ---- what it is -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> StreamsGroupState:
        """Returns what the group is doing."""
        if not self.members:
            return StreamsGroupState.EMPTY
        if self.topology is None or self.topology.epoch != self.validated_epoch:
            return StreamsGroupState.NOT_READY
        if self.epoch > self.target_epoch:
            return StreamsGroupState.ASSIGNING
        if all(member.is_reconciled_to(self.target_epoch) for member in self.members.values()):
            return StreamsGroupState.STABLE
        return StreamsGroupState.RECONCILING

    def target_of(self, member_id: str) -> RoleTasks:
        """Returns a member's target assignment; nothing before its first one."""
        return self.targets.get(member_id, NOTHING)

    def is_subscribed(self, topic: str) -> bool:
        """Tells whether a member may be reading the topic."""
        return bool(self.members) and self.topology is not None and topic in subtopology_of(self.topology)

    def check_commit(
        self, member_id: str, member_epoch: int, partitions: Iterable[TopicPartition], *, is_transactional: bool
    ) -> ErrorCode:
        """Checks that the committer is a member that has had the tasks since its epoch."""
        if is_transactional and not member_id and member_epoch < 0:
            return ErrorCode.NONE  # old clients say nothing about a member, and are believed
        member = self.members.get(member_id)
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        if member_epoch == member.epoch:
            return ErrorCode.NONE
        if member_epoch > member.epoch or self.topology is None:
            return ErrorCode.STALE_MEMBER_EPOCH
        readers = subtopology_of(self.topology)
        epochs = {**member.revoking.active, **member.assigned.active}
        for partition in partitions:
            since = epochs.get(Task(readers.get(partition.topic, ""), partition.partition))
            if since is None or member_epoch < since:
                return ErrorCode.STALE_MEMBER_EPOCH
        return ErrorCode.NONE

    def check_fetch(self, member_id: str, member_epoch: int) -> None:
        """Checks that who fetches committed offsets is a member in its present epoch.

        Raises:
            UnknownMemberId, StaleMemberEpoch: it is not.
        """
        member = self.known(member_id)
        if member.epoch != member_epoch:
            raise StaleMemberEpoch(f"member {member_id} is in epoch {member.epoch}, not {member_epoch}")

    # ---- members --------------------------------------------------------------------------------------------------

    def add(self, member: StreamsMember) -> None:
        """Adds a member."""
        self._enroll(member)
        self.note(StreamsRecordKind.MEMBER, member.member_id)
        self.note(StreamsRecordKind.CURRENT, member.member_id)

    def update(self, member: StreamsMember, said: StreamsSaid) -> bool:
        """Replaces what a member said of itself; True where another target is to be computed."""
        former = member.said
        if former == said:
            return False
        member.said = said
        self.note(StreamsRecordKind.MEMBER, member.member_id)
        if former.endpoint != said.endpoint:
            self.endpoint_epoch += 1
        return said.instance_id is None or former.decides_assignment != said.decides_assignment

    def remove(self, member: StreamsMember) -> None:
        """Removes a member; with the last one goes what it was asked to do."""
        self._strike(member)
        self.targets.pop(member.member_id, None)
        if member.said.endpoint is not None:
            self.endpoint_epoch += 1
        for kind in (StreamsRecordKind.CURRENT, StreamsRecordKind.TARGET, StreamsRecordKind.MEMBER):
            self.note(kind, member.member_id)
        if not self.members:
            self.shutdown_by = self.delay_until_ms = None

    def go_away(self, member: StreamsMember) -> None:
        """Notes that a static member is away: its tasks wait for it until its session is over."""
        member.epoch = AWAY
        member.revoking = NOTHING_HELD
        self._become(member, StreamsMemberState.STABLE)
        member.assigned = member.assigned._replace(active=dict.fromkeys(member.assigned.active, 0))
        self.note(StreamsRecordKind.CURRENT, member.member_id)

    def replace_static(self, former: StreamsMember, member_id: str) -> StreamsMember:
        """Replaces a static member that was away by its next life, which gets its tasks."""
        target = self.target_of(former.member_id)
        self.remove(former)
        member = StreamsMember(member_id, former.said, assigned=former.assigned)
        self.targets[member_id] = target
        self.note(StreamsRecordKind.TARGET, member_id)
        self.add(member)
        return member

    def begin_again(self, member: StreamsMember) -> None:
        """Notes that a member begins again, without tasks: so its other life has none any more."""
        member.epoch = member.previous_epoch = JOINING
        member.assigned = member.revoking = NOTHING_HELD
        self._become(member, StreamsMemberState.STABLE)
        self.note(StreamsRecordKind.CURRENT, member.member_id)

    def take(self, member: StreamsMember, step: TaskStep) -> None:
        """Takes a member's next step."""
        if member.said.endpoint is not None and _partitions_differ(member.assigned, step.assigned):
            self.endpoint_epoch += 1
        member.previous_epoch, member.epoch = member.epoch, step.epoch
        member.assigned, member.revoking = step.assigned, step.revoking
        self._become(member, step.state)
        self.note(StreamsRecordKind.CURRENT, member.member_id)

    def _become(self, member: StreamsMember, state: StreamsMemberState) -> None:
        if member.state is not state:
            STREAMS_MEMBER_TRANSITIONS.check(member.state, state, subject=member.member_id)
            member.state = state

    # ---- the group ------------------------------------------------------------------------------------------------

    def begin_epoch(self) -> None:
        """Begins the next group epoch: another target is to be computed, unless nobody is there."""
        self.epoch += 1
        self.note(StreamsRecordKind.GROUP)
        if not self.members:
            self.target_epoch = self.epoch
            self.assigned_ms = None
            self.note(StreamsRecordKind.TARGET_EPOCH)

    def set_topology(self, topology: Topology) -> None:
        """Gives the group its topology."""
        self.topology = topology
        self.configured = None
        self.note(StreamsRecordKind.TOPOLOGY)

    def look_at_topics(self, topics: Topics) -> bool:
        """Looks at the topics of the topology; True where another target is to be computed.

        Raises:
            StreamsInvalidTopology: no topics could make the topology work.
        """
        topology = self.topology
        assert topology is not None, "the topology comes with the first member"
        if self.configured is not None and self.topics_version == topics.version:
            return False
        found = find_topics(topics, required_topics(topology))
        # The number is ours: Kafka's coordinator takes it for another one, and begins an epoch.
        digest = zlib.crc32(repr(list(found.items())).encode())
        if self.configured is None or digest != self.topics_hash:
            self.configured = configure(topology, {name: info.partition_count for name, info in found.items()}.get)
        self.topics_version = topics.version
        validated = topology.epoch if self.configured.is_ready else NOT_VALIDATED
        is_changed = digest != self.topics_hash or validated != self.validated_epoch
        self.topics_hash, self.validated_epoch = digest, validated
        return is_changed

    def set_targets(self, targets: Mapping[str, RoleTasks], now_ms: MonotonicMs) -> None:
        """Replaces the target assignment: that of the present group epoch."""
        for member_id, target in targets.items():
            former = self.targets.get(member_id)
            if former is None or former != target:
                self.targets[member_id] = target
                self.note(StreamsRecordKind.TARGET, member_id)
        self.target_epoch = self.epoch
        self.assigned_ms = now_ms
        self.delay_until_ms = None
        self.note(StreamsRecordKind.TARGET_EPOCH)

    # ---- the log --------------------------------------------------------------------------------------------------

    def note(self, kind: StreamsRecordKind, name: str = "") -> None:
        """Notes that a record has to be written."""
        self.unwritten[StreamsRecordId(kind, name)] = None

    def note_classic(self) -> None:
        """Notes that the record of the classic group, which it was, has to go."""
        self.note(StreamsRecordKind.CLASSIC)

    def all_records(self) -> list[StreamsRecordId]:
        """Returns every record that the group may have in the log."""
        kinds = (StreamsRecordKind.CURRENT, StreamsRecordKind.TARGET, StreamsRecordKind.MEMBER)
        of_members = [StreamsRecordId(kind, member_id) for kind in kinds for member_id in self.members]
        whole = (StreamsRecordKind.TARGET_EPOCH, StreamsRecordKind.GROUP, StreamsRecordKind.TOPOLOGY)
        return [*of_members, *map(StreamsRecordId, whole)]


def _partitions_differ(one: HeldTasks, other: HeldTasks) -> bool:
    return one.active.keys() != other.active.keys() or one.standby | one.warmup != other.standby | other.warmup
