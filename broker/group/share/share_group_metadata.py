"""One share group in memory (KIP-932): members, epochs, targets, share-partitions; no timers, no log, no responses.

    epoch          rises when members come or go, subscriptions change, or other partitions may be assigned
    target_epoch   of `targets`, which assign every partition that may be, to one member or more
    members        each takes over its target with its next heartbeat: nobody waits for anybody

Every change notes the records that have to say it (`unwritten`), as in groups of the consumer protocol (decision 0094).
Kafka's `ShareGroup`. What happens beside a change is `heartbeats`' and `coordinator`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.assignment import NOTHING, Assignment, TopicId, assignment_of
from kavka.broker.group.group_half import GroupHalf
from kavka.broker.group.share.member import ShareMember, ShareSubscription
from kavka.broker.group.share.record_ids import ShareRecordId, ShareRecordKind
from kavka.broker.group.share.share_partitions import Place, SharePartitions
from kavka.broker.group.share.states import ShareGroupState, SharePartitionState
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Subscribed, Topics

NEVER = (-1, -1)
"""What was never looked at."""


class ShareGroupMetadata(GroupHalf[ShareMember, ShareRecordId]):
    """The members of a share group, and which partitions each of them has.

    Invariant: `member_epoch <= target_epoch <= epoch`, for every member.
    Invariant: what is assigned is INITIALIZED, and the log says so before a member hears of it.

    Attributes:
        partitions: the share-partitions that it has begun.
        topics: those that some member subscribes to, and that exist.
        assignable: what the group's epoch is about; None: not known, since this broker coordinates the group.
        seen: versions of the cluster's topics and of `partitions`, when those were looked at.
        assigned_ms: when the last target was computed; None: never, since this broker coordinates the group.
        failures: how often the persister has failed in a row.
        retry_ms: until when it is not asked again for what it failed at.
    """

    __slots__ = (
        "assignable",
        "assigned_ms",
        "epoch",
        "failures",
        "partitions",
        "retry_ms",
        "seen",
        "target_epoch",
        "targets",
        "topics",
    )

    def __init__(self) -> None:
        super().__init__()
        self.epoch = 0
        self.target_epoch = 0
        self.targets: dict[str, Assignment] = {}
        self.partitions = SharePartitions()
        self.topics: Subscribed = {}
        self.assignable: Assignment | None = None
        self.seen = NEVER
        self.assigned_ms: MonotonicMs | None = None
        self.failures = 0
        self.retry_ms: MonotonicMs | None = None

    # ---- what it is -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> ShareGroupState:
        """Returns what the group is doing."""
        return ShareGroupState.STABLE if self.members else ShareGroupState.EMPTY

    def target_of(self, member_id: str) -> Assignment:
        """Returns a member's target assignment; nothing before its first one."""
        return self.targets.get(member_id, NOTHING)

    def subscribed_names(self) -> set[str]:
        """Returns the names of the topics that members subscribe to, whether they exist or not."""
        return {name for member in self.members.values() for name in member.subscription.topics}

    def wanted_by(self, member: ShareMember) -> frozenset[TopicId]:
        """Returns the ids of the topics that a member subscribes to, and that exist."""
        topics = self.topics
        return frozenset(topics[name].topic_id for name in member.subscription.topics if name in topics)

    # ---- members --------------------------------------------------------------------------------------------------

    def add(self, member: ShareMember) -> None:
        """Adds a member."""
        assert member.member_id not in self.members, f"{member.member_id} is a member already"
        self.members[member.member_id] = member
        self.note(ShareRecordKind.MEMBER, member.member_id)
        self.note(ShareRecordKind.CURRENT, member.member_id)

    def subscribe(self, member: ShareMember, subscription: ShareSubscription) -> bool:
        """Replaces what a member said of itself; True where it wants other topics than before."""
        former = member.subscription
        if former == subscription:
            return False
        member.subscription = subscription
        self.note(ShareRecordKind.MEMBER, member.member_id)
        return former.topics != subscription.topics

    def remove(self, member: ShareMember) -> None:
        """Removes a member."""
        del self.members[member.member_id]
        self.targets.pop(member.member_id, None)
        for kind in (ShareRecordKind.CURRENT, ShareRecordKind.TARGET, ShareRecordKind.MEMBER):
            self.note(kind, member.member_id)

    def take(self, member: ShareMember) -> None:
        """Gives a member its target, of the topics that it subscribes to now."""
        wanted = self.wanted_by(member)
        target = self.target_of(member.member_id)
        assigned = target if target.keys() <= wanted else assignment_of((t, target[t]) for t in target if t in wanted)
        if member.epoch == self.target_epoch and member.assigned == assigned:
            return
        if member.epoch != self.target_epoch:
            member.previous_epoch = member.epoch
            member.epoch = self.target_epoch
        member.assigned = assigned
        self.note(ShareRecordKind.CURRENT, member.member_id)

    # ---- the group ------------------------------------------------------------------------------------------------

    def begin_epoch(self, *, above: int = 0) -> None:
        """Begins the next group epoch, or one above another: another target is to be computed."""
        self.epoch = max(self.epoch, above) + 1
        self.note(ShareRecordKind.GROUP)

    def set_topics(self, topics: Subscribed) -> None:
        """Replaces the topics of the group, and begins partitions of theirs that are new."""
        self.topics = topics
        for name, info in topics.items():
            topic_id = info.topic_id
            if topic_id in self.partitions.deleting and self.partitions.is_held(topic_id):
                continue  # begun when the persister has forgotten it
            known = self.partitions.in_state(topic_id, SharePartitionState.INITIALIZED)
            self.begin(topic_id, name, [index for index in range(info.partition_count) if index not in known])

    def begin(self, topic_id: TopicId, name: str, indexes: Iterable[int]) -> None:
        """Begins share-partitions, or begins them anew."""
        indexes = list(indexes)
        if indexes and self.partitions.begin(topic_id, name, indexes):
            self.note(ShareRecordKind.PARTITIONS)

    def begun(self, places: Iterable[Place]) -> None:
        """Notes what the persister has begun."""
        if self.partitions.begun(places):
            self.note(ShareRecordKind.PARTITIONS)

    def delete(self, topic_id: TopicId) -> None:
        """Notes that the persister is to forget a topic."""
        self.partitions.delete(topic_id)
        self.note(ShareRecordKind.PARTITIONS)

    def forget(self, topic_id: TopicId) -> None:
        """Forgets a topic."""
        if topic_id in self.partitions.names:
            self.partitions.forget(topic_id)
            self.note(ShareRecordKind.PARTITIONS)

    def forget_replaced(self, topics: Topics) -> None:
        """Forgets topics whose names have other ids now.

        One that is not there is not forgotten: the cluster's topics may not be known yet. `delete_topics` is told.
        """
        for topic_id, name in list(self.partitions.names.items()):
            info = topics.find(name)
            if info is not None and info.topic_id != topic_id:
                self.forget(topic_id)

    def find_assignable(self) -> Assignment:
        """Returns the partitions that may be assigned: of topics that members want, begun by the persister."""
        return assignment_of(
            (info.topic_id, self.partitions.in_state(info.topic_id, SharePartitionState.INITIALIZED))
            for info in self.topics.values()
        )

    def assigned_now(self) -> Assignment:
        """Returns the partitions that some member's target has."""
        return assignment_of(part for target in self.targets.values() for part in target.items())

    def set_targets(self, targets: Mapping[str, Assignment], now_ms: MonotonicMs) -> None:
        """Replaces the target assignment: that of the present group epoch."""
        for member_id, target in targets.items():
            former = self.targets.get(member_id)
            if former is None or former != target:
                self.targets[member_id] = target
                self.note(ShareRecordKind.TARGET, member_id)
        self.target_epoch = self.epoch
        self.assigned_ms = now_ms
        self.note(ShareRecordKind.TARGET_EPOCH)

    # ---- the log --------------------------------------------------------------------------------------------------

    def note(self, kind: ShareRecordKind, name: str = "") -> None:
        """Notes that a record has to be written."""
        self.unwritten[ShareRecordId(kind, name)] = None

    def all_records(self) -> list[ShareRecordId]:
        """Returns every record that the group may have in the log."""
        kinds = (ShareRecordKind.CURRENT, ShareRecordKind.TARGET, ShareRecordKind.MEMBER)
        of_members = [ShareRecordId(kind, member_id) for kind in kinds for member_id in self.members]
        whole = (ShareRecordKind.TARGET_EPOCH, ShareRecordKind.PARTITIONS, ShareRecordKind.GROUP)
        return [*of_members, *map(ShareRecordId, whole)]
