"""One member of a consumer group: what it said of itself, and how far it has come towards its target.

A plain record: `consumer_group_metadata` changes it and notes what its records have to say, `deadlines` has its timers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.group.consumer.assignment import NOTHING, Assignment
from kavka.broker.group.consumer.states import MemberState
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.timer.timing_wheel import TimerEntry

JOINING: Final = 0
"""The epoch of a member that joins, or has to begin again."""
LEAVING: Final = -1
"""The epoch by which a member leaves."""
AWAY: Final = -2
"""The epoch by which a static member leaves for a while: nobody gets its partitions until its session is over."""


NEVER_HEARD_MS: Final = MonotonicMs(0)


class ClassicProtocol(NamedTuple):
    """What a member of the classic protocol has said in JoinGroup, and its record keeps.

    Attributes:
        protocols: name and metadata of the assignors that it can follow, in its order.
    """

    session_timeout_ms: int
    protocols: tuple[tuple[str, bytes], ...]


class RebalanceDuty(Enum):
    """What a member has to do within its rebalance timeout; one of the classic protocol has to join and to sync."""

    REVOKE = "given up its partitions"
    JOIN = "joined again"
    SYNC = "asked for its assignment"


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a member wants, and what is known of it.

    Attributes:
        instance_id: of a static member, None for a dynamic one.
        client_host: as Kafka shows it, `/10.0.0.1`.
        topics: by name, sorted.
        regex: an expression whose topics it wants besides; None or "": none.
        server_assignor: whom it would have assign; None: whoever is the default.
        classic: of a member of the classic protocol; None: it is one of the consumer protocol.
    """

    instance_id: str | None = None
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    topics: tuple[str, ...] = ()
    regex: str | None = None
    rebalance_timeout_ms: int = -1
    server_assignor: str | None = None
    classic: ClassicProtocol | None = None


@dataclass(slots=True, eq=False)
class ConsumerMember:
    """A member.

    Invariant: `assigned` and `revoking` have no partition in common.

    Attributes:
        epoch: what its next heartbeat has to say; AWAY while it is.
        previous_epoch: what that may say instead, where the last response was lost.
        assigned: what it may use.
        revoking: what it has been asked to give up, and may own still.
        session_timer, session_deadline_ms, grace_ms, rebalance_timer, expected: see `deadlines`.
    """

    member_id: str
    subscription: Subscription
    epoch: int = JOINING
    previous_epoch: int = JOINING
    state: MemberState = MemberState.STABLE
    assigned: Assignment = field(default_factory=lambda: NOTHING)
    revoking: Assignment = field(default_factory=lambda: NOTHING)
    session_timer: TimerEntry | None = None
    session_deadline_ms: MonotonicMs = NEVER_HEARD_MS
    grace_ms: int = 0
    rebalance_timer: TimerEntry | None = None
    expected: RebalanceDuty | None = None

    @property
    def classic(self) -> ClassicProtocol | None:
        """Returns what a member of the classic protocol has said of that; None for one of the consumer protocol."""
        return self.subscription.classic

    @property
    def instance_id(self) -> str | None:
        """Returns the group instance id of a static member; None for a dynamic one."""
        return self.subscription.instance_id

    def is_reconciled_to(self, target_epoch: int) -> bool:
        """Tells whether the member has all of its target."""
        return self.state is MemberState.STABLE and self.epoch == target_epoch
