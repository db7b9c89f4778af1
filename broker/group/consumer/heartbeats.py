"""What a heartbeat does to its consumer group (KIP-848), and what it hears. No I/O: time is an argument.

    epoch 0    join: a new member, one that begins again, or a static member's next life
    epoch > 0  a member: in its own epoch, or in the one before, where the last response was lost
    epoch −1   leave          epoch −2   a static member leaves for a while

    1. what it says of itself; where it wants other topics, or topics have changed: the next group epoch
    2. a group epoch beyond the target's: another target is computed (`targets`)
    3. a step towards the target (`reconciliation`)
    response: the member's epoch; its partitions, where they have changed or it has asked for all of it

Who is refused:  FENCED_MEMBER_EPOCH      another epoch: it gives up all partitions and joins again
                 UNKNOWN_MEMBER_ID        it was fenced, or never was a member: the same
                 UNRELEASED_INSTANCE_ID   another life of the static member has not left (one of the classic protocol
                                          never says so, and is replaced)
                 FENCED_INSTANCE_ID       another life of the static member has come
                 GROUP_MAX_SIZE_REACHED, UNSUPPORTED_ASSIGNOR, INVALID_REGULAR_EXPRESSION, INVALID_REQUEST

Kafka's `GroupMetadataManager`, whose order of checks decides which error is seen first. Not here: the group's name and
who coordinates it, records, timers (`coordinator`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer import targets
from kavka.broker.group.consumer.assignment import Assignment, has_all
from kavka.broker.group.consumer.member import AWAY, JOINING, ConsumerMember, Subscription
from kavka.broker.group.consumer.reconciliation import next_step
from kavka.broker.group.consumer.topics import Topics, find_topics
from kavka.protocol.errors import (
    FencedMemberEpoch,
    InvalidRegularExpression,
    InvalidRequest,
    UnsupportedAssignor,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.timer.moments import MonotonicMs


class Heartbeat(NamedTuple):
    """A heartbeat. What is None has not changed since the last one.

    Attributes:
        member_id: "" where the coordinator is to give one (version 0).
        rebalance_timeout_ms: −1: it has not changed.
        owned: the partitions that the member has now.
    """

    group_id: str
    member_id: str
    member_epoch: int
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    topics: Sequence[str] | None = None
    regex: str | None = None
    server_assignor: str | None = None
    owned: Assignment | None = None
    client_id: str = ""
    client_host: str = ""

    @property
    def is_full(self) -> bool:
        """Tells whether the member says everything, as it does when it has lost a response: it wants to hear all."""
        return self.member_epoch == JOINING or (
            self.rebalance_timeout_ms != -1
            and (self.topics is not None or self.regex is not None)
            and self.owned is not None
        )


class Limits(NamedTuple):
    """What holds for a group.

    Attributes:
        assignors: those that members may choose; the first one is the default.
    """

    assignors: Sequence[str]
    size_max: int


class Heard(NamedTuple):
    """What a member hears, before it is said how often it is to be heard.

    Attributes:
        assignment: None: as it was.
    """

    member_id: str
    member_epoch: int
    assignment: Assignment | None = None


def check(request: Heartbeat, limits: Limits) -> None:
    """Checks what can be told without the group.

    Raises:
        InvalidRequest, UnsupportedAssignor: it can be no heartbeat.
    """
    for name, value in (("instance", request.instance_id), ("rack", request.rack_id)):
        if value is not None and not value.strip():
            raise InvalidRequest(f"the {name} id is empty")
    epoch = request.member_epoch
    if epoch < AWAY:
        raise InvalidRequest(f"there is no member epoch {epoch}")
    if epoch == AWAY and request.instance_id is None:
        raise InvalidRequest("only static members leave for a while")
    if epoch != JOINING and not request.member_id:
        raise InvalidRequest("a member has an id")
    if epoch == JOINING:
        _check_join(request)
    if request.server_assignor is not None and request.server_assignor not in limits.assignors:
        raise UnsupportedAssignor(
            f"there is no assignor {request.server_assignor!r}: there are {', '.join(limits.assignors)}"
        )


def _check_join(request: Heartbeat) -> None:
    if request.rebalance_timeout_ms < 0:
        raise InvalidRequest("who joins says its rebalance timeout")
    if request.owned is None or request.owned:
        raise InvalidRequest("who joins says that it owns no partitions")
    if request.topics is None and request.regex is None:
        raise InvalidRequest("who joins says what it subscribes to")


def leaving(group: ConsumerGroupMetadata, request: Heartbeat) -> tuple[ConsumerMember, Heard]:
    """Finds the member that leaves, and what it hears then.

    Raises:
        UnknownMemberId, FencedInstanceId: it is no member.
    """
    member = group.known_by(request.member_id, request.instance_id)
    return member, Heard(member.member_id, request.member_epoch)


def leave(group: ConsumerGroupMetadata, request: Heartbeat, topics: Topics) -> Heard:
    """Removes a member that leaves, or notes that a static one is away.

    Raises:
        UnknownMemberId, FencedInstanceId: it is no member.
    """
    member, heard = leaving(group, request)
    if request.member_epoch == AWAY:
        group.go_away(member)
    else:
        fence(group, member, topics)
    return heard


def fence(group: ConsumerGroupMetadata, member: ConsumerMember, topics: Topics | None) -> None:
    """Removes a member; its partitions are free, and the others get them with the next target.

    Args:
        group: the member's.
        member: who has left, or was not heard of in time.
        topics: the cluster's; None: the next heartbeat looks at them.
    """
    fence_all(group, [member], topics)


def fence_all(group: ConsumerGroupMetadata, members: Iterable[ConsumerMember], topics: Topics | None) -> None:
    """Removes members, as `fence` does one; the group begins one epoch."""
    for member in members:
        group.remove(member)
    if topics is None:
        group.topics_version = -1
    else:
        look_at_topics(group, topics)
    group.begin_epoch()


def beat(
    group: ConsumerGroupMetadata, request: Heartbeat, topics: Topics, limits: Limits, now_ms: MonotonicMs
) -> Heard:
    """Carries out a heartbeat of a member, or of one that joins.

    Args:
        group: the member's.
        request: checked already; whoever joins has an id.
        topics: the cluster's.
        limits: that hold for the group.
        now_ms: monotonic.

    Raises:
        KafkaError: the member is refused; the group is as it was.
    """
    if request.regex:
        topics.matching(request.regex)  # refused before anything changes
    known = _member(group, request, limits)
    member, is_changed = _take_in(group, known, request)
    before = member.assigned
    if is_changed or group.topics_version != topics.version:
        is_changed |= look_at_topics(group, topics)
        if is_changed:
            group.begin_epoch()
    advance(group, member, request.owned, limits.assignors[0], now_ms)
    tells_all = request.is_full or member.assigned != before
    return Heard(member.member_id, member.epoch, member.assigned if tells_all else None)


def advance(
    group: ConsumerGroupMetadata,
    member: ConsumerMember,
    owned: Assignment | None,
    default_assignor: str,
    now_ms: MonotonicMs,
) -> None:
    """Advances a member towards its target, which is computed if it is due.

    Args:
        group: the member's.
        member: who was heard of.
        owned: what it says that it owns; None: it does not say.
        default_assignor: who assigns where no member wants another one.
        now_ms: monotonic.
    """
    if targets.is_due(group, now_ms):
        targets.compute(group, default_assignor, now_ms)
    step = next_step(member, group.target_of(member.member_id), group.target_epoch, owned=owned, is_free=group.is_free)
    if step is not None and step != (member.state, member.epoch, member.assigned, member.revoking):
        group.take(member, step)


def look_at_topics(group: ConsumerGroupMetadata, topics: Topics) -> bool:
    """Looks at the topics of the members' subscriptions; True where they have changed."""
    regexes = {member.subscription.regex for member in group.members.values()}
    group.set_regexes({regex: _matched(topics, regex) for regex in sorted(filter(None, regexes))})
    return group.set_topics(find_topics(topics, group.subscribed_names()), topics.version)


def _matched(topics: Topics, regex: str) -> frozenset[str]:
    """Returns the topics that an expression matches; none where this broker cannot read what another one could."""
    try:
        return topics.matching(regex)
    except InvalidRegularExpression:
        return frozenset()


def _member(group: ConsumerGroupMetadata, request: Heartbeat, limits: Limits) -> ConsumerMember | None:
    """Finds the member that a heartbeat comes of; None: a new one."""
    if request.member_epoch != JOINING:
        member = group.known_by(request.member_id, request.instance_id)
        _check_epoch(member, request)
        return member
    return group.known_to_join(
        request.member_id,
        request.instance_id,
        is_released=lambda known: known.epoch == AWAY or known.classic is not None,
        size_max=limits.size_max,
    )


def _check_epoch(member: ConsumerMember, request: Heartbeat) -> None:
    epoch = request.member_epoch
    if epoch == member.epoch:
        return
    if epoch == member.previous_epoch and request.owned is not None and has_all(member.assigned, request.owned):
        return  # the response that said the next epoch was lost
    raise FencedMemberEpoch(
        f"member {member.member_id} is in epoch {member.epoch}, not {epoch}: it gives up its partitions and joins again"
    )


def _take_in(
    group: ConsumerGroupMetadata, known: ConsumerMember | None, request: Heartbeat
) -> tuple[ConsumerMember, bool]:
    """Takes in what a heartbeat says of its member; returns that, and whether its topics are others now."""
    if known is None:
        member = ConsumerMember(request.member_id, _updated(Subscription(instance_id=request.instance_id), request))
        group.add(member)
        return member, True
    if request.member_epoch == JOINING:
        if known.member_id != request.member_id:
            known = group.replace_static(known, request.member_id)
        elif known.epoch == AWAY:
            known = group.replace_static(known, known.member_id)
        else:
            group.begin_again(known)
    return known, group.subscribe(known, _updated(known.subscription, request))


def _updated(subscription: Subscription, request: Heartbeat) -> Subscription:
    topics = subscription.topics if request.topics is None else tuple(sorted(set(request.topics)))
    timeout_ms = request.rebalance_timeout_ms
    return replace(
        subscription,
        rack_id=subscription.rack_id if request.rack_id is None else request.rack_id,
        client_id=request.client_id,
        client_host=request.client_host,
        topics=topics,
        regex=subscription.regex if request.regex is None else request.regex,
        rebalance_timeout_ms=subscription.rebalance_timeout_ms if timeout_ms < 0 else timeout_ms,
        server_assignor=subscription.server_assignor if request.server_assignor is None else request.server_assignor,
        classic=None,
    )
