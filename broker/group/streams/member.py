"""One member of a streams group: what it said of itself, and how far it has come towards its target.

A plain record: `streams_group_metadata` changes it and notes what its records have to say, `deadlines` has its timers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.member import JOINING, NEVER_HEARD_MS
from kavka.broker.group.streams.states import StreamsMemberState
from kavka.broker.group.streams.tasks import NOTHING_HELD, HeldTasks, Task

if TYPE_CHECKING:
    from kavka.timer.moments import MonotonicMs
    from kavka.timer.timing_wheel import TimerEntry


class UserEndpoint(NamedTuple):
    """Where an instance answers interactive queries."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class StreamsSaid:
    """What a member has said of itself.

    Attributes:
        instance_id: of a static member, None for a dynamic one.
        client_host: as Kafka shows it, `/10.0.0.1`.
        topology_epoch: of the topology that it runs.
        process_id: the instance that it is a thread of.
        tags: what the client says of where it runs, sorted.
    """

    instance_id: str | None = None
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    rebalance_timeout_ms: int = -1
    topology_epoch: int = -1
    process_id: str = ""
    endpoint: UserEndpoint | None = None
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def decides_assignment(self) -> tuple[int, str | None, tuple[tuple[str, str], ...], str]:
        """Returns what a static member cannot change without another target."""
        return self.topology_epoch, self.rack_id, self.tags, self.process_id


@dataclass(slots=True, eq=False)
class StreamsMember:
    """A member.

    Attributes:
        epoch: what its next heartbeat has to say; AWAY while it is.
        previous_epoch: what that may say instead, where the last response was lost.
        assigned: what it may process, or keep.
        revoking: what it has been asked to give up, and may have still.
        offsets, end_offsets: how far it has the state of tasks, and how far that goes; no record says it.
        session_timer, session_deadline_ms, grace_ms, rebalance_timer: see `deadlines`.
    """

    member_id: str
    said: StreamsSaid
    epoch: int = JOINING
    previous_epoch: int = JOINING
    state: StreamsMemberState = StreamsMemberState.STABLE
    assigned: HeldTasks = NOTHING_HELD
    revoking: HeldTasks = NOTHING_HELD
    offsets: Mapping[Task, int] = field(default_factory=dict)
    end_offsets: Mapping[Task, int] = field(default_factory=dict)
    session_timer: TimerEntry | None = None
    session_deadline_ms: MonotonicMs = NEVER_HEARD_MS
    grace_ms: int = 0
    rebalance_timer: TimerEntry | None = None

    @property
    def instance_id(self) -> str | None:
        """Returns the group instance id of a static member; None for a dynamic one."""
        return self.said.instance_id

    def is_reconciled_to(self, target_epoch: int) -> bool:
        """Tells whether the member has all of its target."""
        return self.state is StreamsMemberState.STABLE and self.epoch == target_epoch
