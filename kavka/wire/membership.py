"""One member's place in its consumer group: phases, what a poll has to do about them, and whose word is outdated.

    subscribe, a rebalance ──▶ is_rejoin_wanted ─┐
    poll: request_join ◀─────────────────────────┘      JOINING ──joined──▶ MEMBER: a share, for the next poll to take
    the group went on, or nothing goes on ──▶ OUTSIDE: is_lost, for the next poll to notify of and acknowledge

Sans I/O: who asks the coordinator, and when, is the driver's (`client.group_member`). A conversation that began before
the phase changed must not change it again: whoever starts one notes the `attempt` and brings it back with the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kavka.common.types import TopicPartition
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.kept_failure import KeptFailure
from kavka.wire.member_reactions import Reaction, reaction_to_commit
from kavka.wire.membership_states import MEMBER_TRANSITIONS, Phase

NO_GENERATION = -1


class MembershipCore:
    """A member's state.

    Args:
        group_id: Which group.
        group_instance_id: Of a static member (KIP-345); None: a dynamic one.
        tell: Called when the next poll has something to do about the group.

    Attributes:
        phase: Where the member stands.
        member_id: "" until the coordinator gave one.
        generation_id: −1 outside the group.
        owned: What it keeps while it joins.
        attempt: Another number with every change of phase, and with every new wish to join.
        is_rejoin_wanted: Whether the next poll has to prepare for a rebalance and request to join.
        is_lost: Whether the group went on without it since; the user is notified, then `acknowledge_loss` is called.
    """

    def __init__(self, group_id: str, group_instance_id: str | None, *, tell: Callable[[], None]) -> None:
        self.phase = Phase.OUTSIDE
        self.member_id = ""
        self.generation_id = NO_GENERATION
        self.owned: tuple[TopicPartition, ...] = ()
        self.attempt = 0
        self.is_rejoin_wanted = False
        self.is_lost = False
        self._group_id = group_id
        self._group_instance_id = group_instance_id
        self._tell = tell
        self._assigned: list[TopicPartition] | None = None
        self._failure = KeptFailure()
        self._joined_as = self.metadata()
        # Invariant: only a MEMBER has a share that nobody took, and only OUTSIDE is_lost.

    def metadata(self) -> GroupMetadata:
        """Returns the membership that a commit carries; lost, it has no generation."""
        return GroupMetadata(self._group_id, self.generation_id, self.member_id, self._group_instance_id)

    def metadata_joined(self) -> GroupMetadata:
        """Returns the membership of the last generation joined, lost or not.

        What a lost member has polled is fenced by it; without a generation a transaction's offsets are anybody's word,
        and the coordinator takes them from two members. Kafka's `groupMetadata` keeps it, too.
        """
        return self._joined_as

    @property
    def is_member(self) -> bool:
        """Tells whether it has a place in a generation, and may commit."""
        return self.phase is Phase.MEMBER

    # ---------------------------------------------------------------- for poll

    @property
    def has_news(self) -> bool:
        """Tells whether the next poll has something to do about the group."""
        return self.is_lost or self.is_rejoin_wanted or self._assigned is not None or self._failure.is_there

    def want_rejoin(self) -> None:
        """Asks for a rebalance, for which the next poll prepares."""
        self.is_rejoin_wanted = True

    def request_join(self, owned: Iterable[TopicPartition]) -> None:
        """Begins to join.

        The user has given up what has to be given up before.

        Args:
            owned: What it keeps meanwhile.
        """
        self._enter(Phase.JOINING)
        self.owned = tuple(sorted(owned))
        self.is_rejoin_wanted = False

    def take_assignment(self) -> list[TopicPartition] | None:
        """Takes the last rebalance's assignment; None when it was taken already."""
        assigned, self._assigned = self._assigned, None
        return assigned

    def put_back(self, assigned: list[TopicPartition]) -> None:
        """Puts back an assignment that could not be applied; the next poll tries again."""
        if self.phase is Phase.MEMBER:
            self._assigned = assigned

    def still_assigned(self, partitions: Iterable[TopicPartition], attempt: int) -> list[TopicPartition]:
        """Returns those of some partitions that may be taken still: of the same phase all, else none.

        Args:
            partitions: Of an assignment that was taken.
            attempt: That of then.
        """
        return list(partitions) if attempt == self.attempt else []

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

    def refused(self, code: int, generation_id: int) -> None:
        """Handles a refused commit of a generation: the group may have gone on."""
        reaction = reaction_to_commit(code)
        if self.phase is Phase.MEMBER and generation_id == self.generation_id:
            if reaction is Reaction.REJOIN:
                self.is_rejoin_wanted = True
            elif reaction in (Reaction.LOSE_GENERATION, Reaction.LOSE_MEMBER):
                self.lose(reaction)

    # ---------------------------------------------------------------- for those who speak to the coordinator

    def got_id(self, member_id: str) -> None:
        """Takes the member id that the coordinator gave."""
        self.member_id = member_id

    def joined(self, generation_id: int, assigned: list[TopicPartition]) -> None:
        """Becomes a member of a generation, with a share for the next poll to take."""
        self._enter(Phase.MEMBER)
        self.generation_id = generation_id
        self._joined_as = self.metadata()
        self._assigned = assigned
        self._tell()

    def must_rejoin(self) -> None:
        """Asks the next poll for a rebalance, and tells it."""
        self.is_rejoin_wanted = True
        self._tell()

    def lose(self, reaction: Reaction) -> None:
        """Leaves the generation: the group went on without this member.

        Args:
            reaction: LOSE_MEMBER: the coordinator has forgotten the member id, too.
        """
        if reaction is Reaction.LOSE_MEMBER:
            self.member_id = ""
        self._end()

    def fail(self, error: BaseException) -> None:
        """Leaves the generation for a reason that no retry mends, which the next poll raises."""
        self._failure.keep(error)
        self._end()

    def leave(self) -> None:
        """Leaves the group of one's own accord; nothing is left for a poll to do."""
        if self.phase is not Phase.OUTSIDE:
            self._enter(Phase.OUTSIDE)
        self.member_id, self.generation_id = "", NO_GENERATION
        self.is_lost = self.is_rejoin_wanted = False

    def _end(self) -> None:
        self._enter(Phase.OUTSIDE)
        self.generation_id = NO_GENERATION
        self.is_lost = True
        self._tell()

    def _enter(self, phase: Phase) -> None:
        MEMBER_TRANSITIONS.check(self.phase, phase, subject=self.member_id)
        self.phase = phase
        self._assigned = None
        self.attempt += 1
