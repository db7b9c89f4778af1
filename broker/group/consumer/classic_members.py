"""Members of the classic protocol in a consumer group (KIP-848): what their requests do, and what they hear. No I/O.

    JoinGroup   what it says and owns ─▶ the next epoch ─▶ a step towards the target: the generation is its member epoch
    SyncGroup   what it may have now
    Heartbeat   REBALANCE_IN_PROGRESS: join again, when the group is in a later epoch · it is to give partitions up ·
                what it waited for is free
    LeaveGroup  its partitions are free

No member of the classic protocol leads here, and none waits for another one: whoever joins is answered at once. It says
in JoinGroup which partitions it owns: none where it rebalances eagerly, so that it has given up whatever it was to; the
present ones where it does so cooperatively, and joins again when it has given up what SyncGroup left out.

Kafka's `GroupMetadataManager.classicGroup…ToConsumerGroup`. Not here: who goes over to which protocol (`migration`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kavka.broker.group.consumer import heartbeats
from kavka.broker.group.consumer.assignment import Assignment, assignment_of, each_partition, without
from kavka.broker.group.consumer.member import ClassicProtocol, ConsumerMember, Subscription
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.consumer.topics import Topics, find_topics
from kavka.broker.group.consumer_payloads import read_subscription
from kavka.broker.group.group_metadata import CONSUMER_PROTOCOL_TYPE
from kavka.broker.group.member import NO_MEMBER
from kavka.protocol.errors import (
    DecodeError,
    GroupMaxSizeReached,
    IllegalGeneration,
    InconsistentGroupProtocol,
    RebalanceInProgress,
    UnknownMemberId,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.consumer.heartbeats import Limits
    from kavka.broker.group.member import JoinRequest, MemberName
    from kavka.protocol.messages import ConsumerProtocolSubscription
    from kavka.timer.moments import MonotonicMs


# ---- joining --------------------------------------------------------------------------------------------------------


def check_join(group: ConsumerGroupMetadata, request: JoinRequest, limits: Limits) -> None:
    """Checks whether a member of the classic protocol may join.

    Raises:
        GroupMaxSizeReached, InconsistentGroupProtocol: it may not.
    """
    if request.member_id not in group.members and len(group.members) >= limits.size_max:
        raise GroupMaxSizeReached(f"the group has {len(group.members)} members, as many as it may")
    common = group.common_protocols()
    names = {name for name, _ in request.protocols}
    if request.protocol_type != CONSUMER_PROTOCOL_TYPE or not names or (common is not None and not names & common):
        raise InconsistentGroupProtocol("the member has no protocol in common with the others")


def join(
    group: ConsumerGroupMetadata, request: JoinRequest, topics: Topics, limits: Limits, now_ms: MonotonicMs
) -> ConsumerMember:
    """Carries out a join, and returns its member.

    Args:
        group: the member's.
        request: checked already; whoever joins has an id.
        topics: the cluster's.
        limits: that hold for the group.
        now_ms: monotonic.

    Raises:
        KafkaError: the member is refused; the group is as it was.
    """
    try:
        said = read_subscription(request.protocols[0][1])
    except DecodeError as error:
        raise InconsistentGroupProtocol(f"the member's subscription cannot be read: {error}") from None
    member, is_changed = _take_in(group, request, said)
    if is_changed or group.topics_version != topics.version:
        is_changed |= look_at_names(group, topics)
        if is_changed:
            group.begin_epoch()
    heartbeats.advance(group, member, owned_by(said, topics), limits.assignors[0], now_ms)
    return member


def _take_in(
    group: ConsumerGroupMetadata, request: JoinRequest, said: ConsumerProtocolSubscription
) -> tuple[ConsumerMember, bool]:
    """Takes in what a join says; returns its member, and whether its topics are others now."""
    member = group.members.get(request.member_id)
    if request.group_instance_id is not None:
        former = group.static_member(request.group_instance_id)
        if former is not None and former is not member:
            member = group.replace_static(former, request.member_id)
    if member is None:
        subscription = Subscription(instance_id=request.group_instance_id)
        member = ConsumerMember(request.member_id, subscription_of(subscription, request, said))
        group.add(member)
        return member, True
    return member, group.subscribe(member, subscription_of(member.subscription, request, said))


def check_static(group: ConsumerGroupMetadata, request: JoinRequest) -> None:
    """Checks that a static member that names its id is the present life of it.

    Raises:
        UnknownMemberId, FencedInstanceId: it is not.
    """
    if request.group_instance_id is not None and request.member_id != NO_MEMBER:
        group.known_by(request.member_id, request.group_instance_id)


def subscription_of(former: Subscription, request: JoinRequest, said: ConsumerProtocolSubscription) -> Subscription:
    """Makes the subscription of a member of the classic protocol."""
    return replace(
        former,
        rack_id=said.rack_id or former.rack_id,
        client_id=request.client_id,
        client_host=request.client_host,
        topics=tuple(sorted(set(said.topics))),
        regex=None,
        rebalance_timeout_ms=request.rebalance_timeout_ms,
        classic=ClassicProtocol(request.session_timeout_ms, tuple(request.protocols)),
    )


def owned_by(said: ConsumerProtocolSubscription, topics: Topics) -> Assignment:
    """Finds the partitions that a subscription says its member owns, of topics that exist."""
    return named(((part.topic, part.partitions) for part in said.owned_partitions), topics)


def named(parts: Iterable[tuple[str, Iterable[int]]], topics: Topics) -> Assignment:
    """Finds partitions by the names of their topics; those that do not exist are left out."""
    found = ((topics.find(name), partitions) for name, partitions in parts)
    return assignment_of(
        (info.topic_id, [index for index in partitions if 0 <= index < info.partition_count])
        for info, partitions in found
        if info is not None
    )


def look_at_names(group: ConsumerGroupMetadata, topics: Topics) -> bool:
    """Looks at the topics of the members' subscriptions; True where they have changed.

    What expressions match is looked at again by a heartbeat of the consumer protocol, for its sender's eyes.
    """
    regexes = {member.subscription.regex for member in group.members.values()}
    group.set_regexes({regex: matched for regex, matched in group.regexes.items() if regex in regexes})
    return group.set_topics(find_topics(topics, group.subscribed_names()), -1 if group.regexes else topics.version)


# ---- the others -----------------------------------------------------------------------------------------------------


def find(group: ConsumerGroupMetadata, name: MemberName, generation_id: int) -> ConsumerMember:
    """Finds the member of the classic protocol that a request names, in its present generation.

    Raises:
        UnknownMemberId, FencedInstanceId, IllegalGeneration: it is none.
    """
    member = group.known_by(name.member_id, name.group_instance_id)
    if member.classic is None:
        raise UnknownMemberId(f"member {member.member_id} is one of the consumer protocol")
    if generation_id != member.epoch:
        raise IllegalGeneration(f"member {member.member_id} is in generation {member.epoch}, not {generation_id}")
    return member


def find_leaving(group: ConsumerGroupMetadata, name: MemberName) -> ConsumerMember:
    """Finds a member that leaves, or a static one that an administrator removes.

    Raises:
        UnknownMemberId, FencedInstanceId: it is none.
    """
    if name.group_instance_id is not None and name.member_id == NO_MEMBER:
        member = group.static_member(name.group_instance_id)
        if member is None:
            raise UnknownMemberId(f"there is no member of instance id {name.group_instance_id!r}")
        return member
    return group.known_by(name.member_id, name.group_instance_id)


def check_sync(
    group: ConsumerGroupMetadata, member: ConsumerMember, *, protocol_type: str | None, protocol_name: str | None
) -> None:
    """Checks whether a member may have its assignment now.

    Raises:
        InconsistentGroupProtocol: it means another protocol than it was told.
        RebalanceInProgress: it has to join again.
    """
    if protocol_type not in (None, CONSUMER_PROTOCOL_TYPE) or protocol_name not in (None, protocol_of(member)):
        raise InconsistentGroupProtocol(f"the protocol is {protocol_of(member)} of type {CONSUMER_PROTOCOL_TYPE}")
    # Who is to give partitions up has joined again, and joins once more when it has.
    if group.epoch > member.epoch and member.state is not MemberState.UNREVOKED_PARTITIONS:
        raise RebalanceInProgress(f"the group is in epoch {group.epoch}, member {member.member_id} in {member.epoch}")


def protocol_of(member: ConsumerMember) -> str:
    """Returns the protocol that a member of the classic protocol is told: the one that it likes best."""
    assert member.classic is not None, f"{member.member_id} is of the consumer protocol"
    return member.classic.protocols[0][0]


def has_to_join(group: ConsumerGroupMetadata, member: ConsumerMember) -> bool:
    """Tells whether a member has to join again."""
    if member.epoch < group.epoch or member.state is MemberState.UNREVOKED_PARTITIONS:
        return True
    if member.state is not MemberState.UNRELEASED_PARTITIONS:
        return False
    wanted = without(group.target_of(member.member_id), member.assigned)
    return all(group.is_free(topic_id, index) for topic_id, index in each_partition(wanted))


def notice_topics(group: ConsumerGroupMetadata, topics: Topics) -> None:
    """Begins an epoch where topics have changed, in a group without heartbeats that do that."""
    if group.is_all_classic and group.topics_version != topics.version and look_at_names(group, topics):
        group.begin_epoch()
