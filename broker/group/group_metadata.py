"""One consumer group in memory: its members, its protocols, its generation; no timers, no log, no responses.

    member ids   pending: given out, to come with the next join (KIP-394) ─▶ members ─▶ awaiting join ─▶ pending sync
    protocols    type: one for the group · candidates: what every member can follow · chosen: by their votes
    static       group instance id → member id; whoever comes with the same instance id replaces the member (KIP-345)

Kafka's `GroupMetadata`. Every change of state goes through the table in `states`. Timestamps are arguments. What has to
happen beside a change (timers, the log, what waits) is `membership`'s; committed offsets are `group_offsets`'.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.group.consumer_payloads import read_subscription
from kavka.broker.group.group_offsets import GroupOffsets
from kavka.broker.group.member import JoinedMember, Member, Protocols
from kavka.broker.group.states import GROUP_TRANSITIONS, GroupState
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
    from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata

CONSUMER_PROTOCOL_TYPE: Final = "consumer"

CLASSIC_TYPE: Final = "classic"
CONSUMER_TYPE: Final = "consumer"
SHARE_TYPE: Final = "share"
STREAMS_TYPE: Final = "streams"
"""The types of groups, by the protocol that their members speak (KIP-848, KIP-932, KIP-1071)."""


class GroupMetadata:
    """A group.

    Invariant: the leader, if there is one, is a member.
    Invariant: every group instance id of `static_members` belongs to the member that it names.
    Invariant: `awaiting_join_count` members await the response to their join.
    Invariant: a group with `consumer`, `share` or `streams` has no members of the classic protocol, and is Empty or
        Dead; it has one of them at most.

    Attributes:
        consumer: its half of the consumer protocol (KIP-848); None: it is a group of the classic one.
        former_keys: of records of a half which it has no more, that the log may still have.
        share: its half as a share group (KIP-932); None: it is none. A share group stays one as long as it is there.
        streams: its half as a streams group (KIP-1071); None: it is none. Without members it goes over to the
            classic protocol with the first member of that.
        partition: of `__consumer_offsets`.
        generation_id: 0 for a group that never had members and is only used to keep offsets.
        state_since_ms: wall clock; None where an old record did not say.
        subscribed_topics: of all members together; None where that cannot be known.
        has_new_member: somebody joined while the first rebalance waits for more.
        rejoin_grace_ms: by how much this rebalance was prolonged because the broker itself had stalled.
    """

    __slots__ = (
        "_protocol_counts",
        "awaiting_join_count",
        "consumer",
        "former_keys",
        "generation_id",
        "group_id",
        "has_new_member",
        "leader_id",
        "members",
        "offsets",
        "partition",
        "pending_members",
        "pending_sync_members",
        "protocol_name",
        "protocol_type",
        "rejoin_grace_ms",
        "share",
        "state",
        "state_since_ms",
        "static_members",
        "streams",
        "subscribed_topics",
    )

    def __init__(self, group_id: str, partition: int, *, now_ms: WallMs | None) -> None:
        self.group_id = group_id
        self.partition = partition
        self.state = GroupState.Empty
        self.state_since_ms = now_ms
        self.generation_id = 0
        self.protocol_type: str | None = None
        self.protocol_name: str | None = None
        self.leader_id: str | None = None
        self.members: dict[str, Member] = {}
        self.static_members: dict[str, str] = {}
        self.pending_members: dict[str, None] = {}
        """In the order in which they were given out."""
        self.pending_sync_members: set[str] = set()
        self.awaiting_join_count = 0
        self.has_new_member = False
        self.rejoin_grace_ms = 0
        self.subscribed_topics: frozenset[str] | None = frozenset()
        self.offsets = GroupOffsets()
        self.consumer: ConsumerGroupMetadata | None = None
        self.former_keys: tuple[bytes, ...] = ()
        self.share: ShareGroupMetadata | None = None
        self.streams: StreamsGroupMetadata | None = None
        self._protocol_counts: Counter[str] = Counter()
        """How many members can follow each protocol."""

    def __str__(self) -> str:
        half = self.consumer or self.share or self.streams
        if half is not None:
            return f"group {self.group_id!r}, epoch {half.epoch}, {self.state_name}"
        return f"group {self.group_id!r}, generation {self.generation_id}, {self.state.name}"

    # ---- state ----------------------------------------------------------------------------------------------------

    def transition_to(self, state: GroupState, now_ms: WallMs) -> None:
        """Changes the state.

        Raises:
            IllegalTransition: the table does not have the change.
        """
        GROUP_TRANSITIONS.check(self.state, state, subject=self.group_id)
        self.state = state
        self.state_since_ms = now_ms

    @property
    def can_rebalance(self) -> bool:
        """Tells whether a rebalance may begin now: none is being prepared, and the group lives."""
        return GROUP_TRANSITIONS.is_legal(self.state, GroupState.PreparingRebalance)

    @property
    def is_consumer_group(self) -> bool:
        """Tells whether the group's members are consumers: only their payloads can be read."""
        return self.protocol_type == CONSUMER_PROTOCOL_TYPE

    # ---- protocols of members -------------------------------------------------------------------------------------

    @property
    def type_name(self) -> str:
        """Names the group's type."""
        if self.share is not None:
            return SHARE_TYPE
        if self.streams is not None:
            return STREAMS_TYPE
        return CLASSIC_TYPE if self.consumer is None else CONSUMER_TYPE

    @property
    def is_classic(self) -> bool:
        """Tells whether the group is of the classic protocol."""
        return self.consumer is None and self.share is None and self.streams is None

    @property
    def state_name(self) -> str:
        """Names the group's state, by the protocol of its members."""
        half = self.consumer or self.share or self.streams
        return self.state.name if half is None or self.state is GroupState.Dead else half.state.value

    @property
    def is_empty(self) -> bool:
        """Tells whether the group has no members, of any protocol, and lives."""
        half = self.consumer or self.share or self.streams
        return self.state is GroupState.Empty and (half is None or not half.members)

    @property
    def member_count(self) -> int:
        """Returns the number of members, of whichever protocol."""
        half = self.consumer or self.share or self.streams
        return len(self.members if half is None else half.members)

    def become_consumer(self, consumer: ConsumerGroupMetadata) -> None:
        """Makes a group without members of the classic protocol one of the consumer protocol."""
        assert self.is_empty, f"{self} has members"
        self.consumer = consumer
        self.protocol_type = CONSUMER_PROTOCOL_TYPE
        self.protocol_name = self.leader_id = None

    def become_share(self, share: ShareGroupMetadata) -> None:
        """Makes a group that has nothing yet a share group."""
        assert self.is_classic, f"{self} has members of another protocol"
        assert self.is_empty, f"{self} has members"
        assert self.offsets.is_empty, f"{self} has committed offsets"
        self.share = share
        self.protocol_type = SHARE_TYPE

    def become_streams(self, streams: StreamsGroupMetadata) -> None:
        """Makes a classic group without members a streams group, which keeps its committed offsets."""
        assert self.is_classic, f"{self} has members of another protocol"
        assert self.is_empty, f"{self} has members"
        self.streams = streams
        if self.generation_id > 0:
            streams.note_classic()
        self.protocol_type = STREAMS_TYPE
        self.protocol_name = self.leader_id = None

    def become_classic(self, former_keys: Iterable[bytes]) -> None:
        """Makes a consumer or streams group one of the classic protocol, without members.

        Args:
            former_keys: of the records that it had as such a group, to be deleted with its next record.
        """
        assert self.state is GroupState.Empty, f"{self} is a classic group"
        self.consumer = self.streams = None
        self.former_keys = tuple(former_keys)
        self.protocol_type = None
        self.subscribed_topics = frozenset()

    def take_over(self, members: Iterable[Member], generation_id: int, now_ms: WallMs) -> None:
        """Takes over the members of the consumer group that it was, to be rebalanced."""
        assert not self.members, f"{self} has members already"
        self.generation_id = generation_id
        for member in members:
            self.add(member)
        self.protocol_name = self.select_protocol()
        self.subscribed_topics = self._find_subscribed_topics()
        self.transition_to(GroupState.PreparingRebalance, now_ms)

    # ---- members --------------------------------------------------------------------------------------------------

    def add(self, member: Member) -> None:
        """Adds a member; the first one gives the group its protocol type and leads."""
        assert member.member_id not in self.members, f"{member.member_id} is a member already"
        assert self.supports(member.protocol_type, member.protocols), f"{member.member_id} has no protocol of the group"
        if not self.members:
            self.protocol_type = member.protocol_type
        if self.leader_id is None:
            self.leader_id = member.member_id
        if member.group_instance_id is not None:
            self.static_members[member.group_instance_id] = member.member_id
        self.members[member.member_id] = member
        self._protocol_counts.update({name for name, _ in member.protocols})
        self.pending_members.pop(member.member_id, None)
        if member.awaiting_join is not None:
            self.awaiting_join_count += 1

    def remove(self, member_id: str) -> Member | None:
        """Removes a member, pending ones too; the caller has completed its waiting requests."""
        self.pending_members.pop(member_id, None)
        self.pending_sync_members.discard(member_id)
        member = self.members.pop(member_id, None)
        if member is None:
            return None
        assert member.awaiting_join is None, f"{member_id} waits for an answer to its join"
        self._protocol_counts.subtract({name for name, _ in member.protocols})
        if member.group_instance_id is not None and self.static_members.get(member.group_instance_id) == member_id:
            del self.static_members[member.group_instance_id]
        if self.leader_id == member_id:
            self.leader_id = next(iter(self.members), None)
        return member

    def update_protocols(self, member: Member, protocols: Protocols) -> None:
        """Replaces a member's protocols: it has joined again, perhaps with others."""
        self._protocol_counts.subtract({name for name, _ in member.protocols})
        member.protocols = protocols
        self._protocol_counts.update({name for name, _ in protocols})

    def replace_static(self, member: Member, member_id: str) -> None:
        """Replaces a static member's id after a restart; the caller has fenced what the former life waits for."""
        assert member.group_instance_id is not None, f"{member.member_id} is no static member"
        assert not member.is_awaiting, f"the former life of {member_id} waits for an answer"
        # In its old place: the order of members decides who leads next.
        self.members = {member_id if known is member else other: known for other, known in self.members.items()}
        if self.leader_id == member.member_id:
            self.leader_id = member_id
        if member.member_id in self.pending_sync_members:
            self.pending_sync_members.remove(member.member_id)
            self.pending_sync_members.add(member_id)
        member.member_id = member_id
        self.static_members[member.group_instance_id] = member_id

    def validate(self, member_id: str, group_instance_id: str | None) -> ErrorCode:
        """Validates a member's id and instance id: FENCED_INSTANCE_ID for a static member that was replaced."""
        if group_instance_id is not None:
            current = self.static_members.get(group_instance_id)
            if current is None:
                return ErrorCode.UNKNOWN_MEMBER_ID
            if current != member_id:
                return ErrorCode.FENCED_INSTANCE_ID
        return ErrorCode.NONE if member_id in self.members else ErrorCode.UNKNOWN_MEMBER_ID

    @property
    def rebalance_timeout_ms(self) -> int:
        """Returns the rebalance timeout: the longest of any member."""
        return max((member.rebalance_timeout_ms for member in self.members.values()), default=0)

    def joined_members(self) -> list[JoinedMember]:
        """Lists the members with their metadata, from which the leader assigns partitions."""
        return [
            JoinedMember(member.member_id, member.group_instance_id, member.metadata(self.protocol_name))
            for member in self.members.values()
        ]

    # ---- rebalancing ----------------------------------------------------------------------------------------------

    @property
    def has_all_members_joined(self) -> bool:
        """Tells whether all members have joined, and no id given out is pending."""
        return self.awaiting_join_count == len(self.members) and not self.pending_members

    def members_not_joined(self) -> list[Member]:
        """Lists the members that have not joined again yet."""
        return [member for member in self.members.values() if member.awaiting_join is None]

    def elect_joined_leader(self) -> bool:
        """Elects a leader among the members that have joined; False where none has, or there is none."""
        if self.leader_id is None:
            return False
        if self.members[self.leader_id].awaiting_join is None:
            joined = next((member for member in self.members.values() if member.awaiting_join is not None), None)
            if joined is None:
                return False
            self.leader_id = joined.member_id
        return True

    def begin_generation(self, now_ms: WallMs) -> None:
        """Begins the next generation of the present members: to be assigned, or of an empty group."""
        self.generation_id += 1
        if self.members:
            self.protocol_name = self.select_protocol()
            self.transition_to(GroupState.CompletingRebalance, now_ms)
        else:
            self.protocol_name = None
            self.transition_to(GroupState.Empty, now_ms)
        self.subscribed_topics = self._find_subscribed_topics()
        self.pending_sync_members.clear()
        self.has_new_member = False
        self.rejoin_grace_ms = 0

    # ---- protocols ------------------------------------------------------------------------------------------------

    def supports(self, protocol_type: str, protocols: Protocols) -> bool:
        """Tells whether a member with these protocols may join: at least one is everybody's."""
        if not self.members:
            return bool(protocol_type) and bool(protocols)
        if self.protocol_type != protocol_type:
            return False
        return any(self._protocol_counts[name] == len(self.members) for name, _ in protocols)

    def select_protocol(self) -> str:
        """Selects the common protocol with the most votes; the earlier voter's where two have as many."""
        candidates = self._candidate_protocols()
        votes = Counter(member.vote(candidates) for member in self.members.values())
        [(chosen, _)] = votes.most_common(1)
        assert chosen is not None, f"{self}: the members have no protocol in common"
        return chosen

    def _candidate_protocols(self) -> set[str]:
        """Returns the protocols that every member can follow."""
        return {name for name, count in self._protocol_counts.items() if count == len(self.members)}

    def is_subscribed(self, topic: str) -> bool:
        """Tells whether a member may be reading the topic."""
        if self.consumer is not None:
            return self.consumer.is_subscribed(topic)
        if self.streams is not None:
            return self.streams.is_subscribed(topic)
        return self.subscribed_topics is None or topic in self.subscribed_topics

    def find_subscribed_topics(self) -> None:
        """Finds the topics that the members are subscribed to, after loading."""
        self.subscribed_topics = self._find_subscribed_topics()

    def _find_subscribed_topics(self) -> frozenset[str] | None:
        if not self.is_consumer_group:
            return None
        if not self.members:
            return frozenset()
        topics: set[str] = set()
        try:
            for member in self.members.values():
                topics.update(read_subscription(member.metadata(self.protocol_name)).topics)
        except DecodeError:
            return None
        return frozenset(topics)
