"""How a group with members goes over from one protocol to the other (KIP-848). Pure: what it was in, what it is out.

    classic ──▶ consumer   the first member of the consumer protocol joins: every member lives on as one of the classic
                           protocol in a consumer group, in the epoch of its generation, with what it owns
    consumer ─▶ classic    the last member of the consumer protocol has gone: the others rebalance by themselves again

Nobody who may still own a partition is taken for one who does not. A member's last assignment says what it may use; its
last subscription says what it owned when it joined, which it may be giving up right now (cooperative rebalancing):
that is what it is asked back, before somebody else gets it. Kafka's `ConsumerGroup.fromClassicGroup` and
`ClassicGroup.fromConsumerGroup`, which look at the assignment and at the target alone (decision 0104).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.assignment import Assignment, TopicId, assignment_of, each_partition, joined
from kavka.broker.group.consumer.classic_members import named, owned_by, subscription_of
from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.member import ConsumerMember, Subscription
from kavka.broker.group.consumer.record_ids import RecordKind
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.consumer_payloads import read_assignment, read_subscription, write_assignment
from kavka.broker.group.group_metadata import CONSUMER_PROTOCOL_TYPE, GroupMetadata
from kavka.broker.group.member import JoinRequest, Member
from kavka.protocol.errors import DecodeError, GroupIdNotFound

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics


def upgraded(group: GroupMetadata, topics: Topics) -> ConsumerGroupMetadata:
    """Makes a consumer group of a classic group's members; the classic group stays as it is.

    Raises:
        GroupIdNotFound: it cannot be one: members are no consumers, or are assigned what no assignor of ours assigns.
    """
    consumer = ConsumerGroupMetadata()
    consumer.epoch = consumer.target_epoch = group.generation_id
    try:
        found = [_Found(group, member, topics) for member in group.members.values()]
    except DecodeError as error:
        raise refused(group, f"what a member says cannot be read: {error}") from None
    used: set[tuple[TopicId, int]] = set()
    for former in found:
        assigned = set(each_partition(former.assigned))
        if assigned & used:
            raise refused(group, "its leader has assigned a partition to two members")
        used |= assigned
    for former in found:
        revoking = [partition for partition in each_partition(former.owned) if partition not in used]
        used.update(revoking)
        member = former.successor(assignment_of((topic_id, [index]) for topic_id, index in revoking))
        consumer.targets[member.member_id] = member.assigned
        consumer.note(RecordKind.TARGET, member.member_id)
        consumer.add(member)
    for kind in (RecordKind.CLASSIC, RecordKind.GROUP, RecordKind.TARGET_EPOCH):
        consumer.note(kind)
    return consumer


def refused(group: GroupMetadata, reason: str) -> GroupIdNotFound:
    """Makes the error of a group that cannot become a consumer group."""
    return GroupIdNotFound(f"group {group.group_id!r} cannot become a consumer group: {reason}")


class _Found:
    """What is found of a member of a classic group.

    Raises:
        DecodeError: what it says, or is assigned, cannot be read.
        GroupIdNotFound: its assignment has a part that only its leader's assignor understands.
    """

    def __init__(self, group: GroupMetadata, member: Member, topics: Topics) -> None:
        self._group = group
        self._member = member
        self._said = read_subscription(member.protocols[0][1])
        assignment = read_assignment(member.assignment)
        if assignment.user_data:
            raise refused(group, "its leader assigns by an assignor of its own")
        self.assigned = named(((part.topic, part.partitions) for part in assignment.assigned_partitions), topics)
        self.owned = owned_by(self._said, topics)

    def successor(self, revoking: Assignment) -> ConsumerMember:
        """Makes the member of a consumer group that it becomes."""
        group, member = self._group, self._member
        request = JoinRequest(
            group.group_id, member.member_id, member.group_instance_id, member.client_id, member.client_host,
            member.session_timeout_ms, member.rebalance_timeout_ms, CONSUMER_PROTOCOL_TYPE, member.protocols,
        )  # fmt: skip
        return ConsumerMember(
            member.member_id,
            subscription_of(Subscription(instance_id=member.group_instance_id), request, self._said),
            epoch=group.generation_id,
            previous_epoch=group.generation_id,
            state=MemberState.UNREVOKED_PARTITIONS if revoking else MemberState.STABLE,
            assigned=self.assigned,
            revoking=revoking,
        )


def can_be_classic(
    consumer: ConsumerGroupMetadata, leaving: list[ConsumerMember], *, joining_count: int, size_max: int
) -> bool:
    """Tells whether a group without these members is a classic one: it has members, all of the classic protocol."""
    rest = len(consumer.members) - len(leaving)
    classic_rest = consumer.classic_count - sum(member.classic is not None for member in leaving)
    has_common = rest == 0 or bool(consumer.common_protocols())
    return rest == classic_rest and has_common and 0 < rest + joining_count <= size_max


def downgraded(consumer: ConsumerGroupMetadata, name_of: Callable[[TopicId], str | None]) -> list[Member]:
    """Makes the members of a classic group, each with the partitions that it may own; topics that are gone left out."""
    return [_classic_member(member, name_of) for member in consumer.members.values()]


def _classic_member(member: ConsumerMember, name_of: Callable[[TopicId], str | None]) -> Member:
    said, classic = member.subscription, member.classic
    assert classic is not None, f"{member.member_id} is of the consumer protocol"
    return Member(
        member_id=member.member_id,
        group_instance_id=said.instance_id,
        client_id=said.client_id,
        client_host=said.client_host,
        rebalance_timeout_ms=said.rebalance_timeout_ms,
        session_timeout_ms=classic.session_timeout_ms,
        protocol_type=CONSUMER_PROTOCOL_TYPE,
        protocols=list(classic.protocols),
        assignment=assignment_bytes(member, joined(member.assigned, member.revoking), name_of),
    )


def assignment_bytes(member: ConsumerMember, partitions: Assignment, name_of: Callable[[TopicId], str | None]) -> bytes:
    """Encodes partitions for a member of the classic protocol; topics that are gone are left out."""
    assert member.classic is not None, f"{member.member_id} is of the consumer protocol"
    topics = [(name, indexes) for topic_id, indexes in partitions.items() if (name := name_of(topic_id)) is not None]
    return write_assignment(topics, member.classic.protocols[0][1])
