"""One group of the consumer protocol in memory: members, epochs, targets, owners; no timers, no log, no responses.

    epoch          rises when members come or go, subscriptions or topics change
    target_epoch   of `targets`, which assign every partition of every topic to one member
    members        each with its own epoch, on its way to its target (`reconciliation`)
    owners         of each partition, with the assignment epoch in which that member got it (KIP-1251)

Every change notes the records that have to say it (`unwritten`). They are written from what the group is then, so a
record that could not be written is not lost: it stays noted, and says what is true when it is written at last.

Kafka's `ConsumerGroup`. What happens beside a change is `heartbeats`' and `coordinator`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.assignment import (
    NOTHING,
    Assignment,
    Partition,
    TopicId,
    each_partition,
    joined,
    without,
)
from kavka.broker.group.consumer.member import AWAY, JOINING, ConsumerMember, Subscription
from kavka.broker.group.consumer.record_ids import RecordId, RecordKind
from kavka.broker.group.consumer.states import MEMBER_TRANSITIONS, ConsumerGroupState, MemberState
from kavka.broker.group.group_half import StaticGroupHalf
from kavka.protocol.errors import ErrorCode, IllegalGeneration, StaleMemberEpoch
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.reconciliation import MemberStep
    from kavka.broker.group.consumer.topics import Subscribed


class PartitionOwner(NamedTuple):
    """Whose a partition is.

    Attributes:
        assignment_epoch: the member epoch in which the member got it, from 0 on.
    """

    member_id: str
    assignment_epoch: int


class ConsumerGroupMetadata(StaticGroupHalf[ConsumerMember, RecordId]):
    """The members of a group, and which partitions each of them has and shall have.

    Invariant: `member_epoch <= target_epoch <= epoch`, for every member that is not away.
    Invariant: a partition has one owner: the member in whose `assigned` or `revoking` it is.
    Invariant: `classic_count` members are of the classic protocol.

    Attributes:
        classic_count: members of the classic protocol.
        topics: those that some member subscribes to, and that exist.
        topics_version: of the cluster's topics, when those were looked at; −1: never.
        regexes: a member's expression → the topics that it matched then.
        assigned_ms: when the last target was computed; None: never, since this broker coordinates the group.
    """

    __slots__ = (
        "_owners",
        "assigned_ms",
        "classic_count",
        "epoch",
        "regexes",
        "target_epoch",
        "targets",
        "topics",
        "topics_version",
    )

    def __init__(self) -> None:
        super().__init__()
        self.epoch = 0
        self.target_epoch = 0
        self.classic_count = 0
        self.targets: dict[str, Assignment] = {}
        self.topics: Subscribed = {}
        self.topics_version = -1
        self.regexes: dict[str, frozenset[str]] = {}
        self.assigned_ms: MonotonicMs | None = None
        self._owners: dict[Partition, PartitionOwner] = {}

    # ---- what it is -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> ConsumerGroupState:
        """Returns what the group is doing."""
        if not self.members:
            return ConsumerGroupState.EMPTY
        if self.epoch > self.target_epoch:
            return ConsumerGroupState.ASSIGNING
        if all(member.is_reconciled_to(self.target_epoch) for member in self.members.values()):
            return ConsumerGroupState.STABLE
        return ConsumerGroupState.RECONCILING

    def is_free(self, topic_id: TopicId, index: int) -> bool:
        """Tells whether no member owns a partition."""
        return (topic_id, index) not in self._owners

    def target_of(self, member_id: str) -> Assignment:
        """Returns a member's target assignment; nothing before its first one."""
        return self.targets.get(member_id, NOTHING)

    def subscribed_names(self) -> set[str]:
        """Returns the names of the topics that members subscribe to, whether they exist or not."""
        names: set[str] = set()
        for member in self.members.values():
            names.update(self.names_of(member))
        return names

    def names_of(self, member: ConsumerMember) -> Iterable[str]:
        """Returns the names of the topics that a member subscribes to, expressions included."""
        matched = self.regexes.get(member.subscription.regex or "")
        return {*member.subscription.topics, *matched} if matched else member.subscription.topics

    @property
    def is_all_classic(self) -> bool:
        """Tells whether there are members, and none of the consumer protocol."""
        return 0 < self.classic_count == len(self.members)

    def common_protocols(self) -> set[str] | None:
        """Returns the protocols that every member of the classic protocol can follow; None: there is no such member."""
        common: set[str] | None = None
        for member in self.members.values():
            if member.classic is not None:
                names = {name for name, _ in member.classic.protocols}
                common = names if common is None else common & names
        return common

    def is_subscribed(self, topic: str) -> bool:
        """Tells whether a member may be reading the topic."""
        return bool(self.members) and topic in self.topics

    def assignment_epoch(self, member_id: str, partition: Partition) -> int | None:
        """Returns the epoch in which a member got a partition; None: the member does not own it."""
        owner = self._owners.get(partition)
        return owner.assignment_epoch if owner is not None and owner.member_id == member_id else None

    def check_commit(
        self, member_id: str, member_epoch: int, partitions: Iterable[Partition], *, is_transactional: bool
    ) -> ErrorCode:
        """Checks that the committer is a member that has owned the partitions since its epoch.

        Kafka's `ConsumerGroup.validateOffsetCommit` (KIP-1251). A member that has not heard of its next epoch yet
        commits in the one before: nobody else can have owned since what it got in that epoch or earlier. One partition
        that is not so has the whole request refused.

        Args:
            member_id: of the committer, empty where old clients say nothing.
            member_epoch: as the request says it; the generation of a member of the classic protocol.
            partitions: that are committed.
            is_transactional: it is a TxnOffsetCommit.
        """
        if is_transactional and not member_id and member_epoch < 0:
            return ErrorCode.NONE  # old clients say nothing about a member, and are believed
        member = self.members.get(member_id)
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        if member.epoch == member_epoch:
            return ErrorCode.NONE
        if member_epoch < member.epoch:
            epochs = (self.assignment_epoch(member_id, partition) for partition in partitions)
            if all(epoch is not None and epoch <= member_epoch for epoch in epochs):
                return ErrorCode.NONE
        return ErrorCode.STALE_MEMBER_EPOCH if member.classic is None else ErrorCode.ILLEGAL_GENERATION

    def check_version(self, member_id: str, error: ErrorCode) -> ErrorCode:
        """Returns what a commit hears of a client that knows no epochs: members of the consumer protocol do."""
        member = self.members.get(member_id)
        return error if member is None or member.classic is not None else ErrorCode.UNSUPPORTED_VERSION

    def check_fetch(self, member_id: str, member_epoch: int) -> None:
        """Checks that who fetches committed offsets is a member in its present epoch.

        Raises:
            UnknownMemberId, StaleMemberEpoch, IllegalGeneration: it is not.
        """
        member = self.known(member_id)
        if member.epoch != member_epoch:
            if member.classic is not None:
                raise IllegalGeneration(f"member {member_id} is in generation {member.epoch}, not {member_epoch}")
            raise StaleMemberEpoch(f"member {member_id} is in epoch {member.epoch}, not {member_epoch}")

    # ---- members --------------------------------------------------------------------------------------------------

    def add(self, member: ConsumerMember, epochs: Mapping[Partition, int] | None = None) -> None:
        """Adds a member.

        Args:
            member: with what it owns.
            epochs: in which it got that; where they are not said it is the member's own, or 0 while it is away.
        """
        self._enroll(member)
        self.classic_count += member.classic is not None
        self._own(member, joined(member.assigned, member.revoking), max(member.epoch, 0))
        for partition, epoch in (epochs or {}).items():
            self._owners[partition] = PartitionOwner(member.member_id, epoch)
        self.note(RecordKind.MEMBER, member.member_id)
        self.note(RecordKind.CURRENT, member.member_id)

    def subscribe(self, member: ConsumerMember, subscription: Subscription) -> bool:
        """Replaces what a member said of itself; True where it wants other topics than before."""
        former = member.subscription
        if former == subscription:
            return False
        assert former.instance_id == subscription.instance_id, f"{member.member_id} has another instance id"
        self.classic_count += (subscription.classic is not None) - (former.classic is not None)
        member.subscription = subscription
        self.note(RecordKind.MEMBER, member.member_id)
        return (former.topics, former.regex or "") != (subscription.topics, subscription.regex or "")

    def remove(self, member: ConsumerMember) -> None:
        """Removes a member; what it owned is free."""
        self._strike(member)
        self.classic_count -= member.classic is not None
        self.targets.pop(member.member_id, None)
        self._disown(joined(member.assigned, member.revoking))
        for kind in (RecordKind.CURRENT, RecordKind.TARGET, RecordKind.MEMBER):
            self.note(kind, member.member_id)

    def replace_static(self, member: ConsumerMember, member_id: str) -> ConsumerMember:
        """Replaces a static member that was away by its next life, with its partitions."""
        assert member.instance_id is not None, f"{member.member_id} is no static member"
        target = self.targets.get(member.member_id)
        self.remove(member)
        successor = ConsumerMember(member_id, member.subscription, assigned=member.assigned)
        self.add(successor)
        if target is not None:
            self.targets[member_id] = target
            self.note(RecordKind.TARGET, member_id)
        return successor

    def go_away(self, member: ConsumerMember) -> None:
        """Notes that a static member is away; its partitions stay its own, whatever it was to give up is free.

        Their assignment epochs are 0 then: its next life begins in that epoch, and may commit in it.
        """
        self._disown(joined(member.assigned, member.revoking))
        member.revoking = NOTHING
        member.epoch = AWAY
        self._own(member, member.assigned, 0)
        self.note(RecordKind.CURRENT, member.member_id)

    def begin_again(self, member: ConsumerMember) -> None:
        """Takes everything from a member that joins again: it says that it owns nothing."""
        self._disown(joined(member.assigned, member.revoking))
        member.assigned = member.revoking = NOTHING
        member.epoch = member.previous_epoch = JOINING
        self._enter(member, MemberState.STABLE)
        self.note(RecordKind.CURRENT, member.member_id)

    def take(self, member: ConsumerMember, step: MemberStep) -> None:
        """Changes a member as reconciliation says."""
        before, after = joined(member.assigned, member.revoking), joined(step.assigned, step.revoking)
        if step.epoch != member.epoch:
            member.previous_epoch = member.epoch
            member.epoch = step.epoch
        self._enter(member, step.state)
        member.assigned, member.revoking = step.assigned, step.revoking
        self._disown(without(before, after))
        self._own(member, without(after, before), step.epoch)
        self.note(RecordKind.CURRENT, member.member_id)

    def _enter(self, member: ConsumerMember, state: MemberState) -> None:
        if state is not member.state:
            MEMBER_TRANSITIONS.check(member.state, state, subject=member.member_id)
            member.state = state

    def _own(self, member: ConsumerMember, partitions: Assignment, epoch: int) -> None:
        owner = PartitionOwner(member.member_id, epoch)
        for partition in each_partition(partitions):
            assert partition not in self._owners, f"{owner.member_id} would own what {self._owners[partition]} does"
            self._owners[partition] = owner

    def _disown(self, partitions: Assignment) -> None:
        for partition in each_partition(partitions):
            del self._owners[partition]

    # ---- the group ------------------------------------------------------------------------------------------------

    def begin_epoch(self) -> None:
        """Begins the next group epoch: another target is to be computed."""
        self.epoch += 1
        self.note(RecordKind.GROUP)

    def set_topics(self, topics: Subscribed, version: int) -> bool:
        """Replaces the topics of the group; True where they have changed."""
        self.topics_version = version
        if topics == self.topics:
            return False
        self.topics = topics
        self.note(RecordKind.TOPICS)
        return True

    def set_regexes(self, regexes: dict[str, frozenset[str]]) -> None:
        """Replaces what the members' expressions match."""
        for regex in {*regexes, *self.regexes}:
            if regexes.get(regex) != self.regexes.get(regex):
                self.note(RecordKind.REGEX, regex)
        self.regexes = regexes

    def set_targets(self, targets: Mapping[str, Assignment], now_ms: MonotonicMs) -> None:
        """Replaces the target assignment: that of the present group epoch."""
        for member_id, target in targets.items():
            former = self.targets.get(member_id)
            if former is None or (former is not target and former != target):
                self.targets[member_id] = target
                self.note(RecordKind.TARGET, member_id)
        self.target_epoch = self.epoch
        self.assigned_ms = now_ms
        self.note(RecordKind.TARGET_EPOCH)

    # ---- the log --------------------------------------------------------------------------------------------------

    def note(self, kind: RecordKind, name: str = "") -> None:
        """Notes that a record has to be written."""
        self.unwritten[RecordId(kind, name)] = None

    def all_records(self) -> list[RecordId]:
        """Returns every record that the group may have in the log."""
        members = [
            RecordId(kind, member_id)
            for kind in (RecordKind.CURRENT, RecordKind.TARGET, RecordKind.MEMBER)
            for member_id in self.members
        ]
        regexes = [RecordId(RecordKind.REGEX, regex) for regex in self.regexes]
        whole = [RecordId(kind) for kind in (RecordKind.TARGET_EPOCH, RecordKind.TOPICS, RecordKind.GROUP)]
        return [*members, *regexes, *whole]
