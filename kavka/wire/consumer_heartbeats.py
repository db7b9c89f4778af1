"""What a member of a group of the consumer protocol says in its heartbeats (KIP-848). Sans I/O.

    joins, or a response was lost   everything: instance, rebalance timeout, subscription, assignor, what it owns
    else                            its epoch, and what is other than the coordinator has heard
    leaves                          epoch −1, or −2 of a static member that may come back

What is null has not changed. A coordinator that assigns something waits to hear what is owned afterwards, be it what it
had heard before (`owe`). Not here: what the responses mean (`consumer_membership`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from kavka.protocol.messages import ConsumerGroupHeartbeatRequest

JOIN_EPOCH: Final = 0
LEAVE_EPOCH: Final = -1
AWAY_EPOCH: Final = -2
"""Of a static member that leaves for a while (KIP-345): its partitions wait for its next life."""

NO_REGEX: Final = ""
"""Says that there is none any more."""

TopicIdPartition = tuple[bytes, int]
Owned = frozenset[TopicIdPartition]

NOTHING: Final[Owned] = frozenset()


class MemberIdentity(NamedTuple):
    """What of a member never changes."""

    group_id: str
    member_id: str
    """The client makes it, for all of its lives."""
    group_instance_id: str | None
    rebalance_timeout_ms: int
    remote_assignor: str | None
    """The coordinator's assignor that it asks for; None: the group's."""


class Subscription(NamedTuple):
    """Topics by name, and those that a regular expression of RE2's syntax matches."""

    topics: tuple[str, ...] = ()
    regex: str = NO_REGEX


class SentHeartbeat(NamedTuple):
    """A heartbeat that is sent.

    Attributes:
        attempt: The life of the member that it is of.
        owned: What it says of partitions; None: nothing.
    """

    message: ConsumerGroupHeartbeatRequest
    attempt: int
    subscription: Subscription
    owned: Owned | None


class ConsumerHeartbeats:
    """The heartbeats of one member, and what the coordinator has heard.

    Attributes:
        subscription: What it subscribes to now.
    """

    __slots__ = ("_heard", "_heard_owned", "_identity", "subscription")

    def __init__(self, identity: MemberIdentity) -> None:
        self.subscription = Subscription()
        self._identity = identity
        self._heard: Subscription | None = None  # None: nothing at all
        self._heard_owned: Owned | None = None

    def forget(self) -> None:
        """Forgets what the coordinator has heard: the next heartbeat says everything."""
        self._heard = self._heard_owned = None

    def owe(self) -> None:
        """Has the next heartbeat say what is owned, changed or not."""
        self._heard_owned = None

    def heard(self, heartbeat: SentHeartbeat) -> None:
        """Notes that the coordinator has responded to a heartbeat."""
        self._heard = heartbeat.subscription
        if heartbeat.owned is not None:
            self._heard_owned = heartbeat.owned

    def has_heard(self, owned: Owned) -> bool:
        """Tells whether the coordinator knows that this is owned."""
        return self._heard_owned == owned

    def next(self, epoch: int, owned: Owned, *, attempt: int) -> SentHeartbeat:
        """Returns the next heartbeat.

        Args:
            epoch: The member's, or `JOIN_EPOCH`.
            owned: The partitions that it owns.
            attempt: Of its life.
        """
        wanted, heard = self.subscription, self._heard
        message = self._message(epoch)
        if heard is None:
            message.rebalance_timeout_ms = self._identity.rebalance_timeout_ms
            message.server_assignor = self._identity.remote_assignor
        if heard is None or wanted.topics != heard.topics:
            message.subscribed_topic_names = list(wanted.topics)
        if wanted.regex != (NO_REGEX if heard is None else heard.regex):
            message.subscribed_topic_regex = wanted.regex
        said = owned if heard is None or not self.has_heard(owned) else None
        if said is not None:
            message.topic_partitions = _by_topic(said)
        return SentHeartbeat(message, attempt, wanted, said)

    def last(self) -> ConsumerGroupHeartbeatRequest:
        """Returns the heartbeat by which a member leaves, a static one for a while."""
        return self._message(LEAVE_EPOCH if self._identity.group_instance_id is None else AWAY_EPOCH)

    def _message(self, epoch: int) -> ConsumerGroupHeartbeatRequest:
        identity = self._identity
        return ConsumerGroupHeartbeatRequest(
            group_id=identity.group_id,
            member_id=identity.member_id,
            member_epoch=epoch,
            instance_id=identity.group_instance_id,
        )


def _by_topic(owned: Iterable[TopicIdPartition]) -> list[ConsumerGroupHeartbeatRequest.TopicPartitions]:
    topics: dict[bytes, list[int]] = {}
    for topic_id, index in sorted(owned):
        topics.setdefault(topic_id, []).append(index)
    return [ConsumerGroupHeartbeatRequest.TopicPartitions(topic_id, indexes) for topic_id, indexes in topics.items()]
