"""What a heartbeat does to its share group (KIP-932), and what the member hears. No I/O: time is an argument.

    epoch 0    join: a new member, or one that begins again
    epoch > 0  a member: in its own epoch, or in the one before, where the last response was lost
    epoch −1   leave

    1. what it says of itself; topics that nobody wanted before are to be begun
    2. it wants other topics, or other partitions may be assigned: the next group epoch
    3. a group epoch beyond the target's: another target is computed
    4. it takes over its target
    response: the member's epoch; its partitions, where they have changed or it has asked for all of it

Who is refused:  FENCED_MEMBER_EPOCH   another epoch: it joins again
                 UNKNOWN_MEMBER_ID     it was fenced, or never was a member: the same
                 GROUP_MAX_SIZE_REACHED, INVALID_REQUEST

Kafka's `GroupMetadataManager.shareGroupHeartbeat`. Not here: records, timers, the persister (`coordinator`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.heartbeats import Heard
from kavka.broker.group.consumer.member import JOINING, LEAVING
from kavka.broker.group.consumer.targets import INTERVAL_ITEMS_PER_MS, SMALL_GROUP_ITEMS
from kavka.broker.group.consumer.topics import Topics, find_topics
from kavka.broker.group.share.member import ShareMember, ShareSubscription
from kavka.broker.group.share.simple_assignor import ShareMemberSpec, assign_simply
from kavka.protocol.errors import FencedMemberEpoch, InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
    from kavka.timer.moments import MonotonicMs


class ShareHeartbeat(NamedTuple):
    """A heartbeat. What is None has not changed since the last one."""

    group_id: str
    member_id: str
    member_epoch: int
    rack_id: str | None = None
    topics: Sequence[str] | None = None
    client_id: str = ""
    client_host: str = ""


def check(request: ShareHeartbeat) -> None:
    """Checks what can be told without the group.

    Raises:
        InvalidRequest: it can be no heartbeat.
    """
    for name, value in (("member", request.member_id), ("group", request.group_id), ("rack", request.rack_id)):
        if value is not None and not value.strip():
            raise InvalidRequest(f"the {name} id is empty")
    if request.member_epoch < LEAVING:
        raise InvalidRequest(f"there is no member epoch {request.member_epoch}")
    if request.member_epoch == JOINING and not request.topics:
        raise InvalidRequest("who joins says what it subscribes to")


def leave(group: ShareGroupMetadata, request: ShareHeartbeat) -> Heard:
    """Removes a member that leaves.

    Raises:
        UnknownMemberId: it is no member.
    """
    fence(group, group.known(request.member_id))
    return Heard(request.member_id, request.member_epoch)


def fence(group: ShareGroupMetadata, member: ShareMember) -> None:
    """Removes a member that has left, or was not heard of in time; the others get its share with the next target."""
    group.remove(member)
    group.begin_epoch()


def beat(
    group: ShareGroupMetadata, request: ShareHeartbeat, topics: Topics, size_max: int, now_ms: MonotonicMs
) -> Heard:
    """Carries out a heartbeat of a member, or of one that joins.

    Args:
        group: the member's.
        request: checked already.
        topics: the cluster's.
        size_max: how many members the group may have.
        now_ms: monotonic.

    Raises:
        KafkaError: the member is refused; the group is as it was.
    """
    known = _member(group, request, size_max)
    member, is_changed = _take_in(group, known, request)
    before = member.assigned
    is_known = topics.version > 0  # or the controller has not told this broker of any topic yet
    if is_known and (is_changed or group.seen != (topics.version, group.partitions.version)):
        is_changed |= _look(group, topics)
    if is_changed:
        group.begin_epoch()
    if is_known:
        _assign(group, now_ms)
        group.take(member)
    tells_all = request.member_epoch == JOINING or request.topics is not None or member.assigned != before
    return Heard(member.member_id, member.epoch, member.assigned if tells_all else None)


def _look(group: ShareGroupMetadata, topics: Topics) -> bool:
    """Looks at the topics of the members' subscriptions; True where other partitions may be assigned now."""
    group.forget_replaced(topics)
    group.set_topics(find_topics(topics, group.subscribed_names()))
    group.seen = (topics.version, group.partitions.version)
    former = group.assigned_now() if group.assignable is None else group.assignable
    group.assignable = group.find_assignable()
    return group.assignable != former


def _assign(group: ShareGroupMetadata, now_ms: MonotonicMs) -> None:
    """Computes the target assignment of the present epoch, where that is due."""
    if not _is_due(group, now_ms):
        return
    specs = {
        name: ShareMemberSpec(group.wanted_by(other), group.target_of(name)) for name, other in group.members.items()
    }
    group.set_targets(assign_simply(specs, group.find_assignable()), now_ms)


def _is_due(group: ShareGroupMetadata, now_ms: MonotonicMs) -> bool:
    """Tells whether a new target is to be computed now: in a large group once for many changes (decision 0094)."""
    if group.epoch == group.target_epoch:
        return False
    items = len(group.members) + sum(topic.partition_count for topic in group.topics.values())
    if items <= SMALL_GROUP_ITEMS or group.assigned_ms is None:
        return True
    return now_ms - group.assigned_ms >= items // INTERVAL_ITEMS_PER_MS


def _member(group: ShareGroupMetadata, request: ShareHeartbeat, size_max: int) -> ShareMember | None:
    """Finds the member that a heartbeat comes of; None: a new one."""
    if request.member_epoch == JOINING:
        known = group.members.get(request.member_id)
        if known is None:
            group.check_room(size_max)
        return known
    member = group.known(request.member_id)
    if request.member_epoch not in (member.epoch, member.previous_epoch):
        raise FencedMemberEpoch(
            f"member {member.member_id} is in epoch {member.epoch}, not {request.member_epoch}: it joins again"
        )
    return member


def _take_in(group: ShareGroupMetadata, known: ShareMember | None, request: ShareHeartbeat) -> tuple[ShareMember, bool]:
    """Takes in what a heartbeat says of its member; returns that, and whether the group has to be assigned anew."""
    if known is None:
        member = ShareMember(request.member_id, _updated(ShareSubscription(), request))
        group.add(member)
        return member, True
    return known, group.subscribe(known, _updated(known.subscription, request))


def _updated(subscription: ShareSubscription, request: ShareHeartbeat) -> ShareSubscription:
    return replace(
        subscription,
        rack_id=subscription.rack_id if request.rack_id is None else request.rack_id,
        client_id=request.client_id,
        client_host=request.client_host,
        topics=subscription.topics if request.topics is None else tuple(sorted(set(request.topics))),
    )
