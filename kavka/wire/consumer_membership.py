"""One member's place in a group of the consumer protocol (KIP-848): its epoch, what it owns and is to own. Sans I/O.

    subscribe ─▶ poll: request_join ─▶ JOINING, epoch 0 ─response─▶ an epoch, and a target by topic ids
    named ─▶ the target by names, for the next poll to take:
        gave_up(what is left) ─▶ said at once, so that others may have it ─┐
        took(all of it)       ─▶ said at once ─────────────────────────────┴▶ response ─▶ STABLE
    FENCED_MEMBER_EPOCH, UNKNOWN_MEMBER_ID ─▶ OUTSIDE: is_lost, for the next poll to notify of; then epoch 0 again

The coordinator gives out nothing that another member may own, so what is given up must be said, and what comes can be
taken at once. A topic that was made anew has another id: what is owned of the former one is given up first, then the
same names are taken once more.

Sans I/O: who sends heartbeats, and when, is the driver's (`client.epoch_member`). The responses of a former life of
the member change nothing: each heartbeat carries the `attempt` that it is of. Kafka's `ConsumerMembershipManager`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kavka.common.types import TopicPartition
from kavka.protocol.messages import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse
from kavka.wire.consumer_heartbeats import (
    JOIN_EPOCH,
    NOTHING,
    ConsumerHeartbeats,
    MemberIdentity,
    Owned,
    SentHeartbeat,
    Subscription,
)
from kavka.wire.consumer_membership_states import CONSUMER_MEMBER_TRANSITIONS, MEMBER_PHASES, ConsumerPhase
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.kept_failure import KeptFailure
from kavka.wire.member_reactions import Reaction, reaction_to_commit
from kavka.wire.membership import NO_GENERATION


class ConsumerMembershipCore:
    """A member's state.

    Args:
        identity: What of it never changes.
        tell: Called when the next poll has something to do about the group.

    Attributes:
        phase: Where the member stands.
        member_id: The client's own.
        attempt: Another number with every life of the member.
        is_rejoin_wanted: Whether the next poll has to request to join.
        is_lost: Whether the group went on without it since; the user is notified, then `acknowledge_loss` is called.
        unnamed: Ids of assigned topics whose names have to be looked up.
    """

    def __init__(self, identity: MemberIdentity, *, tell: Callable[[], None]) -> None:
        self.phase = ConsumerPhase.OUTSIDE
        self.attempt = 0
        self.is_rejoin_wanted = False
        self.is_lost = False
        self.unnamed: frozenset[bytes] = frozenset()
        self.member_id = identity.member_id
        self._identity = identity
        self._tell = tell
        self._heartbeats = ConsumerHeartbeats(identity)
        self._epoch = NO_GENERATION
        self._is_due = False
        self._owned: Owned = NOTHING
        self._target: Owned = NOTHING
        self._names: dict[bytes, str] = {}
        self._assigned: list[TopicPartition] | None = None
        self._failure = KeptFailure()
        self._joined_as = self.metadata()
        # Invariant: only a MEMBER owns, has a target or an assignment that nobody took; only OUTSIDE is_lost.

    @property
    def is_member(self) -> bool:
        """Tells whether it has a place, and may commit."""
        return self.phase in MEMBER_PHASES

    def metadata(self) -> GroupMetadata:
        """Returns the membership that a commit carries, with its epoch; lost, it has none."""
        identity = self._identity
        return GroupMetadata(identity.group_id, self._epoch, self.member_id, identity.group_instance_id)

    def metadata_joined(self) -> GroupMetadata:
        """Returns the membership of the last epoch, lost or not; see `MembershipCore.metadata_joined`."""
        return self._joined_as

    # ---------------------------------------------------------------- for poll

    @property
    def has_news(self) -> bool:
        """Tells whether the next poll has something to do about the group."""
        return self.is_lost or self.is_rejoin_wanted or self._assigned is not None or self._failure.is_there

    def subscribe(self, subscription: Subscription) -> None:
        """Sets the subscription; a member says so at once, anybody else joins with the next poll."""
        self._heartbeats.subscription = subscription
        self._is_due = True
        self.is_rejoin_wanted = self.phase is ConsumerPhase.OUTSIDE

    def topics(self) -> frozenset[str]:
        """Returns the topics subscribed by name, and those of which an expression has brought partitions."""
        subscription = self._heartbeats.subscription
        if not subscription.regex:
            return frozenset(subscription.topics)
        return frozenset(self._names[topic_id] for topic_id, _ in self._target if topic_id in self._names)

    def request_join(self) -> None:
        """Begins to join; the user has given up everything before."""
        self._begin_life(ConsumerPhase.JOINING)
        self.is_rejoin_wanted = False

    def take_assignment(self) -> list[TopicPartition] | None:
        """Takes the assignment, where it is other than what is owned; None when it was taken already."""
        assigned, self._assigned = self._assigned, None
        return assigned

    def put_back(self, assigned: list[TopicPartition]) -> None:
        """Puts back an assignment that could not be applied; the next poll tries what is assigned then."""
        del assigned
        self._offer()

    def gave_up(self, left: Iterable[TopicPartition]) -> None:
        """Notes what is owned after a revocation, for the next heartbeat, due now."""
        self._own(left)

    def took(self, owned: Iterable[TopicPartition]) -> None:
        """Notes that an assignment was applied.

        Args:
            owned: All that is owned now.
        """
        self._own(owned)

    def still_assigned(self, partitions: Iterable[TopicPartition], attempt: int) -> list[TopicPartition]:
        """Returns those of some partitions that may be taken still, after a wait.

        Args:
            partitions: Of an assignment that was taken.
            attempt: That of then.
        """
        offered = self._offered() if attempt == self.attempt else frozenset()
        return [tp for tp in partitions if tp in offered]

    def acknowledge_loss(self) -> None:
        """Acknowledges the loss of the partitions after the user was notified, and asks to rejoin."""
        self.is_lost = False
        self.is_rejoin_wanted = True

    def raise_failure(self) -> None:
        """Raises a failure that the user must handle; see `kept_failure`.

        Raises:
            KafkaError, ClientError.
        """
        self._failure.raise_it()

    def refused(self, code: int, epoch: int) -> None:
        """Handles a refused commit of an epoch: the group may have gone on."""
        reaction = reaction_to_commit(code)
        if self.is_member and epoch == self._epoch and reaction in (Reaction.LOSE_GENERATION, Reaction.LOSE_MEMBER):
            self.lose()

    # ---------------------------------------------------------------- for who speaks to the coordinator

    @property
    def is_urgent(self) -> bool:
        """Tells whether a heartbeat is due now, whenever the next one would be."""
        return self.phase is ConsumerPhase.JOINING or (self.is_member and self._is_due)

    def heartbeat(self) -> SentHeartbeat:
        """Returns the heartbeat to send, and how its response is to be brought back."""
        self._is_due = False
        epoch = JOIN_EPOCH if self.phase is ConsumerPhase.JOINING else self._epoch
        return self._heartbeats.next(epoch, self._owned, attempt=self.attempt)

    def heard(self, heartbeat: SentHeartbeat, response: ConsumerGroupHeartbeatResponse) -> None:
        """Takes in the response to a heartbeat, without an error."""
        if heartbeat.attempt != self.attempt:
            return
        self._heartbeats.heard(heartbeat)
        self._epoch = response.member_epoch
        self._joined_as = self.metadata()
        assignment = response.assignment
        if assignment is not None:
            self._target = frozenset((t.topic_id, index) for t in assignment.topic_partitions for index in t.partitions)
            if heartbeat.owned != self._target:
                self._heartbeats.owe()
            self.named({})
        self._settle()

    def unheard(self, heartbeat: SentHeartbeat) -> None:
        """Notes a heartbeat without a response, or refused: the next one says everything."""
        if heartbeat.attempt == self.attempt:
            self._heartbeats.forget()
            self._is_due = True

    def named(self, names: Mapping[bytes, str]) -> None:
        """Takes the names of topics; what is assigned of those is the next poll's to take."""
        ids = {topic_id for topic_id, _ in self._target | self._owned}
        known = {**self._names, **names}
        self._names = {topic_id: known[topic_id] for topic_id in ids if topic_id in known}
        self.unnamed = frozenset(ids - self._names.keys())
        self._offer()

    def lose(self, reaction: Reaction = Reaction.LOSE_GENERATION) -> None:
        """Leaves the group: it went on without this member, which joins again with epoch 0."""
        del reaction  # of all lives the member id is the same
        self._begin_life(ConsumerPhase.OUTSIDE)
        self.is_lost = True
        self._tell()

    def fail(self, error: BaseException) -> None:
        """Leaves the group for a reason that no retry mends, which the next poll raises."""
        self._failure.keep(error)
        self.lose()

    def farewell(self) -> ConsumerGroupHeartbeatRequest:
        """Returns the heartbeat that leaves the group."""
        return self._heartbeats.last()

    def leave(self) -> None:
        """Leaves the group of one's own accord; nothing is left for a poll to do."""
        if self.phase is not ConsumerPhase.OUTSIDE:
            self._begin_life(ConsumerPhase.OUTSIDE)
        self.is_lost = self.is_rejoin_wanted = False

    # ---------------------------------------------------------------- inside

    def _begin_life(self, phase: ConsumerPhase) -> None:
        self._enter(phase)
        self.attempt += 1
        self._heartbeats.forget()
        self._epoch = NO_GENERATION
        self._owned = self._target = NOTHING
        self._names, self.unnamed = {}, frozenset()
        self._assigned = None

    def _own(self, partitions: Iterable[TopicPartition]) -> None:
        if not self.is_member:
            return
        before = {TopicPartition(self._names[topic_id], index): topic_id for topic_id, index in self._owned}
        assigned = {name: topic_id for topic_id, _ in self._target if (name := self._names.get(topic_id)) is not None}
        self._owned = frozenset((before.get(tp) or assigned[tp.topic], tp.partition) for tp in partitions)
        self._is_due = True
        self.named({})
        self._settle()

    def _offered(self) -> frozenset[TopicPartition]:
        """Returns what of the target can be owned now, by names."""
        owned = {self._names[topic_id]: topic_id for topic_id, _ in self._owned}
        return frozenset(
            TopicPartition(name, index)
            for topic_id, index in self._target
            if (name := self._names.get(topic_id)) is not None and owned.get(name, topic_id) == topic_id
        )

    def _offer(self) -> None:
        """Has the next poll take the target, as far as it can be and is not what is owned."""
        offered = self._offered()
        is_news = offered != {TopicPartition(self._names[topic_id], index) for topic_id, index in self._owned}
        self._assigned = sorted(offered) if is_news else None
        if is_news:
            self._tell()

    def _settle(self) -> None:
        """Enters the phase that follows from what is owned, assigned and said."""
        if self._owned != self._target:
            self._enter(ConsumerPhase.RECONCILING)
        elif self._heartbeats.has_heard(self._owned):
            self._enter(ConsumerPhase.STABLE)
        else:
            self._is_due = True
            self._enter(ConsumerPhase.ACKNOWLEDGING)

    def _enter(self, phase: ConsumerPhase) -> None:
        CONSUMER_MEMBER_TRANSITIONS.check(self.phase, phase, subject=self.member_id)
        self.phase = phase
