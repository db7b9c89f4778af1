"""One member of a group: what its join request said, its assignment, and which of its requests waits.

A plain record; `group_metadata` keeps it in step with the group's counts, `membership` completes what waits. What waits
is a callback that holds the request's context and not the request: nothing decoded stays alive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.protocol.errors import ErrorCode
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.timer.timing_wheel import TimerEntry

NO_MEMBER: Final = ""
"""The member id of somebody who has none yet."""
NO_GENERATION: Final = -1

Protocols = list[tuple[str, bytes]]
"""Name and metadata of the assignors that a member can follow, the one that it likes best first."""


class JoinRequest(NamedTuple):
    """A join.

    Attributes:
        is_id_required: whether the client can be sent back with an id (version 4 and later).
        can_skip_assignment: whether a static leader understands that it need not assign (version 9 and later).
        reason: why the client says that it joins (KIP-800); "": it does not say.
    """

    group_id: str
    member_id: str
    group_instance_id: str | None
    client_id: str
    client_host: str
    session_timeout_ms: int
    rebalance_timeout_ms: int
    protocol_type: str
    protocols: Protocols
    is_id_required: bool = False
    can_skip_assignment: bool = False
    reason: str = ""


class MemberName(NamedTuple):
    """How a member calls itself."""

    member_id: str
    group_instance_id: str | None = None


class JoinedMember(NamedTuple):
    """A member in the leader's join response, with its metadata for the chosen protocol."""

    member_id: str
    group_instance_id: str | None
    metadata: bytes


class JoinResult(NamedTuple):
    """The response to a join."""

    error: ErrorCode
    member_id: str = NO_MEMBER
    generation_id: int = NO_GENERATION
    protocol_type: str | None = None
    protocol_name: str | None = None
    leader_id: str = NO_MEMBER
    skip_assignment: bool = False
    members: list[JoinedMember] = []  # noqa: RUF012 - nobody appends to it


class SyncResult(NamedTuple):
    """The response to a sync."""

    error: ErrorCode
    assignment: bytes = b""
    protocol_type: str | None = None
    protocol_name: str | None = None


OnJoined = Callable[[JoinResult], None]
OnSynced = Callable[[SyncResult], None]

NO_DEADLINE_MS: Final = MonotonicMs(0)
"""Before the first sign of life: nobody looks at it until then."""


@dataclass(slots=True, eq=False)
class Member:
    """A member.

    Attributes:
        group_instance_id: of a static member (KIP-345), None for a dynamic one.
        client_host: as Kafka shows it, `/10.0.0.1`.
        is_new: it has joined and never got its id: what cannot send heartbeats is expired by a timeout of its own.
        awaiting_join: completes its join when the rebalance has got everybody.
        awaiting_sync: completes its sync when the assignment is there.
        session_timer: when it is looked at whether it lives; None while one of its requests waits.
        deadline_ms: of the monotonic clock: no sign of life until then is the end.
        grace_ms: by how much the deadline was moved because the broker itself had stalled.
    """

    member_id: str
    group_instance_id: str | None
    client_id: str
    client_host: str
    rebalance_timeout_ms: int
    session_timeout_ms: int
    protocol_type: str
    protocols: Protocols
    assignment: bytes = b""
    is_new: bool = False
    awaiting_join: OnJoined | None = None
    awaiting_sync: OnSynced | None = None
    session_timer: TimerEntry | None = None
    deadline_ms: MonotonicMs = NO_DEADLINE_MS
    grace_ms: int = 0

    @property
    def is_static(self) -> bool:
        """Tells whether the member keeps its place over a restart."""
        return self.group_instance_id is not None

    @property
    def is_awaiting(self) -> bool:
        """Tells whether the member waits for a response: then its silence says nothing."""
        return self.awaiting_join is not None or self.awaiting_sync is not None

    def metadata(self, protocol: str | None) -> bytes:
        """Returns the member's metadata for a protocol; empty where it does not have that."""
        return next((metadata for name, metadata in self.protocols if name == protocol), b"")

    def vote(self, candidates: set[str]) -> str | None:
        """Votes for the first of the member's protocols that is a candidate."""
        return next((name for name, _ in self.protocols if name in candidates), None)
