"""One member's place in its share group: what its heartbeats say, and what follows from each response (KIP-932).

    subscribe ─▶ JOINING ── ShareGroupHeartbeat, epoch 0 ─▶ MEMBER: epoch, assigned, when the next is due
                    ▲                                          │
                    └── UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH ┘     no poll in time, refused for good ─▶ OUTSIDE

A member chooses its own id, and keeps it. A heartbeat says what has changed since the last that was answered. What is
assigned is where to look for records: nobody owns a partition, so nothing is revoked, and what was acquired before is
acknowledged all the same (`share_session`). Sans I/O: who asks the coordinator, and when, is the driver's
(`client.share_member`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import ShareGroupHeartbeatRequest, ShareGroupHeartbeatResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.acknowledgements import TopicIdPartition
from kavka.wire.errors import code_name, error_for_code
from kavka.wire.share_membership_states import SHARE_MEMBER_TRANSITIONS, SharePhase

NO_SHARE_GROUPS: Final = "this cluster has no share groups (KIP-932)"

JOIN_EPOCH: Final = 0
LEAVE_EPOCH: Final = -1

GONE: Final = frozenset({ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH})
"""Errors after which a member joins anew, under the id that it has."""


class ShareMembershipCore:
    """A member's state.

    Args:
        group_id: Which group.
        member_id: Its own choice: a UUID, as Kafka prints it.
        rack: The member's; None: none.
        poll_interval_ms_max: How long the user may take from one poll to the next.
        tell: Called when a poll has something to do about the group.

    Attributes:
        phase: Where the member stands.
        epoch: The group's, as the coordinator gave it; 0 before it joined.
        subscription: Names of topics.
        assigned: Where to look for records.
    """

    def __init__(
        self,
        group_id: str,
        member_id: str,
        *,
        rack: str | None,
        poll_interval_ms_max: int,
        tell: Callable[[], None],
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.phase = SharePhase.OUTSIDE
        self.epoch = JOIN_EPOCH
        self.subscription: frozenset[str] = frozenset()
        self.assigned: frozenset[TopicIdPartition] = frozenset()
        self._rack = rack
        self._poll_interval_ms_max = poll_interval_ms_max
        self._tell = tell
        self._due_ms = MonotonicMs(0)
        self._polled_ms = MonotonicMs(0)
        self._is_polling = False
        self._is_told = False
        self._said: frozenset[str] = frozenset()
        self._attempt = self._asked = 0
        self._failure: BaseException | None = None
        # Invariant: only a MEMBER has an epoch above 0, and partitions assigned.

    # ---------------------------------------------------------------- for the user

    def subscribe(self, topics: Iterable[str]) -> None:
        """Sets the subscription; the next heartbeat says it, and is due at once."""
        self.subscription = frozenset(topics)
        self._is_told = False
        self._due_ms = MonotonicMs(0)
        if self.phase is SharePhase.OUTSIDE:
            self._enter(SharePhase.JOINING)

    def polling(self) -> None:
        """Marks the beginning of a poll; a member that was given up for want of polls joins again."""
        self._is_polling = True
        if self.phase is SharePhase.OUTSIDE and self.subscription and self._failure is None:
            self._enter(SharePhase.JOINING)

    def polled(self, now_ms: MonotonicMs) -> None:
        """Marks the end of a poll; `max.poll.interval.ms` counts from now on."""
        self._is_polling = False
        self._polled_ms = now_ms

    def raise_failure(self) -> None:
        """Raises what the coordinator refused for good, once; the next poll may join again.

        Raises:
            KafkaError, ClientError.
        """
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    @property
    def has_failed(self) -> bool:
        """Tells whether the next poll has a failure to raise."""
        return self._failure is not None

    def leave(self) -> bool:
        """Leaves the group of one's own accord; tells whether the coordinator has to hear of it."""
        was_known = self.phase is SharePhase.MEMBER
        self.subscription = frozenset()
        self._failure = None
        if self.phase is not SharePhase.OUTSIDE:
            self._enter(SharePhase.OUTSIDE)
        return was_known

    # ---------------------------------------------------------------- for who speaks to the coordinator

    def left_ms(self, now_ms: MonotonicMs) -> int | None:
        """Returns the time until there is something to do, 0: now; None: nothing, until the user asks for it."""
        if self.phase is SharePhase.OUTSIDE:
            return None
        due_ms = self._due_ms
        if self.phase is SharePhase.MEMBER and not self._is_polling:
            due_ms = min(due_ms, self._polled_ms + self._poll_interval_ms_max)
        return max(0, due_ms - now_ms)

    def give_up_idle(self, now_ms: MonotonicMs) -> bool:
        """Gives the place up when the user has not polled in time; the coordinator has to hear of it then."""
        is_idle = (
            self.phase is SharePhase.MEMBER
            and not self._is_polling
            and now_ms >= self._polled_ms + self._poll_interval_ms_max
        )
        if is_idle:
            self._enter(SharePhase.OUTSIDE)
        return is_idle

    def heartbeat_request(self) -> ShareGroupHeartbeatRequest:
        """Returns the heartbeat to send: all there is to say when joining, else what the coordinator does not know."""
        is_everything = self.phase is SharePhase.JOINING or not self._is_told
        self._said = self.subscription
        self._asked = self._attempt
        return ShareGroupHeartbeatRequest(
            group_id=self.group_id,
            member_id=self.member_id,
            member_epoch=self.epoch,
            rack_id=self._rack if is_everything else None,
            subscribed_topic_names=sorted(self.subscription) if is_everything else None,
        )

    def leave_request(self) -> ShareGroupHeartbeatRequest:
        """Returns the heartbeat by which the member leaves."""
        return ShareGroupHeartbeatRequest(group_id=self.group_id, member_id=self.member_id, member_epoch=LEAVE_EPOCH)

    def heard(self, response: ShareGroupHeartbeatResponse, now_ms: MonotonicMs) -> KafkaError | None:
        """Takes the response to a heartbeat.

        Returns:
            What the driver has to pause for, and perhaps to look for another coordinator; None: nothing.
        """
        if self._asked != self._attempt:
            return None  # it has left, or joined anew, since it asked
        if response.error_code == ErrorCode.NONE:
            self._accepted(response, now_ms)
            return None
        self._is_told = False
        is_gone = response.error_code in GONE
        if is_gone and self.phase is SharePhase.MEMBER:
            self._enter(SharePhase.JOINING)
            return None
        reason = response.error_message or code_name(response.error_code)
        error = error_for_code(
            response.error_code, f"member {self.member_id} of share group {self.group_id!r}: {reason}"
        )
        if error.retriable or is_gone:
            return error
        self.fail(error)
        return None

    def not_heard(self) -> None:
        """Notes a heartbeat without a response: whether the coordinator knows what it said cannot be told."""
        self._is_told = False

    def fail(self, error: BaseException) -> None:
        """Leaves the group for a reason that no retry mends, which the next poll raises."""
        if self.phase is not SharePhase.OUTSIDE:
            self._enter(SharePhase.OUTSIDE)
        self._failure = error
        self._tell()

    def _accepted(self, response: ShareGroupHeartbeatResponse, now_ms: MonotonicMs) -> None:
        if self.phase is SharePhase.JOINING:
            self._enter(SharePhase.MEMBER)
            self._polled_ms = max(self._polled_ms, now_ms)
        self.epoch = response.member_epoch
        self._is_told = self._said == self.subscription
        self._due_ms = now_ms + response.heartbeat_interval_ms if self._is_told else now_ms
        if response.assignment is not None:
            self.assigned = frozenset(
                TopicIdPartition(topic.topic_id, index)
                for topic in response.assignment.topic_partitions
                for index in topic.partitions
            )
            self._tell()

    def _enter(self, phase: SharePhase) -> None:
        SHARE_MEMBER_TRANSITIONS.check(self.phase, phase, subject=self.member_id)
        self.phase = phase
        self._attempt += 1
        self._due_ms = MonotonicMs(0)
        if phase is not SharePhase.MEMBER:
            self.epoch, self.assigned = JOIN_EPOCH, frozenset()
            self._is_told = False
