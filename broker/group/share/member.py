"""One member of a share group: what it said of itself, and what it was assigned.

A plain record: `share_group_metadata` changes it and notes what its records have to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.assignment import NOTHING, Assignment
from kavka.broker.group.consumer.member import JOINING, NEVER_HEARD_MS

if TYPE_CHECKING:
    from kavka.timer.moments import MonotonicMs
    from kavka.timer.timing_wheel import TimerEntry


@dataclass(frozen=True, slots=True)
class ShareSubscription:
    """What a member wants, and what is known of it.

    Attributes:
        client_host: as Kafka shows it, `/10.0.0.1`.
        topics: by name, sorted.
    """

    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    topics: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class ShareMember:
    """A member.

    Attributes:
        epoch: what its next heartbeat has to say.
        previous_epoch: what that may say instead, where the last response was lost.
        assigned: what it may fetch, which others may, too.
        session_timer, session_deadline_ms, grace_ms: see `kavka.broker.group.member_sessions`.
    """

    member_id: str
    subscription: ShareSubscription
    epoch: int = JOINING
    previous_epoch: int = JOINING
    assigned: Assignment = field(default_factory=lambda: NOTHING)
    session_timer: TimerEntry | None = None
    session_deadline_ms: MonotonicMs = NEVER_HEARD_MS
    grace_ms: int = 0
