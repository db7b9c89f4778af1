"""What the controller counts: plain numbers in slots, rendered elsewhere when somebody scrapes.

Not here: the event queue's and the channels' own counters, which stand beside what they count.
"""

from __future__ import annotations

from dataclasses import dataclass

from kavka.common.steps import Steps
from kavka.common.time_slots import Timed
from kavka.controller.context import ControllerContext
from kavka.controller.states import ReplicaState
from kavka.protocol.epochs import ControllerEpoch


class TransitionStatistics:
    """What both state machines did, over all terms of this process.

    Attributes:
        illegal: transitions that were refused: a bug of ours each.
        elections: leaders that were chosen again and written.
        elections_failed: elections that found nobody.
        unclean_elections: leaders from outside the ISR (`UncleanLeaderElectionsPerSec`).
    """

    __slots__ = ("elections", "elections_failed", "illegal", "unclean_elections")

    def __init__(self) -> None:
        self.illegal = 0
        self.elections = 0
        self.elections_failed = 0
        self.unclean_elections = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerStatistics:
    """One moment of one controller; zeros where only the active one knows."""

    is_active: bool
    """`ActiveControllerCount`, as 0 or 1."""
    controller_state: int
    """`ControllerState`: a `controller.events.ControllerState`."""
    epoch: ControllerEpoch
    """The controller epoch of this term, −1 when not active."""
    event_queue_size: int
    event_queue_times: Timed
    """`EventQueueTimeMs`: how long events waited."""
    events_handled: dict[str, int]
    """By the name of the state; 0 ones included."""
    event_times: dict[str, Timed]
    """`<State>RateAndTimeMs`: by the name of the state, how long handling them took."""
    events_failed: int
    events_coalesced: int
    active_brokers: int = 0
    global_topic_count: int = 0
    global_partition_count: int = 0
    offline_partitions_count: int = 0
    preferred_replica_imbalance_count: int = 0
    topics_to_delete_count: int = 0
    topics_ineligible_to_delete_count: int = 0
    replicas_to_delete_count: int = 0
    replicas_ineligible_to_delete_count: int = 0
    channel_queue_sizes: dict[int, int]
    """By broker: requests that wait."""
    illegal_transitions: int
    elections: int
    elections_failed: int
    unclean_elections: int
    terms: int
    """How often this process was elected."""


def context_counts(context: ControllerContext) -> Steps[dict[str, int]]:
    """Counts for the statistics that only an active controller has; walks all partitions, in steps."""
    offline = yield from context.offline_partition_count()
    imbalanced = yield from context.preferred_replica_imbalance_count()
    deleting = yield from context.replica_state_counts(context.topics_to_delete)
    return {
        "active_brokers": len(context.brokers),
        "global_topic_count": len(context.assignments),
        "global_partition_count": context.partition_count(),
        "offline_partitions_count": offline,
        "preferred_replica_imbalance_count": imbalanced,
        "topics_to_delete_count": len(context.topics_to_delete),
        "topics_ineligible_to_delete_count": len(context.topics_ineligible),
        "replicas_to_delete_count": deleting.total() - deleting[ReplicaState.DeletionSuccessful],
        "replicas_ineligible_to_delete_count": deleting[ReplicaState.DeletionIneligible],
    }
